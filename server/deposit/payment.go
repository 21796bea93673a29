package deposit

import (
	"context"
	"errors"
	"strings"
	"time"

	"krapao/server/bankaccount"
	"krapao/server/fault"
	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/money"
)

// EventType is what a gateway reports.
type EventType string

// The reports.
const (
	EventPaid    EventType = "PAID"
	EventExpired EventType = "EXPIRED"
)

// PaymentEvent is a gateway's report on one QR payment; its signature has been checked.
type PaymentEvent struct {
	// Gateway is the code of the channel that reports.
	Gateway string
	// ID is the gateway's id of the report.
	ID   string
	Type EventType
	// Reference is ours: a QR code's id. GatewayReference is the gateway's own name for the payment.
	Reference, GatewayReference string
	Amount                      money.Amount
	Currency                    money.Currency
	// PaidAt is when it was paid; zero when the gateway does not tell.
	PaidAt time.Time
	Payer  bankaccount.Payer
}

// Reason is why money went to suspense.
type Reason string

// The reasons.
const (
	UnknownReference Reason = "UNKNOWN_REFERENCE" // no QR code of this gateway has it
	CurrencyDiffers  Reason = "CURRENCY_DIFFERS"
	AmountDiffers    Reason = "AMOUNT_DIFFERS"
	OtherPayment     Reason = "OTHER_PAYMENT" // not the gateway's payment for this QR code, or a second one
	WasCancelled     Reason = "CANCELLED"     // paid after the member cancelled
	NeverShown       Reason = "NEVER_SHOWN"   // the gateway's code was not good enough to show
	PaidLate         Reason = "LATE"          // paid after it ran out
	TooOld           Reason = "TOO_OLD"       // it says that it is older than payments are
)

// Suspense is money that arrived and matched nobody.
type Suspense struct {
	ID id.ID
	// External is the outside evidence.
	External ledger.External
	Reason   Reason
	// Member is whose QR code or gift link it is, or whose registered account or phone paid; 0: nobody's.
	Member id.MemberID
	// Asked is what the QR code that it names asked for, AskedAt when; zero where it names none.
	Asked   money.Amount
	AskedAt time.Time
	Event   PaymentEvent
	// TransferReference is the sending bank's of a line of a feed, "" where it is not reported.
	TransferReference string
	// House is the house's account of a line of a feed.
	House bankaccount.Payer
	// PaidAt is when it was paid, ReceivedAt where nobody told.
	PaidAt, ReceivedAt time.Time
}

// paid gives when it was paid, as far as its reporter told a time that may be believed; else when it was reported.
func (s Suspense) paid() (at time.Time, isTold bool) {
	if s.Reason == TooOld || s.PaidAt.Equal(s.ReceivedAt) {
		return s.ReceivedAt, false
	}
	return s.PaidAt, true
}

// SuspenseSource is who reported money in suspense, as the wire names it.
type SuspenseSource string

// The sources.
const (
	FromGateway SuspenseSource = "GATEWAY"
	FromFeed    SuspenseSource = "BANK_FEED"
	FromGift    SuspenseSource = "GIFT_LINK"
)

// Source tells who reported it.
func (s Suspense) Source() SuspenseSource {
	switch name, _, _ := strings.Cut(s.External.Source, ":"); name {
	case "payment":
		return FromGateway
	case "giftlink":
		return FromGift
	default:
		return FromFeed
	}
}

// SourceCode is the gateway's, bank's or e-wallet's code.
func (s Suspense) SourceCode() string {
	_, code, named := strings.Cut(s.External.Source, ":")
	if !named {
		return giftBank
	}
	return strings.ToUpper(code)
}

// giftBank is the e-wallet's code in the catalogue of banks.
const giftBank = "TRUE"

// clearing is the ledger's account for money that gateways hold for us.
const clearing = "payment"

// ErrChanged means that a report is not new, or its QR code is not as it was read.
var ErrChanged = errors.New("deposit: the report was taken, or its QR code changed")

// ReceivePayment takes a gateway's report: it credits the member, or puts the money into suspense. A repeat changes
// nothing and is no error. When it returns nil, the effect is committed.
// Errors: KEY_INVALID (no amount above 0), Unavailable.
func (s *Service) ReceivePayment(ctx context.Context, event PaymentEvent) error {
	if event.Amount <= 0 {
		return fault.KeyInvalid.Withf("deposit: a payment of %v", event.Amount)
	}
	err := s.payAsSeen(ctx, event)
	if errors.Is(err, ErrChanged) || errors.Is(err, ledger.ErrAlreadyCredited) {
		err = s.payLocked(ctx, event)
	}
	if errors.Is(err, ledger.ErrAlreadyCredited) {
		s.logReportedAgain(ctx, event)
		return nil
	}
	return err
}

func (s *Service) logReportedAgain(ctx context.Context, event PaymentEvent) {
	s.Log.WarnContext(ctx, "a payment was reported again in another way; the first report stands", "gateway", event.Gateway,
		"event", event.ID, "reference", event.Reference, "gatewayReference", event.GatewayReference, "amount", event.Amount)
}

