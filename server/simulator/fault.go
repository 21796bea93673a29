package simulator

import (
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/go-chi/chi/v5"

	"krapao/server/money"
)

// FaultMode is one way in which a party misbehaves; README.md tells what each does.
type FaultMode string

// What can be switched. The first eight concern calls, the others the party's own reports.
const (
	FaultLate          FaultMode = "late"
	FaultLose          FaultMode = "lose"
	FaultErrorAfter    FaultMode = "error-after"
	FaultErrorBefore   FaultMode = "error-before"
	FaultReject        FaultMode = "reject"
	FaultApplyLate     FaultMode = "apply-late"
	FaultLie           FaultMode = "lie"
	FaultDown          FaultMode = "down"
	FaultWebhookRepeat FaultMode = "webhook-repeat"
	FaultWebhookLate   FaultMode = "webhook-late"
	FaultWebhookLose   FaultMode = "webhook-lose"
	FaultWebhookLie    FaultMode = "webhook-lie"
)

var (
	callFaults = []FaultMode{
		FaultDown, FaultErrorBefore, FaultApplyLate, FaultReject, FaultLie, FaultLate, FaultErrorAfter, FaultLose,
	}
	webhookFaults = []FaultMode{FaultWebhookLose, FaultWebhookLie, FaultWebhookLate, FaultWebhookRepeat}
)

// magicSatang are the last two digits of an amount that stand for a fault of the call, or report, that carries it. Each
// call is hit once: repeated with the same body it is answered plainly.
var magicSatang = map[money.Amount]FaultMode{
	81: FaultLate, 82: FaultLose, 83: FaultErrorAfter, 84: FaultErrorBefore, 85: FaultReject, 86: FaultApplyLate, 87: FaultLie,
	88: FaultWebhookRepeat, 89: FaultWebhookLate,
}

// The parties that a fault can be switched for. Those with codes take one too: provider/PG is one provider, provider
// all of them.
const (
	faultSMS      = "sms"
	faultBank     = "bank"
	faultEWallet  = "ewallet"
	faultGateway  = "gateway" // QR payments
	faultPayout   = "payout"  // a gateway's payouts
	faultProvider = "provider"
	faultHelpDesk = "help-desk"
)

var faultParties = []string{faultSMS, faultBank, faultEWallet, faultGateway, faultPayout, faultProvider, faultHelpDesk}

// Fault is one switched fault, as GET /faults shows it.
type Fault struct {
	Party string    `json:"party"`
	Mode  FaultMode `json:"mode"`
	// Count is how many calls or reports it still hits; nil is until it is switched off.
	Count *int `json:"count"`
	// Percent is the share of calls that it hits, 1 to 100.
	Percent int `json:"percent"`
	// Seconds is how late the late ones are.
	Seconds float64 `json:"seconds"`
	// Times is how often a repeated report comes.
	Times int `json:"times"`
	// Only limits it to calls whose path contains this text: /transfers/, /balance, /payouts/.
	Only string `json:"only,omitempty"`
}

// faultList is the answer of GET /faults, and of POST for its party.
type faultList struct {
	Faults []Fault `json:"faults"`
}

func (f Fault) wait() time.Duration { return time.Duration(f.Seconds * float64(time.Second)) }

// faults keeps what is switched; it forgets at the end of the process.
type faults struct {
	router http.Handler // where calls that were held back are carried out

	mutex  sync.Mutex
	active []*Fault
	hit    map[string]bool // calls that a magic amount has hit
}

func newFaults() *faults { return &faults{hit: map[string]bool{}} }

func (f *faults) mount(router chi.Router) {
	router.Get("/faults", func(w http.ResponseWriter, _ *http.Request) { writeJSON(w, http.StatusOK, faultList{f.list("")}) })
	router.Post("/faults/*", func(w http.ResponseWriter, r *http.Request) {
		party := chi.URLParam(r, "*")
		control(faultPage(party), func(_ *http.Request, in input) (any, error) { return f.set(party, in) })(w, r)
	})
}

