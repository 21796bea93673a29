package member

import (
	"context"
	"time"

	"krapao/server/approval"
	"krapao/server/audit"
	"krapao/server/fault"
	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/money"
)

// ErrClosedForGood means that a closed member stays closed.
var ErrClosedForGood = fault.New(fault.Conflict, "INVALID_USER_4")

// AdminStore is what the operators' look at members and their changes need.
type AdminStore interface {
	ProfileStore
	SessionStore
	// InTx runs fn in one transaction.
	InTx(ctx context.Context, fn func(ctx context.Context) error) error
	// FindMembers gives a page of members, newest first, and how many match in all.
	FindMembers(ctx context.Context, search Search) ([]Found, int, error)
	// OpenMoney counts the member's withdrawals and deposits that are not decided.
	OpenMoney(ctx context.Context, member id.MemberID) (Open, error)
	// PutStatus changes whether a member may use the site.
	PutStatus(ctx context.Context, member id.MemberID, status Status) error
	// PutPhone changes the phone number. Errors: EXISTING_USER; the surrounding transaction is then aborted.
	PutPhone(ctx context.Context, member id.MemberID, phone string) error
	// AddNotice writes down that a phone is to be told something (notice.go).
	AddNotice(ctx context.Context, notice Notice) error
}

// Admin is what operators do with members. Every change is in the audit log with its transaction.
type Admin struct {
	Store     AdminStore
	Ledger    Ledger
	Poster    ledger.Poster
	Site      Site
	Phones    PhoneRule
	Trail     audit.Trail
	Approvals *approval.Approvals
	// Forget drops a member's sessions from a running server's memory; nil: there is no server here.
	Forget func(member id.MemberID)
	Now    func() time.Time
}

// Search chooses members; empty fields choose all.
type Search struct {
	// Phone and AccountNo are first digits, Name the beginning of the profile name or the account's.
	Phone, AccountNo, Name string
	Number                 id.MemberID
	audit.Page
}

// Found is a member in a list.
type Found struct {
	ID          id.MemberID
	Name, Phone string
	Currency    money.Currency
	// Main is the main wallet.
	Main      money.Amount
	Status    Status
	CreatedAt time.Time
}

// Open counts what is not decided.
type Open struct{ Withdrawals, Deposits int }

// Detail is a member as operators see one.
type Detail struct {
	Member   Member
	Wallet   ledger.Wallet
	Open     Open
	Sessions []StoredSession
}

// Find gives a page of members, and how many match in all; the audit log has who looked for what. Errors: KEY_MISSING.
func (o *Admin) Find(ctx context.Context, search Search) (found []Found, total int, err error) {
	looked := map[string]any{}
	for name, value := range map[string]string{"phone": search.Phone, "name": search.Name, "bankAccountNo": search.AccountNo} {
		if value != "" {
			looked[name] = value
		}
	}
	if search.Number != 0 {
		looked["number"] = search.Number.String()
	}
	if len(looked) == 0 {
		return nil, 0, fault.KeyMissing.Withf("member: a search for everybody")
	}
	err = o.Store.InTx(ctx, func(ctx context.Context) error {
		if err := o.Trail.Record(ctx, audit.Change{Action: audit.MemberSearch, After: looked}); err != nil {
			return err
		}
		found, total, err = o.Store.FindMembers(ctx, search)
		return err
	})
	return found, total, err
}

// Look gives one member; the audit log has who looked. Errors: NO_DATA.
func (o *Admin) Look(ctx context.Context, member id.MemberID) (detail Detail, err error) {
	err = o.Store.InTx(ctx, func(ctx context.Context) error {
		if detail.Member, err = o.Store.Member(ctx, member); err != nil {
			return unknown(err)
		}
		if detail.Wallet, err = o.Ledger.Wallet(ctx, member); err != nil {
			return err
		}
		if detail.Open, err = o.Store.OpenMoney(ctx, member); err != nil {
			return err
		}
		if detail.Sessions, err = o.Store.Sessions(ctx, member, o.Now()); err != nil {
			return err
		}
		return o.Trail.Record(ctx, audit.Change{Action: audit.MemberRead, Subject: member.String()})
	})
	return detail, err
}

