// Package slip asks a bank, or a service that asks banks, what transfer a slip stands for: an adapter over the client
// that is generated from the payment contract.
package slip

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"krapao/server/bankaccount"
	api "krapao/server/gateway/api/payment"
	"krapao/server/gateway/capped"
	"krapao/server/id"
	"krapao/server/money"
	"krapao/server/secret"
	"krapao/server/slip"
)

// Faults of the verifier, for the log: the slip waits.
var (
	// ErrUnanswered: no answer, or none that says what the slip is.
	ErrUnanswered = errors.New("slip: the verifier did not tell")
	// ErrUnconfigured: there is no address or key.
	ErrUnconfigured = errors.New("slip: no verifier is configured")
)

// callTimeout ends one call.
const callTimeout = 15 * time.Second

// Config says where the verifier is.
type Config struct {
	// URL is its base URL, "" when there is none.
	URL string
	Key secret.Text
	// Refuse tells why a context must not be waited with: it carries a database transaction. nil refuses none.
	Refuse func(ctx context.Context) error
	// Transport sends the requests; nil is http.DefaultTransport.
	Transport http.RoundTripper
}

// Verifier asks; it is a slip.Verifier.
type Verifier struct {
	config Config
	client *http.Client
}

var _ slip.Verifier = (*Verifier)(nil)

// New makes the adapter.
func New(config Config) *Verifier {
	return &Verifier{config: config, client: &http.Client{
		Timeout:       callTimeout,
		Transport:     capped.Transport{Next: config.Transport},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// verdicts leaves out those that ask to come again later.
var verdicts = map[api.SlipOutcome]slip.Verdict{
	api.SlipOutcomeVERIFIED: slip.Verified, api.SlipOutcomeNOTANIMAGE: slip.NoPayment, api.SlipOutcomeNOQR: slip.NoPayment,
	api.SlipOutcomeNOTAPAYMENTQR: slip.NoPayment, api.SlipOutcomeEXPIREDORABSENT: slip.Absent, api.SlipOutcomeDUPLICATE: slip.Seen,
	api.SlipOutcomeRECEIVERDIFFERS: slip.OtherAccount,
}

// VerifySlip asks under an id that is the same for each time that a transfer is asked about. Errors: ErrUnanswered,
// ErrUnconfigured.
func (v *Verifier) VerifySlip(ctx context.Context, verification id.ID, payload string) (slip.Verdict, slip.Transfer, error) {
	client, err := v.open(ctx)
	if err != nil {
		return "", slip.Transfer{}, err
	}
	answer, err := client.VerifySlipWithResponse(ctx, api.VerifySlipRequest{Reference: verification.String(), QrPayload: payload})
	if err != nil {
		return "", slip.Transfer{}, fmt.Errorf("%w: %w", ErrUnanswered, err)
	}
	if answer.JSON200 == nil {
		return "", slip.Transfer{}, fmt.Errorf("%w: status %d", ErrUnanswered, answer.StatusCode())
	}
	verdict, final := verdicts[answer.JSON200.Outcome]
	switch reported := answer.JSON200.Transfer; {
	case !final:
		return "", slip.Transfer{}, fmt.Errorf("%w: %.40q", ErrUnanswered, answer.JSON200.Outcome)
	case verdict != slip.Verified:
		return verdict, slip.Transfer{}, nil
	case reported == nil:
		return "", slip.Transfer{}, fmt.Errorf("%w: verified, and no transfer", ErrUnanswered)
	case !money.Currency(reported.Currency).Valid():
		return "", slip.Transfer{}, fmt.Errorf("%w: a transfer of %.20q", ErrUnanswered, reported.Currency)
	default:
		return verdict, slip.Transfer{
			BankNo: reported.BankNo, Reference: reported.TransactionReference, Amount: reported.Amount, Currency: money.Currency(reported.Currency),
			TransferredAt: reported.TransferredAt, Payer: partyOf(reported.Payer), Receiver: partyOf(reported.Receiver),
		}, nil
	}
}

func (v *Verifier) open(ctx context.Context) (*api.ClientWithResponses, error) {
	if v.config.Refuse != nil {
		if err := v.config.Refuse(ctx); err != nil {
			return nil, err
		}
	}
	if v.config.URL == "" || v.config.Key.Empty() {
		return nil, ErrUnconfigured
	}
	return api.NewClientWithResponses(strings.TrimSuffix(v.config.URL, "/"), api.WithHTTPClient(v.client),
		api.WithRequestEditorFn(func(_ context.Context, request *http.Request) error {
			request.Header.Set("X-Api-Key", v.config.Key.Reveal())
			return nil
		}))
}

func partyOf(party api.PaymentParty) bankaccount.Payer {
	text := func(of *string) string {
		if of == nil {
			return ""
		}
		return *of
	}
	return bankaccount.Payer{Account: bankaccount.Account{Bank: text(party.BankCode), Number: text(party.AccountNo), Holder: text(party.AccountName)}, Phone: text(party.Phone)}
}
