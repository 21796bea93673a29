package cashier

import (
	"context"
	"errors"
	"time"

	"krapao/server/fault"
	"krapao/server/ledger"
)

const (
	// gatherTimeout ends the wait for the games' money.
	gatherTimeout = 20 * time.Second
	// gatherLife is how long a withdrawal may stay GATHERING before whoever gathered counts as dead. It is longer than gatherTimeout.
	gatherLife = 45 * time.Second
)

// deadGathering: whoever was to bring the money home is not doing it any more.
func (s *Service) deadGathering(w Withdrawal) bool {
	return w.Step == StepGathering && s.Now().Sub(w.CreatedAt) > gatherLife
}

// WithdrawAll brings the games' money home and then withdraws. Everything but the balance is checked before any money moves, and again after.
// A row that is GATHERING keeps others of the member away meanwhile; what came home stays in the main wallet whatever becomes of the withdrawal, and a
// refusal comes with the legs, again too. Errors: those of Withdraw.
func (s *Service) WithdrawAll(ctx context.Context, input WithdrawInput) (Withdrawal, error) {
	made, err := s.reserveWithdrawal(ctx, input)
	if err != nil || made.Step != StepGathering {
		return made, err
	}
	ctx = context.WithoutCancel(ctx) // the caller may leave meanwhile; what began is brought to its end
	gathering, cancel := context.WithTimeout(ctx, gatherTimeout)
	defer cancel()
	if made.Legs, err = s.Sweeper.BringHome(gathering, input.Member, input.Currency, made.ID); err == nil {
		return s.holdGathered(ctx, input, made)
	}
	return made, errors.Join(err, s.Store.InTx(ctx, func(ctx context.Context) error {
		if _, err := s.lockGathered(ctx, made); err != nil {
			return err
		}
		made.Step = StepFailed
		return s.Store.PutWithdrawal(ctx, made, s.Now())
	}))
}

// lockGathered locks the member of a withdrawal that this caller is gathering for. Errors: IDEMPOTENCY_CONFLICT (it took so long that another does, or has).
func (s *Service) lockGathered(ctx context.Context, made Withdrawal) (Payee, error) {
	payee, err := s.Store.LockPayee(ctx, made.Member)
	if err != nil {
		return payee, err
	}
	now, err := s.Store.Withdrawal(ctx, made.Member, made.ID)
	if err == nil && (now.Step != StepGathering || !now.CreatedAt.Equal(made.CreatedAt)) {
		err = fault.IdempotencyConflict.Withf("cashier: gathering took too long")
	}
	return payee, err
}

// reserveWithdrawal finds what the caller's key had done, or writes a withdrawal that is GATHERING.
func (s *Service) reserveWithdrawal(ctx context.Context, input WithdrawInput) (made Withdrawal, err error) {
	err = s.Store.InTx(ctx, func(ctx context.Context) error {
		payee, err := s.Store.LockPayee(ctx, input.Member)
		if err != nil {
			return err
		}
		effect, err := s.Keys.Find(ctx, input.Member, input.Key)
		if err != nil {
			return err
		}
		made = Withdrawal{}
		if !effect.IsZero() {
			made, err = s.Store.Withdrawal(ctx, input.Member, effect)
			if again, wrong := s.gatherAgain(made, err); !again {
				return wrong
			}
		}
		if _, err := s.admit(ctx, input, payee, made.ID); err != nil {
			return err
		}
		if made.ID.IsZero() {
			made = s.newWithdrawal(input, payee, StepGathering)
			if err := s.Store.AddWithdrawal(ctx, made); err != nil {
				return err
			}
			return s.claim(ctx, input, made.ID)
		}
		made.Step, made.CreatedAt, made.To = StepGathering, s.moment(), payee.To
		return s.Store.PutWithdrawal(ctx, made, s.Now())
	})
	return made, err
}

// gatherAgain tells whether the key's withdrawal has to be begun anew, because who made it died or a part was down. Otherwise it is the answer, with
// the refusal it ended with.
func (s *Service) gatherAgain(earlier Withdrawal, err error) (bool, error) {
	switch {
	case err != nil:
		return false, err
	case earlier.Step == StepFailed && earlier.Reason != "":
		return false, refusalOf(earlier.Reason)
	case earlier.Step == StepFailed, s.deadGathering(earlier):
		return true, nil
	case earlier.Step == StepGathering:
		return false, fault.IdempotencyConflict.Withf("cashier: the first request is still running")
	}
	return false, nil
}

// refusals are what a withdrawal may fail with after the games' money came home.
var refusals = []*fault.Fault{
	ledger.ErrMoneyNotEnough, ledger.ErrNoWallet, ErrBonusRemaining, ErrWithdrawHold, ErrWithdrawMinimum, ErrWithdrawMaximum, ErrNoBank,
}

func refusalOf(code string) error {
	for _, refusal := range refusals {
		if string(refusal.Code) == code {
			return refusal
		}
	}
	return fault.InternalServerError.Withf("cashier: a withdrawal failed with %.40q", code)
}

// holdGathered holds the amount of a withdrawal whose money is home, or ends it.
func (s *Service) holdGathered(ctx context.Context, input WithdrawInput, made Withdrawal) (Withdrawal, error) {
	var refused error
	var ended Withdrawal
	err := s.Store.InTx(ctx, func(ctx context.Context) error {
		refused, ended = nil, made // a try that was lost leaves nothing behind
		payee, err := s.lockGathered(ctx, made)
		if err != nil {
			return err
		}
		condition, err := s.admit(ctx, input, payee, made.ID)
		if err == nil {
			ended, err = s.holdNow(ctx, made, condition)
		}
		for _, refusal := range refusals {
			if errors.Is(err, refusal) {
				refused, ended = err, made
				ended.Step, ended.Reason = StepFailed, string(refusal.Code)
				return s.Store.PutWithdrawal(ctx, ended, s.Now())
			}
		}
		return err
	})
	if err == nil {
		err = refused
	}
	return ended, err
}

// holdNow makes a gathered withdrawal a requested one.
func (s *Service) holdNow(ctx context.Context, made Withdrawal, condition ConditionState) (Withdrawal, error) {
	held, err := s.hold(ctx, made, condition)
	if err != nil {
		return made, err
	}
	held.Step = StepRequested
	return held, s.Store.PutWithdrawal(ctx, held, s.Now())
}
