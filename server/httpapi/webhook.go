package httpapi

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"net/http"
	"strconv"
	"time"

	"github.com/go-chi/chi/v5"

	"krapao/server/fault"
	"krapao/server/httpapi/api/webhook"
	"krapao/server/operation"
	"krapao/server/secret"
)

const (
	timestampHeader = "X-Krapao-Timestamp"
	signatureHeader = "X-Krapao-Signature"
	// signatureAge is how far a report's timestamp may be from our clock, either way.
	signatureAge = 300 * time.Second
)

// WebhookSecrets knows what each gateway and bank signs its reports with.
type WebhookSecrets interface {
	// WebhookSecrets gives the secrets shared with the party that the operation's path names (a gateway's or a bank's code), none when there is no
	// such party. While a secret changes there are two: the present one first.
	WebhookSecrets(ctx context.Context, asked operation.Name, party string) ([]secret.Text, error)
}

// WebhookServer answers the webhooks of the payment contract; domains embed their handlers as in Server.
type WebhookServer struct {
	paymentEventHandlers
	payoutEventHandlers
	bankFeedHandlers
	webhookFallback
}

type webhookFallback struct{ webhook.StrictUnimplemented }

var _ webhook.StrictServerInterface = WebhookServer{}

// Webhooks is the group of calls that other parties make and sign.
type Webhooks struct {
	admission
	server WebhookServer
}

// NewWebhooks puts the webhooks' handlers behind the signature and the contract.
func NewWebhooks(base *Base, secrets WebhookSecrets, handlers Handlers) (*Webhooks, error) {
	doc, err := webhook.GetSpec()
	if err != nil {
		return nil, fmt.Errorf("httpapi: the webhooks' contract: %w", err)
	}
	contract, err := NewContract(doc)
	if err != nil {
		return nil, err
	}
	g := &Webhooks{admission: newAdmission(base, contract), server: newWebhookServer(handlers)}
	g.work = func(*Operation) *budget { return base.webhooks }
	// A gateway reports as much as there is to report. Who sends what is not signed as agreed is counted, and refused unread beyond a bound.
	g.limit = func(x *exchange) error { return base.unsigned.check(x.client) }
	g.identify = func(w http.ResponseWriter, r *http.Request, op *Operation) (*http.Request, error) {
		verified, err := verify(w, r, op, secrets, base)
		if errors.Is(err, fault.Unauthorized) || errors.Is(err, fault.KeyMissing) || errors.Is(err, fault.KeyInvalid) {
			if limited := base.unsigned.allow(exchangeFrom(r.Context()).client); limited != nil {
				return nil, limited
			}
		}
		return verified, err
	}
	return g, nil
}

func newWebhookServer(handlers Handlers) WebhookServer {
	return WebhookServer{paymentEventHandlers: paymentEventHandlers{handlers.Cashier}, payoutEventHandlers: payoutEventHandlers{handlers.Cashier}, bankFeedHandlers: bankFeedHandlers{handlers.Intake}}
}

func (g *Webhooks) mount(router chi.Router) {
	strict := webhook.NewStrictHandlerWithOptions(g.server, nil, webhook.StrictHTTPServerOptions{
		RequestErrorHandlerFunc:  g.base.failInput,
		ResponseErrorHandlerFunc: g.base.Fail,
	})
	webhook.HandlerWithOptions(strict, webhook.ChiServerOptions{
		BaseRouter:       router.With(inPaymentForm, g.admit),
		ErrorHandlerFunc: g.base.failInput,
	})
}

// inPaymentForm makes faults of the webhooks PaymentErrors.
func inPaymentForm(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		exchangeFrom(r.Context()).write = writePaymentError
		next.ServeHTTP(w, r)
	})
}

