package game

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"krapao/server/approval"
	"krapao/server/audit"
	"krapao/server/fault"
	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/money"
)

// BoundApproval is the request to let a provider report more, or one person release more.
const BoundApproval approval.Kind = "GAME_BOUND"

// Bound is how much a provider may report as won, for members of a currency, without anybody looking.
type Bound struct {
	Provider string
	Currency money.Currency
	// Most is the largest win between two refreshes that is booked by itself, ReviewAbove the largest one beyond it
	// that one person releases.
	Most, ReviewAbove money.Amount
}

// defaultBound is the bound that holds until the operator sets one: half a million baht, and a million for one person.
// Of kip it takes 500 times as many for about as much.
func defaultBound(provider string, currency money.Currency) Bound {
	bound := Bound{Provider: provider, Currency: currency, Most: money.Units(500_000), ReviewAbove: money.Units(1_000_000)}
	if currency == money.Kip {
		bound.Most, bound.ReviewAbove = bound.Most*500, bound.ReviewAbove*500
	}
	return bound
}

func (b Bound) validate() error {
	if b.Most < 0 || b.Most > money.Max || b.ReviewAbove < 0 || b.ReviewAbove > money.Max {
		return fault.KeyInvalid.Withf("game: a bound of %v and %v", b.Most, b.ReviewAbove)
	}
	return nil
}

// allowsMore tells whether a bound lets more be booked by itself than another, or more be released by one person.
func (b Bound) allowsMore(than Bound) bool {
	return b.Most > than.Most || b.ReviewAbove > than.ReviewAbove
}

func (b Bound) fields() map[string]any {
	return map[string]any{"maximumResult": b.Most.String(), "reviewAbove": b.ReviewAbove.String()}
}

func (b Bound) subject() string { return b.Provider + " " + string(b.Currency) }

// boundBody is Bound as it is written down.
type boundBody struct {
	Provider    string         `json:"provider"`
	Currency    money.Currency `json:"currency"`
	Most        money.Amount   `json:"maximumResult"`
	ReviewAbove money.Amount   `json:"reviewAbove"`
}

// boundAsked is the body of a GAME_BOUND request. Before is what it was when it was asked for.
type boundAsked struct {
	boundBody
	Before boundBody `json:"before"`
}

// Bounds gives the bound of each provider in each of its currencies.
func (s *Service) Bounds(ctx context.Context) ([]Bound, error) {
	providers, err := s.Store.Providers(ctx)
	if err != nil {
		return nil, err
	}
	set, err := s.Store.Bounds(ctx)
	if err != nil {
		return nil, err
	}
	var bounds []Bound
	for _, provider := range providers {
		for _, currency := range provider.Currencies {
			bounds = append(bounds, chosen(set, provider.Code, currency))
		}
	}
	return bounds, nil
}

// chosen gives the bound that was set, else the default.
func chosen(set []Bound, provider string, currency money.Currency) Bound {
	at := slices.IndexFunc(set, func(b Bound) bool { return b.Provider == provider && b.Currency == currency })
	if at < 0 {
		return defaultBound(provider, currency)
	}
	return set[at]
}

func (s *Service) bound(ctx context.Context, provider string, currency money.Currency) (Bound, error) {
	set, err := s.Store.Bounds(ctx)
	return chosen(set, provider, currency), err
}

