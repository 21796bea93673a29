package slip_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"krapao/server/app"
	"krapao/server/httpapi/api/operator"
	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/money"
	"krapao/server/portaltest"
)

// answering has the verifier answer this instead of the truth.
func (s *env) answering(status int, body string) *atomic.Int64 {
	asked := &atomic.Int64{}
	intercept := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		asked.Add(1)
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body))
	})
	s.intercept.Store(&intercept)
	return asked
}

func (s *env) honest() { s.intercept.Store(nil) }

func TestASlipWaitsForAVerifierThatDoesNotAnswer(t *testing.T) {
	t.Parallel()
	s := newEnv(t, portaltest.WithConfig(func(config *app.Config) { config.Slip.CheckTries, config.Slip.CheckRetry = 40, 20*time.Millisecond }))
	var want money.Amount
	for name, bad := range map[string]struct {
		status int
		body   string
	}{
		"down": {http.StatusInternalServerError, `{"code":"INTERNAL","message":"down"}`}, "the bank is down": {http.StatusOK, `{"outcome":"BANK_DOWN"}`},
		"too fresh": {http.StatusOK, `{"outcome":"TOO_FRESH"}`}, "refusing": {http.StatusForbidden, `{"code":"FORBIDDEN","message":"no"}`},
		"verified and nothing": {http.StatusOK, `{"outcome":"VERIFIED"}`}, "gibberish": {http.StatusOK, `<html>`}, "unheard of": {http.StatusOK, `{"outcome":"MAYBE"}`},
	} {
		made := s.pay(somchai, "10")
		asked := s.answering(bad.status, bad.body)
		receipt := s.upload(somchai, made.picture)
		s.until("it is asked again: "+name, func() bool { return asked.Load() >= 3 })
		if got := s.slips(somchai).Slips[0]; got.Status != "PENDING" || got.Note != nil {
			t.Errorf("%s: %+v", name, got)
		}
		s.honest()
		if got := s.decided(somchai, receipt.Reference); got != "SUCCESS" {
			t.Errorf("%s: %s", name, got)
		}
		want += money.Units(10)
	}
	s.wantBalance(somchai, want)
}

