// Package deposit is how money comes in: payment QR codes, what gateways and banks report, gift links, claims, and
// money in suspense. README.md has its rules. In the product, a channel with QR codes is a "gateway".
package deposit

import (
	"context"
	"log/slog"
	"time"

	"krapao/server/bankaccount"
	"krapao/server/fault"
	"krapao/server/id"
	"krapao/server/idempotency"
	"krapao/server/ledger"
	"krapao/server/money"
)

// Faults of QR codes. QR_MINIMUM, QR_ACTIVE and QR_FAIL are answers of status 200 on the wire.
var (
	// ErrQRMinimum: 0 or less, or below the channel's minimum.
	ErrQRMinimum = fault.New(fault.Conflict, "QR_MINIMUM")
	// ErrQRActive: another QR code of the member is alive.
	ErrQRActive = fault.New(fault.Conflict, "QR_ACTIVE")
	// ErrQRPaid: it is paid, or said to be, so it cannot be cancelled any more. Unlike the others its status is 409.
	ErrQRPaid = fault.New(fault.Conflict, "QR_PAID")
	// ErrQRFail: the gateway gave none that could be shown.
	ErrQRFail = fault.New(fault.Conflict, "QR_FAIL")
)

// Store keeps QR codes and the reports of their payments.
type Store interface {
	// InTx runs fn in one transaction.
	InTx(ctx context.Context, fn func(ctx context.Context) error) error

	// QRChannel gives the channel, open or not, that makes QR codes under this code in this currency. Errors: NO_DATA.
	QRChannel(ctx context.Context, code string, currency money.Currency) (QRChannel, error)
	// ForgetEvents drops up to limit reports of payments, and as many of payouts, that were taken before a moment, and
	// tells how many. It drops none that is younger than the oldest payment that is taken.
	ForgetEvents(ctx context.Context, before time.Time, limit int) (int64, error)

	// QR gives one of the member's QR codes. Errors: NO_DATA.
	QR(ctx context.Context, member id.MemberID, qrID id.ID) (QR, error)
	// LatestQR gives the member's newest QR code at a gateway that was ever shown. Errors: NO_DATA.
	LatestQR(ctx context.Context, member id.MemberID, gateway string) (QR, error)
	// PayableQR gives the member's one QR code that can be paid at now. Errors: NO_DATA.
	PayableQR(ctx context.Context, member id.MemberID, now time.Time) (QR, error)
	// AliveQR locks and gives the member's one QR code that is REQUESTED or ACTIVE, after ending it if it ran out at
	// now. Errors: NO_DATA.
	AliveQR(ctx context.Context, member id.MemberID, now time.Time) (QR, error)
	// NthQR gives when the member's n-th newest QR code was made (1 is the newest), the zero time when there are fewer.
	NthQR(ctx context.Context, member id.MemberID, n int) (time.Time, error)
	// AddQR writes a new QR code; false when another one is alive.
	AddQR(ctx context.Context, qr QR) (bool, error)
	// ChangeQR writes the status, payload and gateway's reference of a QR code that is in one of the statuses, and
	// gives it as it then is, changed or not. Errors: NO_DATA.
	ChangeQR(ctx context.Context, qr QR, from ...Status) (QR, error)

	// UnreportedQRs gives up to limit QR codes made after since that could be paid and are not, chosen by chance: none
	// about which an event named eventPrefix and their id was taken.
	UnreportedQRs(ctx context.Context, since time.Time, eventPrefix string, limit int) ([]QR, error)
	// OverdueQRs gives up to Limit QR codes that could be paid and are not, whose gateway is due to be asked once more
	// at Now, and puts that off to Next; those made before Since are not asked about again.
	OverdueQRs(ctx context.Context, turn OverdueTurn) ([]QR, error)
	// TakeEvent claims a report and locks the QR code it names; isNew is false for an event that was taken before, and
	// qr is nil when no QR code of this gateway has the reference.
	TakeEvent(ctx context.Context, event PaymentEvent, now time.Time) (qr *QR, isNew bool, err error)
	// PayQR marks a QR code as paid.
	PayQR(ctx context.Context, qr QR, event PaymentEvent, now time.Time) error
	// NamedQR gives the QR code that a report names; nil when no QR code of this gateway has the reference.
	NamedQR(ctx context.Context, event PaymentEvent) (*QR, error)
	// TakePayment is TakeEvent and PayQR for a QR code that was read before. Errors, perhaps of what the transaction
	// does next: ErrChanged, which ends it.
	TakePayment(ctx context.Context, qr QR, event PaymentEvent, now time.Time) error
	// ReviewQR has a QR code that could be paid wait for the operator, and its gateway asked about it from now on; one
	// that is over stays as it is.
	ReviewQR(ctx context.Context, qr QR, now time.Time) error
	// ReviewedQRs gives up to limit QR codes in REVIEW whose report waits in suspense and whose gateway is due to be
	// asked again at now, and puts that off: by soon for those made after young, by late for others; those made before
	// since are not asked about again.
	ReviewedQRs(ctx context.Context, turn ReviewTurn) ([]QR, error)
	// LockMember keeps others from locking the member until the transaction ends.
	LockMember(ctx context.Context, member id.MemberID) error
	// Houses gives the accounts of every channel, closed ones too.
	Houses(ctx context.Context) ([]bankaccount.House, error)
	// MatchedLines gives the lines that are asked for, oldest first.
	MatchedLines(ctx context.Context, wanted MatchedLines) ([]BankLine, error)
	// ClaimOf is ClaimStore's.
	ClaimOf(ctx context.Context, line BankLine, age, margin time.Duration) (claim Claim, found bool, err error)
	// SuspenseOf locks and gives the payment in suspense that waits with this evidence. found: there is one.
	SuspenseOf(ctx context.Context, evidence ledger.External) (suspense Suspense, found bool, err error)
	// CoveredLine locks and gives the line that a credit covers.
	CoveredLine(ctx context.Context, credit id.ID) (line BankLine, found bool, err error)
	// ResolveSuspense writes what became of a payment in suspense.
	ResolveSuspense(ctx context.Context, in ResolveInput) error
	// AddSuspense puts money that matched nobody into the operator's queue; false when this payment is there already.
	AddSuspense(ctx context.Context, suspense Suspense) (bool, error)
}

// Gateway is the payment gateways, reached by their channel's code. It refuses a context that carries a transaction.
type Gateway interface {
	// CreateQR asks for a payment under the QR code's id. The same request again gives the same payment. Any error:
	// there is none to show.
	CreateQR(ctx context.Context, qr QR) (GatewayPayment, error)
	// GetQR tells what became of a payment. Errors: NO_DATA (the gateway has none of this id); any other: it did not
	// tell.
	GetQR(ctx context.Context, gateway string, qrID id.ID) (GatewayPayment, error)
	// CancelQR ends a payment, and gives it as it then is: a payment that came first is paid.
	CancelQR(ctx context.Context, gateway string, qrID id.ID) (GatewayPayment, error)
}

// QRChannel is a channel that makes QR codes, as far as making one asks.
type QRChannel struct {
	Code string
	// MinDeposit is the smallest amount.
	MinDeposit money.Amount
	// Open: members may use it now.
	Open bool
}

// Config is what a Service needs.
type Config struct {
	Store   Store
	Ledger  ledger.Poster
	Keys    idempotency.Keys
	Gateway Gateway
	// Now is the clock.
	Now func() time.Time
	// Log takes refusals of gateways and money in suspense.
	Log *slog.Logger
}

// Service has the rules of QR codes and of what gateways report.
type Service struct{ Config }

// New makes a Service.
func New(config Config) *Service { return &Service{config} }