// payAsSeen credits what nearly every report is: the first one of a payment of a QR code that waits for it. It reads
// the QR code without a lock, so that all it writes goes to the database at once, and writes it only if the report is
// new and the QR code still as it was read.
// Errors: ErrChanged, when it is not so, or the report is anything else; nothing is written then.
func (s *Service) payAsSeen(ctx context.Context, event PaymentEvent) error {
	qr, err := s.Store.NamedQR(ctx, event)
	if err != nil {
		return err
	}
	now := s.Now()
	if qr == nil || qr.Status == Review || event.Type == EventExpired || refusal(qr, event, now) != "" || mayBeMatched(*qr, now) {
		return ErrChanged
	}
	return s.Store.InTx(ctx, func(ctx context.Context) error {
		if err := s.Store.TakePayment(ctx, *qr, event, now); err != nil {
			return err
		}
		return s.credit(ctx, *qr, event, now)
	})
}

// payLocked decides any report, with the QR code that it names and the code's member locked.
func (s *Service) payLocked(ctx context.Context, event PaymentEvent) error {
	named, err := s.Store.NamedQR(ctx, event)
	if err != nil {
		return err
	}
	return s.Store.InTx(ctx, func(ctx context.Context) error {
		now := s.Now()
		if named != nil {
			if err := s.Store.LockMember(ctx, named.Member); err != nil {
				return err
			}
		}
		qr, isNew, err := s.Store.TakeEvent(ctx, event, now)
		switch {
		case err != nil || !isNew:
			return err
		case event.Type == EventExpired:
			return s.expire(ctx, qr)
		case qr != nil && qr.Status == Paid && qr.GatewayReference == event.GatewayReference:
			return nil // the same payment, reported in another event
		}
		wrong, err := s.correction(ctx, qr, event)
		if err != nil {
			return err
		}
		if wrong != nil && event.PaidAt.IsZero() {
			event.PaidAt = wrong.PaidAt // it was reported then
		}
		reason := refusal(qr, event, now)
		if reason == "" && mayBeMatched(*qr, now) {
			if known, err := s.mayBeCredited(ctx, *qr, event, now); err != nil {
				return err
			} else if known {
				reason = OtherPayment
			}
		}
		switch {
		case reason != "":
			return s.suspend(ctx, qr, event, reason)
		case wrong != nil:
			return s.correct(ctx, *wrong, *qr, event)
		}
		if err := s.Store.PayQR(ctx, *qr, event, now); err != nil {
			return err
		}
		return s.credit(ctx, *qr, event, now)
	})
}

// refusal tells why a payment is not the QR code's, "" when it is.
func refusal(qr *QR, event PaymentEvent, now time.Time) Reason {
	switch {
	case qr == nil:
		return UnknownReference
	case event.Currency != qr.Currency:
		return CurrencyDiffers
	case event.Amount != qr.Amount:
		return AmountDiffers
	case qr.Status == Paid, qr.GatewayReference != "" && qr.GatewayReference != event.GatewayReference:
		return OtherPayment
	case qr.Status == Cancelled:
		return WasCancelled
	case qr.Status == Failed:
		return NeverShown
	case bankaccount.TooOld(event.PaidWhen(now), now):
		return TooOld
	case event.PaidWhen(now).After(qr.ExpiresAt):
		return PaidLate
	}
	return ""
}

// PaidWhen is when it was paid as far as we believe it (bounded); now where it is not reported.
func (e PaymentEvent) PaidWhen(now time.Time) time.Time {
	if e.PaidAt.IsZero() {
		return now
	}
	return bankaccount.BelievedTime(e.PaidAt, now)
}

// external names the payment for the ledger: one at most is credited, whoever reports it and however often.
func (e PaymentEvent) external() *ledger.External {
	return &ledger.External{Source: "payment:" + strings.ToLower(e.Gateway), ID: e.GatewayReference}
}

func (s *Service) credit(ctx context.Context, qr QR, event PaymentEvent, now time.Time) error {
	return s.creditAs(ctx, qr, event.external(), now)
}

func (s *Service) creditAs(ctx context.Context, qr QR, evidence *ledger.External, now time.Time) error {
	in := receipt{qr.ID, qr.Member, qr.Amount, qr.Currency, clearing, evidence}
	return s.Ledger.EnqueuePost(ctx, in.transaction(ledger.Clearing(clearing, qr.Currency), now))
}

func (s *Service) suspend(ctx context.Context, qr *QR, event PaymentEvent, reason Reason) error {
	suspense := Suspense{External: *event.external(), Reason: reason, Event: event}
	if !event.PaidAt.IsZero() {
		suspense.PaidAt = event.PaidWhen(s.Now())
	}
	if qr != nil {
		suspense.Member = qr.Member
	}
	if added, err := (suspenseQueue{s.Store, s.Ledger, s.Log, s.Now}).add(ctx, suspense, clearing); err != nil {
		return err
	} else if !added {
		s.logReportedAgain(ctx, event)
		return nil
	}
	return s.shut(ctx, qr, reason)
}

// shut ends a QR code that something was paid for: nobody shall pay it again. What came late was its one payment, so no
// line waits for another.
func (s *Service) shut(ctx context.Context, qr *QR, reason Reason) error {
	switch {
	case qr == nil:
		return nil
	case reason == PaidLate:
		return s.expire(ctx, qr)
	default:
		return s.Store.ReviewQR(ctx, *qr, s.Now())
	}
}

// expire ends a QR code that its gateway has ended, or that was paid late.
func (s *Service) expire(ctx context.Context, qr *QR) error {
	if qr == nil {
		return nil
	}
	to := *qr
	to.Status, to.EndedAt = Expired, s.Now()
	_, err := s.Store.ChangeQR(ctx, to, Requested, Active)
	return err
}
