package simulator

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/go-chi/chi/v5"

	"krapao/server/money"
	"krapao/server/simulator/api/payment"
	"krapao/server/simulator/api/webhook"
)

// bank holds the house's accounts at every bank (and the e-wallet TRUE), reports what arrives on them, and verifies
// slips.
type bank struct {
	notServed
	config   *Config
	webhooks *webhooks

	mutex     sync.Mutex
	accounts  map[string]*houseAccount // by bank code and number
	transfers []*bankTransfer          // oldest first
	asked     map[string]string        // a verified transfer's key -> the reference it was first verified under
}

type houseAccount struct {
	BankCode  string
	AccountNo string
	Currency  money.Currency
	Balance   money.Amount
}

// bankTransfer is money that somebody sent to the house, as the page and POST /bank/transfers show it.
type bankTransfer struct {
	LineID      string         `json:"lineId"`
	Reference   string         `json:"transactionReference"`
	SlipPayload string         `json:"slipPayload"` // "" where the bank prints no code of a known form
	FromBank    string         `json:"fromBankCode"`
	FromNo      string         `json:"fromAccountNo"`
	FromName    string         `json:"fromAccountName"`
	ToBank      string         `json:"toBankCode"`
	ToNo        string         `json:"toAccountNo"`
	Amount      money.Amount   `json:"amount"`
	Currency    money.Currency `json:"currency"`
	At          time.Time      `json:"transferredAt"`
	// Unnamed: the feed's line does not tell the reference.
	Unnamed bool `json:"withoutReference,omitempty"`
	// FeedPayer is what the feed's line says of the payer: all of it, "masked" for a number with hidden digits, "none"
	// for nothing.
	FeedPayer string `json:"feedPayer,omitempty"`
}

func (b *bank) mount(router chi.Router) {
	router.Get("/bank", b.page)
	router.Post("/bank/transfers", control("/bank", b.transfer))
	router.Get("/bank/transfers/{reference}/slip.png", b.slip)
	router.Route(BankPath, func(router chi.Router) {
		router.Use(b.config.Credentials.requireKey(one(BankParty)), b.config.faults.onCalls(faultOf(faultBank)))
		mountPayment(router, b)
	})
}

// transfer is the payer's side: POST /bank/transfers moves money to an account of the house and reports it.
func (b *bank) transfer(_ *http.Request, in input) (any, error) {
	amount, err := in.amount("amount")
	if err != nil {
		return nil, err
	}
	made := &bankTransfer{
		LineID: "L" + random(capitals, 16), Unnamed: in.or("withoutReference", "") != "", Reference: random(capitals, 20), Amount: amount, Currency: money.Currency(in.or("currency", "BAHT")),
		FromBank: in.or("fromBankCode", "SCB"), FromNo: in.or("fromAccountNo", "4051234567"), FromName: in.or("fromAccountName", "SOMCHAI JAIDEE"),
		ToBank: in.or("toBankCode", "KBANK"), ToNo: in.or("toAccountNo", ""), At: b.config.Now(), FeedPayer: in.or("feedPayer", ""),
	}
	if made.ToNo == "" {
		return nil, malformed("toAccountNo is required")
	}
	if err := checkMoney(amount, string(made.Currency)); err != nil {
		return nil, err
	}
	if number, has := bankNumbers[made.FromBank]; has {
		made.SlipPayload = slipPayload(number, made.Reference)
	}
	b.take(made)
	return made, nil
}

// take books a transfer, writes it down with what else the same call changed, and reports it.
func (b *bank) take(made *bankTransfer, with ...record) {
	b.mutex.Lock()
	b.keep(made)
	b.config.journal.put(append(with, recordOf(kindLine, made.LineID, made))...)
	b.mutex.Unlock()
	b.report(made)
}

// keep adds a transfer to the book. The mutex is held.
func (b *bank) keep(made *bankTransfer) {
	key := made.ToBank + " " + made.ToNo + " " + string(made.Currency)
	if b.accounts[key] == nil {
		b.accounts[key] = &houseAccount{BankCode: made.ToBank, AccountNo: made.ToNo, Currency: made.Currency}
	}
	b.accounts[key].Balance += made.Amount
	b.transfers = append(b.transfers, made)
}

func (b *bank) report(made *bankTransfer) {
	memo := fmt.Sprintf("TRANSFER FROM %s X%s", made.FromBank, made.FromNo[max(0, len(made.FromNo)-4):])
	feed := webhook.BankFeed{EventID: "feed_" + random(letters, 16), AccountNo: made.ToNo, Lines: []webhook.BankFeedLine{{
		LineID: made.LineID, Amount: made.Amount, Currency: webhook.Currency(made.Currency), TransferredAt: made.At, Payer: made.payerAsReported(), Memo: &memo,
		TransactionReference: &made.Reference,
	}}}
	if made.Unnamed {
		feed.Lines[0].TransactionReference = nil
	}
	b.webhooks.send(bankFeed, made.ToBank, BankFeedParty(made.ToBank), feed.EventID, summary("LINE", made.Amount, made.Currency), feed)
}

