package deposit

import (
	"context"
	"errors"
	"slices"
	"time"

	"krapao/server/bankaccount"
	"krapao/server/money"
	"krapao/server/phone"
)

// redeem asks the e-wallet, outside any transaction, and settles what it tells. An answer that does not come, or cannot
// be written now, leaves the link claimed: ReconcileGifts asks again, and "already redeemed by the target" is then our
// own success. Errors: TRUELINK_INVALID (it is refused).
func (s *Intake) redeem(ctx context.Context, link GiftLink) (GiftLink, error) {
	ctx = context.WithoutCancel(ctx) // the caller may leave meanwhile; what the e-wallet did is written all the same
	settled, err := s.redeemAt(ctx, link, true)
	if err != nil && !errors.Is(err, ErrGiftInvalid) {
		// The voucher is ours: an error would have the member send it again, to hear that it is used.
		s.Log.ErrorContext(ctx, "what became of a gift link could not be written", "link", link.ID, "error", err)
		return link, nil
	}
	return settled, err
}

// redeemAgain is redeem for a link that was tried before. Where every try found no target nothing was redeemed, and the
// present one is taken.
func (s *Intake) redeemAgain(ctx context.Context, link GiftLink) (GiftLink, error) {
	missed := link.Outcome == GiftNoTarget
	if missed {
		target, err := s.giftTarget(ctx)
		if errors.Is(err, ErrGiftInvalid) {
			return s.unanswered(ctx, link) // none is open: it waits
		} else if err != nil {
			return link, err
		}
		link.Target, link.Outcome = target, ""
		if err := s.Store.AimGiftLink(ctx, link); err != nil {
			return link, err
		}
	}
	return s.redeemAt(ctx, link, missed)
}

// redeemAt asks the e-wallet. clean: no try before it can have redeemed the voucher.
func (s *Intake) redeemAt(ctx context.Context, link GiftLink, clean bool) (GiftLink, error) {
	answer, err := s.Gifts.Redeem(ctx, link.Hash, link.Target)
	if err != nil {
		s.Log.WarnContext(ctx, "a gift link's outcome is unknown", "link", link.ID, "error", err)
		return s.unanswered(ctx, link) // no answer is no failure: the link stays claimed
	}
	if answer.Outcome == GiftNoTarget {
		s.Log.ErrorContext(ctx, "the e-wallet of the gift links does not exist", "link", link.ID)
		if clean {
			link.Outcome = GiftNoTarget
			if err := s.Store.AimGiftLink(ctx, link); err != nil {
				return link, err
			}
		}
		return s.unanswered(ctx, link)
	}
	linkID := link.ID
	err = s.Store.InTx(ctx, func(ctx context.Context) error {
		if err := s.Store.LockMember(ctx, link.Member); err != nil {
			return err
		}
		if link, err = s.Store.LockGiftLink(ctx, linkID); err != nil || link.Status != GiftClaimed {
			return err
		}
		if refuses := answer.Outcome != GiftSuccess && answer.Outcome != GiftAlreadyByTarget; refuses && !clean {
			link, err = s.doubtGift(ctx, link, answer)
			return err
		}
		link, err = s.settleGift(ctx, link, answer)
		return err
	})
	if err == nil && link.Status == GiftRefused {
		err = ErrGiftInvalid.Withf("deposit: the e-wallet says %.40s", link.Outcome)
	}
	return link, err
}

// unanswered leaves a link claimed, to be tried again; after giftTries it is the operator's.
func (s *Intake) unanswered(ctx context.Context, link GiftLink) (GiftLink, error) {
	if link.Tries < giftTries {
		return link, nil
	}
	linkID := link.ID
	err := s.Store.InTx(ctx, func(ctx context.Context) (err error) {
		if link, err = s.Store.LockGiftLink(ctx, linkID); err != nil || link.Status != GiftClaimed {
			return err
		}
		link, err = s.doubtGift(ctx, link, Redemption{Outcome: link.Outcome})
		return err
	})
	return link, err
}

// doubtGift has the operator decide about a voucher that an earlier try, whose answer nobody heard, may have redeemed:
// a no after that is no answer to it.
func (s *Intake) doubtGift(ctx context.Context, link GiftLink, answer Redemption) (GiftLink, error) {
	now := s.Now()
	link.Outcome, link.Status = answer.Outcome, GiftReview
	if err := s.Store.FinishGiftLink(ctx, link, now); err != nil {
		return link, err
	}
	_, err := s.suspend(ctx, Suspense{
		External: *link.external(), Reason: OutcomeUnknown, Member: link.Member, PaidAt: now,
		Event: PaymentEvent{Reference: link.ID.String(), Currency: link.Currency},
	}, ClearingGift)
	return link, err
}

