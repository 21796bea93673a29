package approval

import (
	"context"

	"krapao/server/audit"
)

// Settings is what Replace needs of a feature's store.
type Settings interface {
	// InTx runs do in a transaction.
	InTx(ctx context.Context, do func(ctx context.Context) error) error
	// LockSettings keeps other operators from changing the feature's settings until the transaction ends.
	LockSettings(ctx context.Context) error
}

// Replacement is a setting that takes the place of another.
type Replacement struct {
	// Change is the line in the audit log. Before is what held when the operator decided.
	audit.Change
	// Approval is the request by which a second person approved it; empty where one person decides.
	Approval string
	// Now gives what holds now, by the names of Before.
	Now func(ctx context.Context) (map[string]any, error)
	// Write puts the new value in its place.
	Write func(ctx context.Context) error
}

// Replace writes a setting with its line in the audit log, if Before is still what holds. What holds already is not
// written again. Errors: ErrStale, and those of Now and Write.
func Replace(ctx context.Context, settings Settings, trail audit.Trail, in Replacement) error {
	return settings.InTx(ctx, func(ctx context.Context) error {
		if err := settings.LockSettings(ctx); err != nil {
			return err
		}
		now, err := in.Now(ctx)
		if err != nil {
			return err
		}
		line, done := audit.Change{Action: in.Action, Subject: in.Subject, Before: now, After: in.After}.Narrowed()
		if done { // saved by who asked at the same moment
			return nil
		}
		if _, still := (audit.Change{Before: in.Before, After: now}).Narrowed(); !still {
			return ErrStale
		}
		if in.Approval != "" {
			line.After["approval"] = in.Approval
		}
		if err := in.Write(ctx); err != nil {
			return err
		}
		return trail.Record(ctx, line)
	})
}
