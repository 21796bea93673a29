package withdrawal

import (
	"context"
	"errors"
	"time"

	"krapao/server/bankaccount"
	"krapao/server/fault"
	"krapao/server/ledger"
)

const (
	// collectTimeout ends the wait for the games' money.
	collectTimeout = 20 * time.Second
	// collectLifetime is how long a withdrawal may stay in StepCollecting before whoever collects counts as dead. It is
	// longer than collectTimeout.
	collectLifetime = 45 * time.Second
)

// collectionExpired: whoever was to collect the money does not do it any more.
func (s *Service) collectionExpired(w Withdrawal) bool {
	return w.Step == StepCollecting && s.Now().Sub(w.CreatedAt) > collectLifetime
}

// WithdrawAll collects the games' money into the main wallet and then withdraws. Everything but the balance is checked
// before any money moves, and again after. A row in StepCollecting keeps others of the member away meanwhile; what came
// home stays in the main wallet whatever becomes of the withdrawal, and a refusal comes with the legs, again too.
// Errors: those of Withdraw.
func (s *Service) WithdrawAll(ctx context.Context, input Input) (Withdrawal, error) {
	if err := s.Conditions.Settle(ctx, input.Member); err != nil {
		return Withdrawal{}, err
	}
	made, err := s.reserveWithdrawal(ctx, input)
	if err != nil || made.Step != StepCollecting {
		return made, err
	}
	ctx = context.WithoutCancel(ctx) // the caller may leave meanwhile; what began is brought to its end
	collecting, cancel := context.WithTimeout(ctx, collectTimeout)
	defer cancel()
	if made.Legs, err = s.Collector.CollectToMain(collecting, input.Member, input.Currency, made.ID); err == nil {
		return s.holdCollected(ctx, input, made)
	}
	return made, errors.Join(err, s.Store.InTx(ctx, func(ctx context.Context) error {
		if _, err := s.lockCollected(ctx, made); err != nil {
			return err
		}
		made.Step = StepFailed
		return s.Store.PutWithdrawal(ctx, made, s.Now())
	}))
}

// lockCollected locks the member of a withdrawal that this caller collects for. Errors: IDEMPOTENCY_IN_PROGRESS (it
// took so long that another does, or has).
func (s *Service) lockCollected(ctx context.Context, made Withdrawal) (Payee, error) {
	payee, err := s.Store.LockPayee(ctx, made.Member)
	if err != nil {
		return payee, err
	}
	now, err := s.Store.Withdrawal(ctx, made.Member, made.ID)
	if err == nil && (now.Step != StepCollecting || !now.CreatedAt.Equal(made.CreatedAt)) {
		err = fault.IdempotencyInProgress.Withf("withdrawal: collecting took too long")
	}
	return payee, err
}

// reserveWithdrawal finds what the caller's key had done, or writes a withdrawal in StepCollecting.
func (s *Service) reserveWithdrawal(ctx context.Context, input Input) (made Withdrawal, err error) {
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
			if again, wrong := s.collectAgain(made, err); !again {
				return wrong
			}
		}
		if _, err := s.admit(ctx, input, payee, made.ID); err != nil {
			return err
		}
		if made.ID.IsZero() {
			made = s.newWithdrawal(input, payee, StepCollecting)
			if err := s.Store.AddWithdrawal(ctx, made); err != nil {
				return err
			}
			return s.claim(ctx, input, made.ID)
		}
		made.Step, made.CreatedAt, made.To = StepCollecting, s.moment(), payee.To
		return s.Store.PutWithdrawal(ctx, made, s.Now())
	})
	return made, err
}

// collectAgain tells whether the key's withdrawal has to be begun anew, because who made it died or a part was down.
// Otherwise it is the answer, with the refusal it ended with.
func (s *Service) collectAgain(earlier Withdrawal, err error) (bool, error) {
	switch {
	case err != nil:
		return false, err
	case earlier.Step == StepFailed && earlier.Reason != "":
		return false, refusalOf(earlier.Reason)
	case earlier.Step == StepFailed, s.collectionExpired(earlier):
		return true, nil
	case earlier.Step == StepCollecting:
		return false, fault.IdempotencyInProgress.Withf("withdrawal: the first request is still running")
	}
	return false, nil
}

// refusals are what a withdrawal may fail with after the games' money came home.
var refusals = []*fault.Fault{
	ledger.ErrMoneyNotEnough, ledger.ErrNoWallet, ErrBonusRemaining, ErrHold, ErrMinimum, ErrMaximum, bankaccount.ErrNoBank,
}

func refusalOf(code string) error {
	for _, refusal := range refusals {
		if string(refusal.Code) == code {
			return refusal
		}
	}
	return fault.InternalServerError.Withf("withdrawal: a withdrawal failed with %.40q", code)
}

// holdCollected holds the amount of a withdrawal whose money is home, or ends it.
func (s *Service) holdCollected(ctx context.Context, input Input, made Withdrawal) (Withdrawal, error) {
	var refused error
	var ended Withdrawal
	err := s.Store.InTx(ctx, func(ctx context.Context) error {
		refused, ended = nil, made // a try that was lost leaves nothing behind
		payee, err := s.lockCollected(ctx, made)
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

// holdNow makes a withdrawal whose money was collected a requested one.
func (s *Service) holdNow(ctx context.Context, made Withdrawal, condition Condition) (Withdrawal, error) {
	held, err := s.hold(ctx, made, condition)
	if err != nil {
		return made, err
	}
	held.Step = StepRequested
	return held, s.Store.PutWithdrawal(ctx, held, s.Now())
}