// faultPage is where a party's switches are shown.
func faultPage(party string) string {
	kind, code, _ := strings.Cut(party, "/")
	switch {
	case kind == faultSMS || kind == faultGateway || kind == faultPayout || kind == faultHelpDesk: // their pages load themselves again and again
		return "/"
	case kind == faultProvider && code != "":
		return "/provider/" + code
	default:
		return "/" + kind
	}
}

// set switches one fault of a party, in place of the same mode's; the mode "off" ends them all.
func (f *faults) set(party string, in input) (any, error) {
	kind, code, coded := strings.Cut(party, "/")
	if !slices.Contains(faultParties, kind) || coded && (code == "" || kind == faultSMS || kind == faultBank || kind == faultEWallet || kind == faultHelpDesk) {
		return nil, malformed("%.80q is no party: one of %v, where there are codes with /{code}", party, faultParties)
	}
	made := &Fault{Party: party, Mode: FaultMode(in.or("mode", "off")), Only: in.or("only", "")}
	numbers := map[string]float64{"percent": 100, "seconds": 3, "times": 3}
	for name, absent := range numbers {
		value, err := strconv.ParseFloat(in.or(name, strconv.FormatFloat(absent, 'f', -1, 64)), 64)
		if err != nil || value <= 0 {
			return nil, malformed("%s: %.30q is not a number above 0", name, in.fields[name])
		}
		numbers[name] = value
	}
	made.Percent, made.Seconds, made.Times = int(numbers["percent"]), numbers["seconds"], int(numbers["times"])
	if text := in.or("count", "<nil>"); text != "<nil>" {
		count, err := strconv.Atoi(text)
		if err != nil || count < 1 {
			return nil, malformed("count: %.30q is not a whole number above 0", text)
		}
		made.Count = &count
	}
	known := slices.Contains(callFaults, made.Mode) || slices.Contains(webhookFaults, made.Mode)
	if !known && made.Mode != "off" {
		return nil, malformed("%.30q is no mode: off, %v or %v", string(made.Mode), callFaults, webhookFaults)
	}
	f.mutex.Lock()
	f.active = slices.DeleteFunc(f.active, func(old *Fault) bool {
		return old.Party == party && (made.Mode == "off" || old.Mode == made.Mode)
	})
	if known {
		f.active = append(f.active, made)
	}
	f.mutex.Unlock()
	return faultList{f.list(party)}, nil
}

// list gives the faults switched for a party, for all when it is empty.
func (f *faults) list(party string) []Fault {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	out := []Fault{}
	for _, one := range f.active {
		if party == "" || one.Party == party {
			out = append(out, *one)
		}
	}
	return out
}

// take gives the fault that hits one call or report of a party, of those modes; nil when it goes well. key names the
// call for magic amounts.
func (f *faults) take(party, path string, amount money.Amount, key string, modes []FaultMode) *Fault {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	for _, mode := range modes {
		for _, one := range f.active {
			if one.Mode == mode && one.concerns(party, path) && rand.IntN(100) < one.Percent {
				hit := *one
				f.count(one)
				return &hit
			}
		}
	}
	if mode := magicSatang[amount%100]; amount > 0 && slices.Contains(modes, mode) && (!f.hit[key] || mode == FaultReject) {
		f.hit[key] = true
		return &Fault{Party: party, Mode: mode, Percent: 100, Seconds: 3, Times: 3}
	}
	return nil
}

func (f *Fault) concerns(party, path string) bool {
	return (f.Party == party || strings.HasPrefix(party, f.Party+"/")) && strings.Contains(path, f.Only)
}

// count takes one from a fault's number and ends it at 0. The mutex is held.
func (f *faults) count(one *Fault) {
	if one.Count == nil {
		return
	}
	left := *one.Count - 1
	one.Count = &left
	if left == 0 {
		f.active = slices.DeleteFunc(f.active, func(old *Fault) bool { return old == one })
	}
}

// faultPanel is a party's switches on its page.
type faultPanel struct {
	Party  string
	Active []Fault
	Modes  []FaultMode
}

func (f *faults) panels(parties ...string) []faultPanel {
	out := []faultPanel{}
	for _, party := range parties {
		out = append(out, faultPanel{party, f.list(party), slices.Concat(callFaults, webhookFaults)})
	}
	return out
}
