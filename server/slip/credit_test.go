package slip_test

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"hash/crc32"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"krapao/server/httpapi/api/portal"
	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/money"
	"krapao/server/portaltest"
	"krapao/server/slip"
)

func TestASlipOfTheMembersOwnTransferIsCredited(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	made := s.pay(somchai, "1500.25")
	receipt := s.upload(somchai, made.picture)
	if receipt.Message != "SUCCESS" || receipt.Status != "PENDING" || !receipt.CreatedAt.Equal(s.Clock.Now().Truncate(time.Microsecond)) {
		t.Errorf("%+v", receipt)
	}
	if got := s.decided(somchai, receipt.Reference); got != "SUCCESS" {
		t.Fatal(got)
	}
	if list := s.slips(somchai); list.Total != 1 || list.Slips[0].Amount != 150025 || list.Slips[0].Note != nil {
		t.Errorf("%+v", list)
	}
	s.wantBalance(somchai, 150025)
	if got := s.house(ledger.Clearing("bank", money.Baht)); got != -150025 {
		t.Errorf("the bank owes %v", got)
	}
	answer := s.as(somchai).Do(http.MethodPost, "/api/statement", `{"page":1,"limit":10}`)
	var page portal.StatementPage
	if err := json.Unmarshal(answer.Body, &page); err != nil || page.Total != 1 || page.Statements[0].StatementType != "DEPOSIT" || page.Statements[0].From != "SCB" {
		t.Errorf("%s %v", answer.Body, err)
	}
}

func TestASlipThatCannotBeCreditedSaysWhy(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	known := s.pay(somchai, "100")
	broken := strings.Replace(known.SlipPayload, known.TransactionReference[:4], "ZZZZ", 1)
	old := s.pay(somchai, "200")
	s.Clock.Advance(time.Hour + time.Second)
	edge := s.pay(somchai, "70")
	for want, file := range map[string][]byte{
		"FAILED CANNOT_READ_CROPPED_IMAGE": slipOf(t, ""),
		"FAILED INVALID_SLIP":              slipOf(t, "https://example.com/a/long/enough/address"),
		"FAILED UNSTABLE_REFNO_ON_SLIP":    slipOf(t, broken),
		"FAILED NOT_MATCH":                 s.pay(malee, "300").picture,
		"FAILED DEST_ACC_INVALID":          s.pay(somchai, "400", "toAccountNo", "5556667778").picture,
		"FAILED EXPIRED_SLIP":              old.picture,
		"SUCCESS":                          edge.picture,
	} {
		if got := s.decided(somchai, s.upload(somchai, file).Reference); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	for name, file := range map[string][]byte{
		"a closed account":           s.pay(somchai, "500", "toAccountNo", "0001112223").picture,
		"another bank's same number": s.pay(somchai, "501", "toBankCode", "SCB").picture,
		"another currency":           s.pay(somchai, "502", "currency", "LAK").picture,
	} {
		if got := s.decided(somchai, s.upload(somchai, file).Reference); got != "FAILED DEST_ACC_INVALID" {
			t.Errorf("%s: %s", name, got)
		}
	}
	for name, file := range map[string][]byte{
		"another name":         s.pay(somchai, "601", "fromAccountName", "SOMSAK JAIDEE").picture,
		"another bank":         s.pay(somchai, "602", "fromBankCode", "KTB").picture,
		"another number there": s.pay(somchai, "603", "fromAccountNo", "4051239999").picture,
	} {
		if got := s.decided(somchai, s.upload(somchai, file).Reference); got != "FAILED NOT_MATCH" {
			t.Errorf("%s: %s", name, got)
		}
	}
	unknown := slipOf(t, "004100060000010103014022000111222233344ABCD125102TH910417DF")
	if got := s.decided(somchai, s.upload(somchai, unknown).Reference); got != "FAILED EXPIRED_SLIP" {
		t.Errorf("a transfer that the bank has not seen: %s", got)
	}
	s.wantBalance(somchai, money.Units(70))
}

func TestASlipWhoseImageIsGoneSaysSo(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	lost := slip.Slip{
		ID: id.NewID(), Member: somchai, Reference: "SLIP-22222222", Currency: money.Baht, FileHash: make([]byte, 32), ImageName: "slip/none.png", ImageType: "image/png", CreatedAt: s.Clock.Now(),
	}
	if _, _, err := s.App.Slips.Store.AddSlip(t.Context(), lost); err != nil {
		t.Fatal(err)
	}
	other := lost
	other.ID, other.FileHash = id.NewID(), append(make([]byte, 31), 1)
	err := s.Database.DB.InTx(t.Context(), func(ctx context.Context) error {
		_, _, err := s.App.Slips.Store.AddSlip(ctx, other)
		return err
	})
	if !errors.Is(err, slip.ErrReference) {
		t.Errorf("another slip under its reference: %v", err)
	}
	if err := s.App.Slips.Check(t.Context(), somchai, lost.ID, false); err != nil {
		t.Fatal(err)
	}
	if got := s.decided(somchai, lost.Reference); got != "FAILED UPLOADED_FILE_NOT_EXIST" {
		t.Error(got)
	}
}

func TestATransferIsCreditedOnceHoweverManySlipsShowIt(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	made := s.pay(somchai, "250")
	first := s.upload(somchai, made.picture)
	if got := s.decided(somchai, first.Reference); got != "SUCCESS" {
		t.Fatal(got)
	}
	again := s.upload(somchai, made.picture)
	if again.Reference != first.Reference || again.Status != "SUCCESS" {
		t.Errorf("the same file: %+v, first %+v", again, first)
	}
	if got := s.decided(somchai, s.upload(somchai, slipOf(t, made.SlipPayload)).Reference); got != "FAILED SLIP_REFNO_DUPLICATED" {
		t.Errorf("I7: another picture of the transfer: %s", got)
	}
	if got := s.decided(malee, s.upload(malee, made.picture).Reference); got != "FAILED SLIP_REFNO_DUPLICATED" {
		t.Errorf("I7: another member's picture of the transfer: %s", got)
	}
	s.wantBalance(somchai, money.Units(250))
	s.wantBalance(malee, 0)
}

func TestAStolenSlipDoesNotKeepItsOwnerFromTheMoney(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	made := s.pay(somchai, "250")
	if got := s.decided(malee, s.upload(malee, made.picture).Reference); got != "FAILED NOT_MATCH" {
		t.Fatal(got)
	}
	if got := s.decided(somchai, s.upload(somchai, made.picture).Reference); got != "SUCCESS" {
		t.Error(got)
	}
	s.wantBalance(somchai, money.Units(250))
	s.wantBalance(malee, 0)
}

func TestFiftyParallelUploadsOfASlipAreOneSlipAndOneCredit(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	for name, headers := range map[string][]portaltest.Header{"without a key": nil, "with a key": {{Name: "Idempotency-Key", Value: "fifty-at-once"}}} {
		before, files := s.slips(somchai).Total, len(s.files())
		made := s.pay(somchai, "10")
		var group sync.WaitGroup
		var mutex sync.Mutex
		references := map[string]int{}
		for range 50 {
			client := s.as(somchai)
			group.Go(func() {
				answer := client.Upload(http.MethodPost, "/api/wallet/slip", "file", "s.png", made.picture, headers...)
				again := func() bool { // a member uploads one file at a time
					return answer.Status == http.StatusServiceUnavailable || answer.Status == http.StatusTooManyRequests
				}
				for end := time.Now().Add(time.Minute); again() && time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
					answer = client.Upload(http.MethodPost, "/api/wallet/slip", "file", "s.png", made.picture, headers...)
				}
				var receipt portal.SlipReceipt
				if err := json.Unmarshal(answer.Body, &receipt); err != nil || answer.Status != http.StatusOK {
					t.Errorf("%s: %d %s", name, answer.Status, answer.Body)
				}
				mutex.Lock()
				defer mutex.Unlock()
				references[receipt.Reference]++
			})
		}
		group.Wait()
		if len(references) != 1 || s.slips(somchai).Total != before+1 || len(s.files()) != files+1 {
			t.Errorf("%s: slips %v, %d in the list, %d files", name, references, s.slips(somchai).Total, len(s.files()))
		}
		for reference := range references {
			if got := s.decided(somchai, reference); got != "SUCCESS" {
				t.Errorf("%s: %s", name, got)
			}
		}
	}
	s.wantBalance(somchai, money.Units(20))
}

