package deposit

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"krapao/server/fault"
)

const (
	// askFor is how long after it was made a gateway is asked about a QR code each turn.
	askFor = 30 * time.Minute
	// askAgain is how often it is asked then, until askLast after it was made: it, or we, may have been away.
	askAgain = time.Hour
	askLast  = 72 * time.Hour
	// askReviewed is how often it is asked in the first askFor about one whose report was not as asked: it may say
	// otherwise now.
	askReviewed = 30 * time.Second
	// askedAgain bounds the QR codes of the second kind that one turn asks about.
	askedAgain = 50
	// askAtOnce bounds the QR codes that one turn asks about; which ones, chance decides.
	askAtOnce = 200
	// askedEvent begins the event id of a payment that a gateway reported when it was asked.
	askedEvent = "asked-"
)

// OverdueTurn is which unpaid QR codes are to be asked about at Now; Next is when again, and Since when the oldest of
// them was made.
type OverdueTurn struct {
	Now, Next, Since time.Time
	Limit            int
}

// ReviewTurn is which QR codes in REVIEW are to be asked about at Now: those made after Young are asked about again at
// Soon, the others at Late, and those made before Since no more.
type ReviewTurn struct {
	Now, Soon, Late, Young, Since time.Time
	Limit                         int
}

// Reconcile asks gateways about QR codes whose payment was not reported, and takes what they say was paid as their
// report: a report that got lost costs nobody a deposit, and one that comes later is a repeat. Several servers may do
// it at once. A gateway that does not answer is left alone until the next turn.
func (s *Service) Reconcile(ctx context.Context) error {
	unreported, err := s.Store.UnreportedQRs(ctx, s.Now().Add(-askFor), askedEvent, askAtOnce)
	if err != nil {
		return err
	}
	now := s.Now()
	overdue, err := s.Store.OverdueQRs(ctx, OverdueTurn{Now: now, Next: now.Add(askAgain), Since: now.Add(-askLast), Limit: askedAgain})
	if err != nil {
		return err
	}
	reviewed, err := s.Store.ReviewedQRs(ctx, ReviewTurn{
		Now: now, Soon: now.Add(askReviewed), Late: now.Add(askAgain), Young: now.Add(-askFor), Since: now.Add(-askLast), Limit: askedAgain,
	})
	if err != nil {
		return err
	}
	var errs []error
	silent := map[string]bool{}
	for _, qr := range slices.Concat(unreported, overdue, reviewed) {
		if silent[qr.Gateway] || ctx.Err() != nil {
			continue
		}
		payment, err := s.Gateway.GetQR(ctx, qr.Gateway, qr.ID)
		switch {
		case errors.Is(err, fault.NoData): // it was never asked for this payment
		case err != nil:
			silent[qr.Gateway] = true
			s.Log.WarnContext(ctx, "a gateway cannot be asked about payments", "gateway", qr.Gateway, "reference", qr.ID, "error", err)
		case payment.Status == Paid:
			event := askedEvent + qr.ID.String()
			if qr.Status == Review { // what it says now may be another thing than it said then
				event += fmt.Sprintf("-%d-%s", payment.Amount, payment.Currency)
			}
			errs = append(errs, s.ReceivePayment(ctx, PaymentEvent{
				Gateway: qr.Gateway, ID: event, Type: EventPaid, Reference: qr.ID.String(), GatewayReference: payment.Reference,
				Amount: payment.Amount, Currency: payment.Currency, PaidAt: payment.PaidAt, Payer: payment.Payer,
			}))
		}
	}
	return errors.Join(errs...)
}
