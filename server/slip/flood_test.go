package slip_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"krapao/server/fault"
	"krapao/server/id"
	"krapao/server/money"
	"krapao/server/picture"
	"krapao/server/picture/picturetest"
	"krapao/server/picture/sandbox"
	"krapao/server/portaltest"
	"krapao/server/slip"
)

func TestAPictureMadeToKeepTheReaderBusyKeepsNobodyElsesSlipWaiting(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	hostile, costly := map[string]string{}, picturetest.Costly()
	for _, name := range []string{"finder patterns, 640 x 640", "finder patterns, 1600 x 1600", "a wall of damaged codes"} { // picture's tests have them all
		hostile[name] = s.upload(malee, costly[name]).Reference
	}
	made := s.pay(somchai, "10")
	if got := s.decided(somchai, s.upload(somchai, made.picture).Reference); got != "SUCCESS" {
		t.Error(got)
	}
	for name, reference := range hostile {
		if got := s.decided(malee, reference); got != "FAILED CANNOT_READ_CROPPED_IMAGE" {
			t.Errorf("%s: %s", name, got)
		}
	}
	s.wantBalance(somchai, money.Units(10))
}

func TestASlipWhoseReaderWasKilledIsTheOperatorsAndIsNotTriedAgain(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	var tries atomic.Int64
	killed := func(context.Context, *os.File) ([]string, error) {
		tries.Add(1)
		return nil, fmt.Errorf("%w: by its test", sandbox.ErrKilled)
	}
	s.pictures.codes.Store(&killed)
	receipt := s.upload(somchai, s.pay(somchai, "10").picture)
	s.waitsAs(receipt.Reference, slip.ReadManually)
	if tries.Load() != 1 {
		t.Errorf("it was tried %d times", tries.Load())
	}
	s.wantBalance(somchai, 0)
}

func TestASlipWhoseTryNeverReturnedIsTheOperators(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	entered := make(chan id.ID, 1)
	stuck := func(ctx context.Context, _ *os.File) ([]string, error) {
		entered <- id.ID{}
		<-ctx.Done() // as when the job's time is over
		return nil, ctx.Err()
	}
	s.pictures.codes.Store(&stuck)
	blobs := s.App.Slips
	stuckSlip := slip.Slip{ID: id.NewID(), Member: somchai, Reference: "SLIP-22222222", Currency: money.Baht, FileHash: make([]byte, 32), ImageType: "image/png", CreatedAt: s.Clock.Now()}
	stuckSlip.ImageName = "slip/stuck.png"
	if err := blobs.Blobs.Put(t.Context(), stuckSlip.ImageName, stuckSlip.ImageType, func(to io.Writer) error {
		_, err := to.Write(slipOf(t, ""))
		return err
	}); err != nil {
		t.Fatal(err)
	}
	if _, _, err := s.App.Slips.Store.AddSlip(t.Context(), stuckSlip); err != nil { // without a job: the test does its tries
		t.Fatal(err)
	}
	first, end := context.WithCancel(t.Context())
	go func() {
		<-entered
		end()
	}()
	if err := s.App.Slips.Check(first, somchai, stuckSlip.ID, false); !errors.Is(err, context.Canceled) {
		t.Errorf("the try that never returned: %v", err)
	}
	s.pictures.codes.Store(nil)
	if err := s.App.Slips.Check(t.Context(), somchai, stuckSlip.ID, false); err != nil {
		t.Fatal(err)
	}
	s.waitsAs(stuckSlip.Reference, slip.ReadManually)
}

// waitsAs waits until a slip waits for the operator.
func (s *env) waitsAs(reference string, review slip.Review) {
	s.t.Helper()
	s.until("slip "+reference+" waits as "+string(review), func() bool {
		held, err := s.App.Slips.Slip(s.t.Context(), somchai, reference)
		if err != nil {
			s.t.Fatal(err)
		}
		return held.Status == slip.Pending && held.Review == review
	})
}

// refusing is a reader that takes no picture.
type refusing struct{}

func (refusing) Redraw(context.Context, *os.File, *os.File) (picture.Type, error) {
	return "", picture.ErrRefused
}
func (refusing) Codes(context.Context, *os.File) ([]string, error) { return nil, picture.ErrRefused }

func TestAMemberMayUploadSoManyFilesADayTakenOrRefusedOnAnyServer(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	made := s.pay(somchai, "10")
	for range 3 { // a repeat is not counted again
		s.upload(somchai, made.picture)
	}
	var refused, limited atomic.Int64
	var group sync.WaitGroup
	for n := range 110 { // each to a server of its own
		group.Go(func() {
			config := s.App.Slips.Config
			config.Pictures = refusing{}
			_, err := slip.New(config).Upload(t.Context(), slip.UploadInput{Member: somchai, Currency: money.Baht, File: strings.NewReader(fmt.Sprint(n))})
			switch {
			case errors.Is(err, slip.ErrInvalidFile):
				refused.Add(1)
			case errors.Is(err, fault.RequestLimit):
				limited.Add(1)
			default:
				t.Error(err)
			}
		})
	}
	group.Wait()
	if refused.Load() != 59 || limited.Load() != 51 {
		t.Errorf("%d were judged, %d were not read, want 59 and 51", refused.Load(), limited.Load())
	}
	answer := s.as(somchai).Upload(http.MethodPost, uploadPath, "file", "s.png", slipOf(t, ""))
	s.refused("one more", answer, http.StatusTooManyRequests, "REQUEST_LIMIT")
	if answer.Header.Get("Retry-After") == "" {
		t.Error("no Retry-After")
	}
	if _, err := s.App.Slips.Upload(t.Context(), slip.UploadInput{Member: somchai, Currency: money.Baht, File: unread{t}}); !errors.Is(err, fault.RequestLimit) {
		t.Error(err)
	}
	s.Clock.Advance(24 * time.Hour)
	s.upload(somchai, slipOf(t, ""))
}

