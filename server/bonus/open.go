package bonus

import (
	"cmp"
	"context"
	"errors"
	"time"

	"krapao/server/fault"
	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/money"
)

// OpenInput is a credit and the condition that it comes with.
type OpenInput struct {
	Member   id.MemberID
	Currency money.Currency
	Kind     Kind
	// Object is what it is for: a receipt, a refund, a coupon. An object opens one condition, ever.
	Object id.ID
	// Name is what members are shown, by locale.
	Name Text
	// Amount is what the member is credited.
	Amount money.Amount
	Terms  Terms
	// Settled is what Settle gave just before: games that were refreshed since count from the opening on, any other
	// from its next refresh on.
	Settled time.Time
}

// Validate tells what is wrong with the input. Errors: KEY_INVALID.
func (in OpenInput) Validate() error {
	switch {
	case in.Member <= 0 || in.Object.IsZero() || in.Name["en"] == "":
		return fault.KeyInvalid.Withf("bonus: a condition for %v, named %v", in.Object, in.Name)
	case in.Amount <= 0 || in.Amount > money.Max:
		return fault.KeyInvalid.Withf("bonus: a credit of %v", in.Amount)
	}
	return in.Terms.Validate()
}

// Settle refreshes what the member's games hold, and gives the moment from which the ledger has it. Every member has a
// wallet: one without is a defect.
func (s *Service) Settle(ctx context.Context, member id.MemberID) (time.Time, error) {
	at, err := s.now(), s.Games.Refresh(ctx, member)
	if errors.Is(err, ledger.ErrNoWallet) {
		err = fault.InternalServerError.With(err)
	}
	return at, err
}

// Open credits the main wallet and puts the member under the condition, in one transaction: the caller's, where there
// is one. The member is locked, and after them the wallet. The same object again gives the condition that it opened,
// and credits nothing. Errors: KEY_INVALID, ErrRemaining, ErrCondition (bets are open), NO_WALLET.
func (s *Service) Open(ctx context.Context, in OpenInput) (opened Condition, err error) {
	if err := in.Validate(); err != nil {
		return Condition{}, err
	}
	err = s.Store.InTx(ctx, func(ctx context.Context) error {
		if err := s.Store.LockMember(ctx, in.Member); err != nil {
			return err
		}
		if opened, err = s.Store.ConditionFor(ctx, in.Kind, in.Object); !errors.Is(err, fault.NoData) {
			return err
		}
		switch _, err := s.Store.ActiveCondition(ctx, in.Member); {
		case err == nil:
			return ErrRemaining
		case !errors.Is(err, fault.NoData):
			return err
		}
		opened, err = s.open(ctx, in)
		return err
	})
	return opened, err
}

// open is Open for a member who is locked and under no condition. Errors: ErrCondition, NO_WALLET.
func (s *Service) open(ctx context.Context, in OpenInput) (Condition, error) {
	wallet, err := s.Ledger.LockWallet(ctx, in.Member)
	if err != nil {
		return Condition{}, err
	}
	now := s.now()
	if open, err := s.Store.BetsOpen(ctx, in.Member, now); err != nil || open {
		return Condition{}, cmp.Or(err, error(ErrCondition))
	}
	since := in.Settled
	if since.IsZero() {
		since = now.Add(time.Hour) // nobody asked: what any game tells next may have been played before
	}
	unsettled, err := s.Store.UnsettledGames(ctx, in.Member, since)
	if err != nil {
		return Condition{}, err
	}
	opened := Condition{
		ID: id.NewID(), Member: in.Member, Currency: in.Currency, Kind: in.Kind, Object: in.Object, Name: in.Name, Amount: in.Amount, Base: equity(wallet),
		Terms: in.Terms, Unsettled: unsettled, OpenedAt: now,
	}
	if _, err := s.Ledger.Post(ctx, ledger.Transaction{
		Key: opened.ID.String() + "/credit", Kind: ledger.Bonus, MemberID: in.Member, Currency: in.Currency, At: now, Reference: opened.ID.String(),
		Postings: []ledger.Posting{
			{Account: ledger.Main(in.Member), Amount: in.Amount}, {Account: ledger.House(in.Kind.house(), in.Currency), Amount: -in.Amount},
		},
	}); err != nil {
		return Condition{}, err
	}
	return opened, s.Store.AddCondition(ctx, opened)
}

// Progress tells how the member's condition stands. Errors: NO_DATA (there is none), NO_WALLET.
func (s *Service) Progress(ctx context.Context, member id.MemberID) (Progress, error) {
	condition, err := s.Store.ActiveCondition(ctx, member)
	if err != nil {
		return Progress{}, err
	}
	wallet, err := s.Ledger.Wallet(ctx, member)
	if err != nil {
		return Progress{}, err
	}
	return s.judge(ctx, condition, wallet)
}

// judge tells how a condition stands. It is not lost while bets are open: what they bring may meet it, and must not
// come after its end. Once its end began to take what games hold it is lost, whatever comes in or is won later.
func (s *Service) judge(ctx context.Context, condition Condition, wallet ledger.Wallet) (Progress, error) {
	taken, err := s.Store.TakenFromGames(ctx, condition.Member, condition.ID)
	if err != nil {
		return Progress{}, err
	}
	p := condition.Progress(wallet)
	if p.Taken = taken; !taken.Begun && p.State != StateLost {
		return p, nil
	}
	p.BetsOpen, err = s.Store.BetsOpen(ctx, condition.Member, s.now())
	switch {
	case taken.Begun:
		p.State = StateLost
	case p.BetsOpen:
		p.State = StateOpen
	}
	return p, err
}

// LockProgress is Progress that keeps others from posting to the wallet until the caller's transaction ends. The member
// is locked already. Errors: NO_DATA, NO_WALLET.
func (s *Service) LockProgress(ctx context.Context, member id.MemberID) (Progress, error) {
	if _, err := s.Store.ActiveCondition(ctx, member); err != nil {
		return Progress{}, err
	}
	wallet, err := s.Ledger.LockWallet(ctx, member)
	if err != nil {
		return Progress{}, err
	}
	condition, err := s.Store.ActiveCondition(ctx, member) // again: a result may have been booked before the wallet was ours
	if err != nil {
		return Progress{}, err
	}
	return s.judge(ctx, condition, wallet)
}

// EndMet ends the member's active condition as met, in the caller's transaction; cut is what went from the main wallet
// to the house with it. The member is locked. Errors: NO_DATA.
func (s *Service) EndMet(ctx context.Context, member id.MemberID, cut money.Amount) error {
	condition, err := s.Store.ActiveCondition(ctx, member)
	if err != nil {
		return err
	}
	return s.end(ctx, condition, Met, cut)
}

// UndoCut writes, in the caller's transaction, that what the end of a met condition took is back in the main wallet. It
// stays ended: a met condition may be ended and everything kept, and the member may be under another one by now.
// Errors: NO_DATA.
func (s *Service) UndoCut(ctx context.Context, member id.MemberID, condition id.ID) error {
	return s.Store.UndoCut(ctx, member, condition)
}

func (s *Service) end(ctx context.Context, condition Condition, outcome Outcome, cut money.Amount) error {
	condition.Outcome, condition.EndedAt, condition.Cut = outcome, s.now(), cut
	return s.Store.EndCondition(ctx, condition)
}
