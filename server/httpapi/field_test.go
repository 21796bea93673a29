package httpapi_test

import (
	"net/http"
	"strings"
	"testing"

	"krapao/server/portaltest"
)

func TestARefusalSaysWhichPartOfTheRequestIsAtFault(t *testing.T) {
	t.Parallel()
	city := open(t)
	member, noi := city.join(t, "0812345678", nil), city.Operator(t, "noi")
	const canary = "canary"
	transfer := "/api/wallet/transfer"
	for _, row := range []struct {
		what        string
		answer      portaltest.Answer
		code, field string
	}{
		{"a value", member.Do(http.MethodPost, transfer, `{"from":"MAIN","to":"GOAL","amount":"canary"}`), "KEY_INVALID", "/amount"},
		{"a value that is absent", member.Do(http.MethodPost, transfer, `{"from":"MAIN","to":"GOAL"}`), "KEY_MISSING", "/amount"},
		{"an empty value", member.Do(http.MethodPost, transfer, `{"from":"","to":"GOAL","amount":1}`), "KEY_MISSING", "/from"},
		{"a header", member.Do(http.MethodPost, transfer, `{"from":"MAIN","to":"GOAL","amount":1}`, portaltest.Header{Name: "Idempotency-Key", Value: strings.Repeat(canary, 100)}), "KEY_INVALID", "Idempotency-Key"},
		{"a query", noi.Do(http.MethodGet, "/operator/audit?limit=canary", ""), "KEY_INVALID", "limit"},
		{"no single part", member.Do(http.MethodPost, transfer, `{"canary"`), "KEY_INVALID", ""},
		{"a rule", member.Do(http.MethodPost, transfer, `{"from":"MAIN","to":"MAIN","amount":1}`), "KEY_INVALID", ""},
	} {
		want(t, row.what, row.answer, row.code)
		if got := read[struct{ Field string }](t, row.answer).Field; got != row.field {
			t.Errorf("%s: field %q, want %q", row.what, got, row.field)
		}
		if strings.Contains(string(row.answer.Body), canary) {
			t.Errorf("%s: the value is sent back: %s", row.what, row.answer.Body)
		}
	}
}
