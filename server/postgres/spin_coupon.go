package postgres

import (
	"context"
	"time"

	"krapao/server/id"
	"krapao/server/spin"
)

func coupons(found []spin.Spin) []spin.Coupon {
	coupons := make([]spin.Coupon, len(found))
	for i, made := range found {
		coupons[i] = made.Coupon
	}
	return coupons
}

// OpenCoupons gives what a member can still claim, newest first.
func (s Spin) OpenCoupons(ctx context.Context, member id.MemberID, now time.Time, limit int) ([]spin.Coupon, error) {
	found, err := s.spins(ctx, `where c.member_id = $1 and c.status = 'OPEN' and (c.expires_at is null or c.expires_at > $2) order by c.id desc limit $3`, member, now, limit)
	return coupons(found), err
}

// Coupon gives a member's coupon. Errors: NO_DATA.
func (s Spin) Coupon(ctx context.Context, member id.MemberID, coupon id.ID) (spin.Coupon, error) {
	made, err := s.oneSpin(ctx, "where c.member_id = $1 and c.id = $2", member, coupon)
	return made.Coupon, err
}

// LockCoupon gives a member's coupon, and keeps others from it until the transaction ends. Errors: NO_DATA.
func (s Spin) LockCoupon(ctx context.Context, member id.MemberID, coupon id.ID) (spin.Coupon, error) {
	if err := requireTx(ctx); err != nil {
		return spin.Coupon{}, err
	}
	if err := Deposits(s).LockMember(ctx, member); err != nil {
		return spin.Coupon{}, err
	}
	return s.Coupon(ctx, member, coupon)
}

// FindCoupon locks and gives any member's coupon. Errors: NO_DATA.
func (s Spin) FindCoupon(ctx context.Context, coupon id.ID) (spin.Coupon, error) {
	var member id.MemberID
	if err := oneRow(s.Querier(ctx).QueryRow(ctx, "select member_id from spin_coupon where id = $1", coupon).Scan(&member)); err != nil {
		return spin.Coupon{}, err
	}
	return s.LockCoupon(ctx, member, coupon)
}

// ClaimCoupon writes that a coupon was claimed.
func (s Spin) ClaimCoupon(ctx context.Context, coupon spin.Coupon) error {
	_, err := s.Querier(ctx).Exec(ctx, "update spin_coupon set status = 'CLAIMED', claimed_at = $3 where member_id = $1 and id = $2 and status = 'OPEN'",
		coupon.Member, coupon.ID, coupon.ClaimedAt)
	return err
}
