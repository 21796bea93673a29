package bonus

import (
	"context"

	"krapao/server/approval"
	"krapao/server/money"
)

// alone is what a version in the place of the last one costs who opens it without a second person: all that it may cost
// where its credit or its quota is higher, else nothing. The difference would not do: what members received of the last
// version is paid, so a campaign that changes a high credit for a high quota and back could cost its bound each time.
func (c Campaign) alone(last Campaign) approval.AloneChange {
	change := approval.AloneChange{Currency: c.Currency, Kind: string(c.Kind), Code: c.Code, Version: last.Version + 1}
	higher := c.largestCredit() > last.largestCredit() || last.Quota > 0 && c.Quota > last.Quota
	if c.Open && (!last.Open || higher) {
		change.Cost, _ = c.MaxCost()
	}
	return change
}

// needsTwo tells whether saving a version after the last one takes two people: its own cost, or all that this operator
// opened alone within a day, is above the rule.
func (s *Service) needsTwo(ctx context.Context, campaign, last Campaign) (bool, error) {
	most, err := s.mostAlone(ctx, campaign.Currency)
	cost, unbounded := campaign.MaxCost()
	switch {
	case err != nil || !campaign.Open:
		return false, err
	case unbounded || cost > most:
		return true, nil
	}
	return s.Alone.Exceeds(ctx, campaign.alone(last), most)
}

// openAlone notes what one operator opens. Errors: APPROVAL_STALE (the rule was lowered, or they opened something else
// meanwhile).
func (s *Service) openAlone(ctx context.Context, campaign, last Campaign) error {
	two, err := s.needsTwo(ctx, campaign, last)
	if err != nil {
		return err
	}
	if two {
		return approval.ErrStale
	}
	most, err := s.mostAlone(ctx, campaign.Currency)
	if err != nil {
		return err
	}
	return s.Alone.Add(ctx, campaign.alone(last), most)
}

// mostAlone is the most that one person may open in a currency.
func (s *Service) mostAlone(ctx context.Context, currency money.Currency) (money.Amount, error) {
	rule, err := s.Store.Rule(ctx, currency)
	return rule.ReviewAbove, err
}
