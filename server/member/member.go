// Package member is who a member is: proving a phone number, registering, sessions, profile, bank account and password.
// README.md has its rules. In the product: "user"; the username is the phone number.
package member

import (
	"context"
	"net/netip"
	"time"

	"krapao/server/fault"
	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/money"
)

// Faults of a member's data.
var (
	// ErrPhone: not a phone number of the edition.
	ErrPhone = fault.New(fault.Invalid, "PHONE_NUMBER_REQUIRE_10_DIGIT")
	// ErrUserInfo: a name, password, source or invite code that cannot be taken.
	ErrUserInfo = fault.New(fault.Invalid, "INVALID_USER_INFO")
	// ErrBank: a bank or account number that cannot be taken, or a change of a locked one.
	ErrBank = fault.New(fault.Invalid, "INVALID_BANK")
	// ErrLatinName: the account name must be in Latin letters and spaces.
	ErrLatinName = fault.New(fault.Invalid, "BANK_ACCOUNT_NAME_ENG")
	// ErrExistingUser: the phone number is a member's.
	ErrExistingUser = fault.New(fault.Conflict, "EXISTING_USER")
	// ErrExistingBank: the bank account is a member's.
	ErrExistingBank = fault.New(fault.Conflict, "EXISTING_BANK")
	// ErrUnverified: the phone number was not proved on this device.
	ErrUnverified = fault.New(fault.Forbidden, "UNVERIFIED_OTP")
	// ErrRegisterFail: too much to do at this moment.
	ErrRegisterFail = fault.New(fault.Unavailable, "REGISTER_FAIL")
	// ErrNoUser: nobody has this phone number. Told only to who proved it.
	ErrNoUser = fault.New(fault.NotFound, "NO_USER")
	// ErrNoBank: the member has no bank account.
	ErrNoBank = fault.New(fault.NotFound, "NO_BANK")
	// ErrInactive: the member has been deactivated. Told only after the right password or a proof.
	ErrInactive = fault.New(fault.Forbidden, "INACTIVE_USER")
)

// Status is whether a member may use the site.
type Status string

// The statuses.
const (
	Active   Status = "ACTIVE"
	Inactive Status = "INACTIVE" // deactivated by the operator
	Closed   Status = "CLOSED"   // closed, or self-excluded
)

// Member is a member without the password.
type Member struct {
	ID       id.MemberID
	Phone    string
	Name     string
	Currency money.Currency
	Status   Status
	// SourceCode is how the member found the site, empty: not told.
	SourceCode string
	// Inviter invited the member, 0: nobody.
	Inviter     id.MemberID
	CreatedAt   time.Time
	LastLoginAt time.Time
	// PreviousLoginAt is the login before the last one; LastLoginAt where it is not known.
	PreviousLoginAt time.Time
	// AgreementVersion is the agreement accepted last, nil: none.
	AgreementVersion *string
	// WithdrawHoldUntil: no withdrawals before then, nil: no hold. A password reset and another bank account set it.
	WithdrawHoldUntil *time.Time
	// Bank is where withdrawals go, nil: none.
	Bank *BankAccount
}

// BankAccount is a member's bank account or e-wallet.
type BankAccount struct {
	BankCode string
	// Number is digits only, Name the holder in upper case.
	Number, Name string
}

// Bank is what the rules need to know of a bank.
type Bank struct {
	Code, NameLocal, NameEN string
	// IsWallet: the account number is a phone number.
	IsWallet bool
	// RequiresLatinName: the account name must be in Latin letters and spaces.
	RequiresLatinName bool
}

// Site is the settings that the rules depend on.
type Site interface {
	// Rules gives the settings in force now.
	Rules(ctx context.Context) (Rules, error)
}

// Rules are the site's settings as this package reads them.
type Rules struct {
	// SiteName is shown in the SMS.
	SiteName string
	// Bank gives a bank that members may register; HasSource tells whether a source is offered.
	Bank      func(code string) (Bank, bool)
	HasSource func(code string) bool
	// RegisterOTP: registration needs a proved phone number.
	RegisterOTP bool
	// SingleSession: a login ends the member's other sessions.
	SingleSession bool
	// SameAddress tells whether a session opened at one address may be used from another.
	SameAddress func(opened, now netip.Addr) bool
	// AgreementVersion is the agreement in force.
	AgreementVersion string
}

// Ledger is what this package needs of the book; postgres.Ledger is one.
type Ledger interface {
	// OpenWallet makes the member's empty wallet.
	OpenWallet(ctx context.Context, member id.MemberID, currency money.Currency, at time.Time) error
	// Wallet reads the balances, LockWallet also keeps others from posting until the transaction ends. Errors:
	// NO_WALLET.
	Wallet(ctx context.Context, member id.MemberID) (ledger.Wallet, error)
	LockWallet(ctx context.Context, member id.MemberID) (ledger.Wallet, error)
}

// SMS sends text messages. The text may hold a code and is never logged.
type SMS interface {
	Send(ctx context.Context, phone, text string) error
}

// Limiter counts events over sliding windows, for all servers together. Errors: REQUEST_LIMIT with RetryAfter.
type Limiter interface {
	Allow(ctx context.Context, key string, limit int, window time.Duration) error
	// Reset forgets what was counted of a key.
	Reset(ctx context.Context, key string) error
}

// Caller is who sends a request, as far as limits and proofs are concerned.
type Caller struct {
	// Addr is the address as far as it can be trusted.
	Addr netip.Addr
	// Device is the device cookie, empty or anything when there is no good one.
	Device string
	// Agent is what the browser calls itself.
	Agent string
}
