package slip_test

import (
	"encoding/json"
	"net/http"
	"testing"
	"time"

	"krapao/server/httpapi/api/operator"
	"krapao/server/httpapi/api/portal"
	"krapao/server/money"
)

func TestTheImageOfADecidedSlipIsKeptForATimeAndItsHashForEver(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	made := s.pay(somchai, "10")
	decided := s.upload(somchai, made.picture)
	if got := s.decided(somchai, decided.Reference); got != "SUCCESS" {
		t.Fatal(got)
	}
	s.answering(http.StatusServiceUnavailable, `{"code":"INTERNAL","message":"down"}`)
	s.upload(somchai, s.pay(somchai, "20").picture)
	s.waiting(1)
	remove := func() {
		t.Helper()
		if err := s.App.Slips.RemoveImages(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	reference := func() (status int, shown portal.SlipReference) {
		answer := s.as(somchai).Do(http.MethodGet, "/api/statement/slip/reference/"+decided.Reference, "")
		_ = json.Unmarshal(answer.Body, &shown)
		return answer.Status, shown
	}

	s.Clock.Advance(imageRetention)
	remove()
	status, link := reference()
	if kept := len(s.files()); kept != 2 || status != http.StatusOK {
		t.Fatalf("%d images are kept, %d", kept, status)
	}

	s.Clock.Advance(time.Second)
	_, link = reference()
	remove()
	remove() // again, as by another server
	if kept := s.files(); len(kept) != 1 {
		t.Errorf("kept: %v, want that of the slip that is not decided", kept)
	}
	if status, _ := reference(); status != http.StatusNotFound {
		t.Errorf("the member's address of a removed image: %d", status)
	}
	if answer := s.Client(t).Do(http.MethodGet, link.URL[len(s.App.Config.PublicURL):], ""); answer.Status != http.StatusNotFound || answer.Code() != "NO_DATA" {
		t.Errorf("an address that was given before: %d %s", answer.Status, answer.Body)
	}
	var page operator.OperatorSlipPage
	answer := s.Operator(t, "noi").Do(http.MethodGet, "/operator/slips?show=SUCCESS", "")
	if err := json.Unmarshal(answer.Body, &page); err != nil || page.Total != 1 || page.Slips[0].ImageRemovedAt == nil || page.Slips[0].Amount != money.Units(10) {
		t.Fatalf("%s %v", answer.Body, err)
	}
	if answer := s.OperatorClient(t).Do(http.MethodGet, page.Slips[0].Image, ""); answer.Status != http.StatusNotFound || answer.Code() != "NO_DATA" {
		t.Errorf("the operator's address of a removed image: %d %s", answer.Status, answer.Body)
	}
	if again := s.upload(somchai, made.picture); again.Reference != decided.Reference {
		t.Errorf("the same file is another slip: %+v", again)
	}
}

func TestImagesAreRemovedInBatches(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	const old = 250
	if _, err := s.Database.DB.Querier(t.Context()).Exec(t.Context(), `insert into slip (member_id, id, reference, currency, status, reason, file_hash, image_name, image_type, created_at, decided_at)
		select $1, gen_random_uuid(), 'SLIP-' || translate(upper(substr(md5(n::text), 1, 8)), '01', 'GH'), 'BAHT', 'FAILED', 'INVALID_SLIP', sha256(n::text::bytea), 'slip/' || n, 'image/png', $2, $2
		from generate_series(1, $3::int) n`, somchai, s.Clock.Now().Add(-2*imageRetention), old); err != nil {
		t.Fatal(err)
	}
	if err := s.App.Slips.RemoveImages(t.Context()); err != nil {
		t.Fatal(err)
	}
	if left := s.count("slip where image_removed_at is null or image_name <> ''"); left != 0 {
		t.Errorf("%d are left", left)
	}
}
