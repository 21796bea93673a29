package deposit_test

import (
	"context"
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"

	"krapao/server/deposit"
	"krapao/server/money"
	"krapao/server/portaltest"
	"krapao/server/portaltest/paymenttest"
)

func TestAKeyGivesItsQRCodeAgainThoughTheChannelIsClosedSince(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	first := s.create(somchai, gateway, "100", key("one"))
	closed := paymenttest.QRChannel(gateway, money.Baht, money.Units(200))
	closed.Open = false
	if err := s.App.Channels.PutChannels(t.Context(), closed); err != nil {
		t.Fatal(err)
	}
	again := s.create(somchai, gateway, "100", key("one"))
	if !first.HasQrcode || !again.HasQrcode || *first.QrcodeID != *again.QrcodeID {
		t.Errorf("%+v, then %+v", first, again)
	}
	if answer := s.As(somchai).Do(http.MethodPost, "/api/qrcode/"+gateway, `{"amount":100}`, key("two")); answer.Code() != "NO_DATA" {
		t.Errorf("another key: %d %s", answer.Status, answer.Body)
	}
}

func TestAQRCodeAsksForWholeKipAndForAtLeastOne(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	if answer := s.As(bounmy).Do(http.MethodPost, "/api/qrcode/"+kipGateway, `{"amount":10000.5}`); answer.Status != http.StatusBadRequest || answer.Code() != "KEY_INVALID" {
		t.Errorf("kip with att: %d %s", answer.Status, answer.Body)
	}
	s.made(bounmy, kipGateway, "10001")
	if err := s.App.Channels.PutChannels(t.Context(), paymenttest.QRChannel("SMALL1", money.Baht, 100)); err != nil {
		t.Fatal(err)
	}
	// An older one may have a smaller minimum.
	if _, err := s.Database.DB.Querier(t.Context()).Exec(t.Context(), `update deposit_channel set min_deposit = 10 where code = 'SMALL1'`); err != nil {
		t.Fatal(err)
	}
	for _, amount := range []string{"0.1", "0.99"} {
		if qr := s.create(somchai, "SMALL1", amount); qr.HasQrcode || text(qr.Message) != "QR_MINIMUM" {
			t.Errorf("%s: %+v", amount, qr)
		}
	}
}

// TestAKeyWithTwoBodiesAtOnceIsAConflict has two requests look their common key up before either has written it: they
// wait for the row of a QR code that has run out.
func TestAKeyWithTwoBodiesAtOnceIsAConflict(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	old := s.made(somchai, gateway, "50")
	s.Clock.Advance(deposit.Lifetime + time.Minute)
	codes := make([]string, 2)
	var group sync.WaitGroup
	s.while(func(ctx context.Context) {
		if _, err := s.Database.DB.Querier(ctx).Exec(ctx, "select from qr_payment where id = $1 for update", *old.QrcodeID); err != nil {
			t.Fatal(err)
		}
		for i, amount := range []string{"100", "200"} {
			group.Go(func() {
				answer := paymenttest.UntilServed(func() portaltest.Answer {
					return s.As(somchai).Do(http.MethodPost, "/api/qrcode/"+gateway, `{"amount":`+amount+`}`, key("one"))
				})
				codes[i] = answer.Code()
				if answer.Status == http.StatusOK {
					codes[i] = text(s.qr(answer).Message)
				}
			})
		}
		s.stuck(2)
	})
	group.Wait()
	if slices.Sort(codes); !slices.Equal(codes, []string{"", "IDEMPOTENCY_CONFLICT"}) {
		t.Errorf("%q", codes)
	}
}
