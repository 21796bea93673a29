package deposit_test

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"krapao/server/deposit"
	"krapao/server/emvco"
	"krapao/server/httpapi/api/portal"
	"krapao/server/id"
	"krapao/server/money"
	"krapao/server/postgres"
)

func TestAQRCodeThatIsPaidIsInTheWalletAndTheStatementWithinAMinute(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { defer close(done); s.Simulator.Run(ctx) }()
	defer func() { stop(); <-done }()

	if before := s.current(somchai, gateway); before.HasQrcode || before.Status != nil {
		t.Fatalf("before: %+v", before)
	}
	qr := s.made(somchai, gateway, "100")
	if *qr.Amount != money.Units(100) || *qr.GatewayCode != gateway || *qr.Status != portal.QrCodeStatusACTIVE || qr.Message != nil {
		t.Fatalf("%+v", qr)
	}
	if lives := qr.ExpireIn.Sub(s.Clock.Now()); lives > 10*time.Minute || lives < 10*time.Minute-2*time.Second {
		t.Errorf("it lives %v", lives)
	}
	if err := emvco.Verify(*qr.Payload, money.Units(100), money.Baht); err != nil {
		t.Error(err)
	}
	if !strings.HasPrefix(*qr.Qrcode, "<svg ") || strings.Contains(*qr.Qrcode, "<script") {
		t.Errorf("%.100s", *qr.Qrcode)
	}
	if again := s.current(somchai, gateway); !again.HasQrcode || *again.QrcodeID != *qr.QrcodeID || *again.Qrcode != *qr.Qrcode {
		t.Errorf("shown again: %+v", again)
	}
	if page := s.statement(somchai); page.Total != 0 || len(page.Statements) != 0 {
		t.Errorf("a QR code that waits is in the statement: %+v", page)
	}

	s.payAtGateway(*qr.QrcodeID)
	eventually(t, func() bool { return s.balance(somchai) == money.Units(100) })
	s.booked(somchai, money.Units(100), 0)
	paid := s.current(somchai, gateway)
	if paid.HasQrcode || *paid.Status != portal.QrCodeStatusPAID || *paid.QrcodeID != *qr.QrcodeID || paid.Payload != nil {
		t.Errorf("after the payment: %+v", paid)
	}
	page := s.statement(somchai)
	if page.Total != 1 || len(page.Statements) != 1 {
		t.Fatalf("%+v", page)
	}
	line := page.Statements[0]
	if line.StatementType != portal.StatementTypeDEPOSIT || line.Status != portal.StatementStatusSUCCESS || line.From != "KBANK" || line.To != "WALLET" ||
		line.Amount != money.Units(100) || line.WalletChange != money.Units(100) {
		t.Errorf("%+v", line)
	}
	if next := s.made(somchai, gateway, "100"); *next.QrcodeID == *qr.QrcodeID {
		t.Error("a paid QR code was given again")
	}
}

func (s *env) payAtGateway(reference string) {
	s.t.Helper()
	response, err := http.Post(s.App.Config.Payment.URL("")[:strings.Index(s.App.Config.Payment.URL(""), "/gateway")]+"/gateway/qr/"+reference+"/pay", "application/json", strings.NewReader("{}"))
	if err != nil {
		s.t.Fatal(err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		s.t.Fatalf("paying: %d", response.StatusCode)
	}
}

func eventually(t *testing.T, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(30 * time.Second); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		if holds() {
			return
		}
	}
	t.Fatal("it never held")
}

