package app_test

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"krapao/server/app"
	"krapao/server/operator"
	"krapao/server/portaltest"
	"krapao/server/postgres/postgrestest"
	"krapao/server/secret"
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

func TestAServerForHTTPSDoesNotStartWhileAPasswordAloneMovesMoney(t *testing.T) {
	t.Parallel()
	database := postgrestest.New(t)
	start := func(change func(c *app.Config)) error {
		t.Helper()
		config := portaltest.Config()
		config.DatabaseURL, config.DataDir = secret.NewText(database.URL), t.TempDir()
		config.PublicURL, config.AllowMoneyWithoutTOTP = "https://wallet.example", false
		change(&config)
		server, err := app.New(t.Context(), config, app.WithLog(app.NewLog(io.Discard, "error")))
		if err == nil {
			err = server.Close()
		}
		return err
	}
	refused := start(func(*app.Config) {})
	for _, named := range []string{"KRAPAO_ALLOW_MONEY_WITHOUT_TOTP", "krapao operator policy put --totp-for-money"} {
		if refused == nil || !strings.Contains(refused.Error(), named) {
			t.Errorf("%v does not name %s", refused, named)
		}
	}
	if err := start(func(c *app.Config) { c.AllowMoneyWithoutTOTP = true }); err != nil {
		t.Errorf("allowed by name: %v", err)
	}
	if err := start(func(c *app.Config) { c.PublicURL = "http://localhost:8080" }); err != nil {
		t.Errorf("in development: %v", err)
	}
	services, err := app.NewServices(context.Background(), database.DB, app.ServicesConfig{Config: app.Config{Edition: app.Thai}, Keys: portaltest.TestKeys, Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	if err := services.Operators.PutPolicy(context.Background(), operator.Policy{CodeForMoney: true}); err != nil {
		t.Fatal(err)
	}
	if err := start(func(*app.Config) {}); err != nil {
		t.Errorf("with the rule: %v", err)
	}
}