// settleGift writes what became of a voucher, and its money where there is any.
func (s *Intake) settleGift(ctx context.Context, link GiftLink, answer Redemption) (GiftLink, error) {
	link.Outcome, link.Sender = answer.Outcome, phone.Local(answer.Sender.Phone)
	if answer.Outcome != GiftSuccess && answer.Outcome != GiftAlreadyByTarget {
		link.Status = GiftRefused
		return link, s.Store.FinishGiftLink(ctx, link, s.Now())
	}
	now := s.Now()
	if link.RedeemedAt = bankaccount.BelievedTime(answer.RedeemedAt, now); answer.RedeemedAt.IsZero() {
		link.RedeemedAt = now
	}
	if answer.Currency != "" {
		link.Currency = answer.Currency
	}
	link.Amount = max(answer.Amount, 0)
	phone, err := s.Store.PhoneOf(ctx, link.Member)
	if err != nil {
		return link, err
	}
	least, err := s.giftLeast(ctx, link.Target)
	if err != nil {
		return link, err
	}
	reason := refusedGift(link, phone, least, now)
	if reason == "" {
		if matched, err := s.hasMatchedLine(ctx, link); err != nil {
			return link, err
		} else if matched {
			reason = OtherPayment
		}
	}
	if reason == "" {
		link.Status = GiftCredited
		if err := s.Store.FinishGiftLink(ctx, link, now); err != nil {
			return link, err
		}
		return link, s.credit(ctx, receipt{link.ID, link.Member, link.Amount, link.Currency, ClearingGift, link.external()})
	}
	link.Status = GiftReview
	if err := s.Store.FinishGiftLink(ctx, link, now); err != nil {
		return link, err
	}
	answer.Sender.Phone = link.Sender
	owner, err := s.giftOwner(ctx, link)
	if err != nil {
		return link, err
	}
	_, err = s.suspend(ctx, Suspense{
		External: *link.external(), Reason: reason, Member: owner, PaidAt: link.RedeemedAt,
		Event: PaymentEvent{Reference: link.ID.String(), Amount: link.Amount, Currency: link.Currency, Payer: answer.Sender},
	}, ClearingGift)
	return link, err
}

// giftLeast gives the smallest gift that is credited at an e-wallet of the house: the minimum of the channel that is
// shown to members, or of one that was until it was closed.
func (s *Intake) giftLeast(ctx context.Context, target string) (money.Amount, error) {
	houses, err := s.Store.Houses(ctx)
	for _, open := range []bool{true, false} {
		at := slices.IndexFunc(houses, func(house bankaccount.House) bool {
			return takesGifts(house) && house.Number == target && house.Open == open
		})
		if at >= 0 {
			return max(bankaccount.MinGift, houses[at].MinDeposit), err
		}
	}
	return bankaccount.MinGift, err
}

// refusedGift tells why the operator decides about a redeemed gift, "" when it credits. least is the smallest one that
// is credited.
func refusedGift(link GiftLink, phone string, least money.Amount, now time.Time) Reason {
	switch {
	case link.Currency != money.Baht:
		return CurrencyDiffers
	case link.Amount == 0:
		return NoAmount
	case link.Outcome == GiftAlreadyByTarget && link.RedeemedAt.Before(link.CreatedAt.Add(-giftSkew)):
		return RedeemedBefore
	case bankaccount.TooOld(link.RedeemedAt, now):
		return TooOld
	case link.Sender != phone:
		return PayerDiffers
	case link.Amount < least:
		return BelowMinimum
	}
	return ""
}

// ReconcileGifts asks again about gift links whose outcome is unknown. Several servers may do it at once.
func (s *Intake) ReconcileGifts(ctx context.Context) error {
	if s.Gifts == nil {
		return nil
	}
	due, err := s.Store.DueGiftLinks(ctx, GiftTurn{Now: s.Now(), Pause: giftRetry, Longest: giftLongest, Quick: giftQuick, Limit: giftsAtOnce})
	if err != nil {
		return err
	}
	var errs []error
	for _, link := range due {
		if ctx.Err() != nil {
			break
		}
		if _, err := s.redeemAgain(ctx, link); err != nil && !errors.Is(err, ErrGiftInvalid) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}