func TestAskingAgainGivesTheSameQRCodeAndAnotherOneHasToWait(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	first := s.made(somchai, gateway, "100.5")
	if again := s.made(somchai, gateway, "100.50"); *again.QrcodeID != *first.QrcodeID {
		t.Error("the same request made another QR code")
	}
	for name, other := range map[string]portal.QrCode{
		"another amount": s.create(somchai, gateway, "101"), "another gateway": s.create(somchai, otherGateway, "100.5"),
	} {
		if other.HasQrcode || text(other.Message) != "QR_ACTIVE" || text(other.QrcodeID) != *first.QrcodeID || text(other.GatewayCode) != gateway || *other.Amount != 10050 {
			t.Errorf("%s: %+v", name, other)
		}
	}
	if theirs := s.made(malee, gateway, "101"); *theirs.QrcodeID == *first.QrcodeID {
		t.Error("one member's QR code was given to another")
	}
	s.Clock.Advance(deposit.Lifetime)
	expired := s.current(somchai, gateway)
	if expired.HasQrcode || *expired.Status != portal.QrCodeStatusEXPIRED {
		t.Errorf("after 10 minutes: %+v", expired)
	}
	if next := s.made(somchai, otherGateway, "100.5"); *next.QrcodeID == *first.QrcodeID {
		t.Error("a QR code that ran out was given again")
	}
}

func TestFiftyParallelRequestsMakeOneQRCode(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	var group sync.WaitGroup
	ids := make([]string, 50)
	for i := range ids {
		group.Go(func() { ids[i] = text(s.create(somchai, gateway, "100").QrcodeID) })
	}
	group.Wait()
	for _, found := range ids {
		if found == "" || found != ids[0] {
			t.Fatalf("%q differs from %q", found, ids[0])
		}
	}
	if rows := s.count("qr_payment"); rows != 1 {
		t.Errorf("%d rows", rows)
	}
}

func TestAQRCodeWhoseServerDiedIsTakenUpAgain(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	store := postgres.Deposits{DB: s.Database.DB}
	now := s.Clock.Now()
	died := deposit.QR{
		ID: id.NewID(), Member: somchai, Gateway: gateway, Amount: money.Units(100), Currency: money.Baht, Status: deposit.Requested,
		CreatedAt: now, ExpiresAt: now.Add(deposit.Lifetime).Truncate(time.Second),
	}
	if added, err := store.AddQR(t.Context(), died); err != nil || !added {
		t.Fatal(added, err)
	}
	if shown := s.current(somchai, gateway); shown.HasQrcode || shown.QrcodeID != nil {
		t.Errorf("one that nobody has seen is shown: %+v", shown)
	}
	if other := s.create(somchai, gateway, "200"); text(other.Message) != "QR_ACTIVE" {
		t.Errorf("the other request may still be running: %+v", other)
	}
	if same := s.made(somchai, gateway, "100"); *same.QrcodeID != died.ID.String() {
		t.Error("it was not taken up")
	}
	died.ID, died.Member = id.NewID(), malee
	if _, err := store.AddQR(t.Context(), died); err != nil {
		t.Fatal(err)
	}
	s.Clock.Advance(31 * time.Second)
	if other := s.made(malee, gateway, "200"); *other.QrcodeID == died.ID.String() {
		t.Error("a dead request keeps a member from another QR code")
	}
	if status := s.stored(died.ID.String()).Status; status != deposit.Failed {
		t.Errorf("the dead one is %s", status)
	}
}

func TestTheQRCodeThatWaitsIsFoundWithoutItsGateway(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	waiting := func(member id.MemberID) portal.QrCode {
		return s.qr(s.As(member).Do(http.MethodGet, "/api/wallet/qrcode", ""))
	}
	nothing := func(when string) {
		t.Helper()
		if found := waiting(somchai); found.HasQrcode || found.QrcodeID != nil || found.Status != nil {
			t.Errorf("%s: %+v", when, found)
		}
	}
	nothing("before")
	made := s.made(somchai, gateway, "100")
	if found := waiting(somchai); !found.HasQrcode || *found.QrcodeID != *made.QrcodeID || *found.GatewayCode != gateway || !found.ExpireIn.Equal(*made.ExpireIn) {
		t.Errorf("%+v, not %+v", found, made)
	}
	if others := waiting(malee); others.HasQrcode || others.QrcodeID != nil {
		t.Errorf("another member sees it: %+v", others)
	}
	if answer := s.As(somchai).Do(http.MethodDelete, "/api/qrcode/"+*made.QrcodeID, ""); answer.Status != http.StatusOK {
		t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	nothing("cancelled")
	s.made(somchai, gateway, "200")
	s.Clock.Advance(deposit.Lifetime)
	nothing("run out")
}
