package spin_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os/exec"
	"strings"
	"testing"

	"krapao/server/httpapi/api/portal"
	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/money"
	"krapao/server/spin"
)

// proven is a spin as verify.mjs reads it.
type proven struct {
	Code  string           `json:"code"`
	Shown string           `json:"shown,omitempty"`
	Proof portal.SpinProof `json:"proof"`
}

// verified has the verifier read spins, in another language than the server's, and gives what it says.
func verified(t *testing.T, spins []proven) (said string, ok bool) {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		if node, err = exec.LookPath("../../node_modules/.bin/node"); err != nil {
			t.Fatal("node: ", err)
		}
	}
	var lines bytes.Buffer
	for _, one := range spins {
		line, err := json.Marshal(one)
		if err != nil {
			t.Fatal(err)
		}
		lines.Write(append(line, '\n'))
	}
	command := exec.CommandContext(t.Context(), node, "verify/verify.mjs")
	command.Stdin = &lines
	output, err := command.CombinedOutput()
	return strings.TrimSpace(string(output)), err == nil
}

// weighted writes a wheel of eight sectors of unlike weights, and gives the weights.
func (e *env) weighted(code string) []spin.Weight {
	e.t.Helper()
	weights := []spin.Weight{{Code: "S1", Weight: 1}, {Code: "S2", Weight: 9}, {Code: "S3", Weight: 0}, {Code: "S4", Weight: 90}, {Code: "S5", Weight: 100}, {Code: "S6", Weight: 300}, {Code: "S7", Weight: 250}, {Code: "S8", Weight: 250}}
	sectors := make([]string, len(weights))
	for i, weight := range weights {
		sectors[i] = fmt.Sprintf(`{"code":%q,"label":{"en":"S"},"bgColor":"#f7b500","textColor":"#1a1a1a","weight":%d,"prize":{"type":"ITEM","name":{"en":"A shirt"},"cost":1}}`, weight.Code, weight.Weight)
	}
	e.put("/operator/spin/wheels/"+code, `{"currency":"BAHT","name":{"en":"W"},"coinPerSpin":1,"isOpen":true,"openFrom":"2020-01-01T00:00:00Z","slices":[`+strings.Join(sectors, ",")+`]}`)
	return weights
}

// spins has somchai spin often over HTTP.
func (e *env) spins(times int) []proven {
	e.t.Helper()
	client := e.Client(e.t).As(somchai.String())
	made, shown := make([]proven, 0, times), e.setup(somchai).Commitment
	for n := range times {
		answer := client.Do(http.MethodPost, "/api/spinwheel/spin", fmt.Sprintf(`{"requestId":"spin-%d"}`, n))
		var won portal.SpinResponse
		if err := json.Unmarshal(answer.Body, &won); err != nil || !won.Success {
			e.t.Fatalf("%d %s", answer.Status, answer.Body)
		}
		made = append(made, proven{won.Result.Code, shown, won.Result.Proof})
		shown = *won.Result.Proof.NextCommitment
	}
	return made
}

func TestAnotherProgramAcceptsAThousandSpinsAndRefusesAChangedByte(t *testing.T) {
	t.Parallel()
	e := newEnv(t)
	weights := e.weighted("FAIR")
	const times = 1000
	e.earn(somchai, times)
	spins := e.spins(times)
	if said, ok := verified(t, spins); !ok || said != "1000 right, 0 wrong" {
		t.Fatalf("FAIR: the verifier says: %.1000s", said)
	}
	if _, p := spin.ChiSquared(countsOf(spins, weights)); p < 1e-6 {
		t.Errorf("p = %g", p)
	}
	flip := func(text string, at int) string {
		changed := []byte(text)
		if changed[at]++; changed[at] == 'g' || changed[at] == ':' {
			changed[at] = '0'
		}
		return string(changed)
	}
	for name, change := range map[string]func(one *proven){
		"the seed":            func(one *proven) { one.Proof.Seed = flip(one.Proof.Seed, 17) },
		"the commitment":      func(one *proven) { one.Proof.Commitment = flip(one.Proof.Commitment, 63) },
		"what was shown":      func(one *proven) { one.Shown = flip(one.Shown, 0) },
		"a weight":            func(one *proven) { one.Proof.Weights[4].Weight++ },
		"the sector that won": func(one *proven) { one.Code = map[bool]string{true: "S6", false: "S7"}[one.Code == "S7"] },
		"the weights' order": func(one *proven) {
			one.Proof.Weights[0], one.Proof.Weights[7] = one.Proof.Weights[7], one.Proof.Weights[0]
		},
	} {
		changed := spins[500]
		changed.Proof.Weights = append([]portal.SpinWeight{}, changed.Proof.Weights...)
		change(&changed)
		if said, ok := verified(t, []proven{spins[0], changed, spins[2]}); ok || !strings.Contains(said, "2 right, 1 wrong") {
			t.Errorf("%s was changed: %s", name, said)
		}
	}
	e.sound()
}

func countsOf(spins []proven, weights []spin.Weight) []spin.SectorCount {
	var sum int64
	for _, weight := range weights {
		sum += weight.Weight
	}
	counts := make([]spin.SectorCount, len(weights))
	for i, weight := range weights {
		counts[i] = spin.SectorCount{Code: weight.Code, Expected: float64(len(spins)) * float64(weight.Weight) / float64(sum)}
		for _, one := range spins {
			if one.Code == weight.Code {
				counts[i].Seen++
			}
		}
	}
	return counts
}

// earn gives coins as a deposit of one satang does.
func (e *env) earn(member id.MemberID, coins money.Amount) {
	e.t.Helper()
	evidence := id.NewID().String()
	if _, err := e.book.Post(e.t.Context(), ledger.Transaction{
		Key: evidence + "/credit", Kind: ledger.Deposit, MemberID: member, Currency: money.Baht, At: e.Clock.Now(), External: &ledger.External{Source: "test", ID: evidence},
		Postings: []ledger.Posting{
			{Account: ledger.Main(member), Amount: 1}, {Account: ledger.Clearing("payment", money.Baht), Amount: -1},
			{Account: ledger.Coins(member), Amount: coins}, {Account: ledger.House("spin", ledger.Coin), Amount: -coins},
		},
	}); err != nil {
		e.t.Fatal(err)
	}
}

// sound fails unless every invariant holds.
func (e *env) sound() {
	e.t.Helper()
	findings, err := e.Database.DB.Check(e.t.Context())
	if err != nil {
		e.t.Fatal(err)
	}
	for _, finding := range findings {
		if !finding.OK {
			e.t.Errorf("%+v", finding)
		}
	}
}

// BenchmarkTenThousandSpinsOverHTTP also holds them against their odds.
func BenchmarkTenThousandSpinsOverHTTP(b *testing.B) {
	const times = 10_000
	for b.Loop() {
		e := newEnv(b)
		weights := e.weighted("FAIR")
		e.earn(somchai, times)
		if _, p := spin.ChiSquared(countsOf(e.spins(times), weights)); p < 1e-6 {
			b.Errorf("p = %g", p)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Milliseconds())/float64(b.N)/times, "ms/spin")
}
