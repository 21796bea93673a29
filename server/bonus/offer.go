package bonus

import (
	"context"
	"errors"
	"strings"

	"krapao/server/fault"
	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/money"
)

// Offer is a bonus as a member sees it.
type Offer struct {
	Campaign
	UserBonus
	// CanReceive: they are below its limit now.
	CanReceive bool
}

// Offers gives the bonuses that a member may look at, in the order to show them.
func (s *Service) Offers(ctx context.Context, member id.MemberID, currency money.Currency) ([]Offer, error) {
	now := s.Now()
	campaigns, err := s.Store.CurrentBonuses(ctx, currency, now)
	if err != nil || len(campaigns) == 0 {
		return nil, err
	}
	receipts, err := s.Store.AllReceipts(ctx, member, FromBonus)
	if err != nil {
		return nil, err
	}
	active, err := s.Store.ActiveCondition(ctx, member)
	if err != nil && !errors.Is(err, fault.NoData) {
		return nil, err
	}
	offers := make([]Offer, len(campaigns))
	for i, campaign := range campaigns {
		own := receipts[campaign.Code]
		offers[i] = Offer{
			Campaign: campaign, UserBonus: UserBonus{Receipts: own, Active: isOf(active, own)},
			CanReceive: campaign.Span.Received(own, now) < campaign.MaxReceived,
		}
	}
	return offers, nil
}

// Active gives the condition that a member is under. Errors: NO_DATA.
func (s *Service) Active(ctx context.Context, member id.MemberID) (Condition, error) {
	return s.Store.ActiveCondition(ctx, member)
}

// Equity gives the money that a condition would count.
func (s *Service) Equity(ctx context.Context, member id.MemberID) (money.Amount, error) {
	wallet, err := s.Ledger.Wallet(ctx, member)
	if errors.Is(err, ledger.ErrNoWallet) {
		return 0, nil
	}
	return equity(wallet), err
}

// FindPromotion gives the promotion with a code that is open now. Its case does not matter. Errors: NO_PROMOTION,
// REQUEST_LIMIT_1MIN.
func (s *Service) FindPromotion(ctx context.Context, member id.MemberID, currency money.Currency, code string) (Campaign, error) {
	if err := s.mayTry(ctx, ActivateInput{Member: member, Kind: FromPromotion}); err != nil {
		return Campaign{}, err
	}
	return s.current(ctx, FromPromotion, strings.ToUpper(strings.TrimSpace(code)), currency, s.Now())
}

// CurrentPromotion gives the promotion whose condition the member is under, as it was when they received it. Errors:
// NO_DATA.
func (s *Service) CurrentPromotion(ctx context.Context, member id.MemberID) (Campaign, error) {
	condition, err := s.Store.ActiveCondition(ctx, member)
	switch {
	case err != nil:
		return Campaign{}, err
	case condition.Kind != FromPromotion:
		return Campaign{}, fault.NoData
	}
	return s.Store.CampaignOf(ctx, member, condition.Object)
}
