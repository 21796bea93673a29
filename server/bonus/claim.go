package bonus

import (
	"cmp"
	"context"
	"errors"
	"strings"
	"time"

	"krapao/server/fault"
	"krapao/server/id"
	"krapao/server/idempotency"
	"krapao/server/money"
)

// repeatWithin is how long the old form of a call, which has no key, answers its effect again.
const repeatWithin = time.Minute

// Receipt is one time that a member received a campaign.
type Receipt struct {
	ID     id.ID
	Member id.MemberID
	Kind   Kind
	Code   string
	// Version is the campaign's at that moment.
	Version int
	Amount  money.Amount
	// Deposit is the ledger transaction that it was received for, zero for none; DepositAmount is how much that was.
	Deposit       id.ID
	DepositAmount money.Amount
	At            time.Time
}

// Deposit is one of a member's that no campaign was received for yet.
type Deposit struct {
	// Transaction is the ledger's.
	Transaction id.ID
	Amount      money.Amount
}

// UserBonus is what a member has made of a campaign.
type UserBonus struct {
	// Receipts is each time that they received it, oldest first. The first one's id names the pair of member and
	// campaign.
	Receipts []Receipt
	// Active: they are under its condition.
	Active bool
}

// ActivateInput is who wants to receive which campaign.
type ActivateInput struct {
	Member   id.MemberID
	Currency money.Currency
	Kind     Kind
	// Code is as the member wrote it; its case does not matter.
	Code string
	Key  idempotency.Key
	// Repeats: the form of the call that has no key. Within a minute it answers its effect again.
	Repeats bool
}

// Activate credits a bonus or a promotion and opens its condition, in one transaction. The same key gives the same
// receipt again. What games hold is refreshed before, so that only what is played from now on counts. Errors: NO_DATA
// (bonus) or NO_PROMOTION, BONUS_ALREADY_ACTIVE, PROMOTION_RECEIVED, BONUS_REMAINING, BONUS_MAX_CLAIMED, BONUS_FULL,
// BONUS_CONDITION (no deposit, or bets are open), REQUEST_LIMIT_1MIN (a promotion), IDEMPOTENCY_CONFLICT.
func (s *Service) Activate(ctx context.Context, in ActivateInput) (made UserBonus, err error) {
	in.Code = strings.ToUpper(strings.TrimSpace(in.Code))
	again, err := s.claimedBefore(ctx, in)
	if err != nil {
		return UserBonus{}, err
	}
	var settled time.Time
	if !again {
		if settled, err = s.prepare(ctx, in); err != nil {
			if again, _ = s.claimedBefore(ctx, in); !again { // the same call may have had its effect meanwhile
				return UserBonus{}, err
			}
		}
	}
	err = s.Store.InTx(ctx, func(ctx context.Context) error {
		if err := s.Store.LockMember(ctx, in.Member); err != nil {
			return err
		}
		again, err := s.claimedBefore(ctx, in)
		if err != nil {
			return err
		}
		if !again {
			if err := s.claim(ctx, in, settled); err != nil {
				return err
			}
		}
		made, err = s.userBonus(ctx, in)
		return err
	})
	return made, err
}

// prepare refreshes what the member's games hold, unless it is plain without a lock that nothing can be received: then
// no provider is asked.
func (s *Service) prepare(ctx context.Context, in ActivateInput) (settled time.Time, err error) {
	if err := s.mayTry(ctx, in); err != nil {
		return settled, err
	}
	now := s.now()
	campaign, err := s.current(ctx, in.Kind, in.Code, in.Currency, now)
	if err != nil {
		return settled, err
	}
	if err := s.mayReceive(ctx, in, campaign, now); err != nil {
		return settled, err
	}
	_, err = s.receipt(ctx, in, campaign, now)
	if err == nil {
		err = s.Store.CheckQuota(ctx, campaign)
	}
	if err != nil { // a deposit or a place may be gone because the member has received the bonus since
		return settled, cmp.Or(s.mayReceive(ctx, in, campaign, now), err)
	}
	return s.Settle(ctx, in.Member)
}

// triesPerMinute is how many promotion codes a member may try in a minute.
const triesPerMinute = 10