// unread is a file that nobody may read.
type unread struct{ t *testing.T }

func (u unread) Read([]byte) (int, error) {
	u.t.Error("it was read before it was counted")
	return 0, io.EOF
}

func TestWhatFailsOnOurSideIsNotCounted(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	s.blobs.failing.Store(true)
	for n := range 3 {
		s.refused("a full store", s.as(somchai).Upload(http.MethodPost, uploadPath, "file", "s.png", slipOf(t, fmt.Sprint("a code of nothing", n))), http.StatusServiceUnavailable, "SLIP_UPLOAD_FAIL")
	}
	if counted := s.count("rate_limit, unnest(hits) where key = $1", "slip-upload:"+somchai.String()); counted != 0 {
		t.Errorf("%d were counted", counted)
	}
}

func TestAMemberUploadsOneFileAtATime(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	arriving, sender := io.Pipe()
	first := make(chan error, 1)
	go func() {
		_, err := s.App.Slips.Upload(context.Background(), slip.UploadInput{Member: somchai, Currency: money.Baht, File: arriving})
		first <- err
	}()
	content := slipOf(t, "")
	if _, err := sender.Write(content[:10]); err != nil { // it is being read now
		t.Fatal(err)
	}
	answer := s.as(somchai).Upload(http.MethodPost, uploadPath, "file", "s.png", slipOf(t, "another"))
	s.refused("a second one", answer, http.StatusTooManyRequests, "REQUEST_LIMIT")
	if answer.Header.Get("Retry-After") == "" {
		t.Error("no Retry-After")
	}
	s.upload(malee, slipOf(t, ""))
	if _, err := sender.Write(content[10:]); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(sender.Close(), <-first); err != nil {
		t.Errorf("the first: %v", err)
	}
	s.upload(somchai, slipOf(t, "another"))
}

func TestSixteenUploadsAreDrawnOrWaitForItAtATime(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	open := make(chan struct{})
	wait := func(context.Context) error {
		<-open
		return picture.ErrRefused
	}
	s.pictures.redraw.Store(&wait)
	var judged, limited atomic.Int64
	var group sync.WaitGroup
	for n := range 20 {
		group.Go(func() {
			_, err := s.App.Slips.Upload(t.Context(), slip.UploadInput{Member: id.MemberID(20_000_000 + n), Currency: money.Baht, File: strings.NewReader("x")})
			var refused *fault.Fault
			switch {
			case errors.Is(err, slip.ErrInvalidFile):
				judged.Add(1)
			case errors.Is(err, fault.RequestLimit) && errors.As(err, &refused) && refused.RetryAfter > 0:
				limited.Add(1)
			default:
				t.Error(err)
			}
		})
	}
	s.until("four are refused", func() bool { return limited.Load() == 4 })
	close(open)
	group.Wait()
	if judged.Load() != 16 || limited.Load() != 4 {
		t.Errorf("%d and %d", judged.Load(), limited.Load())
	}
}

func TestAFormHasOneFile(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	send := func(fields ...string) portaltest.Answer {
		var body bytes.Buffer
		form := multipart.NewWriter(&body)
		for i, field := range fields {
			if field == "file" {
				file, err := form.CreateFormFile("file", "s.png")
				if err != nil {
					t.Fatal(err)
				}
				_, _ = file.Write(slipOf(t, fmt.Sprint(len(fields), i, fields[0][:1])))
				continue
			}
			if err := form.WriteField("note", field); err != nil {
				t.Fatal(err)
			}
		}
		if err := form.Close(); err != nil {
			t.Fatal(err)
		}
		request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL()+uploadPath, &body)
		if err != nil {
			t.Fatal(err)
		}
		request.Header = http.Header{"Content-Type": {form.FormDataContentType()}, "Authorization": {"Bearer " + somchai.String()}, "X-Requested-With": {"wallet-user"}}
		response, err := http.DefaultClient.Do(request) // the contract's checker knows no field that a schema does not name
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = response.Body.Close() }()
		answer := portaltest.Answer{Status: response.StatusCode}
		if answer.Body, err = io.ReadAll(response.Body); err != nil {
			t.Fatal(err)
		}
		return answer
	}
	s.refused("two files", send("file", "file"), http.StatusBadRequest, "KEY_INVALID")
	s.refused("a file behind a text", send("file", "text", "file"), http.StatusBadRequest, "KEY_INVALID")
	s.refused("a long text", send(strings.Repeat("x", 5<<10), "file"), http.StatusBadRequest, "KEY_INVALID")
	s.refused("many texts", send("1", "2", "3", "4", "5", "6", "7", "8", "9", "file"), http.StatusBadRequest, "KEY_INVALID")
	s.refused("texts only", send("text"), http.StatusBadRequest, "SLIP_NO_FILE")
	if total := s.slips(somchai).Total; total != 0 {
		t.Errorf("%d slips", total)
	}
	for what, fields := range map[string][]string{"a text before the file": {"text", "file"}, "a text behind it": {"file", "text"}} {
		if answer := send(fields...); answer.Status != http.StatusOK {
			t.Errorf("%s: %d %s", what, answer.Status, answer.Body)
		}
	}
}
