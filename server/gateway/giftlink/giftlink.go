// Package giftlink redeems the e-wallet's gift links through the generated client of payment.yaml. Only a voucher's
// hash and the house's own phone number ever leave: no link of a member is fetched.
package giftlink

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"krapao/server/bankaccount"
	"krapao/server/deposit"
	"krapao/server/gateway/api/payment"
	"krapao/server/gateway/capped"
	"krapao/server/money"
	"krapao/server/secret"
)

// ErrUnknown is no answer, or one that says nothing about the outcome. The voucher may or may not be redeemed.
var ErrUnknown = errors.New("giftlink: the outcome is unknown")

// callTimeout ends one call.
const callTimeout = 8 * time.Second

// Config says where the e-wallet is.
type Config struct {
	BaseURL string
	Key     secret.Text
	// Refuse tells why a context must not be waited with: it carries a database transaction. nil refuses none.
	Refuse func(ctx context.Context) error
}

// EWallet redeems vouchers; it is a deposit.GiftLinks.
type EWallet struct {
	config Config
	client *payment.ClientWithResponses
}

var _ deposit.GiftLinks = (*EWallet)(nil)

// New makes the adapter.
func New(config Config) (*EWallet, error) {
	client, err := payment.NewClientWithResponses(strings.TrimSuffix(config.BaseURL, "/"),
		payment.WithHTTPClient(&http.Client{
			Timeout: callTimeout, Transport: capped.Transport{},
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		}),
		payment.WithRequestEditorFn(func(_ context.Context, request *http.Request) error {
			request.Header.Set("X-Api-Key", config.Key.Reveal())
			return nil
		}))
	return &EWallet{config, client}, err
}

// Redeem pays a voucher out to one of the house's e-wallets. Errors: ErrUnknown.
func (e *EWallet) Redeem(ctx context.Context, hash, target string) (deposit.Redemption, error) {
	if e.config.Refuse != nil {
		if err := e.config.Refuse(ctx); err != nil {
			return deposit.Redemption{}, err
		}
	}
	answer, err := e.client.RedeemGiftLinkWithResponse(ctx, payment.RedeemGiftLinkRequest{VoucherHash: hash, TargetPhone: target})
	if err != nil {
		return deposit.Redemption{}, fmt.Errorf("%w: %w", ErrUnknown, err)
	}
	reported := answer.JSON200
	if reported == nil || !reported.Outcome.Valid() {
		return deposit.Redemption{}, fmt.Errorf("%w: status %d", ErrUnknown, answer.StatusCode())
	}
	redemption := deposit.Redemption{Outcome: deposit.GiftOutcome(reported.Outcome)}
	currency := money.Baht
	if reported.Currency != nil {
		currency = money.Currency(*reported.Currency)
	}
	if reported.Amount != nil && *reported.Amount <= money.Max && currency.Valid() { // an amount of no known currency is none
		redemption.Amount, redemption.Currency = *reported.Amount, currency
	}
	if reported.RedeemedAt != nil {
		redemption.RedeemedAt = *reported.RedeemedAt
	}
	if sender := reported.Sender; sender != nil {
		redemption.Sender = bankaccount.Payer{Account: bankaccount.Account{Bank: textOf(sender.BankCode), Number: textOf(sender.AccountNo), Holder: textOf(sender.AccountName)}, Phone: textOf(sender.Phone)}
	}
	return redemption, nil
}

// textOf gives the text, "" when there is none.
func textOf(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}