// ChangeBound sets a bound, or asks a second person where it would allow more: then the request comes along.
// Errors: KEY_INVALID, NO_DATA (no such provider), APPROVAL_STALE (another one was set at this moment).
func (s *Service) ChangeBound(ctx context.Context, bound Bound) (approval.Request, error) {
	if err := bound.validate(); err != nil {
		return approval.Request{}, err
	}
	providers, err := s.Store.Providers(ctx)
	if err != nil {
		return approval.Request{}, err
	}
	at := slices.IndexFunc(providers, func(p Provider) bool { return p.Code == bound.Provider })
	switch {
	case at < 0:
		return approval.Request{}, fault.NoData
	case !providers[at].Takes(bound.Currency):
		return approval.Request{}, fault.KeyInvalid.Withf("game: %s is not for %s", bound.Provider, bound.Currency)
	}
	before, err := s.bound(ctx, bound.Provider, bound.Currency)
	if err != nil {
		return approval.Request{}, err
	}
	if bound.allowsMore(before) {
		return s.Approvals.Ask(ctx, approval.Draft{Kind: BoundApproval, Subject: bound.subject(), Body: boundAsked{boundBody(bound), boundBody(before)}})
	}
	return approval.Request{}, s.putBound(ctx, before, bound, "")
}

// ApproveBound is what a second person's approval does, in that transaction. Errors: APPROVAL_STALE.
func (s *Service) ApproveBound(ctx context.Context, request approval.Request) error {
	var asked boundAsked
	if err := request.Read(&asked); err != nil {
		return err
	}
	return s.putBound(ctx, Bound(asked.Before), Bound(asked.boundBody), request.ID.String())
}

// putBound writes a bound, if before is still what holds.
func (s *Service) putBound(ctx context.Context, before, bound Bound, approvalID string) error {
	return approval.Replace(ctx, s.Store, s.Trail, approval.Replacement{
		Change:   audit.Change{Action: audit.GameBound, Subject: bound.subject(), Before: before.fields(), After: bound.fields()},
		Approval: approvalID,
		Now: func(ctx context.Context) (map[string]any, error) {
			now, err := s.bound(ctx, bound.Provider, bound.Currency)
			return now.fields(), err
		},
		Write: func(ctx context.Context) error { return s.Store.PutBound(ctx, bound) },
	})
}

// mayBook tells whether a balance may be booked: what was won is within the bound, or an operator released it. Else the
// result is held, for the operator to see; the account stays as it is. It runs under the wallet's lock.
func (s *Service) mayBook(ctx context.Context, wallet ledger.Wallet, account AccountBalance, reported Balance, now time.Time) (bool, error) {
	result := reported.Amount - account.Balance
	if result <= 0 && !account.Held {
		return true, nil // a loss is bounded by the balance
	}
	open := HeldResult{ID: id.NewID(), Member: wallet.MemberID, Provider: account.Code, Currency: wallet.Currency, Status: Held, ReportedAt: now}
	if account.Held {
		var err error
		if open, err = s.Store.LockOpenResult(ctx, wallet.MemberID, account.Code); err != nil {
			return false, err
		}
	}
	bound, err := s.bound(ctx, account.Code, wallet.Currency)
	if err != nil {
		return false, err
	}
	if result-open.Released <= bound.Most {
		return true, s.closeHeld(ctx, account, open, result > bound.Most, now)
	}
	if !account.Held {
		s.Log.LogAttrs(ctx, slog.LevelError, "a game result beyond its bound is held", slog.String("provider", account.Code), slog.String("member", wallet.MemberID.String()),
			slog.String("result", fmt.Sprint(result, " ", wallet.Currency)), slog.String("bound", bound.Most.String()), slog.String("held", open.ID.String()))
	}
	if open.Status == Released { // more was won since: what was released is not enough
		open.Status = Held
	}
	open.Result, open.Balance, open.Sequence, open.Bound, open.SeenAt = result, reported.Amount, reported.Sequence, bound.Most, now
	return false, s.Store.PutHeldResult(ctx, open)
}

// closeHeld ends the account's held result, if it has one, because its balance is booked now.
func (s *Service) closeHeld(ctx context.Context, account AccountBalance, open HeldResult, beyond bool, now time.Time) error {
	if !account.Held {
		return nil
	}
	if open.Status, open.ClosedAt = Dropped, now; beyond {
		open.Status = Booked
	}
	return s.Store.PutHeldResult(ctx, open)
}
