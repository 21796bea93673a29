package game_test

import (
	"net/http"
	"strings"
	"testing"

	"krapao/server/httpapi/api/portal"
	"krapao/server/portaltest"
)

const autoLogin = "/api/autoLogin/"

// forms are the three ways to ask for a link.
func forms(code, username string) map[string]string {
	return map[string]string{
		http.MethodPost:           autoLogin + code + "/" + username,
		http.MethodGet:            autoLogin + code + "/" + username,
		http.MethodGet + " (old)": autoLogin + code + "/" + username + "/canary-of-a-path",
	}
}

func method(form string) string { return strings.TrimSuffix(form, " (old)") }

func TestALinkOpensTheMembersOwnGameAndNobodyElses(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	mine, theirs := s.open(somchai, linked), s.open(malee, linked)
	name := s.open(somchai, posted)
	for form, path := range forms(linked, mine) {
		link := do[portal.GameLink](s, somchai, method(form), path)
		if !strings.HasPrefix(link.Link, s.parties.URL+"/provider/"+linked+"/enter?t=") {
			t.Fatalf("%s: %+v", form, link)
		}
		response, err := http.Get(link.Link)
		if err != nil {
			t.Fatal(err)
		}
		page := new(strings.Builder)
		if err := response.Write(page); err != nil || response.StatusCode != http.StatusOK || !strings.Contains(page.String(), mine) || !strings.Contains(page.String(), "http://localhost:8080/user/home") {
			t.Errorf("%s: %v %s", form, err, page)
		}
	}
	for form, path := range forms(linked, theirs) {
		s.refused(somchai, method(form), path, "SLOT_NO_ACCOUNT")
	}
	for form, path := range forms(posted, name) {
		s.refused(somchai, method(form), path, "NO_GAME") // not entered by a link
	}
	for form, path := range forms("NONE", mine) {
		s.refused(somchai, method(form), path, "NO_GAME")
	}
	s.interceptWith("/launch-link", noPlayer)
	for form, path := range forms(linked, mine) {
		s.refused(somchai, method(form), path, "NOT_"+linked)
	}
	s.interceptWith("/launch-link", answers(http.StatusBadGateway, "{}"))
	for form, path := range forms(linked, mine) {
		if answer := s.as(somchai).Do(method(form), path, ""); answer.Code() != "INTERNAL_SERVER_ERROR" || answer.Status != http.StatusServiceUnavailable && answer.Status != http.StatusInternalServerError {
			t.Errorf("%s: %d %s", form, answer.Status, answer.Body)
		}
	}
	if strings.Contains(s.Logs.String(), "canary-of-a-path") {
		t.Error("the password of a path is in the log")
	}
}

func TestALinkThatIsNoneIsNotGiven(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	mine := s.open(somchai, linked)
	for _, link := range []string{"javascript:alert(1)", "//evil.example", "https://user:pass@evil.example/", "data:text/html,x"} {
		s.interceptWith("/launch-link", answers(http.StatusOK, `{"link":"`+link+`","expireAt":"2026-03-01T09:20:00Z"}`))
		s.refused(somchai, http.MethodPost, autoLogin+linked+"/"+mine, "INTERNAL_SERVER_ERROR")
	}
}

func TestAKeyOfALaunchIsForOneGame(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	mine := s.open(somchai, linked)
	path := autoLogin + linked + "/" + mine
	for range 2 {
		if link := do[portal.GameLink](s, somchai, http.MethodPost, path, key("l")); link.Link == "" {
			t.Error("no link")
		}
	}
	other := s.open(bounmy, ofKip)
	do[portal.GameLink](s, bounmy, http.MethodPost, autoLogin+ofKip+"/"+other, key("l"))
	kip := s.open(bounmy, linked)
	s.refused(bounmy, http.MethodPost, autoLogin+linked+"/"+kip, "IDEMPOTENCY_CONFLICT", key("l"))
}

func TestAGameSpeaksTheMembersLanguage(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	mine := s.open(somchai, linked)
	seen := make(chan string, 8)
	s.interceptWith("/launch-link", func(w http.ResponseWriter, r *http.Request) {
		body := make([]byte, 500)
		n, _ := r.Body.Read(body)
		seen <- string(body[:n])
		answers(http.StatusOK, `{"link":"https://naga.example/x","expireAt":"2026-03-01T09:20:00Z"}`)(w, r)
	})
	for cookie, tag := range map[string]string{"TH": "th", "LA": "lo", "EN": "en", "XX": "th"} {
		do[portal.GameLink](s, somchai, http.MethodPost, autoLogin+linked+"/"+mine, portaltest.Header{Name: "Cookie", Value: "language=" + cookie})
		if body := <-seen; !strings.Contains(body, `"language":"`+tag+`"`) {
			t.Errorf("%s: %s", cookie, body)
		}
	}
}
