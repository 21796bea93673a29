// Package payment calls payment gateways: an adapter over the client that is generated from the payment contract. A
// gateway is named by its code; where it is and with which key comes from the configuration.
package payment

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"krapao/server/bankaccount"
	"krapao/server/deposit"
	"krapao/server/fault"
	api "krapao/server/gateway/api/payment"
	"krapao/server/gateway/capped"
	"krapao/server/id"
	"krapao/server/money"
	"krapao/server/secret"
)

// Faults of a gateway, for the log: a member sees QR_FAIL.
var (
	// ErrUnknown: no answer, or one that says nothing about the outcome. What was asked may or may not have happened.
	ErrUnknown = errors.New("payment: the outcome is unknown")
	// ErrRefused: the gateway did not carry it out.
	ErrRefused = errors.New("payment: refused")
	// ErrUnconfigured: no address or key for this gateway.
	ErrUnconfigured = errors.New("payment: the gateway is not configured")
)

// callTimeout ends one call.
const callTimeout = 8 * time.Second

// Config says where the gateways are.
type Config struct {
	// URL gives the base URL of a gateway, Key its key; "" and the empty Text for an unknown one.
	URL func(code string) string
	Key func(code string) secret.Text
	// Refuse tells why a context must not be waited with: it carries a database transaction. nil refuses none.
	Refuse func(ctx context.Context) error
	// Transport sends the requests; nil is http.DefaultTransport.
	Transport http.RoundTripper
}

// Gateways is all payment gateways; it is a deposit.Gateway.
type Gateways struct {
	config Config
	client *http.Client
}

var _ deposit.Gateway = (*Gateways)(nil)

// New makes the adapter.
func New(config Config) *Gateways {
	return &Gateways{config: config, client: &http.Client{
		Timeout:       callTimeout,
		Transport:     capped.Transport{Next: config.Transport},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// CreateQR asks for a payment under the QR code's id. Errors: ErrUnknown, ErrRefused, ErrUnconfigured.
func (g *Gateways) CreateQR(ctx context.Context, qr deposit.QR) (deposit.GatewayPayment, error) {
	client, err := g.of(ctx, qr.Gateway)
	if err != nil {
		return deposit.GatewayPayment{}, err
	}
	answer, err := client.CreateQrPaymentWithResponse(ctx, qr.ID.String(), api.CreateQrPaymentRequest{
		Amount: qr.Amount, Currency: api.Currency(qr.Currency), ExpireAt: qr.ExpiresAt,
	})
	if err != nil {
		return deposit.GatewayPayment{}, unanswered(err)
	}
	return fromAPI(qr.ID, answer.JSON200, answer.JSONDefault, answer.StatusCode())
}

// CancelQR ends a payment, and gives it as it then is. Errors: ErrUnknown, ErrRefused, ErrUnconfigured.
func (g *Gateways) CancelQR(ctx context.Context, gateway string, qrID id.ID) (deposit.GatewayPayment, error) {
	client, err := g.of(ctx, gateway)
	if err != nil {
		return deposit.GatewayPayment{}, err
	}
	answer, err := client.CancelQrPaymentWithResponse(ctx, qrID.String())
	if err != nil {
		return deposit.GatewayPayment{}, unanswered(err)
	}
	return fromAPI(qrID, answer.JSON200, answer.JSONDefault, answer.StatusCode())
}

// GetQR asks what became of a payment. Errors: NO_DATA (the gateway has not seen it), ErrUnknown, ErrRefused,
// ErrUnconfigured.
func (g *Gateways) GetQR(ctx context.Context, gateway string, qrID id.ID) (deposit.GatewayPayment, error) {
	client, err := g.of(ctx, gateway)
	if err != nil {
		return deposit.GatewayPayment{}, err
	}
	answer, err := client.GetQrPaymentWithResponse(ctx, qrID.String())
	if err != nil {
		return deposit.GatewayPayment{}, unanswered(err)
	}
	found, err := fromAPI(qrID, answer.JSON200, answer.JSONDefault, answer.StatusCode())
	if errors.Is(err, ErrRefused) && answer.StatusCode() == http.StatusNotFound {
		err = fault.NoData.With(err)
	}
	return found, err
}

// of gives a client of one gateway.
func (g *Gateways) of(ctx context.Context, code string) (*api.ClientWithResponses, error) {
	if g.config.Refuse != nil {
		if err := g.config.Refuse(ctx); err != nil {
			return nil, err
		}
	}
	base, key := g.config.URL(code), g.config.Key(code)
	if base == "" || key.Empty() {
		return nil, fmt.Errorf("%w: %s", ErrUnconfigured, code)
	}
	return api.NewClientWithResponses(strings.TrimSuffix(base, "/"), api.WithHTTPClient(g.client),
		api.WithRequestEditorFn(func(_ context.Context, request *http.Request) error {
			request.Header.Set("X-Api-Key", key.Reveal())
			return nil
		}))
}

func unanswered(err error) error { return fmt.Errorf("%w: %w", ErrUnknown, err) }

var statuses = map[api.QrPaymentStatus]deposit.Status{
	api.QrPaymentStatusPENDING: deposit.Active, api.QrPaymentStatusPAID: deposit.Paid,
	api.QrPaymentStatusEXPIRED: deposit.Expired, api.QrPaymentStatusCANCELLED: deposit.Cancelled,
}

func fromAPI(qrID id.ID, payment *api.QrPayment, failure *api.PaymentFailure, status int) (deposit.GatewayPayment, error) {
	switch {
	case payment != nil && payment.Reference != qrID.String():
		return deposit.GatewayPayment{}, fmt.Errorf("%w: it answered for reference %.64q", ErrUnknown, payment.Reference)
	case payment != nil && (statuses[payment.Status] == "" || !money.Currency(payment.Currency).Valid()):
		return deposit.GatewayPayment{}, fmt.Errorf("%w: status %.20q, currency %.20q", ErrUnknown, payment.Status, payment.Currency)
	case payment != nil:
		reported := deposit.GatewayPayment{
			Reference: payment.QrReference, Status: statuses[payment.Status], Payload: payment.Payload, Amount: payment.Amount,
			Currency: money.Currency(payment.Currency), ExpiresAt: payment.ExpireAt, Payer: payerOf(payment.Payer),
		}
		if payment.PaidAt != nil {
			reported.PaidAt = *payment.PaidAt
		}
		return reported, nil
	case failure != nil && status >= http.StatusBadRequest && status < http.StatusInternalServerError:
		return deposit.GatewayPayment{}, fmt.Errorf("%w: status %d, code %.64q", ErrRefused, status, failure.Code)
	default:
		return deposit.GatewayPayment{}, fmt.Errorf("%w: status %d", ErrUnknown, status)
	}
}

func payerOf(party *api.PaymentParty) bankaccount.Payer {
	if party == nil {
		return bankaccount.Payer{}
	}
	return bankaccount.Payer{
		Account: bankaccount.Account{Bank: textOf(party.BankCode), Number: textOf(party.AccountNo), Holder: textOf(party.AccountName)}, Phone: textOf(party.Phone),
	}
}

// textOf gives the text, "" when there is none.
func textOf(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}
