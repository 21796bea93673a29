package withdrawal

import (
	"context"
	"errors"
	"time"

	"krapao/server/fault"
	"krapao/server/id"
	"krapao/server/idempotency"
	"krapao/server/ledger"
	"krapao/server/money"
)

// houseBonus is where what a met condition cuts goes.
const houseBonus = "bonus"

// Input is who wants to withdraw how much.
type Input struct {
	Member   id.MemberID
	Currency money.Currency
	Amount   money.Amount
	// Key is the caller's, zero when none was sent.
	Key idempotency.Key
}

// Withdraw holds an amount of the main wallet. The money, the withdrawal and the caller's key are one transaction; an
// earlier effect of the key is given as it is now. Errors: ErrNoBank, ErrMinimum, ErrMaximum, ErrPending, ErrHold,
// ErrName, ErrBonusRemaining, MONEY_NOT_ENOUGH, NO_WALLET, IDEMPOTENCY_CONFLICT.
func (s *Service) Withdraw(ctx context.Context, input Input) (made Withdrawal, err error) {
	if err := s.Conditions.Settle(ctx, input.Member); err != nil {
		return Withdrawal{}, err
	}
	err = s.Store.InTx(ctx, func(ctx context.Context) error {
		payee, err := s.Store.LockPayee(ctx, input.Member)
		if err != nil {
			return err
		}
		effect, err := s.Keys.Find(ctx, input.Member, input.Key)
		if err != nil {
			return err
		}
		if !effect.IsZero() {
			made, err = s.Store.Withdrawal(ctx, input.Member, effect)
			return err
		}
		condition, err := s.admit(ctx, input, payee, id.ID{})
		if err != nil {
			return err
		}
		made = s.newWithdrawal(input, payee, StepRequested)
		if err := s.Store.AddWithdrawal(ctx, made); err != nil {
			return err
		}
		if made, err = s.hold(ctx, made, condition); err != nil {
			return err
		}
		return s.claim(ctx, input, made.ID)
	})
	return made, err
}

func (s *Service) newWithdrawal(input Input, payee Payee, step Step) Withdrawal {
	made := Withdrawal{
		ID: id.NewID(), Member: input.Member, Amount: input.Amount, Currency: input.Currency, To: payee.To, Step: step, CreatedAt: s.moment(),
	}
	made.Reference = newReference(made.ID)
	return made
}

// moment is now, as exactly as it is stored.
func (s *Service) moment() time.Time { return s.Now().Truncate(time.Microsecond) }

// claim gives the caller's key to a withdrawal. The member is locked, so nobody else can have claimed it meanwhile.
func (s *Service) claim(ctx context.Context, input Input, effect id.ID) error {
	earlier, err := s.Keys.Claim(ctx, input.Member, input.Key, effect)
	if err == nil && !earlier.IsZero() && earlier != effect {
		return fault.IdempotencyConflict.Withf("withdrawal: the key was used for %v", earlier)
	}
	return err
}

// admit tells whether the member, who is locked, may withdraw, but for what the wallet holds. own is the withdrawal
// that is asked for, zero before there is one.
func (s *Service) admit(ctx context.Context, input Input, payee Payee, own id.ID) (Condition, error) {
	limits, err := s.Store.WithdrawLimits(ctx, input.Currency)
	switch {
	case errors.Is(err, fault.NoData):
		return Condition{}, fault.InternalServerError.Withf("withdrawal: no limits for %s", input.Currency)
	case err != nil:
		return Condition{}, err
	}
	if err := limits.admit(input.Amount); err != nil {
		return Condition{}, err
	}
	if err := input.Currency.CheckEntry(input.Amount); err != nil {
		return Condition{}, err
	}
	if err := s.alone(ctx, input.Member, own); err != nil {
		return Condition{}, err
	}
	if s.Now().Before(payee.HeldUntil) {
		return Condition{}, ErrHold.After(payee.HeldUntil.Sub(s.Now()))
	}
	if payee.NameMissing {
		return Condition{}, ErrName
	}
	condition, err := s.Conditions.State(ctx, input.Member)
	if err == nil && condition.State == ConditionOpen {
		err = ErrBonusRemaining
	}
	return condition, err
}

// alone fails when another withdrawal of the member is open. One whose collecting died with its server gives way.
func (s *Service) alone(ctx context.Context, member id.MemberID, own id.ID) error {
	open, err := s.Store.OpenWithdrawal(ctx, member)
	switch {
	case errors.Is(err, fault.NoData):
		return nil
	case err != nil:
		return err
	case open.ID == own:
		return nil
	case !s.collectionExpired(open):
		return ErrPending
	}
	open.Step = StepFailed
	return s.Store.PutWithdrawal(ctx, open, s.Now())
}

