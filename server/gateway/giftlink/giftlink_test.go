package giftlink_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"

	"krapao/server/deposit"
	"krapao/server/gateway/giftlink"
	"krapao/server/money"
	"krapao/server/secret"
)

func TestOnlyAWholeAnswerTellsTheOutcome(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		status  int
		body    string
		outcome deposit.GiftOutcome // empty: unknown
	}{
		"redeemed":            {200, `{"outcome":"SUCCESS","amount":50,"currency":"BAHT","sender":{"phone":"0812345678"}}`, deposit.GiftSuccess},
		"without an amount":   {200, `{"outcome":"SUCCESS"}`, deposit.GiftSuccess},
		"redeemed before":     {200, `{"outcome":"ALREADY_REDEEMED_BY_TARGET","amount":50}`, deposit.GiftAlreadyByTarget},
		"used up":             {200, `{"outcome":"OUT_OF_STOCK"}`, "OUT_OF_STOCK"},
		"an unheard-of one":   {200, `{"outcome":"MAYBE"}`, ""},
		"no outcome":          {200, `{}`, ""},
		"no JSON":             {200, `<html>`, ""},
		"a failure":           {500, `{"code":"INTERNAL","message":"x"}`, ""},
		"a refusal":           {401, `{"code":"UNAUTHORIZED","message":"x"}`, ""},
		"somewhere else":      {302, ``, ""},
		"an amount of cents":  {200, `{"outcome":"SUCCESS","amount":1.005}`, ""},
		"an endless document": {200, `{"outcome":"` + string(make([]byte, 1<<22)) + `"}`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			asked := ""
			party := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				asked = r.Method + " " + r.URL.Path + " " + r.Header.Get("X-Api-Key")
				w.Header().Set("Content-Type", "application/json")
				w.Header().Set("Location", "https://evil.example/")
				w.WriteHeader(c.status)
				_, _ = w.Write([]byte(c.body))
			}))
			t.Cleanup(party.Close)
			wallet, err := giftlink.New(giftlink.Config{BaseURL: party.URL + "/v1/", Key: secret.NewText("key")})
			if err != nil {
				t.Fatal(err)
			}
			reported, err := wallet.Redeem(t.Context(), "hash", "0890001122")
			if reported.Outcome != c.outcome || (err != nil) != (c.outcome == "") || err != nil && !errors.Is(err, giftlink.ErrUnknown) {
				t.Errorf("%+v, %v", reported, err)
			}
			if asked != "POST /v1/gift-links/redeem key" {
				t.Errorf("asked %q", asked)
			}
			if name == "redeemed" && (reported.Amount != money.Units(50) || reported.Currency != money.Baht || reported.Sender.Phone != "0812345678") {
				t.Errorf("%+v", reported)
			}
		})
	}
}

func TestNobodyIsAskedInsideATransaction(t *testing.T) {
	t.Parallel()
	refused := errors.New("inside a transaction")
	wallet, err := giftlink.New(giftlink.Config{BaseURL: "http://127.0.0.1:1", Key: secret.NewText("key"), Refuse: func(context.Context) error { return refused }})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := wallet.Redeem(t.Context(), "hash", "0890001122"); !errors.Is(err, refused) {
		t.Errorf("%v", err)
	}
}
