package approval

import (
	"context"
	"time"

	"krapao/server/audit"
	"krapao/server/money"
)

// aloneWithin is the time over which what one operator puts in force without a second person is added up: else many
// small changes would be one dear one.
const aloneWithin = 24 * time.Hour

// AloneChange is a change that one operator makes without a second person.
type AloneChange struct {
	// Operator is who makes it, At when; Alone fills them in.
	Operator string
	At       time.Time
	Currency money.Currency
	// Kind and Code name what is changed, Version is the version that it makes; 0 where there are none.
	Kind, Code string
	Version    int
	// Cost is what it may cost the house beside what was in force before; 0: nothing.
	Cost money.Amount
}

// AloneStore keeps what operators changed without a second person.
type AloneStore interface {
	// LockAlone keeps an operator's other changes in a currency away until the transaction ends.
	LockAlone(ctx context.Context, operator string, currency money.Currency) error
	// CostAlone sums what an operator's changes of these kinds in a currency since a moment may cost.
	CostAlone(ctx context.Context, operator string, currency money.Currency, kinds []string, since time.Time) (money.Amount, error)
	AddAlone(ctx context.Context, change AloneChange) error
}

// Alone adds up what each operator changes without a second person.
type Alone struct {
	Store AloneStore
	// Kinds are those whose costs are added up together.
	Kinds []string
	Now   func() time.Time
}

// Exceeds tells whether a change of who acts, with all that they changed alone within a day, may cost more than most.
// One that costs nothing more never does.
func (a Alone) Exceeds(ctx context.Context, change AloneChange, most money.Amount) (bool, error) {
	if change.Cost == 0 {
		return false, nil
	}
	spent, err := a.Store.CostAlone(ctx, audit.ActorFrom(ctx).Name, change.Currency, a.Kinds, a.Now().Add(-aloneWithin))
	return spent+change.Cost > most, err
}

// Add notes a change of who acts, in the caller's transaction. Errors: ErrStale (with what they changed meanwhile it
// may cost more than most).
func (a Alone) Add(ctx context.Context, change AloneChange, most money.Amount) error {
	if change.Cost == 0 {
		return nil
	}
	change.Operator, change.At = audit.ActorFrom(ctx).Name, a.Now().Truncate(time.Microsecond)
	if err := a.Store.LockAlone(ctx, change.Operator, change.Currency); err != nil {
		return err
	}
	switch exceeds, err := a.Exceeds(ctx, change, most); {
	case err != nil:
		return err
	case exceeds:
		return ErrStale
	}
	return a.Store.AddAlone(ctx, change)
}
