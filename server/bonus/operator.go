package bonus

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"krapao/server/approval"
	"krapao/server/audit"
	"krapao/server/fault"
	"krapao/server/ledger"
	"krapao/server/money"
)

// What takes a second person: an open campaign that may cost more than one person may decide, and loosening that rule.
const (
	CampaignApproval approval.Kind = "BONUS_CAMPAIGN"
	RuleApproval     approval.Kind = "BONUS_RULE"
)

// OperatorStore keeps what operators set.
type OperatorStore interface {
	// LockSettings keeps other operators from changing campaigns until the transaction ends.
	LockSettings(ctx context.Context) error
	// Campaigns gives the last version of every campaign of a kind, by position and code.
	Campaigns(ctx context.Context, kind Kind) ([]Campaign, error)
	// PutCampaign writes the next version of a campaign.
	PutCampaign(ctx context.Context, campaign Campaign, now time.Time) error
	// Figures sums what became of a campaign, over all its versions.
	Figures(ctx context.Context, kind Kind, code string) (Figures, error)
	// Rules gives the rule of every currency that has one; Rule one currency's, without one the zero Rule.
	Rules(ctx context.Context) ([]Rule, error)
	Rule(ctx context.Context, currency money.Currency) (Rule, error)
	// PutRule writes a currency's rule.
	PutRule(ctx context.Context, rule Rule, now time.Time) error
}

// Rule says in one currency which campaigns take two people.
type Rule struct {
	Currency money.Currency `json:"currency"`
	// ReviewAbove is the most that a campaign which one person opens may cost: its largest credit as often as its quota
	// allows.
	ReviewAbove money.Amount `json:"reviewAbove"`
}

func (r Rule) fields() map[string]any { return map[string]any{"reviewAbove": r.ReviewAbove.String()} }

// Figures is what became of a campaign.
type Figures struct {
	// Claimed is how often it was received, by Members different members.
	Claimed, Members int64
	// Credited is what that was worth; Cut is what the ends of its conditions gave back to the house.
	Credited, Cut money.Amount
	// Active, Met and Lost count its conditions by how they stand.
	Active, Met, Lost int64
}

// Cost is what the house has paid for it so far.
func (f Figures) Cost() money.Amount { return f.Credited - f.Cut }

// Example is a member for whom a campaign is tried.
type Example struct {
	// Own is what they have, the deposit among it; Deposit is the one they receive it for.
	Own, Deposit money.Amount
}

// Preview is what saving a campaign would mean.
type Preview struct {
	Campaign Campaign
	// MaxCost is the most that it can cost; Unbounded: it has no quota.
	MaxCost   money.Amount
	Unbounded bool
	// NeedsSecondPerson: saving it asks a second person.
	NeedsSecondPerson bool
	// Example is how the example member would stand just after they received it; its Amount is 0 where the deposit
	// brings nothing.
	Example Progress
}

// Campaigns gives the last version of every campaign of a kind.
func (s *Service) Campaigns(ctx context.Context, kind Kind) ([]Campaign, error) {
	return s.Store.Campaigns(ctx, kind)
}

// Rules gives the rules of every currency that has one.
func (s *Service) Rules(ctx context.Context) ([]Rule, error) { return s.Store.Rules(ctx) }

// Figures gives a campaign and what became of it. Errors: NO_DATA.
func (s *Service) Figures(ctx context.Context, kind Kind, code string) (Campaign, Figures, error) {
	campaign, err := s.Store.Campaign(ctx, kind, code)
	if err != nil {
		return Campaign{}, Figures{}, err
	}
	figures, err := s.Store.Figures(ctx, kind, code)
	return campaign, figures, err
}

// PreviewCampaign tells what saving a campaign would mean, for an example member too, and saves nothing. Errors:
// KEY_INVALID.
func (s *Service) PreviewCampaign(ctx context.Context, campaign Campaign, example Example) (Preview, error) {
	campaign = s.clean(campaign)
	if err := campaign.Validate(); err != nil {
		return Preview{}, err
	}
	if example.Own < 0 || example.Own > money.Max || example.Deposit < 0 || example.Deposit > example.Own {
		return Preview{}, fault.KeyInvalid.Withf("bonus: an example with %v, of which %v is a deposit", example.Own, example.Deposit)
	}
	last, err := s.Store.Campaign(ctx, campaign.Kind, campaign.Code)
	if err != nil && !errors.Is(err, fault.NoData) {
		return Preview{}, err
	}
	preview := Preview{Campaign: campaign}
	preview.MaxCost, preview.Unbounded = campaign.MaxCost()
	if preview.NeedsSecondPerson, err = s.needsTwo(ctx, campaign, last); err != nil {
		return Preview{}, err
	}
	tried := Condition{Kind: campaign.Kind, Name: campaign.Name, Amount: campaign.Credit(example.Deposit), Base: example.Own, Terms: campaign.Terms}
	preview.Example = tried.Progress(ledger.Wallet{Main: example.Own + tried.Amount})
	return preview, nil
}

// clean takes from the campaign's HTML what may not be shown.
func (s *Service) clean(campaign Campaign) Campaign {
	campaign.HTML = s.cleanText(campaign.HTML)
	banners := make([]Banner, len(campaign.Banners))
	for i, banner := range campaign.Banners {
		banners[i] = Banner{Image: banner.Image, HTML: s.cleanText(banner.HTML)}
	}
	campaign.Banners = banners
	return campaign
}

