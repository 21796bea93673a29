package capped_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"krapao/server/deposit"
	"krapao/server/gateway/capped"
	"krapao/server/gateway/giftlink"
	"krapao/server/gateway/payment"
	"krapao/server/gateway/slip"
	"krapao/server/id"
	"krapao/server/money"
	"krapao/server/secret"
)

func TestWhatBreaksTheContractIsNoAnswerOfAnyParty(t *testing.T) {
	t.Parallel()
	qr := deposit.QR{ID: id.NewID(), Gateway: "PP1", Amount: 100, Currency: money.Baht}
	parties := map[string]struct {
		answer string
		ask    func(t *testing.T, url string) error
	}{
		"gift link": {`{"outcome":"SUCCESS","amount":50,"currency":"BAHT","sender":{"accountName":"SOMCHAI"}}`, func(t *testing.T, url string) error {
			wallet, err := giftlink.New(giftlink.Config{BaseURL: url, Key: secret.NewText("key")})
			if err != nil {
				t.Fatal(err)
			}
			reported, err := wallet.Redeem(t.Context(), "hash", "0890001122")
			if err == nil && !reported.Currency.Valid() && (reported.Amount != 0 || reported.Currency != "") {
				t.Errorf("an amount of no currency: %+v", reported)
			}
			return err
		}},
		"slip": {`{"outcome":"VERIFIED","transfer":{"bankNo":"014","transactionReference":"R1","amount":50,"currency":"BAHT","transferredAt":"2026-03-01T09:00:00Z",
			"payer":{"accountName":"SOMCHAI"},"receiver":{}}}`, func(t *testing.T, url string) error {
			_, _, err := slip.New(slip.Config{URL: url, Key: secret.NewText("key")}).VerifySlip(t.Context(), id.NewID(), "payload")
			return err
		}},
		"QR code": {`{"reference":"` + qr.ID.String() + `","qrReference":"Q","status":"PAID","payload":"x","amount":1,"currency":"BAHT","expireAt":"2030-01-01T00:00:00Z",
			"payer":{"accountName":"SOMCHAI"}}`, func(t *testing.T, url string) error {
			_, err := payment.New(payment.Config{
				URL: func(string) string { return url }, Key: func(string) secret.Text { return secret.NewText("key") },
			}).GetQR(t.Context(), qr.Gateway, qr.ID)
			return err
		}},
	}
	for name, c := range map[string]struct {
		old, new string
		fine     map[string]bool // of which party; nil: of none
	}{
		"the truth":         {"", "", map[string]bool{"gift link": true, "slip": true, "QR code": true}},
		"an escaped escape": {"SOMCHAI", `\\u0000`, map[string]bool{"gift link": true, "slip": true, "QR code": true}},
		"another currency":  {"BAHT", "THB", map[string]bool{"gift link": true}}, // its amount counts as not told
		"a zero":            {"SOMCHAI", "SOM\x00CHAI", nil},
		"an escaped zero":   {"SOMCHAI", `SOM\u0000CHAI`, map[string]bool{"gift link": true, "slip": true, "QR code": true}}, // Replaced
		"no such status":    {"PAID", "MAYBE", map[string]bool{"gift link": true, "slip": true}},
	} {
		for party, of := range parties {
			answer := strings.Replace(of.answer, c.old, c.new, 1)
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", "application/json")
				_, _ = io.WriteString(w, answer)
			}))
			if err := of.ask(t, server.URL); (err == nil) != c.fine[party] {
				t.Errorf("%s, %s: %v", party, name, err)
			}
			server.Close()
		}
	}
}

func TestAnAnswerIsHeardWithoutItsCharactersOfZero(t *testing.T) {
	t.Parallel()
	for said, want := range map[string]string{
		`"a\u0000\u0000b"`: `"a\ufffd\ufffdb"`, `"\\u0000"`: `"\\u0000"`, `"\\\u0000"`: `"\\\ufffd"`, `"a\"\u0000"`: `"a\"\ufffd"`, "\\": "\\",
	} {
		party := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, said) }))
		client := http.Client{Transport: capped.Transport{}}
		response, err := client.Get(party.URL)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(response.Body)
		if err != nil || string(body) != want {
			t.Errorf("%s: %s, %v", said, body, err)
		}
		_ = response.Body.Close()
		party.Close()
	}
}
