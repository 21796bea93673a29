package bonus

import (
	"context"
	"errors"

	"krapao/server/fault"
)

// PutCampaign saves the next version of a campaign and asks nobody: for setting a server up. Operators have
// ChangeCampaign. Errors: KEY_INVALID, APPROVAL_STALE.
func (s *Service) PutCampaign(ctx context.Context, campaign Campaign) (Campaign, error) {
	preview, err := s.PreviewCampaign(ctx, campaign, Example{})
	if err != nil {
		return Campaign{}, err
	}
	last, err := s.Store.Campaign(ctx, campaign.Kind, campaign.Code)
	if err != nil && !errors.Is(err, fault.NoData) {
		return Campaign{}, err
	}
	return s.put(ctx, putInput{Campaign: preview.Campaign, Version: last.Version})
}

// PutRule replaces a currency's rule and asks nobody: for setting a server up. Operators have ChangeRule. Errors:
// APPROVAL_STALE.
func (s *Service) PutRule(ctx context.Context, rule Rule) error {
	before, err := s.Store.Rule(ctx, rule.Currency)
	if err != nil {
		return err
	}
	return s.putRule(ctx, before, rule, "")
}
