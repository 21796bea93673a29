package cashier

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"time"

	"krapao/server/approval"
	"krapao/server/audit"
	"krapao/server/fault"
	"krapao/server/id"
	"krapao/server/idempotency"
	"krapao/server/ledger"
	"krapao/server/money"
)

// Faults of slips.
var (
	// ErrSlipNoFile: the form has no file, or an empty one.
	ErrSlipNoFile = fault.New(fault.Invalid, "SLIP_NO_FILE")
	// ErrSlipInvalidFile: the file is no image that is taken.
	ErrSlipInvalidFile = fault.New(fault.Invalid, "SLIP_INVALID_FILE")
	// ErrSlipUploadFail: the file could not be kept. Nothing of it is.
	ErrSlipUploadFail = fault.New(fault.Unavailable, "SLIP_UPLOAD_FAIL")
	// ErrSlipClosed: no slips are taken at this time of day.
	ErrSlipClosed = fault.New(fault.Conflict, "SLIP_CLOSED")
)

// SlipStatus is how far a slip got.
type SlipStatus string

// The statuses. SlipPending is the check's and, with a Review, the operator's.
const (
	SlipPending SlipStatus = "PENDING"
	SlipSuccess SlipStatus = "SUCCESS"
	SlipFailed  SlipStatus = "FAILED"
)

// SlipReason is why a slip was refused; the spelling is the product's.
type SlipReason string

// The reasons. TRIPPLE_WRONG_CAPTCHA is never ours: no bank asks us for one.
const (
	SlipNoImage       SlipReason = "UPLOADED_FILE_NOT_EXIST"    // its image is gone
	SlipImageSize     SlipReason = "IMG_SIZE_UNABLE_TO_PROCESS" // the stored image can no longer be read
	SlipUnreadable    SlipReason = "CANNOT_READ_CROPPED_IMAGE"  // no QR code can be seen on it
	SlipInvalid       SlipReason = "INVALID_SLIP"               // its QR code is not a transfer's
	SlipUnstable      SlipReason = "UNSTABLE_REFNO_ON_SLIP"     // its QR code was read, but does not add up
	SlipWrongReceiver SlipReason = "DEST_ACC_INVALID"           // paid to none of the member's deposit accounts
	SlipDuplicate     SlipReason = "SLIP_REFNO_DUPLICATED"      // the transfer was credited before
	SlipNotMatch      SlipReason = "NOT_MATCH"                  // somebody else's account paid
	SlipExpired       SlipReason = "EXPIRED_SLIP"               // older than slips may be, or the bank no longer tells
	SlipUnknownError  SlipReason = "UNKNOW_ERROR"               // anything else
)

// SlipReasons are those that an operator may reject with.
var SlipReasons = []SlipReason{
	SlipNoImage, SlipImageSize, SlipUnreadable, SlipInvalid, SlipUnstable, SlipWrongReceiver, SlipDuplicate, SlipNotMatch, SlipExpired, SlipUnknownError,
	"TRIPPLE_WRONG_CAPTCHA",
}

// SlipReview is why a slip waits for the operator.
type SlipReview string

// The reviews.
const (
	VerifierSilent  SlipReview = "VERIFIER_SILENT"  // nobody confirmed the transfer
	VerifierDiffers SlipReview = "VERIFIER_DIFFERS" // what was confirmed cannot be, or is another transfer
	PayerUnsure     SlipReview = "PAYER_UNSURE"     // too little is told of who paid
	ReceiverUnsure  SlipReview = "RECEIVER_UNSURE"  // too little is told of who was paid
	CreditDiffers   SlipReview = "CREDIT_DIFFERS"   // the bank feed had the transfer with another amount, payer or account of the house
	WasSentBack     SlipReview = "LINE_RETURNED"    // money that may be this transfer's was sent back to who paid it
	ReadByHand      SlipReview = "READ_BY_HAND"     // no machine can read it: slips of its currency have no code of a known form, or its picture stops the reader
)

// Slip is one uploaded transfer slip.
type Slip struct {
	ID     id.ID
	Member id.MemberID
	// Reference is what the member sees: SLIP-7K2M9Q4T.
	Reference string
	Status    SlipStatus
	Reason    SlipReason
	// Review is not empty while it waits for the operator.
	Review   SlipReview
	Currency money.Currency
	// Amount is 0 while nobody knows it.
	Amount money.Amount
	// FileHash is the SHA-256 of the file as it was sent.
	FileHash []byte
	// ImageName is where the image is, drawn anew, of type ImageType; empty once it was removed.
	ImageName, ImageType string
	// ImageRemovedAt is when its image was removed, the zero time while it is there.
	ImageRemovedAt time.Time
	// BankNo and TransactionReference are what its QR code says; empty until it was read. BankNo is the bank's number, or its code where it has none.
	BankNo, TransactionReference string
	// ReadBy is the operator who read these two off the picture; empty where its QR code told them.
	ReadBy string
	// Transfer is what the bank told of it; nil: nothing yet.
	Transfer             *SlipTransfer
	CreatedAt, DecidedAt time.Time
	// DecidedBy is the operator; empty when the check decided.
	DecidedBy string
}

