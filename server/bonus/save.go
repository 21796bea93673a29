package bonus

import (
	"context"
	"errors"

	"krapao/server/approval"
	"krapao/server/audit"
	"krapao/server/fault"
)

// putInput is a campaign's next version. Version is the one that it is made of, Approval the request by which a second
// person approved it.
type putInput struct {
	Campaign Campaign
	Version  int
	Approval string
	// Alone: one operator saves it.
	Alone bool
}

// put writes a campaign's next version, if the version that it is made of is still the last one and, where one operator
// saves it, that one still may. Errors: APPROVAL_STALE.
func (s *Service) put(ctx context.Context, in putInput) (Campaign, error) {
	campaign := in.Campaign
	err := s.Store.InTx(ctx, func(ctx context.Context) error {
		if err := s.Store.LockSettings(ctx); err != nil {
			return err
		}
		change := audit.Change{Action: audit.BonusCampaign, Subject: string(campaign.Kind) + " " + campaign.Code}
		last, err := s.Store.Campaign(ctx, campaign.Kind, campaign.Code)
		switch {
		case err == nil:
			change.Before = last.fields()
		case !errors.Is(err, fault.NoData):
			return err
		}
		campaign.Version = last.Version + 1
		change.After = campaign.fields()
		line, same := change.Narrowed()
		switch {
		case same: // saved by who asked at the same moment
			campaign = last
			return nil
		case last.Version != in.Version:
			return approval.ErrStale
		}
		if in.Approval != "" {
			line.After["approval"] = in.Approval
		}
		if err := s.Store.PutCampaign(ctx, campaign, s.Now()); err != nil {
			return err
		}
		if in.Alone {
			if err := s.openAlone(ctx, campaign, last); err != nil {
				return err
			}
		}
		return s.Trail.Record(ctx, line)
	})
	return campaign, err
}
