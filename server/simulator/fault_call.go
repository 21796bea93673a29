package simulator

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"

	"krapao/server/money"
)

// call is one call at a party and the fault that hits it. The middleware does what can be done around a handler; a
// handler asks rejecting for what it alone can do, and names an amount that its request does not carry by meant.
type call struct {
	faults      *faults
	party, path string
	key         string
	fault       *Fault
}

type callKey struct{}

func callOf(ctx context.Context) *call {
	known, _ := ctx.Value(callKey{}).(*call)
	return known
}

// rejecting says whether the party shall refuse this call: an answer of its contract that means no, moving nothing.
func rejecting(ctx context.Context) bool {
	known := callOf(ctx)
	return known != nil && known.fault != nil && known.fault.Mode == FaultReject
}

// meant names the amount that a call is about, when the request does not tell it (a gift link): its satang may be
// magic. Faults that come before the handler cannot come of it.
func meant(ctx context.Context, amount money.Amount) {
	if known := callOf(ctx); known != nil && known.fault == nil {
		known.fault = known.faults.take(known.party, known.path, amount, known.key,
			[]FaultMode{FaultReject, FaultLie, FaultLate, FaultErrorAfter, FaultLose})
	}
}

// onCalls puts a party's faults around its calls. party gives the name that they are switched by.
func (f *faults) onCalls(party func(r *http.Request) string) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Context().Value(replayed{}) != nil {
				next.ServeHTTP(w, r)
				return
			}
			body, err := io.ReadAll(r.Body)
			if err != nil {
				writeMalformed(w, r, err)
				return
			}
			sum := sha256.Sum256(body)
			at := &call{faults: f, party: party(r), path: r.URL.Path, key: r.Method + r.URL.Path + hex.EncodeToString(sum[:8])}
			at.fault = f.take(at.party, at.path, amountIn(body), at.key, callFaults)
			if at.fault != nil && f.before(w, r, body, at.fault) {
				return
			}
			r.Body = io.NopCloser(bytes.NewReader(body))
			given := newAnswer()
			next.ServeHTTP(given, r.WithContext(context.WithValue(r.Context(), callKey{}, at)))
			if at.fault != nil {
				after(r, given, at.fault)
			}
			given.writeTo(w)
		})
	}
}

// before does what a fault does instead of the call, and says whether the call is over.
func (f *faults) before(w http.ResponseWriter, r *http.Request, body []byte, hit *Fault) bool {
	switch hit.Mode {
	case FaultDown:
		panic(http.ErrAbortHandler)
	case FaultErrorBefore:
		writeFailure(w, r, errFault)
		return true
	case FaultApplyLate:
		f.applyLater(r, body, hit.wait())
		panic(http.ErrAbortHandler)
	default:
		return false
	}
}

// after spoils the answer of a call that was carried out.
func after(r *http.Request, given *answer, hit *Fault) {
	switch hit.Mode {
	case FaultLate:
		select {
		case <-r.Context().Done():
		case <-time.After(hit.wait()):
		}
	case FaultLose:
		panic(http.ErrAbortHandler)
	case FaultErrorAfter:
		given.body.Reset()
		writeFailure(given, r, errFault)
	case FaultLie:
		answer := lie(given.body.Bytes())
		given.body.Reset()
		_, _ = given.body.Write(answer)
	default:
	}
}

// answer holds what a handler answers, until it is known what its caller gets to see.
type answer struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func newAnswer() *answer { return &answer{header: http.Header{}, status: http.StatusOK} }

func (a *answer) Header() http.Header               { return a.header }
func (a *answer) WriteHeader(status int)            { a.status = status }
func (a *answer) Write(content []byte) (int, error) { return a.body.Write(content) }

func (a *answer) writeTo(w http.ResponseWriter) {
	maps.Copy(w.Header(), a.header)
	w.WriteHeader(a.status)
	_, _ = a.body.WriteTo(w)
}

var errFault = &refusal{http.StatusInternalServerError, "INTERNAL", "A fault that was switched on."}

// replayed marks a call that a fault has held back; no further fault hits it.
type replayed struct{}

// applyLater carries a call out when its caller has long heard nothing.
func (f *faults) applyLater(r *http.Request, body []byte, wait time.Duration) {
	late, err := http.NewRequestWithContext(context.WithValue(context.Background(), replayed{}, true), r.Method, r.URL.RequestURI(), bytes.NewReader(body))
	if err != nil {
		return
	}
	late.Header = r.Header.Clone()
	time.AfterFunc(wait, func() { f.router.ServeHTTP(newAnswer(), late) })
}

// amountIn reads the amount that a JSON body is about: its own, or its first line's.
func amountIn(body []byte) money.Amount {
	var named struct {
		Amount money.Amount `json:"amount"`
		Lines  []struct {
			Amount money.Amount `json:"amount"`
		} `json:"lines"`
	}
	if json.Unmarshal(body, &named) != nil {
		return 0
	}
	if named.Amount == 0 && len(named.Lines) > 0 {
		return named.Lines[0].Amount
	}
	return named.Amount
}

// lie makes every amount and balance of a JSON body 1.00 more than it is.
func lie(body []byte) []byte {
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.UseNumber()
	var value any
	if decoder.Decode(&value) != nil {
		return body
	}
	answer, err := json.Marshal(lieIn("", value))
	if err != nil {
		return body
	}
	return answer
}

func lieIn(name string, value any) any {
	switch value := value.(type) {
	case map[string]any:
		for field, inner := range value {
			value[field] = lieIn(field, inner)
		}
	case []any:
		for i, inner := range value {
			value[i] = lieIn("", inner)
		}
	case json.Number:
		if amount, err := money.Parse(value.String()); err == nil && (name == "amount" || name == "balance") {
			text, _ := (amount + money.Units(1)).MarshalJSON()
			return json.Number(text)
		}
	}
	return value
}

// reportPlan is how one report goes out.
type reportPlan struct {
	body   []byte
	copies int
	wait   time.Duration
}

// onReport gives how a party's report goes out; 0 copies is a report that never does.
func (f *faults) onReport(party, eventID string, body []byte) reportPlan {
	plan := reportPlan{body: body, copies: 1}
	hit := f.take(party, "", amountIn(body), eventID, webhookFaults)
	if hit == nil {
		return plan
	}
	switch hit.Mode {
	case FaultWebhookLose:
		plan.copies = 0
	case FaultWebhookLie:
		plan.body = lie(body)
	case FaultWebhookLate:
		plan.wait = hit.wait()
	case FaultWebhookRepeat:
		plan.copies = hit.Times
	default:
	}
	return plan
}

// faultOfGateway tells a gateway's payouts from its QR payments.
func faultOfGateway(r *http.Request) string {
	kind := faultGateway
	if strings.Contains(r.URL.Path, "/payouts") {
		kind = faultPayout
	}
	return kind + "/" + chi.URLParam(r, "code")
}

func faultOfProvider(r *http.Request) string { return faultProvider + "/" + chi.URLParam(r, "code") }

func faultOf(party string) func(*http.Request) string {
	return func(*http.Request) string { return party }
}
