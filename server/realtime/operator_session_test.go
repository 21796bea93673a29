package realtime_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"krapao/server/audit"
	"krapao/server/httpapi/api/portal"
	"krapao/server/id"
)

func TestOnlyAnOperatorsSessionOpensTheInbox(t *testing.T) {
	t.Parallel()
	t.Log("CHAT: only who has an operator's session hears the inbox")
	e := newEnv(t)
	for what, try := range map[string]struct{ event, data, code string }{
		"no token":              {"join", `{}`, "invalid-token"},
		"a token that is none":  {"join", `{"token":"op_nothing"}`, "invalid-token"},
		"a member's":            {"join", `{"token":"` + somchai.String() + `"}`, "invalid-token"},
		"watching without one":  {"watch", `{"conversation":"` + id.NewID().String() + `"}`, "UNAUTHORIZED"},
		"typing without one":    {"typing", `{"isTyping":true}`, "UNAUTHORIZED"},
		"no form":               {"join", `7`, "KEY_INVALID"},
		"an event that is none": {"inbox", `{}`, "UNAUTHORIZED"},
	} {
		l := e.dialOperator()
		l.say(try.event, json.RawMessage(try.data))
		if got := read[portal.APIError](t, l.hears("error")); got.Message != try.code {
			t.Errorf("%s: %s, not %s", what, got.Message, try.code)
		}
		_ = l.Close()
	}
	e.tell(somchai, "agent please")
	outside := e.dialOperator()
	for {
		got, open := outside.next("error")
		if !open {
			break
		}
		if said := read[portal.APIError](t, got); said.Message != "UNAUTHORIZED" {
			t.Errorf("who never joins: %s", said.Message)
		}
	}
	noi := e.joinedBy(e.person("noi"))
	for what, try := range map[string]struct{ event, data, code string }{
		"a second join":           {"join", `{"token":"x"}`, "KEY_INVALID"},
		"an unknown conversation": {"watch", `{"conversation":"` + id.NewID().String() + `"}`, "NO_DATA"},
		"no conversation's id":    {"watch", `{"conversation":"x"}`, "NO_DATA"},
		"typing nowhere":          {"typing", `{"isTyping":true}`, "KEY_INVALID"},
		"an unknown event":        {"messaging", `{}`, "KEY_INVALID"},
	} {
		noi.say(try.event, json.RawMessage(try.data))
		if got := read[portal.APIError](t, noi.hears("error")); got.Message != try.code {
			t.Errorf("%s: %s, not %s", what, got.Message, try.code)
		}
	}
	for _, origin := range []string{"https://evil.example", "null", e.URL(), "http://localhost:8080", "http://" + strings.TrimPrefix(e.OperatorURL(), "http://") + ".evil.example"} {
		if opened, response, err := dialOperator(e.OperatorURL(), http.Header{"Origin": {origin}}); err == nil {
			_ = opened.Close()
			t.Errorf("%s opened a socket", origin)
		} else if response == nil || response.StatusCode != http.StatusBadRequest {
			t.Errorf("%s: %v %v", origin, err, response)
		}
	}
	if opened, _, err := dialOperator(e.OperatorURL(), http.Header{"Origin": {e.OperatorURL()}}); err != nil {
		t.Errorf("the own page: %v", err)
	} else {
		_ = opened.Close()
	}
}

func TestAnOperatorsSocketIsClosedWhenTheSessionEnds(t *testing.T) {
	t.Parallel()
	t.Log("CHAT: an operator's session that ended hears nothing")
	e := newEnv(t)
	noi, kam := e.person("noi"), e.person("kam")
	ended, removed, stays := e.joinedBy(noi), e.joinedBy(kam), e.joinedBy(e.person("lek"))
	noi.do("/operator/logout", "")
	if err := e.App.Operators.SetActive(audit.WithActor(t.Context(), audit.Actor{Name: "lek", Via: audit.Command}), "kam", false); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	for who, l := range map[string]line{"who logged out": ended, "whose account was shut": removed} {
		if _, open := l.next("error"); !open {
			t.Errorf("%s is not told", who)
		}
		if _, open := l.next("inbox"); open {
			t.Errorf("%s is let in still", who)
		}
	}
	if took := time.Since(began); took > 15*time.Second {
		t.Errorf("it took %v", took)
	}
	e.tell(somchai, "agent please")
	stays.inbox(inState("WAITING"))
}
