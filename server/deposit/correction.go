package deposit

import (
	"context"
	"time"

	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/money"
)

// Corrected is that the gateway reported the payment wrongly first, and as it was asked for since.
const Corrected Resolution = "CORRECTED"

// correctable are the reasons that a later report of the same payment can take away.
var correctable = map[Reason]bool{AmountDiffers: true, CurrencyDiffers: true, TooOld: true}

// correction gives the payment in suspense, locked, that a report is about again; nil where there is none, operators
// have decided about it, or a bank's line has shown what was reported first.
func (s *Service) correction(ctx context.Context, qr *QR, event PaymentEvent) (*Suspense, error) {
	if qr == nil {
		return nil, nil //nolint:nilnil // nothing to correct
	}
	wrong, found, err := s.Store.SuspenseOf(ctx, *event.external())
	if err != nil || !found || !correctable[wrong.Reason] || referenceOf(wrong.Event.Reference) != qr.ID {
		return nil, err
	}
	if _, confirmed, err := s.Store.CoveredLine(ctx, wrong.ID); err != nil || confirmed {
		return nil, err
	}
	return &wrong, nil
}

// referenceOf gives the id that a reference is, the zero one where it is none.
func referenceOf(reference string) id.ID {
	parsed, err := id.Parse(reference)
	if err != nil {
		return id.ID{}
	}
	return parsed
}

// correct books a payment that was reported wrongly as its QR code asked for it: what went to suspense goes back to
// clearing, and the right amount is credited.
func (s *Service) correct(ctx context.Context, wrong Suspense, qr QR, event PaymentEvent) error {
	now := s.Now()
	s.Log.WarnContext(ctx, "a gateway reports a payment in suspense as it was asked", "gateway", event.Gateway, "reference", event.Reference, "suspense", wrong.ID)
	if err := s.Store.ResolveSuspense(ctx, ResolveInput{Suspense: wrong, Resolution: Corrected, At: now}); err != nil {
		return err
	}
	if _, err := s.Ledger.Post(ctx, unsuspend(wrong, now)); err != nil {
		return err
	}
	if err := s.Store.PayQR(ctx, qr, event, now); err != nil {
		return err
	}
	return s.creditAs(ctx, qr, suspenseEvidence(wrong.ID), now)
}

// unsuspend takes money that was booked with a wrong amount out of suspense again.
func unsuspend(wrong Suspense, at time.Time) ledger.Transaction {
	event := wrong.Event
	return ledger.Transaction{
		Key: wrong.ID.String() + "/correct", Kind: ledger.Reversal, Currency: event.Currency,
		Postings: []ledger.Posting{
			{Account: ledger.Suspense(event.Currency), Amount: -event.Amount},
			{Account: ledger.Clearing(wrong.clearing(), event.Currency), Amount: event.Amount},
		},
		At: at, Reference: wrong.ID.String(),
	}
}

// suspenseEvidence names money that left suspense: it credits once.
func suspenseEvidence(suspense id.ID) *ledger.External {
	return &ledger.External{Source: "suspense", ID: suspense.String()}
}

// mayCredit tells whether a payment in suspense may be credited with an amount that an operator names: where none was
// reported, or with what its QR code asked for where the gateway reported another.
func (s Suspense) mayCredit(amount *money.Amount) bool {
	switch {
	case amount == nil:
		return s.Event.Amount != 0
	case *amount <= 0:
		return false
	case s.Event.Amount == 0:
		return true
	}
	return s.Source() == FromGateway && s.Reason == AmountDiffers && *amount == s.Asked
}
