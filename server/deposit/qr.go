package deposit

import (
	"context"
	"errors"
	"time"

	"krapao/server/bankaccount"
	"krapao/server/fault"
	"krapao/server/id"
	"krapao/server/idempotency"
	"krapao/server/money"
)

// Status is what became of a QR code.
type Status string

// The statuses; see the README. Requested and Failed were never shown to anybody.
const (
	Requested Status = "REQUESTED"
	Active    Status = "ACTIVE"
	Paid      Status = "PAID"
	Expired   Status = "EXPIRED"
	Cancelled Status = "CANCELLED"
	Failed    Status = "FAILED"
	Review    Status = "REVIEW" // something else than was asked for was reported paid, and waits in suspense
)

const (
	// Lifetime is how long a QR code can be paid.
	Lifetime = 10 * time.Minute
	// requestTimeout is how long a QR code may stay REQUESTED before it counts as dead. It is longer than a call of the
	// gateway takes.
	requestTimeout = 30 * time.Second
	// createLimit is how many QR codes a member may have made in createWindow.
	createLimit  = 10
	createWindow = time.Minute
)

// QR is one payment QR code.
type QR struct {
	// ID is also the reference that the gateway knows it by.
	ID     id.ID
	Member id.MemberID
	// Gateway is its channel's code.
	Gateway  string
	Amount   money.Amount
	Currency money.Currency
	Status   Status
	// Payload is the EMVCo text; empty until ACTIVE.
	Payload string
	// GatewayReference is the gateway's own name for the payment; empty until it is known.
	GatewayReference     string
	CreatedAt, ExpiresAt time.Time
	// AskAt is when its gateway is asked about it once an hour from then on; it is asked often before. Only a new one
	// has it.
	AskAt time.Time
	// EndedAt is when it was cancelled, or its gateway ended it; zero for what runs out, and in rows of before.
	EndedAt time.Time
}

// payable tells whether it can be shown and paid at the moment now.
func (q QR) payable(now time.Time) bool { return q.Status == Active && now.Before(q.ExpiresAt) }

// shown is the QR code as the member sees it at the moment now: ACTIVE, PAID, EXPIRED, CANCELLED or REVIEW.
func (q QR) shown(now time.Time) QR {
	if !q.payable(now) && q.Status != Paid && q.Status != Cancelled && q.Status != Review {
		q.Status = Expired
	}
	return q
}

// GatewayPayment is a payment as its gateway tells it.
type GatewayPayment struct {
	// Reference is the gateway's own name for it.
	Reference string
	// Status is Active, Paid, Expired or Cancelled.
	Status    Status
	Payload   string
	Amount    money.Amount
	Currency  money.Currency
	ExpiresAt time.Time
	// PaidAt and Payer are there once it is paid, as far as the gateway tells.
	PaidAt time.Time
	Payer  bankaccount.Payer
}

// CurrentQR gives the member's newest QR code at a gateway: to be paid when its status is Active, else with what became
// of it (Paid, Expired, Cancelled, Review); the zero QR when there was none.
// Errors: NO_DATA (no such gateway).
func (s *Service) CurrentQR(ctx context.Context, member id.MemberID, currency money.Currency, gateway string) (QR, error) {
	qr, err := s.Store.LatestQR(ctx, member, gateway) // also of a channel that takes no QR codes any more
	if errors.Is(err, fault.NoData) {
		_, err = s.gateway(ctx, gateway, currency)
		return QR{}, err
	}
	return qr.shown(s.Now()), err
}

// WaitingQR gives the member's QR code that can be paid now, at whichever gateway; the zero QR when there is none.
func (s *Service) WaitingQR(ctx context.Context, member id.MemberID) (QR, error) {
	qr, err := s.Store.PayableQR(ctx, member, s.Now())
	if errors.Is(err, fault.NoData) {
		return QR{}, nil
	}
	return qr, err
}

func (s *Service) gateway(ctx context.Context, code string, currency money.Currency) (QRChannel, error) {
	if !bankaccount.IsCode(code) {
		return QRChannel{}, fault.NoData
	}
	return s.Store.QRChannel(ctx, code, currency)
}

// CancelQR withdraws one of the member's QR codes, which its text names. What is over already stays as it is.
// Errors: NO_DATA (unknown or another member's), ErrQRPaid (paid or said to be), IDEMPOTENCY_CONFLICT.
func (s *Service) CancelQR(ctx context.Context, member id.MemberID, text string, key idempotency.Key) error {
	qrID, err := id.Parse(text)
	if err != nil {
		return fault.NoData.With(err)
	}
	if effect, err := s.Keys.Find(ctx, member, key); err != nil || !effect.IsZero() {
		return err
	}
	qr, err := s.Store.QR(ctx, member, qrID)
	if err != nil {
		return err
	}
	alive := qr.Status == Requested || qr.payable(s.Now()) // one that is requested may be dead, and would be in the way of the next
	ctx = context.WithoutCancel(ctx)                       // the caller may leave meanwhile; what the gateway has ended is ended here too
	if qr.Status == Paid || qr.Status == Review || alive && s.cancelAtGateway(ctx, qr) == Paid {
		return ErrQRPaid.Withf("deposit: QR code %v is paid", qr.ID)
	}
	return s.Store.InTx(ctx, func(ctx context.Context) error {
		if earlier, err := s.Keys.Claim(ctx, member, key, qr.ID); err != nil || !earlier.IsZero() {
			return err
		}
		if !alive {
			return nil // over already: what it became stays
		}
		qr.Status, qr.EndedAt = Cancelled, s.Now()
		now, err := s.Store.ChangeQR(ctx, qr, Requested, Active)
		if err == nil && (now.Status == Paid || now.Status == Review) {
			return ErrQRPaid.Withf("deposit: QR code %v was paid while it was cancelled", qr.ID)
		}
		return err
	})
}

// cancelAtGateway tells the gateway, and gives what it says became of the payment. A gateway that does not answer keeps
// nobody from cancelling: what is paid all the same goes to the operator's queue.
func (s *Service) cancelAtGateway(ctx context.Context, qr QR) Status {
	payment, err := s.Gateway.CancelQR(ctx, qr.Gateway, qr.ID)
	if err != nil {
		s.Log.WarnContext(ctx, "a QR payment could not be cancelled at its gateway", "gateway", qr.Gateway, "reference", qr.ID, "error", err)
		return Cancelled
	}
	return payment.Status
}
