package slip_test

import (
	"bytes"
	"encoding/json"
	"image"
	"image/jpeg"
	"net/http"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"krapao/server/channel"
	"krapao/server/httpapi/api/portal"
	"krapao/server/money"
	"krapao/server/picture/picturetest"
	"krapao/server/portaltest"
	"krapao/server/slip"
)

const uploadPath = "/api/wallet/slip"

func (s *env) refused(what string, answer portaltest.Answer, status int, code string) {
	s.t.Helper()
	if answer.Status != status || answer.Code() != code {
		s.t.Errorf("%s: %d %s, want %d %s", what, answer.Status, answer.Body, status, code)
	}
}

func TestHostileFilesAreRefusedAndCostLittle(t *testing.T) {
	s := newEnv(t) // alone: it measures the process
	client := s.as(somchai)
	files := picturetest.Hostile()
	var largest bytes.Buffer
	if err := jpeg.Encode(&largest, image.NewYCbCr(image.Rect(0, 0, 6000, 4000), image.YCbCrSubsampleRatio420), nil); err != nil {
		t.Fatal(err)
	}
	client.Upload(http.MethodPost, uploadPath, "file", "warm.png", slipOf(t, ""))
	debug.FreeOSMemory()
	before, most := resident(t), 0
	measure := make(chan struct{})
	measured := make(chan struct{})
	go func() {
		defer close(measured)
		for {
			select {
			case <-measure:
				return
			case <-time.After(2 * time.Millisecond):
				most = max(most, resident(t))
			}
		}
	}()
	for name, file := range files {
		s.refused(name, client.Upload(http.MethodPost, uploadPath, "file", "slip.jpg", file), http.StatusBadRequest, "SLIP_INVALID_FILE")
	}
	if answer := client.Upload(http.MethodPost, uploadPath, "file", "slip.jpg", largest.Bytes()); answer.Status != http.StatusOK {
		t.Errorf("an honest photograph of 24 megapixels: %d %s", answer.Status, answer.Body)
	}
	close(measure)
	<-measured
	if grown := most - before; grown > 64<<10 {
		t.Errorf("the process grew by %d kB, from %d", grown, before)
	}
	t.Logf("%d files, %d kB more at most", len(files), most-before)
	if list := s.slips(somchai); list.Total != 2 || len(s.files()) != 2 {
		t.Errorf("%d slips, files %v", list.Total, s.files())
	}
}

// resident is what the process has in memory, in kB.
func resident(t *testing.T) int {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		var stats runtime.MemStats // a system without such a file
		runtime.ReadMemStats(&stats)
		return int((stats.Sys - stats.HeapReleased) >> 10)
	}
	for line := range strings.Lines(string(status)) {
		if rest, is := strings.CutPrefix(line, "VmRSS:"); is {
			size, err := strconv.Atoi(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(rest), "kB")))
			if err != nil {
				t.Error(err)
			}
			return size
		}
	}
	return 0
}

func TestAnUploadThatIsNoneSaysSo(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	client := s.as(somchai)
	sent := func(mediaType, body string) portaltest.Answer {
		return client.Do(http.MethodPost, uploadPath, body, portaltest.Header{Name: "Content-Type"}, portaltest.Header{Name: "Content-Type", Value: mediaType + "; boundary=x"})
	}
	form := func(body string) portaltest.Answer { return sent("multipart/form-data", body) }
	s.refused("no body", client.Do(http.MethodPost, uploadPath, ""), http.StatusBadRequest, "KEY_MISSING")
	s.refused("JSON", client.Do(http.MethodPost, uploadPath, `{}`), http.StatusBadRequest, "KEY_INVALID")
	s.refused("a form that breaks off", form("--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\nabc"), http.StatusBadRequest, "KEY_INVALID")
	s.refused("a form of nothing", form("--x--\r\n"), http.StatusBadRequest, "SLIP_NO_FILE")
	s.refused("another field", client.Upload(http.MethodPost, uploadPath, "avatar", "a.png", []byte("x")), http.StatusBadRequest, "KEY_INVALID")
	s.refused("an empty file", client.Upload(http.MethodPost, uploadPath, "file", "a.png", nil), http.StatusBadRequest, "SLIP_NO_FILE")
	s.rules(func(rules *channel.Settings) { rules.SlipMaxSizeMB = 1 })
	asPNG, _ := picturetest.Photo(300, 300)
	s.refused("a file above the setting's size", client.Upload(http.MethodPost, uploadPath, "file", "a.png", append(asPNG, make([]byte, 1<<20)...)), http.StatusBadRequest, "SLIP_INVALID_FILE")
	s.refused("one above every size", client.Upload(http.MethodPost, uploadPath, "file", "a.png", make([]byte, 22<<20)), http.StatusBadRequest, "SLIP_INVALID_FILE")
	if s.slips(somchai).Total != 0 || len(s.files()) != 0 {
		t.Errorf("something was kept: %v", s.files())
	}
	whole := "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\n" + string(asPNG) + "\r\n--x--\r\n"
	s.refused("a form by another media type", sent("multipart/mixed", whole), http.StatusBadRequest, "KEY_INVALID")
	if s.slips(somchai).Total != 0 {
		t.Error("a form by another media type was kept")
	}
	visitor := s.Client(t).Upload(http.MethodPost, uploadPath, "file", "a.png", asPNG)
	s.refused("nobody", visitor, http.StatusUnauthorized, "UNAUTHORIZED")
}

