package httpapi_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"krapao/server/portaltest"
)

// effects counts the rows that a call could have written.
func (s town) effects(t *testing.T) map[string]int {
	t.Helper()
	counts := map[string]int{}
	for _, table := range []string{"ledger_transaction", "ledger_posting", "ledger_house_posting", "member", "session", "otp", "qr_payment", "member_agreement", "operator_audit"} {
		var count int
		if err := s.App.DB.Querier(t.Context()).QueryRow(t.Context(), "select count(*) from "+table).Scan(&count); err != nil {
			t.Fatal(err)
		}
		counts[table] = count
	}
	return counts
}

// What a page of another origin can make a browser send: no bearer header, no header of its own, a form's content
// types, any cookie.
func TestNothingThatAnotherSitesPageCanSendHasAnEffect(t *testing.T) {
	t.Parallel()
	city := open(t)
	p := city.join(t, "0812345678", nil)
	victim := p.As("") // the same browser: its cookies are sent
	all, err := portaltest.Calls()
	if err != nil {
		t.Fatal(err)
	}
	before := city.effects(t)
	header := func(name, value string) portaltest.Header { return portaltest.Header{Name: name, Value: value} }
	from := []portaltest.Header{header("X-Requested-With", ""), header("Sec-Fetch-Site", "cross-site"), header("Origin", "https://evil.example")}
	ways := map[string][]portaltest.Header{
		"an image":     {header("Sec-Fetch-Mode", "no-cors"), header("Sec-Fetch-Dest", "image")},
		"a link":       {header("Sec-Fetch-Mode", "navigate"), header("Sec-Fetch-Dest", "document")},
		"a prefetch":   {header("Sec-Purpose", "prefetch"), header("Sec-Fetch-Mode", "no-cors")},
		"a form":       {header("Content-Type", ""), header("Content-Type", "application/x-www-form-urlencoded"), header("Sec-Fetch-Mode", "navigate")},
		"a plain form": {header("Content-Type", ""), header("Content-Type", "text/plain"), header("Sec-Fetch-Mode", "navigate")},
	}
	for _, call := range all {
		for name, headers := range ways {
			isForm := strings.Contains(name, "form")
			if isForm == (call.Method == http.MethodGet) || isForm && call.Method != http.MethodPost {
				continue
			}
			answer := victim.Do(call.Method, call.Path, call.Body, append(slices.Clone(from), headers...)...)
			reads := call.Public && call.Method == http.MethodGet
			if answer.Status < http.StatusBadRequest && !reads {
				t.Errorf("%s by %s: %d %s", call.Operation, name, answer.Status, answer.Body)
			}
			if allowed := answer.Header.Get("Access-Control-Allow-Origin"); allowed != "" {
				t.Errorf("%s answers another origin: %s", call.Operation, allowed)
			}
		}
		if call.Method == http.MethodGet {
			if head := victim.Do(http.MethodHead, call.Path, ""); head.Status != http.StatusMethodNotAllowed {
				t.Errorf("HEAD %s: %d", call.Path, head.Status)
			}
		}
	}
	if after := city.effects(t); fmt.Sprint(after) != fmt.Sprint(before) {
		t.Errorf("rows before %v, after %v", before, after)
	}
}
