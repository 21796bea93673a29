package app

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"krapao/server/channel"
	"krapao/server/deposit"
	"krapao/server/gateway/payment"
	"krapao/server/ledger"
	"krapao/server/operation"
	"krapao/server/postgres"
	"krapao/server/secret"
)

// codePlace stands for a party's code in the pattern of their addresses.
const codePlace = "{code}"

// PaymentConfig says how payment gateways are reached and how they prove themselves. A gateway is a deposit channel's
// code.
type PaymentConfig struct {
	GatewayURL     string                 `env:"KRAPAO_GATEWAY_URL" placeholder:"URL" help:"Base URL of the payment gateways; {code} stands for the gateway's code."`
	GatewayURLs    map[string]string      `name:"gateway-urls" env:"KRAPAO_GATEWAY_URLS" mapsep:";" placeholder:"CODE=URL;..." help:"Base URLs of gateways that are elsewhere."`
	GatewayKeys    map[string]secret.Text `env:"KRAPAO_GATEWAY_KEYS" mapsep:";" placeholder:"CODE=KEY;..." help:"The key that each gateway expects from us."`
	GatewaySecrets map[string]secret.Text `env:"KRAPAO_GATEWAY_SECRETS" mapsep:";" placeholder:"CODE=SECRET;..." help:"The secret that each gateway signs its reports with."`

	OldGatewaySecrets map[string]secret.Text `env:"KRAPAO_OLD_GATEWAY_SECRETS" mapsep:";" placeholder:"CODE=SECRET;..." help:"A second secret that is accepted of a gateway while its secret changes. See OPERATIONS.md."`
}

// URL gives the base URL of a gateway, "" when there is none.
func (c PaymentConfig) URL(code string) string {
	return addressOf(c.GatewayURL, c.GatewayURLs, code)
}

// check refuses addresses that are none and gateways with half of what they need. Values are never named.
func (c PaymentConfig) check() error {
	wrong := checkAddresses("KRAPAO_GATEWAY_URL", c.GatewayURL, c.GatewayURLs)
	for code, key := range c.GatewayKeys {
		switch {
		case key.Empty() || c.GatewaySecrets[code].Empty():
			wrong = append(wrong, fmt.Errorf("KRAPAO_GATEWAY_SECRETS: %s needs a key and a secret", code))
		case c.URL(code) == "":
			wrong = append(wrong, fmt.Errorf("KRAPAO_GATEWAY_URL: %s has no address", code))
		}
	}
	wrong = append(wrong, checkOldSecrets("KRAPAO_OLD_GATEWAY_SECRETS", c.OldGatewaySecrets, c.GatewaySecrets)...)
	return errors.Join(wrong...)
}

// checkOldSecrets refuses second secrets that are empty, or of a party without a first.
func checkOldSecrets(variable string, old, present map[string]secret.Text) (wrong []error) {
	for code, key := range old {
		if key.Empty() || present[code].Empty() {
			wrong = append(wrong, fmt.Errorf("%s: %s needs a secret here and a present one", variable, code))
		}
	}
	return wrong
}

// addressOf gives the base URL of one of several parties: its own, or the pattern with its code; "" when there is none.
func addressOf(pattern string, own map[string]string, code string) string {
	if address := own[code]; address != "" {
		return address
	}
	return strings.ReplaceAll(pattern, codePlace, code)
}

// checkAddresses refuses what addressOf could not use; the variable of the parties' own addresses is the pattern's with
// an S.
func checkAddresses(variable, pattern string, own map[string]string) (wrong []error) {
	if pattern != "" && !isHTTP(strings.ReplaceAll(pattern, codePlace, "CODE")) {
		wrong = append(wrong, fmt.Errorf("%s: must be an http or https URL", variable))
	}
	for code, address := range own {
		if !isHTTP(address) {
			wrong = append(wrong, fmt.Errorf("%sS: %s must be an http or https URL", variable, code))
		}
	}
	return wrong
}

func isHTTP(address string) bool {
	parsed, err := url.Parse(address)
	return err == nil && parsed.Host != "" && (parsed.Scheme == "http" || parsed.Scheme == "https")
}

// newGateways gives the payment gateways.
func newGateways(f floor) *payment.Gateways {
	return payment.New(payment.Config{
		URL:    f.Payment.URL,
		Key:    func(code string) secret.Text { return f.Payment.GatewayKeys[code] },
		Refuse: postgres.RefuseInTransaction,
	})
}

// newDeposits makes payment QR codes. book is where deposits are posted.
func newDeposits(f floor, book ledger.Poster, gateways *payment.Gateways) *deposit.Service {
	return deposit.New(deposit.Config{
		Store: postgres.Deposits{DB: f.db}, Ledger: book, Keys: f.keyed, Now: f.Now, Log: f.Log, Gateway: gateways,
	})
}

// newChannels makes the deposit channels.
func newChannels(f floor) *channel.Service {
	channels := channel.New(channel.Config{Store: postgres.Channels{DB: f.db}, Trail: f.trail, Approvals: f.approvals, Now: f.Now})
	f.approvals.Handle(channel.Approval, channels.ApproveChannel)
	return channels
}

func paymentJobs(a *App) {
	keys := postgres.Idempotency{DB: a.DB, Now: a.Now}
	a.every("ask gateways about payments", 20*time.Second, a.Deposits.Reconcile)
	a.every("forget old reports of gateways", time.Hour, a.Deposits.ForgetEvents)
	a.every("forget old idempotency keys", time.Hour, func(ctx context.Context) error {
		_, err := keys.Forget(ctx)
		return err
	})
}

// webhookSecrets gives what parties sign with.
func webhookSecrets(config Config) partySecrets {
	payments, feeds := config.Payment, config.Deposit
	return partySecrets{
		helpDesk: config.HelpDesk.secrets(),
		gateways: sharedSecrets{payments.GatewaySecrets, payments.OldGatewaySecrets}, feeds: sharedSecrets{feeds.BankFeedSecrets, feeds.OldBankFeedSecrets},
	}
}

// partySecrets knows what payment gateways and banks' feeds sign with. How a gateway's channel stands is no matter:
// switching it off ends new QR codes, and the payment of one that a member had on the screen comes after that.
type partySecrets struct {
	gateways, feeds sharedSecrets
	helpDesk        []secret.Text
}

// sharedSecrets is what parties sign with, by their codes; each may have a second secret while it changes.
type sharedSecrets struct{ present, old map[string]secret.Text }

func (s sharedSecrets) of(party string) (secrets []secret.Text) {
	for _, from := range []map[string]secret.Text{s.present, s.old} {
		if key := from[party]; !key.Empty() {
			secrets = append(secrets, key)
		}
	}
	return secrets
}

// WebhookSecrets gives the secrets of a gateway, for reports of payments and of payouts alike, of a bank's feed, or
// of the help desk.
func (p partySecrets) WebhookSecrets(_ context.Context, asked operation.Name, party string) ([]secret.Text, error) {
	switch asked {
	case operation.ReceiveBankFeed:
		return p.feeds.of(party), nil
	case operation.ReceiveHelpDeskEvent:
		return p.helpDesk, nil
	default:
		return p.gateways.of(party), nil
	}
}
