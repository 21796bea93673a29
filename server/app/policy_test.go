package app_test

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"krapao/server/operator"
	"krapao/server/portaltest"
)

func TestMoneyWithoutASecondFactorIsWarnedOfAtTheStartAndMeasured(t *testing.T) {
	t.Parallel()
	server := portaltest.Start(t)
	warnings := func() int { return strings.Count(server.Logs.String(), `"rule":"totpForMoney"`) }
	for end := time.Now().Add(10 * time.Second); warnings() == 0 && time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		continue
	}
	if warnings() != 1 || !strings.Contains(server.Logs.String(), `"level":"WARN","msg":"operators move money with a password alone`) {
		t.Errorf("the start says %s", server.Logs)
	}
	for i, on := range []bool{false, true, false} {
		if err := server.App.Operators.PutPolicy(t.Context(), operator.Policy{CodeForMoney: on}); err != nil {
			t.Fatal(err)
		}
		if err := server.App.RunJobsOnce(t.Context()); err != nil {
			t.Fatal(err)
		}
		answer, err := http.Get(server.OpsURL() + "/metrics")
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(answer.Body)
		_ = answer.Body.Close()
		value := map[bool]string{false: "1", true: "0"}[on]
		if err != nil || !strings.Contains(string(text), "\nkrapao_totp_for_money_off "+value+"\n") {
			t.Errorf("%d: the metric is not %s, %v", i, value, err)
		}
		if want := []int{1, 1, 2}[i]; warnings() != want {
			t.Errorf("%d: %d warnings", i, warnings())
		}
	}
}