// unknown: nobody has the number that an operator named.
func unknown(err error) error {
	if fault.From(err).Is(ErrNoUser) {
		return fault.NoData.With(err)
	}
	return err
}

// PutStatusInput blocks (INACTIVE), unblocks (ACTIVE) or closes (CLOSED) a member.
type PutStatusInput struct {
	Member id.MemberID
	Status Status
	Reason string
}

// PutStatus changes whether a member may use the site; sessions are refused within a second. Errors: NO_DATA,
// INVALID_USER_4.
func (o *Admin) PutStatus(ctx context.Context, input PutStatusInput) error {
	return o.change(ctx, input.Member, func(ctx context.Context, found Member) (*audit.Change, error) {
		if found.Status == input.Status {
			return nil, nil
		}
		if found.Status == Closed {
			return nil, ErrClosedForGood
		}
		line := &audit.Change{Before: map[string]any{"status": string(found.Status)}, After: map[string]any{"status": string(input.Status), "reason": input.Reason}}
		return line, o.Store.PutStatus(ctx, found.ID, input.Status)
	})
}

// PutPhoneInput gives a member another phone number.
type PutPhoneInput struct {
	Member        id.MemberID
	Phone, Reason string
}

// PutPhone changes what a member logs in with: sessions end, withdrawals wait and the old number is told.
// Errors: NO_DATA, EXISTING_USER, PHONE_NUMBER_REQUIRE_10_DIGIT.
func (o *Admin) PutPhone(ctx context.Context, input PutPhoneInput) error {
	phone, err := o.Phones.Parse(input.Phone)
	if err != nil {
		return err
	}
	return o.change(ctx, input.Member, func(ctx context.Context, found Member) (*audit.Change, error) {
		if found.Phone == phone {
			return nil, nil
		}
		if err := o.Store.PutPhone(ctx, found.ID, phone); err != nil {
			return nil, err
		}
		if _, err := o.Store.EndSessions(ctx, EndSessionsInput{Member: found.ID, By: Revoked, At: o.Now()}); err != nil {
			return nil, err
		}
		if err := o.warn(ctx, found, PhoneChanged); err != nil {
			return nil, err
		}
		return &audit.Change{Before: map[string]any{"phone": found.Phone}, After: map[string]any{"phone": phone, "reason": input.Reason}}, nil
	})
}

// warn tells the member's number that the account was changed, and holds withdrawals.
func (o *Admin) warn(ctx context.Context, found Member, kind NoticeKind) error {
	if err := o.Store.HoldWithdrawals(ctx, found.ID, o.Now().Add(withdrawHold)); err != nil {
		return err
	}
	return o.Store.AddNotice(ctx, Notice{ID: id.NewID(), Member: found.ID, Phone: found.Phone, Kind: kind, CreatedAt: o.Now()})
}

// EndSessions ends all sessions of a member, and tells how many they were. Errors: NO_DATA.
func (o *Admin) EndSessions(ctx context.Context, member id.MemberID) (ended int, err error) {
	err = o.change(ctx, member, func(ctx context.Context, found Member) (*audit.Change, error) {
		sessions, err := o.Store.EndSessions(ctx, EndSessionsInput{Member: found.ID, By: Revoked, At: o.Now()})
		if ended = len(sessions); ended == 0 {
			return nil, err
		}
		return &audit.Change{After: map[string]any{"endedSessions": ended}}, err
	})
	return ended, err
}

// change changes a locked member, with the line that it gives; nil: nothing changed.
func (o *Admin) change(ctx context.Context, member id.MemberID, change func(ctx context.Context, found Member) (*audit.Change, error)) error {
	err := o.Store.InTx(ctx, func(ctx context.Context) error {
		found, err := o.Store.LockMember(ctx, member)
		if err != nil {
			return unknown(err)
		}
		line, err := change(ctx, found)
		if err != nil || line == nil {
			return err
		}
		line.Action, line.Subject = audit.Member, member.String()
		return o.Trail.Record(ctx, *line)
	})
	if o.Forget != nil {
		o.Forget(member)
	}
	return err
}