// hold moves the amount to the hold account, and cuts the rest when a met condition ends with it. Errors:
// MONEY_NOT_ENOUGH, NO_WALLET; nothing was written then.
func (s *Service) hold(ctx context.Context, made Withdrawal, condition Condition) (Withdrawal, error) {
	result, err := s.Ledger.Post(ctx, ledger.Transaction{
		Key: made.ID.String() + "/hold", Kind: ledger.Withdraw, MemberID: made.Member, Currency: made.Currency,
		Postings: []ledger.Posting{
			{Account: ledger.Main(made.Member), Amount: -made.Amount},
			{Account: ledger.Hold(made.Member), Amount: made.Amount},
		},
		At: s.Now(), Reference: made.ID.String(),
	})
	if err != nil || condition.State != ConditionMet {
		return made, err
	}
	made.Cut = result.Main // nobody else posts to the wallet before this transaction ends
	if made.Cut > 0 {
		if _, err := s.Ledger.Post(ctx, ledger.Transaction{
			Key: made.ID.String() + "/cut", Kind: ledger.FinishBonus, MemberID: made.Member, Currency: made.Currency,
			Postings: []ledger.Posting{
				{Account: ledger.Main(made.Member), Amount: -made.Cut},
				{Account: ledger.House(houseBonus, made.Currency), Amount: made.Cut},
			},
			At: s.Now(), Reference: condition.ID.String(),
		}); err != nil {
			return made, err
		}
		if err := s.Store.PutWithdrawal(ctx, made, s.Now()); err != nil {
			return made, err
		}
	}
	return made, s.Conditions.EndMet(ctx, made.Member, made.Cut)
}

// give moves held money on: to the gateway's clearing when it is paid, back to the main wallet otherwise.
func (s *Service) give(ctx context.Context, w Withdrawal, at time.Time) error {
	what, kind, to := "/paid", ledger.Withdraw, ledger.Clearing(clearingPayout, w.Currency)
	if w.Step != StepPaid {
		what, kind, to = "/return", ledger.Reversal, ledger.Main(w.Member)
	}
	_, err := s.Ledger.Post(ctx, ledger.Transaction{
		Key: w.ID.String() + what, Kind: kind, MemberID: w.Member, Currency: w.Currency,
		Postings: []ledger.Posting{{Account: ledger.Hold(w.Member), Amount: -w.Amount}, {Account: to, Amount: w.Amount}},
		At:       at, Reference: w.ID.String(),
	})
	return err
}

// finish ends a withdrawal in the step that it has, and moves its money. What comes back brings back what was cut with
// it.
func (s *Service) finish(ctx context.Context, w Withdrawal) error {
	now, cut := s.Now(), w.Cut
	if w.Step.Returned() {
		w.Cut = 0
	}
	if err := s.Store.PutWithdrawal(ctx, w, now); err != nil {
		return err
	}
	if err := s.give(ctx, w, now); err != nil || w.Cut == cut {
		return err
	}
	return s.giveCutBack(ctx, w, cut, now)
}

// giveCutBack moves what a met condition's end had cut back to the main wallet.
func (s *Service) giveCutBack(ctx context.Context, w Withdrawal, cut money.Amount, at time.Time) error {
	condition, err := s.Store.CutCondition(ctx, w)
	if err != nil {
		return err
	}
	if _, err := s.Ledger.Post(ctx, ledger.Transaction{
		Key: w.ID.String() + "/cut-return", Kind: ledger.FinishBonus, MemberID: w.Member, Currency: w.Currency,
		Postings: []ledger.Posting{
			{Account: ledger.Main(w.Member), Amount: cut},
			{Account: ledger.House(houseBonus, w.Currency), Amount: -cut},
		},
		At: at, Reference: condition.String(),
	}); err != nil {
		return err
	}
	return s.Conditions.UndoCut(ctx, w.Member, condition)
}

// Withdrawals gives a page (from 1) of at most 100 of the member's withdrawals, newest first, and how many there are.
func (s *Service) Withdrawals(ctx context.Context, member id.MemberID, page, limit int) ([]Withdrawal, int, error) {
	const most = 100
	limit = min(max(limit, 1), most)
	return s.Store.Withdrawals(ctx, member, (max(page, 1)-1)*limit, limit)
}

// Withdrawal gives one of the member's withdrawals, as the list has it. Errors: NO_DATA (unknown, or another member's).
func (s *Service) Withdrawal(ctx context.Context, member id.MemberID, reference string) (Withdrawal, error) {
	found, err := s.Store.FindWithdrawal(ctx, reference)
	if err == nil && found.Member != member {
		return Withdrawal{}, fault.NoData.Withf("withdrawal: withdrawal %.40q is another member's", reference)
	}
	return found, err
}

// CancelWithdrawal returns a withdrawal that nobody decided yet to the main wallet. One that is back already, whoever
// returned it, is given as it is: the member has what they wanted. Errors: NO_DATA (unknown, or another member's),
// ErrApproved.
func (s *Service) CancelWithdrawal(ctx context.Context, member id.MemberID, reference string) (cancelled Withdrawal, err error) {
	err = s.Store.InTx(ctx, func(ctx context.Context) error {
		cancelled, err = s.Store.LockWithdrawal(ctx, reference)
		switch {
		case err != nil:
			return err
		case cancelled.Member != member:
			return fault.NoData.Withf("withdrawal: withdrawal %.40q is another member's", reference)
		case cancelled.Step.Returned():
			return nil
		case !cancelled.CanCancel():
			return ErrApproved
		}
		cancelled.Step = StepCancelled
		if err := s.finish(ctx, cancelled); err != nil {
			return err
		}
		cancelled, err = s.Store.Withdrawal(ctx, member, cancelled.ID)
		return err
	})
	return cancelled, err
}