func TestAStoreThatIsFullTakesNoSlipAndKeepsNoPiece(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	made := s.pay(somchai, "10")
	s.blobs.failing.Store(true)
	s.refused("a full store", s.as(somchai).Upload(http.MethodPost, uploadPath, "file", "s.png", made.picture), http.StatusServiceUnavailable, "SLIP_UPLOAD_FAIL")
	if s.slips(somchai).Total != 0 || len(s.files()) != 0 || s.count("river_job where kind = 'slip_check'") != 0 {
		t.Errorf("something was kept: %v", s.files())
	}
	s.blobs.failing.Store(false)
	if got := s.decided(somchai, s.upload(somchai, made.picture).Reference); got != "SUCCESS" {
		t.Error(got)
	}
	if err := os.RemoveAll(s.App.Slips.TempDir); err != nil {
		t.Fatal(err)
	}
	other := s.pay(somchai, "20")
	s.refused("no room for what comes in", s.as(somchai).Upload(http.MethodPost, uploadPath, "file", "s.png", other.picture), http.StatusServiceUnavailable, "SLIP_UPLOAD_FAIL")
	s.wantBalance(somchai, money.Units(10))
}

func TestAnIdempotencyKeyStandsForOneFile(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	key := portaltest.Header{Name: "Idempotency-Key", Value: "one-slip-only"}
	first, second := s.pay(somchai, "10"), s.pay(somchai, "20")
	send := func(file []byte) portaltest.Answer {
		return s.as(somchai).Upload(http.MethodPost, uploadPath, "file", "s.png", file, key)
	}
	var once, again portal.SlipReceipt
	if err := json.Unmarshal(send(first.picture).Body, &once); err != nil {
		t.Fatal(err)
	}
	s.decided(somchai, once.Reference)
	if err := json.Unmarshal(send(first.picture).Body, &again); err != nil || again.Reference != once.Reference {
		t.Errorf("%+v, %+v, %v", once, again, err)
	}
	s.refused("another file under the key", send(second.picture), http.StatusConflict, "IDEMPOTENCY_CONFLICT")
	s.rules(func(rules *channel.Settings) { // closed from now on
		now := s.Clock.Now().In(time.FixedZone("", 7*60*60))
		rules.SlipOpenFrom = time.Duration(now.Hour()+2) % 24 * time.Hour
		rules.SlipOpenTo = rules.SlipOpenFrom + time.Minute
	})
	again = portal.SlipReceipt{}
	if err := json.Unmarshal(send(first.picture).Body, &again); err != nil || again.Reference != once.Reference {
		t.Errorf("after closing: %+v, %+v, %v", once, again, err)
	}
	s.refused("another file after closing", s.as(somchai).Upload(http.MethodPost, uploadPath, "file", "s.png", second.picture,
		portaltest.Header{Name: "Idempotency-Key", Value: "another-slip"}), http.StatusConflict, "SLIP_CLOSED")
	if s.slips(somchai).Total != 1 {
		t.Error("a second slip")
	}
}

