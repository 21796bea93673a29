package cashier_test

import (
	"net/http"
	"testing"

	"krapao/server/money"
)

func TestAKeyGivesItsQRCodeAgainThoughTheChannelIsClosedSince(t *testing.T) {
	t.Parallel()
	s := newStand(t)
	first := s.create(somchai, gateway, "100", key("one"))
	closed := qrChannel(gateway, money.Baht, money.Units(200))
	closed.Open = false
	if err := s.App.Cashier.PutChannels(t.Context(), closed); err != nil {
		t.Fatal(err)
	}
	again := s.create(somchai, gateway, "100", key("one"))
	if !first.HasQrcode || !again.HasQrcode || *first.QrcodeID != *again.QrcodeID {
		t.Errorf("%+v, then %+v", first, again)
	}
	if answer := s.as(somchai).Do(http.MethodPost, "/api/qrcode/"+gateway, `{"amount":100}`, key("two")); answer.Code() != "NO_DATA" {
		t.Errorf("another key: %d %s", answer.Status, answer.Body)
	}
}
