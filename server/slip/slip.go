// Package slip is the transfer slips that members upload: their pictures, the check against the bank, and the
// operator's queue. README.md has its rules.
package slip

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"time"

	"krapao/server/approval"
	"krapao/server/audit"
	"krapao/server/bankaccount"
	"krapao/server/fault"
	"krapao/server/id"
	"krapao/server/idempotency"
	"krapao/server/ledger"
	"krapao/server/money"
)

// Faults of slips.
var (
	// ErrNoFile: the form has no file, or an empty one.
	ErrNoFile = fault.New(fault.Invalid, "SLIP_NO_FILE")
	// ErrInvalidFile: the file is no image that is taken.
	ErrInvalidFile = fault.New(fault.Invalid, "SLIP_INVALID_FILE")
	// ErrUploadFail: the file could not be kept. Nothing of it is.
	ErrUploadFail = fault.New(fault.Unavailable, "SLIP_UPLOAD_FAIL")
	// ErrClosed: no slips are taken at this time of day.
	ErrClosed = fault.New(fault.Conflict, "SLIP_CLOSED")
)

// Status is how far a slip got.
type Status string

// The statuses. Pending is the check's and, with a Review, the operator's.
const (
	Pending Status = "PENDING"
	Success Status = "SUCCESS"
	Failed  Status = "FAILED"
)

// Reason is why a slip was refused; the spelling is the product's.
type Reason string

// The reasons. TRIPPLE_WRONG_CAPTCHA is never ours: no bank asks us for one.
const (
	NoImage       Reason = "UPLOADED_FILE_NOT_EXIST"    // its image is gone
	ImageSize     Reason = "IMG_SIZE_UNABLE_TO_PROCESS" // the stored image can no longer be read
	Unreadable    Reason = "CANNOT_READ_CROPPED_IMAGE"  // no QR code can be seen on it
	Invalid       Reason = "INVALID_SLIP"               // its QR code is not a transfer's
	Unstable      Reason = "UNSTABLE_REFNO_ON_SLIP"     // its QR code was read, but does not add up
	WrongReceiver Reason = "DEST_ACC_INVALID"           // paid to none of the member's deposit accounts
	Duplicate     Reason = "SLIP_REFNO_DUPLICATED"      // the transfer was credited before
	NotMatch      Reason = "NOT_MATCH"                  // somebody else's account paid
	Expired       Reason = "EXPIRED_SLIP"               // older than slips may be, or the bank no longer tells
	UnknownError  Reason = "UNKNOW_ERROR"               // anything else
)

// Reasons are those that an operator may reject with.
var Reasons = []Reason{
	NoImage, ImageSize, Unreadable, Invalid, Unstable, WrongReceiver, Duplicate, NotMatch, Expired, UnknownError,
	"TRIPPLE_WRONG_CAPTCHA",
}

// Review is why a slip waits for the operator.
type Review string

// The reviews.
const (
	VerifierSilent  Review = "VERIFIER_SILENT"  // nobody confirmed the transfer
	VerifierDiffers Review = "VERIFIER_DIFFERS" // what was confirmed cannot be, or is another transfer
	PayerUnsure     Review = "PAYER_UNSURE"     // too little is known of who paid
	ReceiverUnsure  Review = "RECEIVER_UNSURE"  // too little is known of who was paid
	CreditDiffers   Review = "CREDIT_DIFFERS"   // the bank feed had the transfer with another amount, payer or account of the house, or its money is credited otherwise
	LineReturned    Review = "LINE_RETURNED"    // money that may be this transfer's was sent back to who paid it
	ReadManually    Review = "READ_BY_HAND"     // no machine can read it: slips of its currency have no code of a known form, or its picture stops the reader
)

// Slip is one uploaded transfer slip.
type Slip struct {
	ID     id.ID
	Member id.MemberID
	// Reference is what the member sees: SLIP-7K2M9Q4T.
	Reference string
	Status    Status
	Reason    Reason
	// Review is not empty while it waits for the operator.
	Review   Review
	Currency money.Currency
	// Amount is 0 while nobody knows it.
	Amount money.Amount
	// FileHash is the SHA-256 of the file as it was sent.
	FileHash []byte
	// ImageName is where the image is, drawn anew, of type ImageType; empty once it was removed.
	ImageName, ImageType string
	// ImageRemovedAt is when its image was removed, the zero time while it is there.
	ImageRemovedAt time.Time
	// BankNo and TransactionReference are what its QR code says; empty until it was read. BankNo is the bank's number,
	// or its code where it has none.
	BankNo, TransactionReference string
	// ReadBy is the operator who read these two off the picture; empty where its QR code has them.
	ReadBy string
	// Transfer is what the bank answered about it; nil: nothing yet.
	Transfer             *Transfer
	CreatedAt, DecidedAt time.Time
	// DecidedBy is the operator; empty when the check decided.
	DecidedBy string
}