func TestSlipsAreTakenInTheDailyWindowOnly(t *testing.T) {
	t.Parallel()
	bangkok := time.FixedZone("", 7*60*60)
	at := func(clock string) time.Time {
		read, err := time.Parse("15:04:05.999999999", clock)
		if err != nil {
			t.Fatal(err)
		}
		return time.Date(2026, 3, 1, read.Hour(), read.Minute(), read.Second(), read.Nanosecond(), bangkok)
	}
	const minute = time.Minute
	for _, row := range []struct {
		from, to time.Duration
		clock    string
		open     bool
	}{
		{30 * minute, 23 * 60 * minute, "00:29:59.999999999", false},
		{30 * minute, 23 * 60 * minute, "00:30:00", true},
		{30 * minute, 23 * 60 * minute, "12:00:00", true},
		{30 * minute, 23 * 60 * minute, "22:59:59.999999999", true},
		{30 * minute, 23 * 60 * minute, "23:00:00", false},
		{30 * minute, 23 * 60 * minute, "23:59:59.999999999", false},
		{30 * minute, 23 * 60 * minute, "00:00:00", false},
		{22 * 60 * minute, 2 * 60 * minute, "21:59:59.999999999", false}, // over midnight
		{22 * 60 * minute, 2 * 60 * minute, "22:00:00", true},
		{22 * 60 * minute, 2 * 60 * minute, "23:59:59.999999999", true},
		{22 * 60 * minute, 2 * 60 * minute, "00:00:00", true},
		{22 * 60 * minute, 2 * 60 * minute, "01:59:59.999999999", true},
		{22 * 60 * minute, 2 * 60 * minute, "02:00:00", false},
		{22 * 60 * minute, 2 * 60 * minute, "12:00:00", false},
		{0, 0, "00:00:00", true}, // always
		{5 * 60 * minute, 5 * 60 * minute, "04:59:59", true},
		{0, 12 * 60 * minute, "00:00:00", true},
		{0, 12 * 60 * minute, "12:00:00", false},
		{12 * 60 * minute, 0, "11:59:59.999999999", false}, // until midnight
		{12 * 60 * minute, 0, "23:59:59.999999999", true},
		{12 * 60 * minute, 0, "00:00:00", false},
	} {
		rules := slip.Rules{OpenFrom: row.from, OpenTo: row.to}
		if got := rules.IsOpen(at(row.clock)); got != row.open {
			t.Errorf("from %v to %v at %s: %v", row.from, row.to, row.clock, got)
		}
		if got := rules.IsOpen(at(row.clock).UTC()); got != row.open {
			t.Errorf("from %v to %v at %s, said in UTC: %v", row.from, row.to, row.clock, got)
		}
	}
	s := newEnv(t)
	s.rules(func(rules *channel.Settings) { rules.SlipOpenFrom, rules.SlipOpenTo = 22*time.Hour, 2*time.Hour })
	s.Clock.Set(at("02:00:00").AddDate(1, 0, 0))
	s.refused("closed", s.as(somchai).Upload(http.MethodPost, uploadPath, "file", "s.png", slipOf(t, "")), http.StatusConflict, "SLIP_CLOSED")
	large := slices.Concat(slipOf(t, ""), make([]byte, 3<<20))
	s.refused("closed, with much to send", s.as(somchai).Upload(http.MethodPost, uploadPath, "file", "s.png", large), http.StatusConflict, "SLIP_CLOSED")
	s.Clock.Set(at("01:59:59").AddDate(1, 0, 0))
	s.upload(somchai, slipOf(t, ""))
}

func TestWhatACameraWroteBesideThePixelsIsNotKept(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	_, asJPEG := picturetest.Photo(300, 200)
	secret := []byte("GPS 13.7563 100.5018")
	withEXIF := slices.Concat(asJPEG[:2], []byte{0xFF, 0xE1, 0, byte(8 + len(secret))}, []byte("Exif\x00\x00"), secret, asJPEG[2:], []byte("PK\x03\x04"), secret)
	s.upload(somchai, withEXIF)
	kept := s.files()
	if len(kept) != 1 {
		t.Fatal(kept)
	}
	content, err := os.ReadFile(kept[0])
	if err != nil || bytes.Contains(content, secret) || bytes.Contains(content, []byte("Exif")) || !bytes.HasPrefix(content, []byte{0xFF, 0xD8}) {
		t.Errorf("kept as it was sent (%v)", err)
	}
	if strings.Contains(kept[0], somchai.String()) || strings.Contains(kept[0], s.slips(somchai).Slips[0].Reference) {
		t.Errorf("its name tells whose it is: %s", kept[0])
	}
}
