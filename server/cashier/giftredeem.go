package cashier

import (
	"context"
	"errors"

	"krapao/server/ledger"
	"krapao/server/money"
)

// redeem asks the e-wallet, outside any transaction, and settles what it tells. An answer that does not come leaves the link claimed:
// ReconcileGifts asks again, and "already redeemed by the target" is then our own success. Errors: TRUELINK_INVALID (it is refused).
func (s *Intake) redeem(ctx context.Context, link GiftLink) (GiftLink, error) {
	ctx = context.WithoutCancel(ctx) // the caller may leave meanwhile; what the e-wallet did is written all the same
	told, err := s.Gifts.Redeem(ctx, link.Hash, link.Target)
	if err != nil {
		s.Log.WarnContext(ctx, "a gift link's outcome is unknown", "link", link.ID, "error", err)
		return link, nil //nolint:nilerr // no answer is no failure: the link stays claimed
	}
	if told.Outcome == GiftNoTarget {
		s.Log.ErrorContext(ctx, "the e-wallet of the gift links does not exist", "link", link.ID)
		return link, nil
	}
	err = s.Store.InTx(ctx, func(ctx context.Context) error {
		if link, err = s.Store.LockGiftLink(ctx, link.ID); err != nil || link.Status != GiftClaimed {
			return err
		}
		link, err = s.settleGift(ctx, link, told)
		return err
	})
	if err == nil && link.Status == GiftRefused {
		err = ErrGiftInvalid.Withf("cashier: the e-wallet says %.40s", link.Outcome)
	}
	return link, err
}

// settleGift writes what became of a voucher, and its money where there is any.
func (s *Intake) settleGift(ctx context.Context, link GiftLink, told Redemption) (GiftLink, error) {
	link.Outcome, link.Sender = told.Outcome, localPhone(told.Sender.Phone)
	if told.Outcome != GiftSuccess && told.Outcome != GiftAlreadyByTarget {
		link.Status = GiftRefused
		return link, s.Store.FinishGiftLink(ctx, link, s.Now())
	}
	now := s.Now()
	if link.RedeemedAt = told.RedeemedAt; link.RedeemedAt.IsZero() || link.RedeemedAt.After(now) {
		link.RedeemedAt = now
	}
	if told.Currency != "" {
		link.Currency = told.Currency
	}
	link.Amount = max(told.Amount, 0)
	phone, err := s.Store.PhoneOf(ctx, link.Member)
	if err != nil {
		return link, err
	}
	evidence := &ledger.External{Source: "giftlink", ID: link.Hash}
	reason := refusedGift(link, phone)
	if reason == "" {
		link.Status = GiftCredited
		if err := s.Store.FinishGiftLink(ctx, link, now); err != nil {
			return link, err
		}
		return link, s.credit(ctx, receipt{link.ID, link.Member, link.Amount, link.Currency, ClearingGift, evidence})
	}
	link.Status = GiftReview
	if err := s.Store.FinishGiftLink(ctx, link, now); err != nil {
		return link, err
	}
	told.Sender.Phone = link.Sender
	return link, s.suspend(ctx, Suspense{
		External: *evidence, Reason: reason, Member: link.Member, PaidAt: link.RedeemedAt,
		Event: PaymentEvent{Reference: link.ID.String(), Amount: link.Amount, Currency: link.Currency, Payer: told.Sender},
	}, ClearingGift)
}

// refusedGift tells why the operator decides about a redeemed gift, "" when it credits.
func refusedGift(link GiftLink, phone string) Reason {
	switch {
	case link.Currency != money.Baht:
		return CurrencyDiffers
	case link.Amount == 0:
		return NoAmount
	case link.Outcome == GiftAlreadyByTarget && link.RedeemedAt.Before(link.CreatedAt.Add(-giftSkew)):
		return RedeemedBefore
	case link.Sender != phone:
		return PayerDiffers
	case link.Amount < giftMinimum:
		return BelowMinimum
	}
	return ""
}

// ReconcileGifts asks again about gift links whose outcome is unknown. Several servers may do it at once.
func (s *Intake) ReconcileGifts(ctx context.Context) error {
	if s.Gifts == nil {
		return nil
	}
	now := s.Now()
	due, err := s.Store.DueGiftLinks(ctx, now, now.Add(giftRetry), giftsAtOnce)
	if err != nil {
		return err
	}
	var errs []error
	for _, link := range due {
		if ctx.Err() != nil {
			break
		}
		if _, err := s.redeem(ctx, link); err != nil && !errors.Is(err, ErrGiftInvalid) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}
