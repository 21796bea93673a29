package deposit

import (
	"context"

	"krapao/server/id"
	"krapao/server/ledger"
)

// external names a voucher for the ledger.
func (g GiftLink) external() *ledger.External {
	return &ledger.External{Source: "giftlink", ID: g.Hash}
}

// earlierGift gives an earlier effect of the caller's key as it is now. Errors: TRUELINK_INVALID, TRUELINK_DUPLICATE.
func (s *Intake) earlierGift(ctx context.Context, member id.MemberID, effect id.ID) (GiftLink, error) {
	link, err := s.Store.GiftLink(ctx, effect)
	switch {
	case err != nil:
		return link, err
	case link.Member != member:
		return s.othersGift(ctx, member, link)
	case link.Status == GiftRefused:
		return link, ErrGiftInvalid
	}
	return link, nil
}

// othersGift gives what became, for the member who gave a voucher, of the link that another member sent. Errors:
// TRUELINK_DUPLICATE (it is not this member's any more).
func (s *Intake) othersGift(ctx context.Context, member id.MemberID, link GiftLink) (GiftLink, error) {
	became, err := s.Store.CreditOf(ctx, *link.external())
	switch {
	case err != nil:
		return link, err
	case !became.Suspense.IsZero():
		link.Status = GiftReview
	case became.Member == member:
		link.Status = GiftCredited
	default:
		return link, ErrGiftDuplicate
	}
	return link, nil
}

// giftForSender gives the link of the same voucher that another member sent, while its money waits with operators as
// this link's member's.
func (s *Intake) giftForSender(ctx context.Context, link GiftLink) (sent GiftLink, waits bool, err error) {
	sent, found, err := s.Store.GiftLinkOf(ctx, link.Hash)
	if err != nil || !found || sent.Member == link.Member || sent.Status != GiftReview {
		return link, false, err
	}
	suspense, found, err := s.Store.SuspenseOf(ctx, *link.external())
	if err != nil || !found || suspense.Member != link.Member {
		return link, false, err
	}
	return sent, true, nil
}

// giftOwner gives the member whose money a redeemed gift is as far as its sender tells; else who sent the link.
func (s *Intake) giftOwner(ctx context.Context, link GiftLink) (id.MemberID, error) {
	owner, found, err := s.Store.OwnerOfPhone(ctx, link.Sender)
	if err != nil || !found || owner.Currency != link.Currency {
		return link.Member, err
	}
	return owner.Member, nil
}
