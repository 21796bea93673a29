package app_test

import (
	"strings"
	"testing"

	"krapao/server/app"
	"krapao/server/portaltest"
	"krapao/server/secret"
)

func TestAConfigurationThatCannotServeIsRefusedByName(t *testing.T) {
	t.Parallel()
	for variable, spoil := range map[string]func(*app.Config){
		"DATABASE_URL":           func(c *app.Config) { c.DatabaseURL = secret.Text{} },
		"KRAPAO_SECRET_KEY":      func(c *app.Config) { c.SecretKey = secret.Text{} },
		"32 bytes":               func(c *app.Config) { c.SecretKey = secret.NewText("abcd") },
		"KRAPAO_EDITION":         func(c *app.Config) { c.Edition = "khmer" },
		"KRAPAO_PUBLIC_URL":      func(c *app.Config) { c.PublicURL = "javascript:alert(1)" },
		"KRAPAO_TLS_CERT":        func(c *app.Config) { c.PublicURL, c.TLSCert = "https://wallet.example", "chain.pem" },
		"must begin with https":  func(c *app.Config) { c.TLSCert, c.TLSKey = "chain.pem", "key.pem" },
		"KRAPAO_BODY_LIMIT":      func(c *app.Config) { c.BodyLimit = 0 },
		"KRAPAO_REQUEST_TIMEOUT": func(c *app.Config) { c.RequestTimeout = -1 },
		"KRAPAO_MAX_LOGINS":      func(c *app.Config) { c.MaxLogins = -1 },
		"KRAPAO_DRAIN_TIMEOUT":   func(c *app.Config) { c.DrainTimeout = -1 },
		"KRAPAO_GIFT_LINK_URL":   func(c *app.Config) { c.Deposit.GiftLinkURL = "https://wallet.example" },
		"KRAPAO_PROOF_WAIT":      func(c *app.Config) { c.Deposit.ProofWait = -1 },
		"KRAPAO_OLD_SECRET_KEYS": func(c *app.Config) { c.OldSecretKeys = []secret.Text{secret.NewText("zz")} },
		"KRAPAO_OLD_GATEWAY_SECRETS": func(c *app.Config) {
			c.Payment.OldGatewaySecrets = map[string]secret.Text{"QRPAY": secret.NewText("old")}
		},
		"KRAPAO_OLD_BANK_FEED_SECRETS": func(c *app.Config) {
			c.Deposit.OldBankFeedSecrets = map[string]secret.Text{"SCB": {}}
		},
		"KRAPAO_BANK_FEED_SECRETS": func(c *app.Config) {
			c.Deposit.BankFeedSecrets = map[string]secret.Text{"SCB": {}}
		},
	} {
		config := portaltest.Config()
		config.DatabaseURL = secret.NewText("postgres://krapao:canary@localhost/krapao")
		if err := config.Check(); err != nil {
			t.Fatalf("a good one: %v", err)
		}
		spoil(&config)
		err := config.Check()
		if err == nil || !strings.Contains(err.Error(), variable) {
			t.Errorf("%s is not named: %v", variable, err)
		}
		if err != nil && (strings.Contains(err.Error(), "canary") || strings.Contains(err.Error(), "abcd")) {
			t.Errorf("a secret is printed: %v", err)
		}
	}
}

func TestTheTableNamesEveryVariableOnce(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for row := range strings.Lines(app.ConfigTable()) {
		cells := strings.Split(row, "|")
		name := strings.Trim(cells[1], " `-")
		if name == "" || name == "variable" {
			continue
		}
		if seen[name] || (name != "DATABASE_URL" && !strings.HasPrefix(name, "KRAPAO_")) || strings.TrimSpace(cells[3]) == "" {
			t.Errorf("row %q", row)
		}
		seen[name] = true
	}
	if !seen["DATABASE_URL"] || !seen["KRAPAO_SHELL_DIR"] || len(seen) < 15 {
		t.Errorf("rows: %v", seen)
	}
}
