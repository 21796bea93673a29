package simulator

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strings"

	"krapao/server/money"
	"krapao/server/simulator/api/payment"
)

// refusal is a call that was not carried out, as the contracts' error body tells it.
type refusal struct {
	status  int
	code    string
	message string
}

func (r *refusal) Error() string { return r.code + ": " + r.message }

var (
	errWrongKey  = &refusal{http.StatusUnauthorized, "WRONG_KEY", "The key in X-Api-Key is not this party's."}
	errNotServed = &refusal{http.StatusNotFound, "NOT_SERVED", "This party does not serve this call."}
	errConflict  = &refusal{http.StatusConflict, "REFERENCE_CONFLICT", "The reference was used with another body."}
	errNoPayment = &refusal{http.StatusNotFound, "NOT_FOUND", "There is no payment of this reference."}
	errNoPlayer  = &refusal{http.StatusNotFound, "NO_PLAYER", "There is no player of this name."}
)

func malformed(format string, args ...any) *refusal {
	return &refusal{http.StatusBadRequest, "MALFORMED", fmt.Sprintf(format, args...)}
}

// writeFailure answers a handler's error; both contracts have the same body for it.
func writeFailure(w http.ResponseWriter, _ *http.Request, err error) {
	var refused *refusal
	if !errors.As(err, &refused) {
		refused = &refusal{http.StatusInternalServerError, "INTERNAL", err.Error()}
	}
	writeJSON(w, refused.status, payment.PaymentError{Code: refused.code, Message: refused.message})
}

// writeMalformed answers what the generated code could not read.
func writeMalformed(w http.ResponseWriter, r *http.Request, err error) {
	writeFailure(w, r, malformed("%v", err))
}

func writeJSON(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}

var referenceForm = regexp.MustCompile(`^[A-Za-z0-9_-]{8,64}$`)

func checkReference(reference string) error {
	if !referenceForm.MatchString(reference) {
		return malformed("%.80q is not a reference", reference)
	}
	return nil
}

func checkMoney(amount money.Amount, currency string) error {
	if amount <= 0 || amount > money.Max {
		return malformed("the amount %s is not above 0", amount)
	}
	if !money.Currency(currency).Valid() {
		return malformed("%.20q is not a currency", currency)
	}
	return nil
}

// input reads a control call's or a page's fields: a JSON object of strings and numbers, or a form.
type input struct {
	fields map[string]string
	form   bool
}

func readInput(r *http.Request) (input, error) {
	in := input{fields: map[string]string{}}
	if strings.HasPrefix(r.Header.Get("Content-Type"), "application/x-www-form-urlencoded") {
		in.form = true
		if err := r.ParseForm(); err != nil {
			return in, malformed("form: %v", err)
		}
		for name := range r.PostForm {
			in.fields[name] = strings.TrimSpace(r.PostForm.Get(name))
		}
		return in, nil
	}
	if r.ContentLength == 0 {
		return in, nil
	}
	decoder := json.NewDecoder(r.Body)
	decoder.UseNumber()
	var object map[string]any
	if err := decoder.Decode(&object); err != nil {
		return in, malformed("JSON: %v", err)
	}
	for name, value := range object {
		in.fields[name] = strings.TrimSpace(fmt.Sprint(value))
	}
	return in, nil
}

// or gives a field, or the value that an absent one has.
func (in input) or(name, absent string) string {
	if value := in.fields[name]; value != "" {
		return value
	}
	return absent
}

// amount reads a field as money; an absent one is 0.
func (in input) amount(name string) (money.Amount, error) {
	amount, err := money.Parse(in.or(name, "0"))
	if err != nil {
		return 0, malformed("%s: %.30q is not an amount", name, in.fields[name])
	}
	return amount, nil
}

// control answers a call of the simulator's own small API: the result as JSON, or for a page's form the way back to it.
func control(back string, act func(r *http.Request, in input) (any, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		in, err := readInput(r)
		var result any
		if err == nil {
			result, err = act(r, in)
		}
		switch {
		case err != nil && in.form:
			w.WriteHeader(http.StatusConflict)
			render(w, "refused.html", view{Title: "Not done", Data: err.Error(), Back: back})
		case err != nil:
			writeFailure(w, r, err)
		case in.form:
			http.Redirect(w, r, back, http.StatusSeeOther)
		default:
			writeJSON(w, http.StatusOK, result)
		}
	}
}