// Transfer is a transfer as the bank tells it. Account numbers may be masked.
type Transfer struct {
	BankNo        string            `json:"bankNo"`
	Reference     string            `json:"reference"`
	Amount        money.Amount      `json:"amount"`
	Currency      money.Currency    `json:"currency"`
	TransferredAt time.Time         `json:"transferredAt"`
	Payer         bankaccount.Payer `json:"payer"`
	Receiver      bankaccount.Payer `json:"receiver"`
}

// Verdict is what the verifier says of a slip.
type Verdict string

// The verdicts. Unheard-of ones are as if it had not answered.
const (
	Verified     Verdict = "VERIFIED"
	NoPayment    Verdict = "NO_PAYMENT" // the code is none of a transfer
	Absent       Verdict = "ABSENT"     // the bank has no such transfer, or no longer tells
	Seen         Verdict = "SEEN"       // verified before, by somebody who is not us
	OtherAccount Verdict = "DIFFERS"    // not to the account it should be
)

// Verifier asks the bank; it refuses a context that carries a transaction.
type Verifier interface {
	// VerifySlip tells what transfer a slip's QR code stands for. The same verification again is the same answer. The
	// transfer is there for Verified. Any error: it did not tell, and is asked again later.
	VerifySlip(ctx context.Context, verification id.ID, payload string) (Verdict, Transfer, error)
}

