package withdrawal

import (
	"context"
	"errors"
	"time"

	"krapao/server/bankaccount"
	"krapao/server/fault"
	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/money"
)

// Lift is what takes a blocker away.
type Lift string

// The lifts.
const (
	MeetCondition    Lift = "MEET_CONDITION"
	EndCondition     Lift = "END_CONDITION" // it is lost
	CancelWithdrawal Lift = "CANCEL_WITHDRAWAL"
	Wait             Lift = "WAIT"
	EditName         Lift = "EDIT_BANK_ACCOUNT_NAME"
	AddMoney         Lift = "ADD_MONEY"
	ContactSupport   Lift = "CONTACT_SUPPORT"
)

// Blocker is one reason why a withdrawal would be refused.
type Blocker struct {
	// Code is the fault that a withdrawal would be answered with.
	Code fault.Code
	Lift Lift
	// Until is when WITHDRAW_HOLD ends, Reference the withdrawal of WITHDRAW_PENDING, Condition that of
	// BONUS_REMAINING.
	Until     time.Time
	Reference string
	Condition *ConditionProgress
}

// ConditionProgress is how far the member's condition is.
type ConditionProgress struct {
	State ConditionState
	// Lost: it cannot be met any more but ended.
	Lost bool
	// Kind is what it comes from, Name what it is called, by locale.
	Kind string
	Name map[string]string
	// Minimum is the member's money at which it is met, Total what they have, LostAt what they have where it is lost.
	Minimum, Total, LostAt money.Amount
	// BetsOpen: it would be lost, but bets are open, and what they bring decides.
	BetsOpen bool
}

// Blockers is what stands in the way of a withdrawal.
type Blockers struct {
	Limits Limits
	// Total is the main wallet and the games together.
	Total money.Amount
	// CutsRest: a condition is met, which a withdrawal would end.
	CutsRest bool
	Found    []Blocker
}

// Balances tells what a member has; postgres.Ledger is one.
type Balances interface {
	// Wallet reads all balances of a member. Errors: NO_WALLET.
	Wallet(ctx context.Context, member id.MemberID) (ledger.Wallet, error)
}

// Blockers gives every reason why a withdrawal of the member would be refused now, whatever its amount. It locks
// nothing. Errors: NO_WALLET.
func (s *Service) Blockers(ctx context.Context, member id.MemberID, currency money.Currency) (found Blockers, err error) {
	wallet, err := s.Balances.Wallet(ctx, member)
	if err != nil {
		return found, err
	}
	found.Total = wallet.Main
	for _, game := range wallet.Games {
		found.Total += game.Balance
	}
	if found.Limits, err = s.Store.WithdrawLimits(ctx, currency); err != nil {
		if errors.Is(err, fault.NoData) {
			err = fault.InternalServerError.Withf("withdrawal: no limits for %s", currency)
		}
		return found, err
	}
	for _, look := range []func(context.Context, id.MemberID, *Blockers) error{s.blockedByCondition, s.blockedByWithdrawal, s.blockedByAccount} {
		if err := look(ctx, member, &found); err != nil {
			return found, err
		}
	}
	if found.Total < found.Limits.Min {
		found.Found = append(found.Found, Blocker{Code: ErrMinimum.Code, Lift: AddMoney})
	}
	return found, nil
}

func (s *Service) blockedByCondition(ctx context.Context, member id.MemberID, found *Blockers) error {
	progress, err := s.Conditions.Progress(ctx, member)
	if err != nil {
		return err
	}
	switch found.CutsRest = progress.State == ConditionMet; {
	case progress.State != ConditionOpen:
	case progress.Lost:
		found.Found = append(found.Found, Blocker{Code: ErrBonusRemaining.Code, Lift: EndCondition, Condition: &progress})
	default:
		found.Found = append(found.Found, Blocker{Code: ErrBonusRemaining.Code, Lift: MeetCondition, Condition: &progress})
	}
	return nil
}

func (s *Service) blockedByWithdrawal(ctx context.Context, member id.MemberID, found *Blockers) error {
	open, err := s.Store.OpenWithdrawal(ctx, member)
	switch {
	case errors.Is(err, fault.NoData):
		return nil
	case err != nil:
		return err
	case s.collectionExpired(open):
	case open.CanCancel():
		found.Found = append(found.Found, Blocker{Code: ErrPending.Code, Lift: CancelWithdrawal, Reference: open.Reference})
	default:
		found.Found = append(found.Found, Blocker{Code: ErrPending.Code, Lift: Wait, Reference: open.Reference})
	}
	return nil
}

func (s *Service) blockedByAccount(ctx context.Context, member id.MemberID, found *Blockers) error {
	payee, err := s.Store.Payee(ctx, member)
	switch {
	case errors.Is(err, bankaccount.ErrNoBank):
		found.Found = append(found.Found, Blocker{Code: bankaccount.ErrNoBank.Code, Lift: ContactSupport})
		return nil
	case err != nil:
		return err
	}
	if s.Now().Before(payee.HeldUntil) {
		found.Found = append(found.Found, Blocker{Code: ErrHold.Code, Lift: Wait, Until: payee.HeldUntil})
	}
	if payee.NameMissing {
		found.Found = append(found.Found, Blocker{Code: ErrName.Code, Lift: EditName})
	}
	return nil
}