// payerAsReported is what the feed's line says of the payer.
func (t *bankTransfer) payerAsReported() *webhook.PaymentParty {
	payer := &webhook.PaymentParty{BankCode: &t.FromBank, AccountNo: &t.FromNo, AccountName: &t.FromName}
	switch {
	case t.FeedPayer == "none":
		return nil
	case t.FeedPayer == "masked":
		hidden := masked(t.FromNo)
		payer.AccountNo = &hidden
	case t.FromBank == walletBank:
		payer.Phone = &t.FromNo
	}
	return payer
}

// VerifySlip looks the slip's transfer up in the book.
func (b *bank) VerifySlip(ctx context.Context, request payment.VerifySlipRequestObject) (payment.VerifySlipResponseObject, error) {
	body := request.Body
	if err := checkReference(body.Reference); err != nil {
		return nil, err
	}
	verdict := func(outcome payment.SlipOutcome, known *bankTransfer) (payment.VerifySlipResponseObject, error) {
		answer := payment.VerifySlip200JSONResponse{Outcome: outcome}
		if known != nil {
			answer.Transfer = known.shown()
		}
		return answer, nil
	}
	bankNo, transaction, ok := readSlip(body.QrPayload)
	if !ok {
		return verdict(payment.SlipOutcomeNOTAPAYMENTQR, nil)
	}
	b.mutex.Lock()
	defer b.mutex.Unlock()
	known := b.lookUp(bankNo, transaction)
	first := b.asked[bankNo+transaction]
	switch {
	case rejecting(ctx):
		return verdict(payment.SlipOutcomeBANKDOWN, nil)
	case known == nil:
		return verdict(payment.SlipOutcomeEXPIREDORABSENT, nil)
	case first != "" && first != body.Reference:
		return verdict(payment.SlipOutcomeDUPLICATE, known)
	case body.ReceiverAccountNo != nil && digits(*body.ReceiverAccountNo) != digits(known.ToNo):
		return verdict(payment.SlipOutcomeRECEIVERDIFFERS, known)
	case body.Amount != nil && *body.Amount != known.Amount:
		return verdict(payment.SlipOutcomeAMOUNTDIFFERS, known)
	}
	b.asked[bankNo+transaction] = body.Reference
	b.config.journal.put(recordOf(kindVerified, bankNo+transaction, body.Reference))
	return verdict(payment.SlipOutcomeVERIFIED, known)
}

func (b *bank) lookUp(bankNo, transaction string) *bankTransfer {
	for _, known := range b.transfers {
		if known.Reference == transaction && (bankNo == "" || bankNumbers[known.FromBank] == bankNo) {
			return known
		}
	}
	return nil
}

// shown is the transfer as a verification service tells it, the payer's number masked.
func (t *bankTransfer) shown() *payment.SlipTransfer {
	payerNo := t.FromNo
	if len(payerNo) == 10 {
		payerNo = masked(payerNo)
	}
	return &payment.SlipTransfer{
		BankNo: bankNumbers[t.FromBank], TransactionReference: t.Reference, Amount: t.Amount, Currency: payment.Currency(t.Currency), TransferredAt: t.At,
		Payer:    payment.PaymentParty{BankCode: &t.FromBank, AccountNo: &payerNo, AccountName: &t.FromName},
		Receiver: payment.PaymentParty{BankCode: &t.ToBank, AccountNo: &t.ToNo},
	}
}

func (b *bank) slip(w http.ResponseWriter, r *http.Request) {
	b.mutex.Lock()
	known := b.lookUp("", chi.URLParam(r, "reference"))
	b.mutex.Unlock()
	if known == nil {
		writeFailure(w, r, errNoPayment)
		return
	}
	var picture bytes.Buffer
	if err := drawSlip(&picture, known); err != nil {
		writeFailure(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "image/png")
	w.Header().Set("Content-Disposition", `inline; filename="slip-`+known.Reference+`.png"`)
	_, _ = picture.WriteTo(w)
}

func (b *bank) page(w http.ResponseWriter, _ *http.Request) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	type shown struct {
		*bankTransfer

		Refused string // why Krapao did not take its line
	}
	var transfers []shown
	for _, made := range newest(b.transfers) {
		transfers = append(transfers, shown{made, b.webhooks.refusal(made.LineID)})
	}
	render(w, "bank.html", view{Title: "Bank", Faults: b.config.faults.panels(faultBank), Data: map[string]any{"Accounts": b.accounts, "Transfers": transfers}})
}

func digits(text string) string {
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, text)
}
