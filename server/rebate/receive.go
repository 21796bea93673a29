package rebate

import (
	"context"
	"errors"
	"time"

	"krapao/server/content"
	"krapao/server/fault"
	"krapao/server/id"
	"krapao/server/idempotency"
	"krapao/server/money"
)

// Check is what a member could receive now.
type Check struct {
	// Refund is what can be received, or what is reserved and not paid yet; nil: nothing.
	Refund *Refund
	// UnderCondition: a condition stands in the way.
	UnderCondition bool
	// Terms are the reserved refund's, else the rule's of now.
	Terms
	// Info is what the operator says of refunds.
	Info content.Text
}

// Input is who wants their refund.
type Input struct {
	Member   id.MemberID
	Currency money.Currency
	Key      idempotency.Key
}

// Check tells what the member could receive. It changes nothing.
func (s *Service) Check(ctx context.Context, member id.MemberID, currency money.Currency) (check Check, err error) {
	rule, err := s.Store.Rule(ctx, currency)
	if err != nil {
		return check, err
	}
	check.Terms, check.Info = rule.Terms, rule.Info
	if check.UnderCondition, err = s.Conditions.Active(ctx, member); err != nil {
		return check, err
	}
	refund, err := s.Store.Reserved(ctx, member)
	switch {
	case err == nil:
		check.Terms = refund.Terms
	case !errors.Is(err, fault.NoData):
		return check, err
	case !rule.Open:
		return check, nil
	default:
		refund, err = s.Store.Refund(ctx, member, dayOf(s.now()))
		if err != nil || refund.Status != Open {
			return check, unless(err, fault.NoData)
		}
	}
	check.Refund = &refund
	return check, nil
}

// unless gives err, but nil for the one that is expected.
func unless(err error, expected *fault.Fault) error {
	if errors.Is(err, expected) {
		return nil
	}
	return err
}

// Receive reserves the refund of the day before, with the terms of now. No money moves. The same key gives the same
// refund again. Errors: ErrNone, ErrCondition, ErrMinimum, ErrInactive, IDEMPOTENCY_CONFLICT.
func (s *Service) Receive(ctx context.Context, in Input) (Refund, error) {
	return s.change(ctx, in, func(ctx context.Context) (Refund, error) {
		rule, err := s.Store.Rule(ctx, in.Currency)
		switch {
		case err != nil:
			return Refund{}, err
		case !rule.Open:
			return Refund{}, ErrInactive
		}
		switch _, err := s.Store.Reserved(ctx, in.Member); {
		case err == nil:
			return Refund{}, ErrNone // that one is paid first
		case !errors.Is(err, fault.NoData):
			return Refund{}, err
		}
		refund, err := s.Store.Refund(ctx, in.Member, dayOf(s.now()))
		switch {
		case errors.Is(err, fault.NoData):
			return Refund{}, s.refusal(ctx, in, rule)
		case err != nil:
			return Refund{}, err
		case refund.Status != Open:
			return Refund{}, ErrNone // it was taken
		}
		if err := s.free(ctx, in.Member); err != nil {
			return Refund{}, err
		}
		refund.Status, refund.ID, refund.Terms = Reserved, id.NewID(), rule.Terms
		return refund, s.Store.PutRefund(ctx, refund)
	})
}

// Pay credits the reserved refund and puts the member under its condition. What is reserved is paid, also where refunds
// were switched off since. The same key gives the same refund again. What games hold is refreshed before, so that what
// is played from now on counts, and nothing else. Errors: ErrNone, ErrCondition, ErrMinimum, ErrInactive,
// IDEMPOTENCY_CONFLICT.
func (s *Service) Pay(ctx context.Context, in Input) (Refund, error) {
	settled, err := s.settle(ctx, in)
	if err != nil {
		return Refund{}, err
	}
	return s.change(ctx, in, func(ctx context.Context) (Refund, error) {
		refund, err := s.Store.Reserved(ctx, in.Member)
		if errors.Is(err, fault.NoData) {
			return Refund{}, s.nothingReserved(ctx, in)
		}
		if err != nil {
			return Refund{}, err
		}
		if err := s.free(ctx, in.Member); err != nil {
			return Refund{}, err
		}
		refund.Status, refund.PaidAt = Paid, s.now()
		if err := s.Conditions.Open(ctx, refund, settled); err != nil {
			return Refund{}, err
		}
		return refund, s.Store.PutRefund(ctx, refund)
	})
}

// settle refreshes what the member's games hold, unless it is plain without a lock that nothing will be paid: then no
// provider is asked.
func (s *Service) settle(ctx context.Context, in Input) (settled time.Time, err error) {
	if effect, err := s.Keys.Find(ctx, in.Member, in.Key); err != nil || !effect.IsZero() {
		return settled, err
	}
	if _, err := s.Store.Reserved(ctx, in.Member); err != nil {
		return settled, unless(err, fault.NoData)
	}
	if active, err := s.Conditions.Active(ctx, in.Member); err != nil || active {
		return settled, err
	}
	return s.Conditions.Settle(ctx, in.Member)
}

// change runs under the member's lock, once for each key.
func (s *Service) change(ctx context.Context, in Input, change func(ctx context.Context) (Refund, error)) (refund Refund, err error) {
	err = s.Store.InTx(ctx, func(ctx context.Context) error {
		if err := s.Store.LockMember(ctx, in.Member); err != nil {
			return err
		}
		effect, err := s.Keys.Find(ctx, in.Member, in.Key)
		if err != nil {
			return err
		}
		if !effect.IsZero() {
			refund, err = s.Store.ByID(ctx, in.Member, effect)
			return err
		}
		if refund, err = change(ctx); err != nil {
			return err
		}
		_, err = s.Keys.Claim(ctx, in.Member, in.Key, refund.ID)
		return err
	})
	return refund, err
}

func (s *Service) free(ctx context.Context, member id.MemberID) error {
	active, err := s.Conditions.Active(ctx, member)
	if err == nil && active {
		err = ErrCondition
	}
	return err
}

// refusal says why no refund of the day before was made.
func (s *Service) refusal(ctx context.Context, in Input, rule Rule) error {
	result, err := s.Store.Result(ctx, in.Member, dayOf(s.now()))
	switch {
	case err == nil && rule.Amount(-result) == 0:
		return ErrMinimum
	case err == nil || errors.Is(err, fault.NoData):
		return ErrNone
	}
	return err
}

// nothingReserved says why there is nothing to pay.
func (s *Service) nothingReserved(ctx context.Context, in Input) error {
	rule, err := s.Store.Rule(ctx, in.Currency)
	switch {
	case err != nil:
		return err
	case !rule.Open:
		return ErrInactive
	}
	switch _, err = s.Store.Refund(ctx, in.Member, dayOf(s.now())); {
	case err == nil:
		return ErrNone // it was taken
	case !errors.Is(err, fault.NoData):
		return err
	}
	return s.refusal(ctx, in, rule)
}

// Paid gives a page (from 1) of the refunds that the member was paid, newest first, and how many there are.
func (s *Service) Paid(ctx context.Context, member id.MemberID, page, limit int) ([]Refund, int, error) {
	const most = 100
	limit = min(max(limit, 1), most)
	return s.Store.PaidRefunds(ctx, member, (max(page, 1)-1)*limit, limit)
}

// Banners gives what is shown before the dialog in a currency.
func (s *Service) Banners(ctx context.Context, currency money.Currency) ([]content.Banner, error) {
	rule, err := s.Store.Rule(ctx, currency)
	return rule.Banners, err
}
