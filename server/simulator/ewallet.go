package simulator

import (
	"context"
	"net/http"
	"sync"
	"time"

	"github.com/go-chi/chi/v5"

	"krapao/server/money"
	"krapao/server/simulator/api/payment"
)

// voucherLife is how long a gift link can be redeemed.
const voucherLife = 72 * time.Hour

// voucher is one gift link, as the page and POST /ewallet/gift-links show it.
type voucher struct {
	Hash       string         `json:"voucherHash"`
	Link       string         `json:"link"`
	Phone      string         `json:"phone"`
	Name       string         `json:"accountName"`
	Amount     money.Amount   `json:"amount"`
	Currency   money.Currency `json:"currency"`
	MadeAt     time.Time      `json:"madeAt"`
	RedeemedBy string         `json:"redeemedBy"`
	RedeemedAt *time.Time     `json:"redeemedAt,omitempty"`
	// Reported: the feed of the target's account has a line of it.
	Reported bool `json:"reported,omitempty"`
}

// walletBank is the e-wallet's code among the banks.
const walletBank = "TRUE"

// ewallet makes gift links and redeems them.
type ewallet struct {
	notServed
	config *Config
	bank   *bank // where money that is sent to a phone number is booked

	mutex    sync.Mutex
	vouchers map[string]*voucher
	made     []*voucher // oldest first
}

func (e *ewallet) mount(router chi.Router) {
	router.Get("/ewallet", e.page)
	router.Post("/ewallet/gift-links", control("/ewallet", e.give))
	router.Post("/ewallet/transfers", control("/ewallet", e.send))
	router.Route(EWalletPath, func(router chi.Router) {
		router.Use(e.config.Credentials.requireKey(one(EWalletParty)), e.config.faults.onCalls(faultOf(faultEWallet)))
		mountPayment(router, e)
	})
}

// give is the giver's side: POST /ewallet/gift-links makes a link that can be redeemed once.
func (e *ewallet) give(_ *http.Request, in input) (any, error) {
	amount, err := in.amount("amount")
	if err != nil {
		return nil, err
	}
	hash := random(letters, 18)
	made := &voucher{
		Hash: hash, Link: "https://gift.truemoney.com/campaign/?v=" + hash, Phone: in.or("phone", "0812345678"),
		Name: in.or("accountName", "SOMCHAI JAIDEE"), Amount: amount, Currency: money.Currency(in.or("currency", "BAHT")), MadeAt: e.config.Now(),
		Reported: in.or("reported", "") != "",
	}
	if err := checkMoney(amount, string(made.Currency)); err != nil {
		return nil, err
	}
	e.mutex.Lock()
	defer e.mutex.Unlock()
	e.vouchers[hash] = made
	e.made = append(e.made, made)
	e.config.journal.put(made.record())
	return *made, nil
}

// send is a payer with an e-wallet: POST /ewallet/transfers moves money to a phone number of the house, which its feed
// reports.
func (e *ewallet) send(r *http.Request, in input) (any, error) {
	if in.or("toPhone", "") == "" {
		return nil, malformed("toPhone is required")
	}
	for field, value := range map[string]string{
		"toBankCode": walletBank, "toAccountNo": in.or("toPhone", ""), "fromBankCode": walletBank,
		"fromAccountNo": in.or("phone", "0812345678"), "fromAccountName": in.or("accountName", "SOMCHAI JAIDEE"),
	} {
		in.fields[field] = value
	}
	return e.bank.transfer(r, in)
}

// RedeemGiftLink pays a voucher out to the target, once. A target whose number is nothing but zeros does not exist.
func (e *ewallet) RedeemGiftLink(ctx context.Context, request payment.RedeemGiftLinkRequestObject) (payment.RedeemGiftLinkResponseObject, error) {
	target := request.Body.TargetPhone
	if target == "" || request.Body.VoucherHash == "" {
		return nil, malformed("voucherHash and targetPhone are required")
	}
	outcome := func(outcome payment.GiftLinkOutcome) (payment.RedeemGiftLinkResponseObject, error) {
		return payment.RedeemGiftLink200JSONResponse{Outcome: outcome}, nil
	}
	e.mutex.Lock()
	defer e.mutex.Unlock()
	known, ok := e.vouchers[request.Body.VoucherHash]
	now := e.config.Now()
	if ok {
		meant(ctx, known.Amount)
	}
	switch {
	case !ok || rejecting(ctx):
		return outcome(payment.GiftLinkOutcomeNOTFOUND)
	case known.RedeemedBy == target:
		return known.redeemed(payment.GiftLinkOutcomeALREADYREDEEMEDBYTARGET), nil
	case known.RedeemedBy != "":
		return outcome(payment.GiftLinkOutcomeOUTOFSTOCK)
	case now.Sub(known.MadeAt) > voucherLife:
		return outcome(payment.GiftLinkOutcomeEXPIRED)
	case known.Phone == target:
		return outcome(payment.GiftLinkOutcomeOWNVOUCHER)
	case nothingButZeros(target):
		return outcome(payment.GiftLinkOutcomeTARGETNOTFOUND)
	}
	known.RedeemedBy, known.RedeemedAt = target, &now
	if !known.Reported {
		e.config.journal.put(known.record())
		return known.redeemed(payment.GiftLinkOutcomeSUCCESS), nil
	}
	e.bank.take(&bankTransfer{
		LineID: "G-" + known.Hash, Reference: random(capitals, 20), Unnamed: true, Amount: known.Amount, Currency: known.Currency,
		FromBank: walletBank, FromNo: known.Phone, FromName: known.Name, ToBank: walletBank, ToNo: target, At: now,
	}, known.record())
	return known.redeemed(payment.GiftLinkOutcomeSUCCESS), nil
}

func (v *voucher) redeemed(outcome payment.GiftLinkOutcome) payment.RedeemGiftLink200JSONResponse {
	currency, amount := payment.Currency(v.Currency), v.Amount
	return payment.RedeemGiftLink200JSONResponse{
		Outcome: outcome, Amount: &amount, Currency: &currency, RedeemedAt: v.RedeemedAt,
		Sender: &payment.PaymentParty{Phone: &v.Phone, AccountName: &v.Name},
	}
}

func (e *ewallet) page(w http.ResponseWriter, _ *http.Request) {
	e.mutex.Lock()
	shown := make([]voucher, 0, len(e.made))
	for _, made := range newest(e.made) {
		shown = append(shown, *made)
	}
	e.mutex.Unlock()
	render(w, "ewallet.html", view{Title: "E-wallet", Faults: e.config.faults.panels(faultEWallet), Data: shown})
}
