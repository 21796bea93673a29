package referral

import (
	"context"
	"errors"
	"time"

	"krapao/server/content"
	"krapao/server/id"
	"krapao/server/idempotency"
	"krapao/server/ledger"
	"krapao/server/money"
)

// Input is who wants what they earned.
type Input struct {
	Member   id.MemberID
	Currency money.Currency
	Key      idempotency.Key
}

// Receive credits all that waits, and puts the member under the condition of the rule of now. The same key gives the
// same receipt again. What games hold is refreshed before, so that what is played from now on counts, and nothing else.
// Errors: ErrInactive, ErrCollect, ErrNone, ErrNoPlay, ErrRemaining, ErrFail, IDEMPOTENCY_CONFLICT.
func (s *Service) Receive(ctx context.Context, in Input) (receipt Receipt, err error) {
	settled, err := s.settle(ctx, in)
	if err != nil {
		return receipt, err
	}
	err = s.Store.InTx(ctx, func(ctx context.Context) error {
		if err := s.Store.LockMember(ctx, in.Member); err != nil {
			return err
		}
		effect, err := s.Keys.Find(ctx, in.Member, in.Key)
		if err != nil {
			return err
		}
		if !effect.IsZero() {
			receipt, err = s.Store.Receipt(ctx, in.Member, effect)
			return err
		}
		rule, err := s.receivable(ctx, in.Currency)
		if err != nil {
			return err
		}
		if receipt, err = s.credit(ctx, creditInput{Member: in.Member, Rule: rule, Settled: settled}); err != nil {
			return err
		}
		_, err = s.Keys.Claim(ctx, in.Member, in.Key, receipt.ID)
		return err
	})
	return receipt, err
}

// receivable gives the rule by which members receive what they ask for. Errors: ErrInactive, ErrCollect.
func (s *Service) receivable(ctx context.Context, currency money.Currency) (Rule, error) {
	rule, err := s.Store.Rule(ctx, currency)
	switch {
	case err != nil:
	case !rule.Open:
		err = ErrInactive
	case rule.Automatic:
		err = ErrCollect
	}
	return rule, err
}

// settle refreshes what the member's games hold, unless it is plain without a lock that nothing will be credited: then
// no provider is asked. Errors: ErrInactive, ErrCollect, ErrFail.
func (s *Service) settle(ctx context.Context, in Input) (settled time.Time, err error) {
	if effect, err := s.Keys.Find(ctx, in.Member, in.Key); err != nil || !effect.IsZero() {
		return settled, err
	}
	if _, err := s.receivable(ctx, in.Currency); err != nil {
		return settled, err
	}
	if waits, err := s.Store.Waits(ctx, in.Member); err != nil || !waits {
		return settled, err
	}
	if active, err := s.Conditions.Active(ctx, in.Member); err != nil || active {
		return settled, err
	}
	if settled, err = s.Conditions.Settle(ctx, in.Member); errors.Is(err, ledger.ErrNoWallet) {
		err = ErrFail.With(err)
	}
	return settled, err
}

// creditInput is whom to credit what waits, by which rule.
type creditInput struct {
	Member id.MemberID
	Rule   Rule
	// Automatic: nobody asked for it, so no condition opens. Settled is when what the member's games hold was
	// refreshed, for the condition.
	Automatic bool
	Settled   time.Time
}

// credit takes what waits for a member and credits it, in one transaction. Errors: ErrNone, ErrNoPlay, ErrRemaining,
// ErrFail.
func (s *Service) credit(ctx context.Context, in creditInput) (receipt Receipt, err error) {
	member, rule := in.Member, in.Rule
	err = s.Store.InTx(ctx, func(ctx context.Context) error {
		if err := s.Store.LockMember(ctx, member); err != nil {
			return err
		}
		waiting, err := s.Store.LockWaiting(ctx, member)
		if err == nil && waiting.Amount == 0 {
			err = s.nothing(ctx, member)
		}
		if err != nil {
			return err
		}
		active, err := s.Conditions.Active(ctx, member)
		if err == nil && active {
			err = ErrRemaining
		}
		if err != nil {
			return err
		}
		receipt = Receipt{
			ID: id.NewID(), Member: member, Currency: rule.Currency, Amount: waiting.Amount, First: waiting.First, Last: waiting.Last, Terms: rule.Terms,
			Automatic: in.Automatic, At: s.now(),
		}
		if in.Automatic {
			receipt.Terms = Terms{}
			err = s.Conditions.Credit(ctx, receipt)
		} else {
			err = s.Conditions.Open(ctx, receipt, in.Settled)
		}
		if err != nil {
			if errors.Is(err, ledger.ErrNoWallet) {
				return ErrFail.With(err)
			}
			return err
		}
		return s.Store.AddReceipt(ctx, receipt)
	})
	return receipt, err
}

// nothing says why nothing waits.
func (s *Service) nothing(ctx context.Context, member id.MemberID) error {
	played, err := s.Store.InviteesPlayed(ctx, member)
	switch {
	case err != nil:
		return err
	case played:
		return ErrNone
	}
	return ErrNoPlay
}

// Earnings gives a page (from 1) of what invitees' days earned the member, newest first, and how many there are.
func (s *Service) Earnings(ctx context.Context, member id.MemberID, page, limit int) ([]Earning, int, error) {
	const most = 100
	limit = min(max(limit, 1), most)
	return s.Store.Earnings(ctx, member, (max(page, 1)-1)*limit, limit)
}

// Banners gives what is shown before the dialog in a currency.
func (s *Service) Banners(ctx context.Context, currency money.Currency) ([]content.Banner, error) {
	rule, err := s.Store.Rule(ctx, currency)
	return rule.Banners, err
}