func TestChecksOfTheSameSlipsAtOnceCreditOnce(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	made := s.pay(somchai, "10")
	const pictures = 8
	var asked sync.WaitGroup // nobody is answered before every picture has come to the question
	asked.Add(pictures)
	var questions atomic.Int64
	together := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if questions.Add(1) <= pictures {
			asked.Done()
		}
		asked.Wait()
		s.simulator.Handler().ServeHTTP(w, r)
	})
	s.intercept.Store(&together)
	var slips []slip.Slip
	for i := range pictures {
		receipt := s.upload(somchai, distinct(slipOf(t, made.SlipPayload), i))
		slip, err := s.App.Slips.Slip(t.Context(), somchai, receipt.Reference)
		if err != nil {
			t.Fatal(i, err)
		}
		slips = append(slips, slip)
	}
	var group sync.WaitGroup
	for _, slip := range append(slips, slips...) {
		group.Go(func() {
			if err := s.App.Slips.Check(t.Context(), slip.Member, slip.ID, false); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	shown := map[string]int{}
	for _, slip := range slips {
		shown[s.decided(somchai, slip.Reference)]++
	}
	if shown["SUCCESS"] != 1 || shown["FAILED SLIP_REFNO_DUPLICATED"] != len(slips)-1 {
		t.Errorf("%v", shown)
	}
	s.wantBalance(somchai, money.Units(10))
}

// distinct gives a file with the same pixels and another hash.
func distinct(file []byte, i int) []byte {
	text := []byte{0, 0, 0, 3, 't', 'E', 'X', 't', 'n', 0, byte('a' + i)}
	text = binary.BigEndian.AppendUint32(text, crc32.ChecksumIEEE(text[4:]))
	const header = 33
	return slices.Concat(file[:header], text, file[header:])
}