// Members knows the members' accounts.
type Members interface {
	// BankAccount gives a member's. Errors: NO_BANK.
	BankAccount(ctx context.Context, member id.MemberID) (bankaccount.Account, error)
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

// Queue has slips checked soon.
type Queue interface {
	// AddSlipCheck writes a job in the context's transaction.
	AddSlipCheck(ctx context.Context, slip Slip) error
}

// Store keeps slips.
type Store interface {
	// InTx runs fn in one transaction.
	InTx(ctx context.Context, fn func(ctx context.Context) error) error
	// Rules gives the window, the age and the size that are taken.
	SlipRules(ctx context.Context) (Rules, error)
	// OpenHouses gives the accounts of the house that members of a currency may pay into now.
	OpenHouses(ctx context.Context, currency money.Currency) ([]bankaccount.House, error)

	// AddSlip writes a new slip. isNew is false when the member has one of this file, which kept then is. Errors:
	// ErrReference.
	AddSlip(ctx context.Context, slip Slip) (kept Slip, isNew bool, err error)
	// Slip gives one of the member's slips, SlipOfFile the one of a file. Errors: NO_DATA.
	Slip(ctx context.Context, member id.MemberID, slipID id.ID) (Slip, error)
	SlipOfFile(ctx context.Context, member id.MemberID, hash []byte) (Slip, error)
	// SlipOf gives one of the member's slips by its reference. Errors: NO_DATA.
	SlipOf(ctx context.Context, member id.MemberID, reference string) (Slip, error)
	// AnySlip gives whoever's slip it is; LockSlip also keeps others from changing it until the transaction ends.
	// Errors: NO_DATA.
	AnySlip(ctx context.Context, slipID id.ID) (Slip, error)
	LockSlip(ctx context.Context, slipID id.ID) (Slip, error)
	// Slips gives a page (from 1) of the member's slips, newest first, and how many there are.
	Slips(ctx context.Context, member id.MemberID, page, limit int) ([]Slip, int, error)
	// OperatorSlips gives a page of everybody's slips.
	OperatorSlips(ctx context.Context, filter Filter) ([]Slip, int, error)
	// AbandonedSlips gives slips that wait for a check which nobody will make any more.
	AbandonedSlips(ctx context.Context, limit int) ([]Slip, error)
	// BeginReading writes, outside any transaction, that a slip's picture is being read; false when an earlier try has
	// not returned. EndReading writes that it has.
	BeginReading(ctx context.Context, slip Slip, now time.Time) (bool, error)
	EndReading(ctx context.Context, slip Slip) error
	// SlipsWithImage gives slips that were decided before a moment and have their image, the oldest first;
	// ImagesRemoved writes that they have it no more.
	SlipsWithImage(ctx context.Context, decidedBefore time.Time, limit int) ([]Slip, error)
	ImagesRemoved(ctx context.Context, slips []id.ID, now time.Time) error
	// PutSlip writes everything of a slip that a check or an operator changes.
	PutSlip(ctx context.Context, slip Slip, now time.Time) error

	// Verification gives the id under which the verifier is asked about a transfer, always the same one.
	Verification(ctx context.Context, bankNo, reference string) (id.ID, error)
	// SlipOfTransfer gives the slip that a transfer belongs to, the zero ID while none does; inside a transaction it
	// locks the transfer.
	SlipOfTransfer(ctx context.Context, bankNo, reference string) (id.ID, error)
	// BankPrintsCodes tells whether the slips of the member's bank have a QR code of a known form: those of Thai banks
	// and e-wallets do, those of Lao banks do not.
	BankPrintsCodes(ctx context.Context, member id.MemberID) (bool, error)
	// TakeTransfer writes which slip a transfer belongs to.
	TakeTransfer(ctx context.Context, bankNo, reference string, slipID id.ID) error
	// BankCode gives the code of a bank as a slip names it (Slip.BankNo), BankNo the reverse; "" for an unknown one.
	BankCode(ctx context.Context, bankNo string) (string, error)
	BankNo(ctx context.Context, code string) (string, error)
	// HasLineForSlip tells whether a line of the bank feed, credited and no slip's, gave the slip's member as much. One
	// without a reference that came from the bank is none: MatchSlip finds it.
	HasLineForSlip(ctx context.Context, search LineSearch) (bool, error)
	// OwnersLike gives up to limit members whose account at a bank fits a masked number (_ is any digit, % any digits).
	OwnersLike(ctx context.Context, bankCode, masked string, limit int) ([]bankaccount.Owner, error)
}

// ErrReference says that another slip of the member has this reference by chance; the transaction is aborted, and
// another one is drawn.
var ErrReference = errors.New("slip: another slip has the reference")

// Config is what a Service needs.
type Config struct {
	Store    Store
	Keys     idempotency.Keys
	Blobs    Blobs
	Pictures Pictures
	Limit    Limit
	Queue    Queue
	Verifier Verifier
	Members  Members
	// Deposits knows what else may be a slip's transfer, and credits it.
	Deposits Deposits
	// Trail takes what operators decide; Approvals is where a second person does.
	Trail     audit.Trail
	Approvals approval.Asker
	// TempDir is where a file is while it comes, and while it is read.
	TempDir string
	// ImageRetention is how long after its decision a slip's image is kept.
	ImageRetention time.Duration
	Now            func() time.Time
	Log            *slog.Logger
}

// Deposits is the rest of what comes in: it knows what else may be a slip's transfer, and credits that. All of it but
// MayMatchTransfer is asked in the transaction that decides the slip.
type Deposits interface {
	// MayMatchTransfer tells whether a member's transfer may be what a QR code or a gift link was paid by, which
	// credits it.
	MayMatchTransfer(ctx context.Context, member id.MemberID, transfer bankaccount.Transfer) (bool, error)
	// CreditOf tells what became of a payment that was reported before; the zero Credited when none was. It locks the
	// slip's member, and then the payment in suspense.
	CreditOf(ctx context.Context, member id.MemberID, payment ledger.External) (bankaccount.Credited, error)
	// CreditOfTransfer gives the credit that the line of a member's transfer confirms instead, with the line's amount;
	// the credit's member is 0 where nobody is known.
	CreditOfTransfer(ctx context.Context, member id.MemberID, transfer bankaccount.Transfer) (bankaccount.Credited, error)
	// MatchSlip marks the member's credited line or claim that is this transfer, once. covered: there is one, and
	// nothing is left to credit.
	// Errors: bankaccount.ErrReturned, bankaccount.ErrCredited; nothing was changed then.
	MatchSlip(ctx context.Context, member id.MemberID, transfer bankaccount.Transfer) (covered bool, err error)
	// ReturnedLines gives the lines that may be a member's transfer and were sent back (Transfer.Others). Errors:
	// KEY_INVALID (one has the transfer's own reference).
	ReturnedLines(ctx context.Context, member id.MemberID, transfer bankaccount.Transfer) ([]id.ID, error)
	// CreditSlip credits a transfer to its member.
	CreditSlip(ctx context.Context, member id.MemberID, transfer bankaccount.Transfer) error
	// ReleaseToSlip credits a transfer whose line is in suspense to its member, whom CreditOf has locked, unless a
	// claim was credited on the operators' word. released is false where the line names another payer or account of
	// the house; nothing was changed then.
	ReleaseToSlip(ctx context.Context, member id.MemberID, suspense id.ID, transfer bankaccount.Transfer) (released bool, err error)
}

// Rules are when and what slips are taken.
type Rules struct {
	// OpenFrom and OpenTo are times of day in Asia/Bangkok, since midnight.
	OpenFrom, OpenTo time.Duration
	// MaxAge is how long after its transfer a slip is accepted.
	MaxAge time.Duration
	// MaxSizeMB is the largest image, in units of 1,048,576 bytes.
	MaxSizeMB int
}

// Service has the rules of uploaded transfer slips.
type Service struct {
	Config

	uploads uploads
	// drawing and reading have one place each: pictures are drawn, and read, one after the other.
	drawing, reading chan struct{}
}

// New makes a Service.
func New(config Config) *Service {
	return &Service{Config: config, drawing: make(chan struct{}, 1), reading: make(chan struct{}, 1)}
}
