package bonus

import (
	"context"
	"errors"
	"time"

	"krapao/server/daily"
	"krapao/server/fault"
)

// Span is what a campaign's MaxReceived counts over.
type Span string

// The spans. Days and weeks (from Monday) are those of Asia/Bangkok.
const (
	Ever Span = "limit"
	Day  Span = "day"
	Week Span = "week"
)

// since gives the beginning of the span that a moment is in.
func (s Span) since(at time.Time) time.Time {
	at = at.In(daily.Zone)
	day := time.Date(at.Year(), at.Month(), at.Day(), 0, 0, 0, 0, daily.Zone)
	switch s {
	case Day:
		return day
	case Week:
		return day.AddDate(0, 0, -(int(day.Weekday())+6)%7)
	default:
		return time.Time{}
	}
}

// Received counts the receipts in the span that a moment is in.
func (s Span) Received(receipts []Receipt, at time.Time) (count int) {
	since := s.since(at)
	for _, receipt := range receipts {
		if !receipt.At.Before(since) {
			count++
		}
	}
	return count
}

// mayReceive tells whether the member's conditions and the limit leave room. What was received before comes first. The
// condition is read before the receipts: without a lock, a condition that was opened in between must not look like
// another campaign's.
func (s *Service) mayReceive(ctx context.Context, in ActivateInput, campaign Campaign, now time.Time) error {
	active, err := s.Store.ActiveCondition(ctx, in.Member)
	free := errors.Is(err, fault.NoData)
	if err != nil && !free {
		return err
	}
	receipts, err := s.Store.Receipts(ctx, in.Member, in.Kind, campaign.Code)
	switch {
	case err != nil:
		return err
	case free:
	case in.Kind == FromBonus && isOf(active, receipts):
		return ErrAlreadyActive
	case in.Kind == FromPromotion && len(receipts) > 0:
		return ErrPromotionReceived
	default:
		return ErrRemaining
	}
	switch received := campaign.Span.Received(receipts, now); {
	case received < campaign.MaxReceived:
		return nil
	case in.Kind == FromPromotion:
		return ErrPromotionReceived
	}
	// Without a lock, the receipt that reached the limit may have opened its condition between the two reads.
	active, err = s.Store.ActiveCondition(ctx, in.Member)
	switch {
	case err == nil && isOf(active, receipts):
		return ErrAlreadyActive
	case err == nil || errors.Is(err, fault.NoData):
		return ErrMaxClaimed
	default:
		return err
	}
}

// isOf tells whether a condition came with one of these receipts.
func isOf(condition Condition, receipts []Receipt) bool {
	for _, receipt := range receipts {
		if condition.Kind == receipt.Kind && condition.Object == receipt.ID {
			return true
		}
	}
	return false
}
