package bonus

import (
	"context"
	"errors"

	"krapao/server/fault"
	"krapao/server/id"
	"krapao/server/idempotency"
	"krapao/server/money"
)

// clearTries is how often clearing takes what games hold: somebody may be playing meanwhile.
const clearTries = 3

// errOnItsWay: what a game holds is on its way to the house. The condition stays, and who asks again goes on where this
// ended.
var errOnItsWay = fault.IdempotencyInProgress.Withf("bonus: what a game holds is on its way")

// ClearInput is who wants to end their condition.
type ClearInput struct {
	Member   id.MemberID
	Currency money.Currency
	Key      idempotency.Key
	// Repeats: the form of the call that has no key. Within a minute it answers its effect again.
	Repeats bool
}

// Clear ends the member's condition. One that is met ends and everything is kept. One that is lost ends when what games
// hold has gone to the house; the main wallet is kept. Errors: NO_DATA (none is active), BONUS_CONDITION (neither met
// nor lost, or bets are open), IDEMPOTENCY_CONFLICT, IDEMPOTENCY_IN_PROGRESS (what games hold is on its way).
func (s *Service) Clear(ctx context.Context, in ClearInput) error {
	if over, err := s.nothingToClear(ctx, in); err != nil || over {
		return err
	}
	for range clearTries {
		if ended, err := s.clear(ctx, in); err != nil || ended {
			return err
		}
	}
	return errOnItsWay
}

// nothingToClear looks, without a lock, at what needs no provider: a call that had its effect before, and one of a
// member under no condition. Errors: NO_DATA.
func (s *Service) nothingToClear(ctx context.Context, in ClearInput) (over bool, err error) {
	_, none := s.Store.ActiveCondition(ctx, in.Member) // first: who ends it meanwhile has written the key
	if none != nil && !errors.Is(none, fault.NoData) {
		return false, none
	}
	if over, err = s.clearedBefore(ctx, in); err != nil || over {
		return over, err
	}
	return false, none
}

// clear ends the condition, or takes what games hold: then the next try ends it.
func (s *Service) clear(ctx context.Context, in ClearInput) (ended bool, err error) {
	if _, err := s.Settle(ctx, in.Member); err != nil {
		return false, err
	}
	var taking Taking
	err = s.Store.InTx(ctx, func(ctx context.Context) error {
		ended, taking = false, nil
		if err := s.Store.LockMember(ctx, in.Member); err != nil {
			return err
		}
		if ended, err = s.clearedBefore(ctx, in); err != nil || ended {
			return err
		}
		progress, err := s.LockProgress(ctx, in.Member)
		switch {
		case err != nil:
			return err
		case progress.State == StateOpen:
			return ErrCondition
		case progress.Taken.Pending:
			return errOnItsWay
		case progress.State == StateLost && progress.BetsOpen && progress.InGames == 0 && progress.InTransit == 0:
			return ErrCondition // what the open bets bring is taken too
		case progress.State == StateMet || progress.InGames == 0 && progress.InTransit == 0:
			ended = true
			return s.endCleared(ctx, in, progress)
		}
		taking, err = s.Games.Take(ctx, in.Member, in.Currency, progress.ID)
		return err
	})
	if err != nil || ended {
		return ended, err
	}
	settled, err := taking(ctx)
	if err == nil && !settled {
		err = errOnItsWay
	}
	return false, err
}

// clearedBefore tells whether the caller's key, or the call that has none, had its effect already.
func (s *Service) clearedBefore(ctx context.Context, in ClearInput) (bool, error) {
	effect, err := s.Keys.Find(ctx, in.Member, in.Key)
	if err != nil || !effect.IsZero() || !in.Repeats {
		return !effect.IsZero(), err
	}
	if _, err := s.Store.ActiveCondition(ctx, in.Member); !errors.Is(err, fault.NoData) {
		return false, err // another one: the caller means it
	}
	last, err := s.Store.LastEnded(ctx, in.Member)
	if errors.Is(err, fault.NoData) {
		return false, nil
	}
	return err == nil && s.Now().Sub(last.EndedAt) < repeatWithin, err
}

// endCleared ends a condition that is met, or is lost and has nothing in games any more.
func (s *Service) endCleared(ctx context.Context, in ClearInput, progress Progress) error {
	outcome, cut := Met, money.Amount(0)
	if progress.State == StateLost {
		outcome, cut = Lost, progress.Taken.Amount
	}
	if err := s.end(ctx, progress.Condition, outcome, cut); err != nil {
		return err
	}
	_, err := s.Keys.Claim(ctx, in.Member, in.Key, progress.ID)
	return err
}