func (s *Service) cleanText(text Text) Text {
	cleaned := Text{}
	for locale, html := range text {
		if html = s.Sanitise(html); html != "" {
			cleaned[locale] = html
		}
	}
	return cleaned
}

// campaignAsked is the body of a BONUS_CAMPAIGN request: the campaign as it is to be, and the version it is made of.
type campaignAsked struct {
	Campaign Campaign `json:"campaign"`
	MaxCost  string   `json:"maxCost"`
	Version  int      `json:"version"`
}

// ChangeCampaign saves the next version of a campaign, or asks a second person where it may cost more than the rule
// allows one: then the request comes along. Errors: KEY_INVALID.
func (s *Service) ChangeCampaign(ctx context.Context, campaign Campaign) (Preview, approval.Request, error) {
	preview, err := s.PreviewCampaign(ctx, campaign, Example{})
	if err != nil {
		return preview, approval.Request{}, err
	}
	last, err := s.Store.Campaign(ctx, campaign.Kind, campaign.Code)
	switch {
	case err != nil && !errors.Is(err, fault.NoData):
		return preview, approval.Request{}, err
	case last.Version > 0 && last.Currency != campaign.Currency:
		return preview, approval.Request{}, fault.KeyInvalid.Withf("bonus: %s is in %s", campaign.Code, last.Currency)
	}
	if preview.NeedsSecondPerson {
		cost := preview.MaxCost.String()
		if preview.Unbounded {
			cost = "no bound"
		}
		asked, err := s.Approvals.Ask(ctx, approval.Draft{
			Kind: CampaignApproval, Subject: string(campaign.Kind) + " " + campaign.Code, Body: campaignAsked{preview.Campaign, cost, last.Version},
		})
		return preview, asked, err
	}
	preview.Campaign, err = s.put(ctx, putInput{Campaign: preview.Campaign, Version: last.Version, Alone: true})
	return preview, approval.Request{}, err
}

// ApproveCampaign is what a second person's approval of a campaign does; it runs in the transaction of the decision.
// Errors: APPROVAL_STALE.
func (s *Service) ApproveCampaign(ctx context.Context, request approval.Request) error {
	var asked campaignAsked
	if err := request.Read(&asked); err != nil {
		return err
	}
	_, err := s.put(ctx, putInput{Campaign: asked.Campaign, Version: asked.Version, Approval: request.ID.String()})
	return err
}

func (c Campaign) fields() map[string]any {
	banners, _ := json.Marshal(c.Banners)
	until := ""
	if !c.Until.IsZero() {
		until = c.Until.UTC().Format(time.RFC3339)
	}
	return map[string]any{
		"currency": string(c.Currency), "name": map[string]string(c.Name), "description": map[string]string(c.HTML), "banners": string(banners), "type": string(c.Span),
		"maxReceived": c.MaxReceived, "percent": c.Percent, "cap": c.Cap.String(), "fixed": c.Fixed.String(), "minDeposit": c.MinDeposit.String(), "quota": c.Quota,
		"percentSuccess": c.SuccessPercent, "percentFail": c.FailPercent, "position": c.Position, "isOpen": c.Open, "from": c.From.UTC().Format(time.RFC3339), "until": until,
	}
}

// ruleAsked is the body of a BONUS_RULE request. Before is what it was when it was asked for.
type ruleAsked struct {
	Rule
	Before Rule `json:"before"`
}

// ChangeRule replaces a currency's rule, or asks a second person where it would let one person open a dearer campaign.
// Errors: KEY_INVALID.
func (s *Service) ChangeRule(ctx context.Context, rule Rule) (approval.Request, error) {
	if !rule.Currency.Valid() || rule.ReviewAbove < 0 || rule.ReviewAbove > money.Max {
		return approval.Request{}, fault.KeyInvalid.Withf("bonus: rule %+v", rule)
	}
	before, err := s.Store.Rule(ctx, rule.Currency)
	if err != nil {
		return approval.Request{}, err
	}
	if rule.ReviewAbove > before.ReviewAbove {
		return s.Approvals.Ask(ctx, approval.Draft{Kind: RuleApproval, Subject: string(rule.Currency), Body: ruleAsked{rule, before}})
	}
	return approval.Request{}, s.putRule(ctx, before, rule, "")
}

// ApproveRule is what a second person's approval of a rule does; it runs in the transaction of the decision. Errors:
// APPROVAL_STALE.
func (s *Service) ApproveRule(ctx context.Context, request approval.Request) error {
	var asked ruleAsked
	if err := request.Read(&asked); err != nil {
		return err
	}
	return s.putRule(ctx, asked.Before, asked.Rule, request.ID.String())
}

// putRule writes a rule, if before is still what holds.
func (s *Service) putRule(ctx context.Context, before, rule Rule, approvalID string) error {
	return approval.Replace(ctx, s.Store, s.Trail, approval.Replacement{
		Change:   audit.Change{Action: audit.BonusRule, Subject: string(rule.Currency), Before: before.fields(), After: rule.fields()},
		Approval: approvalID,
		Now: func(ctx context.Context) (map[string]any, error) {
			now, err := s.Store.Rule(ctx, rule.Currency)
			return now.fields(), err
		},
		Write: func(ctx context.Context) error { return s.Store.PutRule(ctx, rule, s.Now()) },
	})
}
