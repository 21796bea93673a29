package bankaccount

import (
	"errors"
	"time"

	"krapao/server/id"
	"krapao/server/money"
)

// ErrReturned says that money which may be a transfer's was sent back to who paid it.
var ErrReturned = errors.New("bankaccount: money that may be this transfer's was sent back")

// ErrCredited says that nothing may be left for a transfer: its line is taken for another payment, whose own line was
// credited.
var ErrCredited = errors.New("bankaccount: this transfer's line is another payment's, whose own was credited")

// Transfer is a transfer into an account of the house as a slip shows it.
type Transfer struct {
	Slip id.ID
	// SendingBank and Reference name it (BankPayment).
	SendingBank, Reference string
	Amount                 money.Amount
	Currency               money.Currency
	// At is when it was made; it may have been made so much earlier where no bank has confirmed it.
	At      time.Time
	Earlier time.Duration
	// Receiver is the house's account, as far as it is known.
	Receiver Payer
	// Others are payments in suspense that were sent back: operators have looked at these, and it is none of them.
	Others []id.ID
}

// Credited is what became of a payment that was reported before.
type Credited struct {
	// Member got it; 0: nobody, as it waits or was sent back.
	Member   id.MemberID
	Amount   money.Amount
	Currency money.Currency
	// Suspense is the payment in suspense while the money waits there.
	Suspense id.ID
	// Transaction is the ledger's.
	Transaction id.ID
	// Found: the payment was reported.
	Found bool
}
