package cashier

import (
	"strings"
	"time"

	"krapao/server/ledger"
	"krapao/server/money"
)

// BankPayment names a transfer between banks by the reference that the sending bank gave it: the one in the QR code of its slip, and in
// the feed's line of it. Whoever tells of the transfer first, and however many do, it credits once. nil when either is missing.
func BankPayment(sendingBank, reference string) *ledger.External {
	if !codeForm.MatchString(sendingBank) || reference == "" {
		return nil
	}
	return &ledger.External{Source: "bank:" + strings.ToLower(sendingBank), ID: reference}
}

// Clearing accounts of the ledger, by how the money came. What a gateway holds for us is clearing.
const (
	// ClearingBank is the house's bank accounts and e-wallets: a line of a feed and a slip are the same money.
	ClearingBank = "bank"
	// ClearingGift is the e-wallet that gift links are redeemed into.
	ClearingGift = "giftlink"
	// ClearingManual is what operators have vouched for and no line of a feed has shown yet.
	ClearingManual = "manual"
)

// sameMoment is how far apart two reports of one payment may tell its time, where no reference says that they are the same.
const sameMoment = 15 * time.Minute

// Transferred is a transfer into an account of the house as a slip's verifier tells it.
type Transferred struct {
	// SendingBank and Reference name it (BankPayment).
	SendingBank, Reference string
	// AccountNo is the house's account that it went to.
	AccountNo string
	Amount    money.Amount
	Currency  money.Currency
	At        time.Time
}