// writePaymentError writes PaymentError{code, message} of the payment contract. Why a signature was refused is not told.
func writePaymentError(w http.ResponseWriter, _ *http.Request, status int, f *fault.Fault) {
	code, message := string(f.Code), "The report was not carried out."
	switch f.Kind {
	case fault.Invalid:
		code, message = "MALFORMED", "The report cannot be read as the contract says."
	case fault.Unauthenticated:
		code, message = "BAD_SIGNATURE", "The report is not signed as agreed."
	}
	writeJSON(w, status, map[string]string{"code": code, "message": message})
}

// verify checks what the headers say before it reads the body, and the body's signature before anything in it is believed. While a party's secret
// changes, either of the two will do.
// Errors: KEY_MISSING (a header is absent), KEY_INVALID (too long), SERVER_BUSY, REQUEST_LIMIT, UNAUTHORIZED (anything about the signature
// or the party).
func verify(w http.ResponseWriter, r *http.Request, op *Operation, secrets WebhookSecrets, base *Base) (*http.Request, error) {
	timestamp, signature := r.Header.Get(timestampHeader), r.Header.Get(signatureHeader)
	if timestamp == "" || signature == "" {
		return nil, fault.KeyMissing.Withf("%s and %s are needed", timestampHeader, signatureHeader)
	}
	given, err := hex.DecodeString(signature)
	if err != nil || len(given) != sha256.Size {
		return nil, fault.Unauthorized.Withf("the signature is none")
	}
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil {
		return nil, fault.Unauthorized.Withf("the timestamp is not a number")
	}
	if age := base.Now().Sub(time.Unix(seconds, 0)); age > signatureAge || age < -signatureAge {
		return nil, fault.Unauthorized.Withf("the timestamp is %v old", age)
	}
	party, err := partyOf(r)
	if err != nil {
		return nil, fault.Unauthorized.With(err)
	}
	keys, err := secrets.WebhookSecrets(r.Context(), op.ID, party)
	if err != nil {
		return nil, err
	}
	if len(keys) == 0 {
		return nil, fault.Unauthorized.Withf("nobody reports as %.40q", party)
	}
	return verifyBody(w, r, base, op, report{timestamp: timestamp, signature: given, party: party, keys: keys})
}

// report is what a webhook's headers and path say.
type report struct {
	timestamp, party string
	signature        []byte
	keys             []secret.Text
}

// verifyBody checks the signature while the body comes. Until then nobody knows who sends it, so only a little of it is in memory.
func verifyBody(w http.ResponseWriter, r *http.Request, base *Base, op *Operation, sent report) (*http.Request, error) {
	body := &spool{folder: base.TempDir, inMemory: int(base.BodyLimit)}
	into, hashes := []io.Writer{body}, []hash.Hash{}
	for _, key := range sent.keys {
		mac := hmac.New(sha256.New, []byte(key.Reveal()))
		mac.Write([]byte(sent.timestamp + "."))
		into, hashes = append(into, mac), append(hashes, mac)
	}
	err := base.receiveInto(w, r, op.bodyLimit(base), io.MultiWriter(into...))
	signer := -1
	for i, mac := range hashes { // all of them, so that the time tells nothing
		if !sent.keys[i].Empty() && hmac.Equal(sent.signature, mac.Sum(nil)) && signer < 0 {
			signer = i
		}
	}
	if err == nil && signer < 0 {
		err = fault.Unauthorized.Withf("the signature does not fit")
	}
	var signed []byte
	if err == nil {
		signed, err = body.bytes()
	}
	if err = errors.Join(err, body.Close()); err != nil {
		return nil, err
	}
	base.Metrics.signed.WithLabelValues(op.name(), sent.party, secretNames[min(signer, 1)]).Inc()
	r.ContentLength, r.Body = int64(len(signed)), io.NopCloser(bytes.NewReader(signed))
	return r, nil
}

// secretNames are what the metric calls the secrets of a party.
var secretNames = [2]string{"present", "old"}

// partyOf gives the one path parameter of a webhook.
func partyOf(r *http.Request) (string, error) {
	parameters, err := pathParameters(r)
	for _, party := range parameters {
		return party, err
	}
	return "", err
}