// SlipTransfer is a transfer as the bank tells it. Account numbers may be masked.
type SlipTransfer struct {
	BankNo        string         `json:"bankNo"`
	Reference     string         `json:"reference"`
	Amount        money.Amount   `json:"amount"`
	Currency      money.Currency `json:"currency"`
	TransferredAt time.Time      `json:"transferredAt"`
	Payer         Payer          `json:"payer"`
	Receiver      Payer          `json:"receiver"`
}

// SlipVerdict is what the verifier says of a slip.
type SlipVerdict string

// The verdicts. Unheard-of ones are as if it had not answered.
const (
	SlipVerified  SlipVerdict = "VERIFIED"
	SlipNoPayment SlipVerdict = "NO_PAYMENT" // the code is none of a transfer
	SlipAbsent    SlipVerdict = "ABSENT"     // the bank has no such transfer, or no longer tells
	SlipSeen      SlipVerdict = "SEEN"       // verified before, by somebody who is not us
	SlipDiffers   SlipVerdict = "DIFFERS"    // not to the account it should be
)

// SlipVerifier asks the bank; it refuses a context that carries a transaction.
type SlipVerifier interface {
	// VerifySlip tells what transfer a slip's QR code stands for. The same verification again is the same answer. The transfer is there for
	// SlipVerified. Any error: it did not tell, and is asked again later.
	VerifySlip(ctx context.Context, verification id.ID, payload string) (SlipVerdict, SlipTransfer, error)
}

// BankAccount is a member's own account, which transfers must come from.
type BankAccount struct{ BankCode, Number, Name string }

// SlipMembers knows the members' accounts.
type SlipMembers interface {
	// BankAccount gives a member's. Errors: NO_BANK.
	BankAccount(ctx context.Context, member id.MemberID) (BankAccount, error)
}

// Blobs keeps the images.
type Blobs interface {
	// Put writes a new file; when it fails, or write does, nothing of it is kept.
	Put(ctx context.Context, name, contentType string, write func(io.Writer) error) error
	// Get opens a file. Errors: NO_DATA.
	Get(ctx context.Context, name string) (io.ReadCloser, error)
	// Delete removes a file.
	Delete(ctx context.Context, name string) error
}

// SlipQueue has slips checked soon.
type SlipQueue interface {
	// AddSlipCheck writes a job in the context's transaction.
	AddSlipCheck(ctx context.Context, slip Slip) error
}

// SlipStore keeps slips.
type SlipStore interface {
	// InTx runs fn in one transaction.
	InTx(ctx context.Context, fn func(ctx context.Context) error) error
	// Settings gives the window, the age and the size that are taken.
	Settings(ctx context.Context) (Settings, error)
	// Channels gives the open channels of a currency.
	Channels(ctx context.Context, currency money.Currency) ([]Channel, error)

	// AddSlip writes a new slip. isNew is false when the member has one of this file, which kept then is. Errors: ErrSlipReference.
	AddSlip(ctx context.Context, slip Slip) (kept Slip, isNew bool, err error)
	// Slip gives one of the member's slips, SlipOfFile the one of a file. Errors: NO_DATA.
	Slip(ctx context.Context, member id.MemberID, slipID id.ID) (Slip, error)
	SlipOfFile(ctx context.Context, member id.MemberID, hash []byte) (Slip, error)
	// SlipOf gives one of the member's slips by its reference. Errors: NO_DATA.
	SlipOf(ctx context.Context, member id.MemberID, reference string) (Slip, error)
	// AnySlip gives whoever's slip it is; LockSlip also keeps others from changing it until the transaction ends. Errors: NO_DATA.
	AnySlip(ctx context.Context, slipID id.ID) (Slip, error)
	LockSlip(ctx context.Context, slipID id.ID) (Slip, error)
	// Slips gives a page (from 1) of the member's slips, newest first, and how many there are.
	Slips(ctx context.Context, member id.MemberID, page, limit int) ([]Slip, int, error)
	// OfficeSlips gives a page of everybody's slips.
	OfficeSlips(ctx context.Context, filter SlipFilter) ([]Slip, int, error)
	// AbandonedSlips gives slips that wait for a check which nobody will make any more.
	AbandonedSlips(ctx context.Context, limit int) ([]Slip, error)
	// BeginReading writes, outside any transaction, that a slip's picture is being read; false when an earlier try has not returned. EndReading writes
	// that it has.
	BeginReading(ctx context.Context, slip Slip, now time.Time) (bool, error)
	EndReading(ctx context.Context, slip Slip) error
	// SlipsWithImage gives slips that were decided before a moment and have their image, the oldest first; ImagesRemoved writes that they have it no more.
	SlipsWithImage(ctx context.Context, decidedBefore time.Time, limit int) ([]Slip, error)
	ImagesRemoved(ctx context.Context, slips []id.ID, now time.Time) error
	// PutSlip writes everything of a slip that a check or an operator changes.
	PutSlip(ctx context.Context, slip Slip, now time.Time) error

	// Verification gives the id under which the verifier is asked about a transfer, always the same one.
	Verification(ctx context.Context, bankNo, reference string) (id.ID, error)
	// SlipOfTransfer gives the slip that a transfer belongs to, the zero ID while none does; inside a transaction it locks the transfer.
	SlipOfTransfer(ctx context.Context, bankNo, reference string) (id.ID, error)
	// TakeTransfer writes which slip a transfer belongs to.
	TakeTransfer(ctx context.Context, bankNo, reference string, slipID id.ID) error
	// BankCode gives the code of a bank as a slip names it (Slip.BankNo), BankNo the reverse; "" for an unknown one.
	BankCode(ctx context.Context, bankNo string) (string, error)
	BankNo(ctx context.Context, code string) (string, error)
	// LineLike tells whether a line of the bank feed, credited and no slip's, gave the slip's member as much: transferred from age before the
	// slip to margin after it. One without a reference that came from the bank is none: CoversSlip finds it.
	LineLike(ctx context.Context, slip Slip, amount money.Amount, bank string, age, margin time.Duration) (bool, error)
	// CreditOf tells what became of outside evidence that was reported before; the zero Credited when nothing did. Inside a transaction it
	// locks the suspense row.
	CreditOf(ctx context.Context, evidence ledger.External) (Credited, error)
	// OwnersLike gives up to limit members whose account at a bank fits a masked number (_ is any digit, % any digits).
	OwnersLike(ctx context.Context, bankCode, masked string, limit int) ([]Owner, error)
	// Suspense locks and gives a payment that waits. Errors: NO_DATA.
	Suspense(ctx context.Context, suspenseID id.ID) (Suspense, error)
	// ResolveSuspense writes what became of a payment, and of the line that it was.
	ResolveSuspense(ctx context.Context, suspense Suspense, resolution Resolution, member id.MemberID, now time.Time) error
}

