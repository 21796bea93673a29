package spin

import (
	"context"
	"errors"
	"time"

	"krapao/server/fault"
	"krapao/server/id"
	"krapao/server/idempotency"
	"krapao/server/ledger"
	"krapao/server/money"
)

// couponSource names a coupon as the evidence of a credit: one credits at most once.
const couponSource = "coupon"

// maxCoupons bounds the list of open coupons.
const maxCoupons = 300

// OpenCoupons gives what the member can still claim, newest first.
func (s *Service) OpenCoupons(ctx context.Context, member id.MemberID) ([]Coupon, error) {
	return s.Store.OpenCoupons(ctx, member, s.Now(), maxCoupons)
}

// Spins gives a page (from 1) of the member's spins, newest first, and how many there are.
func (s *Service) Spins(ctx context.Context, member id.MemberID, page, limit int) ([]Spin, int, error) {
	limit = min(max(limit, 1), 100)
	return s.Store.Spins(ctx, member, (max(page, 1)-1)*limit, limit)
}

// ClaimInput is a coupon that a member wants.
type ClaimInput struct {
	Member id.MemberID
	Coupon string
	Key    idempotency.Key
}

// Claim gives a coupon's prize, once, in one transaction. The same key gives the same coupon again. What games hold is
// refreshed before a prize under a condition, so that only what is played from now on counts. Errors:
// IDEMPOTENCY_CONFLICT, NO_WALLET; a Refusal.
func (s *Service) Claim(ctx context.Context, input ClaimInput) (coupon Coupon, err error) {
	wanted, err := id.Parse(input.Coupon)
	if err != nil {
		return coupon, InvalidCode
	}
	settled, err := s.settle(ctx, input.Member, wanted)
	if err != nil {
		return coupon, err
	}
	err = s.Store.InTx(ctx, func(ctx context.Context) error {
		if coupon, err = s.Store.LockCoupon(ctx, input.Member, wanted); err != nil {
			if errors.Is(err, fault.NoData) {
				return InvalidCode
			}
			return err
		}
		earlier, err := s.Keys.Claim(ctx, input.Member, input.Key, coupon.ID)
		if err != nil || !earlier.IsZero() {
			return err // claimed under this key before
		}
		return s.claim(ctx, &coupon, settled)
	})
	return coupon, err
}

// settle refreshes what the member's games hold where the coupon opens a condition; for any other, and under another
// condition, no provider is asked.
func (s *Service) settle(ctx context.Context, member id.MemberID, wanted id.ID) (settled time.Time, err error) {
	coupon, err := s.Store.Coupon(ctx, member, wanted)
	switch {
	case errors.Is(err, fault.NoData):
		return settled, InvalidCode
	case err != nil || coupon.Slice.Prize.Type != Bonus || coupon.StatusAt(s.Now()) != CouponOpen:
		return settled, err
	}
	if active, err := s.Conditions.Active(ctx, member); err != nil || active {
		return settled, err // it will be refused
	}
	return s.Conditions.Settle(ctx, member)
}

func (s *Service) claim(ctx context.Context, coupon *Coupon, settled time.Time) error {
	now := s.Now()
	switch status := coupon.StatusAt(now); {
	case status == CouponClaimed:
		return NoClaimableCoupon
	case status == CouponLapsed:
		return CouponExpired
	case coupon.Slice.Prize.Type == Item:
		return InvalidCouponType
	}
	coupon.Status, coupon.ClaimedAt = CouponClaimed, now
	if err := s.Store.ClaimCoupon(ctx, *coupon); err != nil {
		return err
	}
	transaction := ledger.Transaction{
		Key: coupon.ID.String() + "/claim", MemberID: coupon.Member, Currency: coupon.Currency, At: now, Reference: coupon.ID.String(),
		External: &ledger.External{Source: couponSource, ID: coupon.ID.String()},
	}
	switch prize := coupon.Slice.Prize; prize.Type {
	case Bonus:
		return s.Conditions.Open(ctx, *coupon, settled)
	case Cash:
		transaction.Kind = ledger.Bonus
		transaction.Postings = []ledger.Posting{
			{Account: ledger.Main(coupon.Member), Amount: prize.Amount}, {Account: ledger.House(house, coupon.Currency), Amount: -prize.Amount},
		}
	case Coins:
		transaction.Kind = spinKind
		transaction.Postings = []ledger.Posting{
			{Account: ledger.Coins(coupon.Member), Amount: money.Amount(prize.Coins)}, {Account: ledger.House(house, ledger.Coin), Amount: -money.Amount(prize.Coins)},
		}
	default:
		return nil // a code is shown, nothing moves
	}
	_, err := s.Ledger.Post(ctx, transaction)
	return err
}
