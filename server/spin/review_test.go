package spin_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
)

func TestAWheelThatMakesACoinWorthMoreTakesTwoPeople(t *testing.T) {
	t.Parallel()
	e := newEnv(t)
	e.put("/operator/spin/rules/BAHT", `{"perAmount":0,"coins":0,"maxCoins":0,"reviewAbove":1}`)
	wheel := func(coins int, isOpen bool) string {
		const half = `{"code":"S%d","label":{"en":"S"},"bgColor":"#f7b500","textColor":"#1a1a1a","weight":1,"prize":%s}`
		return fmt.Sprintf(`{"currency":"BAHT","name":{"en":"W"},"coinPerSpin":%d,"isOpen":%t,"openFrom":"2020-01-01T00:00:00Z","slices":[%s,%s]}`,
			coins, isOpen, fmt.Sprintf(half, 1, cash), fmt.Sprintf(half, 2, cash))
	}
	for i, c := range []struct {
		coins  int
		isOpen bool
		status int
	}{
		{100, true, http.StatusOK}, {99, true, http.StatusAccepted}, {1, true, http.StatusAccepted}, {1, false, http.StatusOK}, {100, true, http.StatusOK},
	} {
		if answer := e.Operator(t, "noi").Do(http.MethodPut, "/operator/spin/wheels/DEAR", wheel(c.coins, c.isOpen)); answer.Status != c.status {
			t.Errorf("%d: 100.00 for %d coins, open %t: %d %s", i, c.coins, c.isOpen, answer.Status, answer.Body)
		}
	}
}

func TestAWaitingWheelReadsAsTheContractWritesIt(t *testing.T) {
	t.Parallel()
	e := newEnv(t)
	const wheel = `{"currency":"BAHT","name":{"en":"W"},"coinPerSpin":1,"isOpen":true,"openFrom":"2020-01-01T00:00:00Z","slices":[
		{"code":"S1","label":{"en":"S"},"bgColor":"#f7b500","textColor":"#1a1a1a","weight":1,"prize":` + cash + `},{"code":"S2","label":{"en":"S"},"bgColor":"#f7b500","textColor":"#1a1a1a","weight":1,"prize":` + cash + `}]}`
	noi := e.Operator(t, "noi")
	asked := noi.Do(http.MethodPut, "/operator/spin/wheels/DEAR", wheel)
	var request struct{ ID string }
	if err := json.Unmarshal(asked.Body, &request); asked.Status != http.StatusAccepted || err != nil {
		t.Fatal(asked.Status, string(asked.Body), err)
	}
	for _, path := range []string{"/operator/approvals/" + request.ID, "/operator/approvals?page=1&limit=10"} {
		shown := noi.Do(http.MethodGet, path, "")
		for _, name := range []string{`"coinPerSpin":1`, `"isOpen":true`, `"openFrom":"2020-01-01T00:00:00Z"`, `"bgColor":"#f7b500"`, `"textColor":"#1a1a1a"`, `"expiresAfterDays":7`, `"amount":100`} {
			if !strings.Contains(string(shown.Body), name) {
				t.Errorf("%s lacks %s: %s", path, name, shown.Body)
			}
		}
	}
	e.put("/operator/spin/wheels/DEAR", wheel) // and it still can be approved
}

func TestTheTermsOfAPrizeAreThoseOfABonusAlone(t *testing.T) {
	t.Parallel()
	e := newEnv(t)
	for prize, status := range map[string]int{
		`"type":"BONUS","amount":100,"percentSuccess":200,"percentFail":10`:  http.StatusOK,
		`"type":"BONUS","amount":100,"percentSuccess":200`:                   http.StatusOK,
		`"type":"BONUS","amount":100`:                                        http.StatusBadRequest,
		`"type":"BONUS","percentSuccess":200`:                                http.StatusBadRequest,
		`"type":"BONUS","amount":100,"percentSuccess":5001`:                  http.StatusBadRequest,
		`"type":"BONUS","amount":100,"percentSuccess":200,"percentFail":100`: http.StatusBadRequest,
		`"type":"BONUS","amount":100,"percentSuccess":200,"coins":1`:         http.StatusBadRequest,
		`"type":"CASH","amount":100,"percentSuccess":200`:                    http.StatusBadRequest,
		`"type":"CASH","amount":100,"percentFail":10`:                        http.StatusBadRequest,
	} {
		body := `{"currency":"BAHT","name":{"en":"W"},"coinPerSpin":1,"isOpen":false,"openFrom":"2020-01-01T00:00:00Z","slices":[
			{"code":"S1","label":{"en":"S"},"bgColor":"#f7b500","textColor":"#1a1a1a","weight":1,"prize":{"name":{"en":"B"},` + prize + `}},
			{"code":"S2","label":{"en":"S"},"bgColor":"#f7b500","textColor":"#1a1a1a","weight":0,"prize":` + cash + `}]}`
		answer := e.Operator(t, "noi").Do(http.MethodPost, "/operator/spin/wheels/BONUS/preview", body)
		if answer.Status != status || status == http.StatusOK && !strings.Contains(string(answer.Body), `"costPerSpin":100`) {
			t.Errorf("%s: %d %s", prize, answer.Status, answer.Body)
		}
		if status == http.StatusBadRequest && answer.Code() != "KEY_INVALID" {
			t.Errorf("%s: %s", prize, answer.Body)
		}
	}
}
