// Package webhook answers what other parties report and sign, in the payment contract's form.
package webhook

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"hash"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/go-chi/chi/v5"

	"krapao/server/chat"
	"krapao/server/deposit"
	"krapao/server/fault"
	"krapao/server/httpapi/api/webhook"
	"krapao/server/httpapi/middleware"
	"krapao/server/operation"
	"krapao/server/secret"
	"krapao/server/withdrawal"
)

const (
	// signatureAge is how far a report's timestamp may be from our clock, either way.
	signatureAge = 300 * time.Second
)

// readContract reads it once a process: it costs a tenth of a second, and never changes.
var readContract = sync.OnceValues(func() (*middleware.Contract, error) { return middleware.ReadContract(webhook.GetSpec) })

// Secrets knows what each gateway and bank signs its reports with.
type Secrets interface {
	// WebhookSecrets gives the secrets shared with the party that the operation's path names (a gateway's or a bank's
	// code), none when there is no such party. While a secret changes there are two: the present one first.
	WebhookSecrets(ctx context.Context, asked operation.Name, party string) ([]secret.Text, error)
}

// Server answers the webhooks of the payment contract; domains embed their handlers.
type Server struct {
	paymentEventHandlers
	payoutEventHandlers
	bankFeedHandlers
	helpDeskHandlers
}

var _ webhook.StrictServerInterface = Server{}

// Routes is the group of calls that other parties make and sign.
type Routes struct {
	middleware.Gates
	server Server
}

// Handlers has the services that the handlers call.
type Handlers struct {
	Deposits    *deposit.Service
	Withdrawals *withdrawal.Service
	Intake      *deposit.Intake
	Chat        *chat.Service
}

// New puts the webhooks' handlers behind the signature and the contract.
func New(base *middleware.Base, secrets Secrets, handlers Handlers) (*Routes, error) {
	contract, err := readContract()
	if err != nil {
		return nil, err
	}
	g := &Routes{Gates: middleware.NewGates(base, contract), server: newServer(handlers)}
	g.Work = func(*middleware.Operation) *middleware.Budget { return base.Webhooks }
	// A gateway reports as much as there is to report. Who sends what is not signed as agreed is counted, and refused
	// unread beyond a bound.
	g.Limit = func(x *middleware.RequestInfo) error { return base.Unsigned.Check(x.Client) }
	g.Identify = func(w http.ResponseWriter, r *http.Request, op *middleware.Operation) (*http.Request, error) {
		verified, err := verify(w, r, op, secrets, base)
		if errors.Is(err, fault.Unauthorized) || errors.Is(err, fault.KeyMissing) || errors.Is(err, fault.KeyInvalid) {
			if limited := base.Unsigned.Allow(middleware.RequestInfoFrom(r.Context()).Client); limited != nil {
				return nil, limited
			}
		}
		return verified, err
	}
	return g, nil
}

func newServer(handlers Handlers) Server {
	return Server{
		paymentEventHandlers: paymentEventHandlers{handlers.Deposits}, payoutEventHandlers: payoutEventHandlers{handlers.Withdrawals},
		bankFeedHandlers: bankFeedHandlers{handlers.Intake}, helpDeskHandlers: helpDeskHandlers{handlers.Chat},
	}
}

// Mount puts the webhooks' calls on a router, each behind the gates.
func (g *Routes) Mount(router chi.Router) {
	strict := webhook.NewStrictHandlerWithOptions(g.server, nil, webhook.StrictHTTPServerOptions{
		RequestErrorHandlerFunc:  g.Base.FailInput,
		ResponseErrorHandlerFunc: g.Base.Fail,
	})
	webhook.HandlerWithOptions(strict, webhook.ChiServerOptions{
		BaseRouter:       router.With(inPaymentForm, g.Admit),
		ErrorHandlerFunc: g.Base.FailInput,
	})
}

// inPaymentForm makes faults of the webhooks PaymentErrors.
func inPaymentForm(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		middleware.RequestInfoFrom(r.Context()).Write = WriteError
		next.ServeHTTP(w, r)
	})
}

// WriteError writes PaymentError{code, message} of the payment contract. Why a signature was refused is not told.
func WriteError(w http.ResponseWriter, _ *http.Request, status int, f *fault.Fault) {
	code, message := string(f.Code), "The report was not carried out."
	switch {
	case status == http.StatusNotFound:
		code, message = "NOT_FOUND", "The contract has no such call."
	case status == http.StatusMethodNotAllowed:
		code, message = "METHOD_NOT_ALLOWED", "The contract has no call with this method here."
	case f.Kind == fault.Invalid:
		code, message = "MALFORMED", "The report cannot be read as the contract says."
	case f.Kind == fault.Unauthenticated:
		code, message = "BAD_SIGNATURE", "The report is not signed as agreed."
	}
	middleware.WriteJSON(w, status, map[string]string{"code": code, "message": message})
}

// form is how a party writes its signature.
type form struct{ timestamp, signature, prefix string }

// ownForm is the contract's, chatwootForm a help desk's: both sign the same text.
var (
	ownForm      = form{timestamp: "X-Krapao-Timestamp", signature: "X-Krapao-Signature"}
	chatwootForm = form{timestamp: "X-Chatwoot-Timestamp", signature: "X-Chatwoot-Signature", prefix: "sha256="}
)

// verify checks what the headers say before it reads the body, and the body's signature before anything in it is
// believed. While a party's secret changes, either of the two will do. Errors: KEY_MISSING (a header is absent),
// KEY_INVALID (too long), SERVER_BUSY, REQUEST_LIMIT, UNAUTHORIZED (anything about the signature or the party).
func verify(w http.ResponseWriter, r *http.Request, op *middleware.Operation, secrets Secrets, base *middleware.Base) (*http.Request, error) {
	form := ownForm
	if op.ID == operation.ReceiveHelpDeskEvent {
		form = chatwootForm
	}
	timestamp, signature := r.Header.Get(form.timestamp), strings.TrimPrefix(r.Header.Get(form.signature), form.prefix)
	if timestamp == "" || signature == "" {
		return nil, fault.KeyMissing.Withf("%s and %s are needed", form.timestamp, form.signature)
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

// verifyBody checks the signature while the body comes. Until then nobody knows who sends it, so only a little of it is
// in memory.
func verifyBody(w http.ResponseWriter, r *http.Request, base *middleware.Base, op *middleware.Operation, sent report) (*http.Request, error) {
	body := &middleware.Spool{Folder: base.TempDir, InMemory: int(base.BodyLimit)}
	into, hashes := []io.Writer{body}, []hash.Hash{}
	for _, key := range sent.keys {
		mac := hmac.New(sha256.New, []byte(key.Reveal()))
		mac.Write([]byte(sent.timestamp + "."))
		into, hashes = append(into, mac), append(hashes, mac)
	}
	err := base.ReceiveInto(w, r, op.BodyLimit(base), io.MultiWriter(into...))
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
		signed, err = body.Bytes()
	}
	if err = errors.Join(err, body.Close()); err != nil {
		return nil, err
	}
	base.Metrics.Signed.WithLabelValues(op.Name(), sent.party, secretNames[min(signer, 1)]).Inc()
	r.ContentLength, r.Body = int64(len(signed)), io.NopCloser(bytes.NewReader(signed))
	return r, nil
}

// secretNames are what the metric calls the secrets of a party.
var secretNames = [2]string{"present", "old"}

// partyOf gives the one path parameter of a webhook.
func partyOf(r *http.Request) (string, error) {
	parameters, err := middleware.PathParameters(r)
	for _, party := range parameters {
		return party, err
	}
	return "", err
}