// mayTry counts a try of a promotion's code. Errors: REQUEST_LIMIT_1MIN.
func (s *Service) mayTry(ctx context.Context, in ActivateInput) error {
	if in.Kind != FromPromotion {
		return nil
	}
	err := s.Limiter.Allow(ctx, "promotion:"+in.Member.String(), triesPerMinute, time.Minute)
	var refused *fault.Fault
	if errors.Is(err, fault.RequestLimit) && errors.As(err, &refused) {
		return fault.RequestLimit1Min.After(refused.RetryAfter)
	}
	return err
}

// claimedBefore tells whether the caller's key, or the call that has none, had its effect already.
func (s *Service) claimedBefore(ctx context.Context, in ActivateInput) (bool, error) {
	effect, err := s.Keys.Find(ctx, in.Member, in.Key)
	if err != nil || !effect.IsZero() || !in.Repeats {
		return !effect.IsZero(), err
	}
	receipts, err := s.Store.Receipts(ctx, in.Member, in.Kind, in.Code)
	return len(receipts) > 0 && s.Now().Sub(receipts[len(receipts)-1].At) < repeatWithin, err
}

// claim writes the receipt of a member who is locked, the credit and the condition.
func (s *Service) claim(ctx context.Context, in ActivateInput, settled time.Time) error {
	now := s.now()
	campaign, err := s.current(ctx, in.Kind, in.Code, in.Currency, now)
	if err != nil {
		return err
	}
	if err := s.mayReceive(ctx, in, campaign, now); err != nil {
		return err
	}
	receipt, err := s.receipt(ctx, in, campaign, now)
	if err != nil {
		return err
	}
	if err := s.Store.AddReceipt(ctx, receipt); err != nil {
		return err
	}
	if _, err := s.open(ctx, OpenInput{
		Member: in.Member, Currency: in.Currency, Kind: in.Kind, Object: receipt.ID, Name: campaign.Name, Amount: receipt.Amount, Terms: campaign.Terms, Settled: settled,
	}); err != nil {
		return err
	}
	if _, err := s.Keys.Claim(ctx, in.Member, in.Key, receipt.ID); err != nil {
		return err
	}
	return s.Store.CountClaim(ctx, campaign) // last: all who receive this campaign wait for this row
}

// receipt gives what the member would receive. Errors: BONUS_CONDITION.
func (s *Service) receipt(ctx context.Context, in ActivateInput, campaign Campaign, now time.Time) (Receipt, error) {
	made := Receipt{ID: id.NewID(), Member: in.Member, Kind: in.Kind, Code: campaign.Code, Version: campaign.Version, Amount: campaign.Fixed, At: now}
	if campaign.NeedsDeposit() {
		deposit, err := s.Store.UnclaimedDeposit(ctx, in.Member)
		if errors.Is(err, fault.NoData) {
			return Receipt{}, ErrCondition
		}
		if err != nil {
			return Receipt{}, err
		}
		made.Deposit, made.DepositAmount, made.Amount = deposit.Transaction, deposit.Amount, campaign.Credit(deposit.Amount)
	}
	if made.Amount == 0 {
		return Receipt{}, ErrCondition
	}
	return made, nil
}

// current gives the last version of a campaign that may be received now. Errors: NO_DATA or NO_PROMOTION.
func (s *Service) current(ctx context.Context, kind Kind, code string, currency money.Currency, now time.Time) (Campaign, error) {
	none := fault.NoData
	if kind == FromPromotion {
		none = ErrNoPromotion
	}
	if !codeForm.MatchString(code) {
		return Campaign{}, none
	}
	campaign, err := s.Store.Campaign(ctx, kind, code)
	switch {
	case errors.Is(err, fault.NoData):
		return Campaign{}, none
	case err == nil && (campaign.Currency != currency || !campaign.Current(now)):
		return Campaign{}, none
	}
	return campaign, err
}

// userBonus gives what the member has made of the campaign.
func (s *Service) userBonus(ctx context.Context, in ActivateInput) (UserBonus, error) {
	receipts, err := s.Store.Receipts(ctx, in.Member, in.Kind, in.Code)
	if err != nil {
		return UserBonus{}, err
	}
	active, err := s.Store.ActiveCondition(ctx, in.Member)
	if err != nil && !errors.Is(err, fault.NoData) {
		return UserBonus{}, err
	}
	return UserBonus{Receipts: receipts, Active: err == nil && isOf(active, receipts)}, nil
}
