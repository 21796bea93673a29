package payment_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"krapao/server/deposit"
	"krapao/server/fault"
	"krapao/server/gateway/payment"
	"krapao/server/id"
	"krapao/server/money"
	"krapao/server/portaltest"
	"krapao/server/postgres"
	"krapao/server/secret"
	"krapao/server/simulator"
)

func TestMain(m *testing.M) { portaltest.Main(m) }

const code = "PROMPTPAY1"

var credentials = simulator.Credentials{Seed: "gateway test"}

// adapter gives the adapter in front of a handler.
func adapter(t *testing.T, handler http.Handler, key string) *payment.Gateways {
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return payment.New(payment.Config{
		URL: func(code string) string {
			if code != "PROMPTPAY1" {
				return ""
			}
			return server.URL + simulator.GatewayPath(code) + "/"
		},
		Key:    func(string) secret.Text { return secret.NewText(key) },
		Refuse: postgres.RefuseInTransaction,
	})
}

func newQR() deposit.QR {
	return deposit.QR{ID: id.NewID(), Gateway: code, Amount: money.Units(100), Currency: money.Baht, ExpiresAt: time.Now().Add(time.Minute).Truncate(time.Second)}
}

func TestAPaymentIsMadeAskedForAndCancelled(t *testing.T) {
	t.Parallel()
	gateways := adapter(t, simulator.New(simulator.Config{Credentials: credentials}).Handler(), credentials.Key(simulator.GatewayParty(code)))
	qr := newQR()
	made, err := gateways.CreateQR(t.Context(), qr)
	if err != nil || made.Status != deposit.Active || made.Amount != qr.Amount || made.Currency != qr.Currency || !made.ExpiresAt.Equal(qr.ExpiresAt) || made.Reference == "" || made.Payload == "" {
		t.Fatalf("%+v %v", made, err)
	}
	if again, err := gateways.CreateQR(t.Context(), qr); err != nil || again.Reference != made.Reference || again.Payload != made.Payload {
		t.Errorf("made again: %+v %v", again, err)
	}
	if found, err := gateways.GetQR(t.Context(), code, qr.ID); err != nil || found.Status != deposit.Active || found.Reference != made.Reference {
		t.Errorf("asked for: %+v %v", found, err)
	}
	if ended, err := gateways.CancelQR(t.Context(), code, qr.ID); err != nil || ended.Status != deposit.Cancelled {
		t.Errorf("cancelled: %+v %v", ended, err)
	}
	if _, err := gateways.GetQR(t.Context(), code, id.NewID()); !errors.Is(err, fault.NoData) {
		t.Errorf("one that it has not seen: %v", err)
	}
	qr.Amount++
	if _, err := gateways.CreateQR(t.Context(), qr); !errors.Is(err, payment.ErrRefused) {
		t.Errorf("another body: %v", err)
	}
}

func TestWhatSaysNothingAboutTheOutcomeIsUnknown(t *testing.T) {
	t.Parallel()
	for name, handler := range map[string]http.HandlerFunc{
		"5xx with a reason": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(http.StatusInternalServerError)
			_, _ = io.WriteString(w, `{"code":"X","message":"x"}`)
		},
		"no answer":  func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
		"a page":     func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "<html>") },
		"a redirect": func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/elsewhere", http.StatusFound) },
		"half a JSON": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, `{"reference":`)
		},
		"far too much": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, `{"reference":"`+strings.Repeat("x", 1<<20)+`"}`)
		},
		"another reference": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, `{"reference":"another-one","qrReference":"Q","status":"PENDING","payload":"x","amount":100,"currency":"BAHT","expireAt":"2030-01-01T00:00:00Z"}`)
		},
	} {
		if _, err := adapter(t, handler, "key").CreateQR(t.Context(), newQR()); !errors.Is(err, payment.ErrUnknown) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestAGatewayWithoutAddressOrKeyIsNotCalled(t *testing.T) {
	t.Parallel()
	called := http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("called") })
	qr := newQR()
	if _, err := adapter(t, called, "").CreateQR(t.Context(), qr); !errors.Is(err, payment.ErrUnconfigured) {
		t.Errorf("no key: %v", err)
	}
	qr.Gateway = "OTHER"
	if _, err := adapter(t, called, "key").CreateQR(t.Context(), qr); !errors.Is(err, payment.ErrUnconfigured) {
		t.Errorf("no address: %v", err)
	}
}

func TestNoGatewayIsCalledInsideATransaction(t *testing.T) {
	t.Parallel()
	gateways := adapter(t, http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("called") }), "key")
	err := portaltest.NewDB(t).InTx(t.Context(), func(ctx context.Context) error {
		for _, call := range []func() error{
			func() error { _, err := gateways.CreateQR(ctx, newQR()); return err },
			func() error { _, err := gateways.CancelQR(ctx, code, id.NewID()); return err },
			func() error { _, err := gateways.GetQR(ctx, code, id.NewID()); return err },
		} {
			if call() == nil {
				t.Error("a call inside a transaction was let through")
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
