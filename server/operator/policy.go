package operator

import (
	"context"

	"krapao/server/audit"
)

// Policy is what the operators ask of themselves.
type Policy struct {
	// CodeForMoney: calls that move money or decide about it need a session that was opened with a second factor.
	CodeForMoney bool
}

// Policy gives the rules in force.
func (s *Service) Policy(ctx context.Context) (Policy, error) { return s.Repository.Policy(ctx) }

// PutPolicy replaces the rules, for sessions that are open too.
func (s *Service) PutPolicy(ctx context.Context, policy Policy) error {
	return s.Repository.InTx(ctx, func(ctx context.Context) error {
		before, err := s.Repository.LockPolicy(ctx)
		if err != nil {
			return err
		}
		line, same := audit.Change{Action: audit.Policy, Before: before.fields(), After: policy.fields()}.Narrowed()
		if same {
			return nil
		}
		if err := s.Repository.PutPolicy(ctx, policy); err != nil {
			return err
		}
		return s.Trail.Record(ctx, line)
	})
}

func (p Policy) fields() map[string]any { return map[string]any{"totpForMoney": p.CodeForMoney} }

// Accounts gives every operator, by name.
func (s *Service) Accounts(ctx context.Context) ([]Account, error) {
	return s.Repository.Operators(ctx)
}
