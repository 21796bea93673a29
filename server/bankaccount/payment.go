package bankaccount

import (
	"regexp"
	"strings"
	"time"

	"krapao/server/ledger"
)

// BankPayment names a transfer between banks by the reference that the sending bank gave it: the one in the QR code of
// its slip, and in the feed's line of it. Whoever tells of the transfer first, and however many do, it credits once.
// nil when either is missing.
func BankPayment(sendingBank, reference string) *ledger.External {
	reference = CanonicalReference(reference)
	if !IsCode(sendingBank) || reference == "" {
		return nil
	}
	return &ledger.External{Source: "bank:" + strings.ToLower(sendingBank), ID: reference}
}

// CanonicalReference gives the one form in which a bank's reference is kept and compared: capitals, without blanks. A
// feed, a slip's code and an operator who reads a picture write the same reference in different ways.
func CanonicalReference(reference string) string {
	return strings.ToUpper(strings.Join(strings.Fields(reference), ""))
}

const (
	// TimeTolerance is how far apart two reports of one payment may tell its time, where no reference says that they
	// are the same.
	TimeTolerance = 15 * time.Minute
	// ClockSkew is how far apart the clocks of two of our servers may be.
	ClockSkew = time.Minute
	// MatchWindow is how much older than what tells of it a payment may be, where no reference says that they are the
	// same.
	MatchWindow = 24 * time.Hour
)

var codeForm = regexp.MustCompile(`^[A-Z0-9_]{2,32}$`)

// IsCode tells whether a text can be the code of a bank or of a deposit channel.
func IsCode(text string) bool { return codeForm.MatchString(text) }
