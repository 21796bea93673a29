package member

import (
	"context"
	"time"

	"krapao/server/fault"
	"krapao/server/id"
)

// ErrNumberTaken means that another member has this number; draw again.
var ErrNumberTaken = fault.InternalServerError.Withf("member: the number is taken")

// Store keeps members, sessions and codes. Whatever changes a member locks the member first.
type Store interface {
	// InTx runs fn in one transaction.
	InTx(ctx context.Context, fn func(ctx context.Context) error) error

	ProfileStore
	SessionStore
	OTPStore
	NoticeStore
}

// ProfileStore keeps members.
type ProfileStore interface {
	// AddMember writes a new member with phone and bank account. Errors: EXISTING_USER, EXISTING_BANK, ErrNumberTaken;
	// the surrounding transaction is then aborted.
	AddMember(ctx context.Context, member Member, passwordHash string) error
	// Member gives a member; LockMember also keeps others from changing it until the transaction ends. Errors: NO_USER.
	Member(ctx context.Context, member id.MemberID) (Member, error)
	LockMember(ctx context.Context, member id.MemberID) (Member, error)
	// Credentials gives who has a phone number, and the password's hash. Errors: NO_USER.
	Credentials(ctx context.Context, phone string) (Credentials, error)
	// PasswordHash gives the member's. Errors: NO_USER.
	PasswordHash(ctx context.Context, member id.MemberID) (string, error)
	// HasBank tells whether a member has this bank account.
	HasBank(ctx context.Context, account BankAccount) (bool, error)
	// PutName and PutPasswordHash change a member.
	PutName(ctx context.Context, member id.MemberID, name string) error
	PutPasswordHash(ctx context.Context, member id.MemberID, passwordHash string) error
	// PutBank replaces the bank account. Errors: EXISTING_BANK; the surrounding transaction is then aborted.
	PutBank(ctx context.Context, member id.MemberID, account BankAccount, at time.Time) error
	// HoldWithdrawals keeps withdrawals back until a time; an existing later one stays.
	HoldWithdrawals(ctx context.Context, member id.MemberID, until time.Time) error
	// AcceptAgreement stores the acceptance of a version once, and gives when it was first accepted.
	AcceptAgreement(ctx context.Context, member id.MemberID, version string, at time.Time) (time.Time, error)
}

// Credentials is what a login is checked against.
type Credentials struct {
	Member       id.MemberID
	Status       Status
	PasswordHash string
}

// EndedBy says why a session ended before its time.
type EndedBy string

// The reasons.
const (
	Revoked    EndedBy = "REVOKED"    // logged out, here or from elsewhere, password changed or reset, or the operator
	Superseded EndedBy = "SUPERSEDED" // a newer login, where one session is allowed
)

// EndSessionInput is the end of one session of a member.
type EndSessionInput struct {
	Member  id.MemberID
	Session id.ID
	By      EndedBy
	At      time.Time
}

// EndSessionsInput is the end of all sessions of a member but Keep; the zero ID: of all.
type EndSessionsInput struct {
	Member id.MemberID
	Keep   id.ID
	By     EndedBy
	At     time.Time
}

// SessionStore keeps sessions by the hash of their token.
type SessionStore interface {
	// AddSession writes a session, the member's last two logins and language.
	AddSession(ctx context.Context, session StoredSession) error
	// Session gives a session with the member's state. Errors: errNoSession.
	Session(ctx context.Context, tokenHash []byte) (StoredSession, error)
	// SessionsByHash gives the sessions that there are, by their token's hash; a hash without a session is left out.
	SessionsByHash(ctx context.Context, tokenHashes []string) (map[string]StoredSession, error)
	// Sessions gives a member's sessions that are alive at a time, the latest used first.
	Sessions(ctx context.Context, member id.MemberID, now time.Time) ([]StoredSession, error)
	// EndSessions ends all sessions of a member but one, and gives the ids of those it ended.
	EndSessions(ctx context.Context, in EndSessionsInput) ([]id.ID, error)
	// EndSession ends one session of a member, and tells whether it was alive. Errors: NO_DATA, for one that is not the
	// member's.
	EndSession(ctx context.Context, in EndSessionInput) (bool, error)
	// SeenSessions notes when sessions were last used.
	SeenSessions(ctx context.Context, seen map[id.ID]time.Time) error
	// ForgetSessions drops those that ran out before a time, and tells how many.
	ForgetSessions(ctx context.Context, before time.Time) (int64, error)
}

// OTPStore keeps codes and proofs.
type OTPStore interface {
	// AddOTP writes a code and drops the device's earlier ones for that phone.
	AddOTP(ctx context.Context, otp StoredOTP) error
	// DropOTP forgets a code that could not be sent.
	DropOTP(ctx context.Context, tokenHash []byte) error
	// TryOTP counts one try of a code that is alive and, when the code's hash is right, writes the proof, all in one
	// step. tried is false when the code is not alive: nothing was changed, and OTP says why.
	TryOTP(ctx context.Context, try OTPTry) (tried, right bool, err error)
	// OTP gives a code. found is false when there is none.
	OTP(ctx context.Context, tokenHash []byte) (otp StoredOTP, found bool, err error)
	// Proof tells what a device has proved of a phone.
	Proof(ctx context.Context, key ProofKey, now time.Time) (Proof, error)
	// UseProof uses up a fresh proof; false when there is none.
	UseProof(ctx context.Context, key ProofKey, now time.Time) (bool, error)
	// KnowsDevice tells whether a device proved a phone after a time, whatever became of that proof.
	KnowsDevice(ctx context.Context, deviceHash []byte, phone string, after time.Time) (bool, error)
	// ForgetOTPs drops codes that ran out before a time and proofs that were given before another, and tells how many.
	ForgetOTPs(ctx context.Context, before, proofsBefore time.Time) (int64, error)
}

// Proof is what a device has proved of a phone number.
type Proof int

// The proofs: a used one still shows that the device held the phone, but nothing more can be done with it.
const (
	NoProof Proof = iota
	FreshProof
	UsedProof
)

// ProofKey names a proof: whose, of what, for what.
type ProofKey struct {
	DeviceHash []byte
	Phone      string
	Purpose    Purpose
}

// StoredOTP is a code as it is kept.
type StoredOTP struct {
	TokenHash, CodeHash, DeviceHash []byte
	Phone                           string
	Purpose                         Purpose
	Tries                           int
	CreatedAt, ExpiresAt            time.Time
	VerifiedAt                      *time.Time
}

// OTPTry is one try of a code.
type OTPTry struct {
	TokenHash, CodeHash, DeviceHash []byte
	// ProofDeviceHash is the device that the proof is written for.
	ProofDeviceHash []byte
	MaxTries        int
	Now, ProofUntil time.Time
}