func TestASlipThatNobodyVerifiesGoesToTheOperator(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	made := s.pay(somchai, "10")
	asked := s.answering(http.StatusServiceUnavailable, `{"code":"INTERNAL","message":"down"}`)
	receipt := s.upload(somchai, made.picture)
	queue := s.waiting(1)
	if asked.Load() != 3 || queue[0].Reference != receipt.Reference || text(queue[0].Review) != "VERIFIER_SILENT" || text(queue[0].BankNo) != "014" ||
		text(queue[0].TransactionReference) != made.TransactionReference || queue[0].Member != somchai.String() || queue[0].Transfer != nil {
		t.Errorf("asked %d times: %+v", asked.Load(), queue[0])
	}
	picture := s.OperatorClient(t).Do(http.MethodGet, queue[0].Image, "")
	if picture.Status != http.StatusOK || picture.Header.Get("Content-Type") != "image/png" {
		t.Errorf("the image: %d", picture.Status)
	}
	if answer := s.Client(t).Do(http.MethodGet, queue[0].Image, ""); answer.Status != http.StatusNotFound {
		t.Errorf("the operator's address on the members' listener: %d", answer.Status)
	}
	noi, dao := s.Operator(t, "noi"), s.Operator(t, "dao")
	path := "/operator/slips/" + queue[0].ID
	s.refused("no amount", noi.Do(http.MethodPost, path+"/approve", `{"note":"seen"}`), http.StatusBadRequest, "KEY_INVALID")
	s.refused("no note", noi.Do(http.MethodPost, path+"/approve", `{}`), http.StatusBadRequest, "KEY_MISSING")
	s.refused("a negative amount", noi.Do(http.MethodPost, path+"/approve", `{"amount":-1,"note":"seen"}`), http.StatusBadRequest, "KEY_INVALID")
	var shown operator.OperatorSlip
	answer := noi.Do(http.MethodPost, path+"/approve", `{"amount":10,"note":"seen on the statement"}`)
	if err := json.Unmarshal(answer.Body, &shown); err != nil || answer.Status != http.StatusOK || shown.Status != "PENDING" || text(shown.ApprovalID) == "" {
		t.Fatalf("%d %s %v", answer.Status, answer.Body, err)
	}
	s.wantBalance(somchai, 0)
	s.refused("by the same person", noi.Do(http.MethodPost, "/operator/approvals/"+*shown.ApprovalID+"/approve", ""), http.StatusConflict, "APPROVAL_SELF")
	if answer := dao.Do(http.MethodPost, "/operator/approvals/"+*shown.ApprovalID+"/approve", ""); answer.Status != http.StatusOK {
		t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	if got := s.decided(somchai, receipt.Reference); got != "SUCCESS" {
		t.Error(got)
	}
	s.wantBalance(somchai, money.Units(10))
	s.refused("again", noi.Do(http.MethodPost, path+"/approve", `{"amount":10,"note":"seen"}`), http.StatusConflict, "APPROVAL_STALE")
	s.refused("refused after it was credited", noi.Do(http.MethodPost, path+"/reject", `{"reason":"NOT_MATCH"}`), http.StatusConflict, "APPROVAL_STALE")
	s.line(made, money.Units(10), payerOf(somchai), made.TransactionReference)
	s.wantBalance(somchai, money.Units(10))
	s.honest()
	if got := s.decided(malee, s.upload(malee, made.picture).Reference); got != "FAILED SLIP_REFNO_DUPLICATED" {
		t.Errorf("the transfer once more: %s", got)
	}
}

func text[T ~string](of *T) string {
	if of == nil {
		return ""
	}
	return string(*of)
}

// waiting waits until so many slips are in the operator's queue, and gives them.
func (s *env) waiting(n int) []operator.OperatorSlip {
	s.t.Helper()
	client := s.Operator(s.t, "watcher")
	var page operator.OperatorSlipPage
	s.until(fmt.Sprintf("%d slips wait for the operator", n), func() bool {
		answer := client.Do(http.MethodGet, "/operator/slips", "")
		return json.Unmarshal(answer.Body, &page) == nil && page.Total == n
	})
	return page.Slips
}

func TestAVerifierThatLiesCreditsNothing(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	now := s.Clock.Now()
	tell := func(made paid, change func(transfer map[string]any)) string {
		transfer := map[string]any{
			"bankNo": "014", "transactionReference": made.TransactionReference, "amount": 10, "currency": "BAHT", "transferredAt": now.Format(time.RFC3339),
			"payer":    map[string]any{"bankCode": "SCB", "accountNo": "xxx-x-x3456-x", "accountName": "SOMCHAI J"},
			"receiver": map[string]any{"bankCode": "KBANK", "accountNo": houseNo},
		}
		change(transfer)
		body, err := json.Marshal(map[string]any{"outcome": "VERIFIED", "transfer": transfer})
		if err != nil {
			t.Fatal(err)
		}
		return string(body)
	}
	reviews := map[string]int{}
	lies := []struct {
		name, review string
		change       func(map[string]any)
	}{
		{"another transfer", "VERIFIER_DIFFERS", func(m map[string]any) { m["transactionReference"] = "ANOTHER" }},
		{"another bank", "VERIFIER_DIFFERS", func(m map[string]any) { m["bankNo"] = "004" }},
		{"no money", "VERIFIER_DIFFERS", func(m map[string]any) { m["amount"] = 0 }},
		{"less than none", "VERIFIER_DIFFERS", func(m map[string]any) { m["amount"] = -500 }},
		{"tomorrow", "VERIFIER_DIFFERS", func(m map[string]any) { m["transferredAt"] = now.Add(time.Hour).Format(time.RFC3339) }},
		{"a payer of two banks", "VERIFIER_DIFFERS", func(m map[string]any) { m["payer"].(map[string]any)["bankCode"] = "KTB" }},
		{"too little of the payer", "PAYER_UNSURE", func(m map[string]any) { m["payer"].(map[string]any)["accountNo"] = "xxx-x-xxx56-x" }},
		{"nothing of the payer", "PAYER_UNSURE", func(m map[string]any) { m["payer"] = map[string]any{} }},
		{"too little of the receiver", "RECEIVER_UNSURE", func(m map[string]any) { m["receiver"].(map[string]any)["accountNo"] = "xxxxxxx321" }},
	}
	for i, lie := range lies {
		made := s.pay(somchai, "10")
		s.answering(http.StatusOK, tell(made, lie.change))
		s.upload(somchai, distinct(made.picture, i))
		for _, slip := range s.waiting(i + 1) {
			if text(slip.TransactionReference) == made.TransactionReference && text(slip.Review) != lie.review {
				t.Errorf("%s: %s", lie.name, text(slip.Review))
			}
		}
		reviews[lie.review]++
	}
	s.wantBalance(somchai, 0)
	noi, dao := s.Operator(t, "noi"), s.Operator(t, "dao")
	for _, slip := range s.waiting(len(lies)) {
		path, body := "/operator/slips/"+slip.ID, `{"note":"the bank said so on the phone"}`
		if *slip.Review == "VERIFIER_DIFFERS" {
			s.refused("what the bank told is not believed", noi.Do(http.MethodPost, path+"/approve", body), http.StatusBadRequest, "KEY_INVALID")
			if answer := noi.Do(http.MethodPost, path+"/reject", `{"reason":"INVALID_SLIP"}`); answer.Status != http.StatusOK {
				t.Errorf("%d %s", answer.Status, answer.Body)
			}
			if got := s.decided(somchai, slip.Reference); got != "FAILED INVALID_SLIP" {
				t.Error(got)
			}
			continue
		}
		if *slip.Review == "RECEIVER_UNSURE" {
			s.refused("nobody has confirmed that we were paid", noi.Do(http.MethodPost, path+"/approve", body), http.StatusBadRequest, "KEY_INVALID")
			if answer := noi.Do(http.MethodPost, path+"/approve", `{"amount":10,"note":"seen"}`); answer.Status != http.StatusOK || !strings.Contains(string(answer.Body), `"approvalId"`) {
				t.Errorf("%d %s", answer.Status, answer.Body)
			}
			continue
		}
		s.refused("another amount than the bank's", noi.Do(http.MethodPost, path+"/approve", `{"amount":11,"note":"x"}`), http.StatusBadRequest, "KEY_INVALID")
		// Whose payment it is is the operator's word alone, and the amount the bank's.
		var shown struct{ ApprovalID string }
		if answer := noi.Do(http.MethodPost, path+"/approve", body); json.Unmarshal(answer.Body, &shown) != nil || shown.ApprovalID == "" {
			t.Errorf("%d %s", answer.Status, answer.Body)
		}
		s.refused("by who asked", noi.Do(http.MethodPost, "/operator/approvals/"+shown.ApprovalID+"/approve", ""), http.StatusConflict, "APPROVAL_SELF")
		if answer := dao.Do(http.MethodPost, "/operator/approvals/"+shown.ApprovalID+"/approve", ""); answer.Status != http.StatusOK {
			t.Errorf("%d %s", answer.Status, answer.Body)
		}
	}
	s.wantBalance(somchai, money.Units(20))
	if lines := s.count("operator_audit where action = 'SLIP'"); lines != len(lies)-reviews["RECEIVER_UNSURE"] {
		t.Errorf("%d lines in the audit log", lines)
	}
}

func TestTheOperatorsCallsOfSlips(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	noi := s.Operator(t, "noi")
	for _, unknown := range []string{id.NewID().String(), "x", "%00", strings.Repeat("A", 9000)} {
		s.refused("approving "+unknown[:1], noi.Do(http.MethodPost, "/operator/slips/"+unknown+"/approve", `{"note":"x"}`), http.StatusNotFound, "NO_DATA")
		s.refused("refusing "+unknown[:1], noi.Do(http.MethodPost, "/operator/slips/"+unknown+"/reject", `{"reason":"NOT_MATCH"}`), http.StatusNotFound, "NO_DATA")
	}
	s.refused("another view", noi.Do(http.MethodGet, "/operator/slips?show=MINE", ""), http.StatusBadRequest, "KEY_INVALID")
	s.refused("no reason", noi.Do(http.MethodPost, "/operator/slips/"+id.NewID().String()+"/reject", `{}`), http.StatusBadRequest, "KEY_MISSING")
	s.refused("a reason of one's own", noi.Do(http.MethodPost, "/operator/slips/"+id.NewID().String()+"/reject", `{"reason":"UGLY"}`), http.StatusBadRequest, "KEY_INVALID")
	mine := s.upload(somchai, s.pay(somchai, "10").picture)
	s.decided(somchai, mine.Reference)
	s.decided(malee, s.upload(malee, slipOf(t, "")).Reference)
	for show, want := range map[string]int{"": 0, "?show=REVIEW": 0, "?show=PENDING": 0, "?show=SUCCESS": 1, "?show=FAILED": 1, "?show=ALL": 2, "?show=ALL&page=2&limit=1": 2} {
		var page operator.OperatorSlipPage
		answer := noi.Do(http.MethodGet, "/operator/slips"+show, "")
		if err := json.Unmarshal(answer.Body, &page); err != nil || page.Total != want {
			t.Errorf("%q: %d %s %v", show, answer.Status, answer.Body, err)
		}
	}
}

func TestAnOperatorsRefusalEndsACheckThatIsStillTried(t *testing.T) {
	t.Parallel()
	s := newEnv(t, portaltest.WithConfig(func(config *app.Config) { config.Slip.CheckTries, config.Slip.CheckRetry = 40, 30*time.Millisecond }))
	made := s.pay(somchai, "10")
	asked := s.answering(http.StatusServiceUnavailable, `{"code":"INTERNAL","message":"down"}`)
	receipt := s.upload(somchai, made.picture)
	s.until("it is asked", func() bool { return asked.Load() > 0 })
	slip, err := s.App.Slips.Slip(t.Context(), somchai, receipt.Reference)
	if err != nil {
		t.Fatal(err)
	}
	if answer := s.Operator(t, "noi").Do(http.MethodPost, "/operator/slips/"+slip.ID.String()+"/reject", `{"reason":"UNKNOW_ERROR"}`); answer.Status != http.StatusOK {
		t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	s.honest()
	s.until("the job ends", func() bool { return s.count("river_job where state <> 'completed'") == 0 })
	if got := s.decided(somchai, receipt.Reference); got != "FAILED UNKNOW_ERROR" {
		t.Error(got)
	}
	s.wantBalance(somchai, 0)
}

// A server that is killed over the last try leaves a job that nobody takes up again.
func TestASlipWhoseCheckWasGivenUpWaitsForTheOperator(t *testing.T) {
	t.Parallel()
	s := newEnv(t, portaltest.WithConfig(func(config *app.Config) { config.Slip.CheckTries, config.Slip.CheckRetry = 40, time.Hour }))
	asked := s.answering(http.StatusServiceUnavailable, `{"code":"INTERNAL","message":"down"}`)
	made := s.pay(somchai, "10")
	receipt := s.upload(somchai, made.picture)
	s.until("it was tried", func() bool {
		return asked.Load() > 0 && s.count("river_job where state in ('retryable', 'scheduled')") == 1
	})
	passOn := func() {
		t.Helper()
		if err := s.App.Slips.PassOn(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	passOn()
	if n := s.count("slip where review <> ''"); n != 0 {
		t.Fatal("a slip that is tried again was passed on")
	}
	if _, err := s.Database.DB.Querier(t.Context()).Exec(t.Context(), "update river_job set state = 'discarded', finalized_at = now()"); err != nil {
		t.Fatal(err)
	}
	passOn()
	passOn()
	if got := s.waiting(1)[0]; got.Reference != receipt.Reference || text(got.Review) != "VERIFIER_SILENT" {
		t.Errorf("%+v", got)
	}
	s.wantBalance(somchai, 0)
	path := "/operator/slips/" + s.waiting(1)[0].ID + "/approve"
	noi := s.Operator(t, "noi")
	s.refused("without a name", noi.Do(http.MethodPost, path, `{"amount":10,"note":"seen"}`), http.StatusBadRequest, "KEY_INVALID")
	s.agreed(s.asked(s.waiting(1)[0].ID, approving("SCB", made.TransactionReference, 10)))
	s.wantBalance(somchai, money.Units(10))
}

// A check that dies between its credit and its job's end runs again, as River does with a job whose server was killed.
func TestACheckThatRunsAgainChangesNothing(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	receipt := s.upload(somchai, s.pay(somchai, "10").picture)
	s.decided(somchai, receipt.Reference)
	slip, err := s.App.Slips.Slip(t.Context(), somchai, receipt.Reference)
	if err := errors.Join(err, s.App.Slips.Check(t.Context(), somchai, slip.ID, true)); err != nil {
		t.Fatal(err)
	}
	s.wantBalance(somchai, money.Units(10))
	if got := s.house(ledger.Clearing("bank", money.Baht)); got != -money.Units(10) {
		t.Errorf("the bank owes %v", got)
	}
}
