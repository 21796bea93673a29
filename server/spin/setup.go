package spin

import (
	"context"
	"errors"

	"krapao/server/fault"
)

// PutWheel saves the next version of a wheel and asks nobody: for setting a server up. Operators have ChangeWheel.
// Errors: KEY_INVALID, APPROVAL_STALE.
func (s *Service) PutWheel(ctx context.Context, wheel Wheel) (Wheel, error) {
	preview, err := s.PreviewWheel(ctx, wheel)
	if err != nil {
		return Wheel{}, err
	}
	last, err := s.Store.Wheel(ctx, wheel.Code)
	if err != nil && !errors.Is(err, fault.NoData) {
		return Wheel{}, err
	}
	return s.put(ctx, preview.Wheel, last.Version, "")
}

// PutRule replaces a currency's rule and asks nobody: for setting a server up. Operators have ChangeRule. Errors:
// KEY_INVALID, APPROVAL_STALE.
func (s *Service) PutRule(ctx context.Context, rule Rule) error {
	if err := rule.Validate(); err != nil {
		return err
	}
	before, err := s.Store.SpinRule(ctx, rule.Currency)
	if err != nil {
		return err
	}
	return s.putRule(ctx, before, rule, "")
}