// ErrSlipReference says that another slip of the member has this reference by chance; the transaction is aborted, and another one is drawn.
var ErrSlipReference = errors.New("cashier: another slip has the reference")

// Credited is what outside evidence did to the book.
type Credited struct {
	// Member got it; 0: nobody, as it waits or was sent back.
	Member   id.MemberID
	Amount   money.Amount
	Currency money.Currency
	// Suspense is the queue's row while the money waits there.
	Suspense id.ID
	// Transaction is the ledger's.
	Transaction id.ID
	// Found: the evidence has been used.
	Found bool
}

// SlipConfig is what Slips needs.
type SlipConfig struct {
	Store    SlipStore
	Ledger   ledger.Poster
	Keys     idempotency.Keys
	Blobs    Blobs
	Pictures SlipPictures
	Limit    SlipLimit
	Queue    SlipQueue
	Verifier SlipVerifier
	Members  SlipMembers
	// Intake knows what else may have told of a slip's transfer; nil: nothing.
	Intake SlipIntake
	// Trail takes what operators decide; Desk is where the second person does.
	Trail audit.Trail
	Desk  SlipDesk
	// TempDir is where a file is while it comes, and while it is read.
	TempDir string
	// ImageRetention is how long after its decision a slip's image is kept.
	ImageRetention time.Duration
	Now            func() time.Time
	Log            *slog.Logger
}

// SlipIntake knows lines of the bank feed without a reference, and claims, by what they tell of a transfer.
type SlipIntake interface {
	// CoversSlip marks the member's credited line or claim that is this transfer, once. covered: there is one, and nothing is left to credit.
	// Errors: ErrSentBack; nothing was changed then.
	CoversSlip(ctx context.Context, member id.MemberID, slip Transferred) (covered bool, err error)
	// CreditOfTransfer gives the line of a slip's transfer where it is the word of another credit, and the member who has that (0: nobody is known).
	CreditOfTransfer(ctx context.Context, slip Transferred) (line BankLine, member id.MemberID, elsewhere bool, err error)
	// SentBack gives the lines that may be a member's transfer and were sent back (Suspense.ID).
	SentBack(ctx context.Context, member id.MemberID, slip Transferred) ([]id.ID, error)
	// ProvableSlip tells whether a member's transfer may be what a QR code or a gift link was paid by, which credits it.
	ProvableSlip(ctx context.Context, member id.MemberID, transfer SlipTransfer) (bool, error)
}

// SlipDesk takes requests that a second person decides.
type SlipDesk interface {
	Ask(ctx context.Context, draft approval.Draft) (approval.Request, error)
}

// Slips has the rules of uploaded transfer slips.
type Slips struct {
	SlipConfig

	uploads uploads
	// drawing and reading have one place each: pictures are drawn, and read, one after the other.
	drawing, reading chan struct{}
}

// NewSlips makes Slips.
func NewSlips(config SlipConfig) *Slips {
	return &Slips{SlipConfig: config, drawing: make(chan struct{}, 1), reading: make(chan struct{}, 1)}
}
