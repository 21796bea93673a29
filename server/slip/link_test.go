package slip_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"krapao/server/httpapi/api/portal"
	"krapao/server/id"
)

// link asks for the address of a slip's image, without the origin.
func (s *env) link(who id.MemberID, reference string) string {
	s.t.Helper()
	answer := s.as(who).Do(http.MethodGet, "/api/statement/slip/reference/"+reference, "")
	var answered portal.SlipReference
	if err := json.Unmarshal(answer.Body, &answered); err != nil || answer.Status != http.StatusOK {
		s.t.Fatalf("%d %s %v", answer.Status, answer.Body, err)
	}
	return strings.TrimPrefix(answered.URL, s.App.Config.PublicURL)
}

func TestASlipsAddressShowsItForAFewMinutesAndNothingElse(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	mine := s.upload(somchai, s.pay(somchai, "10").picture)
	hers := s.upload(malee, s.pay(malee, "20").picture)
	address, other := s.link(somchai, mine.Reference), s.link(malee, hers.Reference)
	visitor := s.Client(t)
	answer := visitor.Do(http.MethodGet, address, "")
	if answer.Status != http.StatusOK || !strings.HasPrefix(string(answer.Body), "\x89PNG") {
		t.Fatalf("%d %.80q", answer.Status, answer.Body)
	}
	for name, want := range map[string]string{
		"Content-Type": "image/png", "X-Content-Type-Options": "nosniff", "Cache-Control": "no-store", "Cross-Origin-Resource-Policy": "same-origin",
		"Content-Security-Policy": "default-src 'none'; sandbox; frame-ancestors 'none'", "Content-Disposition": `inline; filename="` + mine.Reference + `"`,
	} {
		if got := answer.Header.Get(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	read, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	query := read.Query()
	with := func(name, value string) string {
		changed := url.Values{"expires": {query.Get("expires")}, "sig": {query.Get("sig")}}
		changed.Set(name, value)
		return read.Path + "?" + changed.Encode()
	}
	for name, wrong := range map[string]string{
		"another slip's":        strings.Split(other, "?")[0] + "?" + read.RawQuery,
		"no signature":          read.Path,
		"a later end":           with("expires", query.Get("expires")+"0"),
		"an end that is no one": with("expires", "soon"),
		"another signature":     with("sig", strings.Repeat("0", 64)),
		"half a signature":      with("sig", query.Get("sig")[:32]),
		"a name that is none":   "/media/slip/..%2F..%2Fetc%2Fpasswd?" + read.RawQuery,
		"capitals":              strings.ToUpper(strings.TrimPrefix(read.Path, "/media/slip/")),
	} {
		if !strings.HasPrefix(wrong, "/") {
			wrong = "/media/slip/" + wrong + "?" + read.RawQuery
		}
		if answer := visitor.Do(http.MethodGet, wrong, ""); answer.Status != http.StatusNotFound || answer.Code() != "NO_DATA" {
			t.Errorf("%s: %d %.80q", name, answer.Status, answer.Body)
		}
	}
	if answer := s.OperatorClient(t).Do(http.MethodGet, address, ""); answer.Status != http.StatusNotFound {
		t.Errorf("on the operators' listener: %d", answer.Status)
	}
	s.Clock.Advance(5*time.Minute - time.Second)
	if answer := visitor.Do(http.MethodGet, address, ""); answer.Status != http.StatusOK {
		t.Errorf("before its end: %d", answer.Status)
	}
	s.Clock.Advance(time.Second)
	if answer := visitor.Do(http.MethodGet, address, ""); answer.Status != http.StatusNotFound {
		t.Errorf("after its end: %d", answer.Status)
	}
}

func TestAnothersSlipIsAsUnknownAsOneThatIsNone(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	mine := s.upload(somchai, s.pay(somchai, "10").picture)
	s.decided(somchai, mine.Reference)
	for _, reference := range []string{mine.Reference, "SLIP-22222222", "SLIP-7K2M9Q4", "slip-22222222", "x", "%00", "..", "%2e%2e%2f", strings.Repeat("A", 9000), "%F0%9F%98%80"} {
		answer := s.as(malee).Do(http.MethodGet, "/api/statement/slip/reference/"+reference, "")
		if answer.Status != http.StatusNotFound || answer.Code() != "NO_DATA" {
			t.Errorf("%.40s: %d %.80q", reference, answer.Status, answer.Body)
		}
	}
	if list := s.slips(malee); list.Total != 0 || len(list.Slips) != 0 {
		t.Errorf("%+v", list)
	}
	for _, page := range []string{`{"page":0,"limit":10}`, `{"page":1.5,"limit":10}`, `{"limit":10}`} {
		if answer := s.as(somchai).Do(http.MethodPost, "/api/statement/slip", page); answer.Status != http.StatusBadRequest {
			t.Errorf("%s: %d %s", page, answer.Status, answer.Body)
		}
	}
	var beyond portal.SlipPage
	if err := json.Unmarshal(s.as(somchai).Do(http.MethodPost, "/api/statement/slip", `{"page":7,"limit":1000}`).Body, &beyond); err != nil || beyond.Total != 1 || len(beyond.Slips) != 0 {
		t.Errorf("%+v %v", beyond, err)
	}
}
