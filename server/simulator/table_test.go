package simulator_test

import (
	"html"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"krapao/server/gateway/api/provider"
)

const homeOfMember = "https://krapao.example/user/home"

// follow opens a page as a browser does and gives where it ended.
func follow(t *testing.T, address string) (int, string, string) {
	t.Helper()
	response, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	return readPage(t, response)
}

func readPage(t *testing.T, response *http.Response) (int, string, string) {
	t.Helper()
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, response.Request.URL.Path, string(text)
}

func launch(t *testing.T, client *provider.ClientWithResponses, username string) provider.LaunchLink {
	t.Helper()
	home := homeOfMember
	answer, err := client.GetLaunchLinkWithResponse(ctx, username, provider.LaunchLinkRequest{Platform: provider.WEB, Language: provider.Th, ReturnURL: &home})
	if err != nil || answer.JSON200 == nil {
		t.Fatalf("link: %v %s", err, answer.Body)
	}
	return *answer.JSON200
}

func TestALinkLeadsToATableWhereTheMemberWinsLosesAndSetsTheBalance(t *testing.T) {
	w := start(t)
	client := w.provider("PURSE_PALACE")
	player := openPlayer(t, client)
	if status, _ := w.control("/provider/PURSE_PALACE/players/"+player.Username+"/balance", `{"amount":"100"}`); status != http.StatusOK {
		t.Fatalf("balance: %d", status)
	}
	status, path, page := follow(t, launch(t, client, player.Username).Link)
	if status != http.StatusOK || !strings.HasPrefix(path, "/provider/PURSE_PALACE/table/") || !strings.Contains(page, "100.00") || !strings.Contains(page, homeOfMember) {
		t.Fatalf("%d %s %s", status, path, page)
	}
	if !strings.Contains(page, "<h1>The Purse Palace</h1>") || strings.Contains(page, "<nav") {
		t.Errorf("the table is not the provider's alone: %s", page)
	}
	for _, press := range []struct{ what, amount, want string }{
		{"win", "10", "120.00"}, {"lose", "10", "110.00"}, {"balance", "57.5", "57.50"},
	} {
		if status, page := w.press(path+"/"+press.what, url.Values{"amount": {press.amount}}); status != http.StatusOK || !strings.Contains(page, press.want+" <small>BAHT") {
			t.Errorf("%s: %d %s", press.what, status, page)
		}
	}
	if got := balance(t, client, player.Username); got.Amount.String() != "57.50" || got.Sequence != 4 {
		t.Errorf("%+v", got)
	}
	for _, press := range []struct {
		what, amount string
		status       int
	}{
		{"spin", "1000", http.StatusConflict}, {"spin", "0", http.StatusConflict}, {"balance", "-1", http.StatusConflict}, {"cheat", "1", http.StatusNotFound},
	} {
		if status, _ := w.press(path+"/"+press.what, url.Values{"amount": {press.amount}}); status != press.status {
			t.Errorf("%s of %s: %d", press.what, press.amount, status)
		}
	}
	w.clock.forward(3 * time.Hour)
	if status, _, _ := follow(t, w.server.URL+path); status != http.StatusGone {
		t.Errorf("a table of this morning: %d", status)
	}
}

var hiddenField = regexp.MustCompile(`type="hidden" name="([^"]+)" value="([^"]+)"`)

func TestASignInFormIsTakenOnlyWithItsOwnHiddenFields(t *testing.T) {
	w := start(t)
	client := w.provider("GOALPOST")
	player := openPlayer(t, client)
	hidden := url.Values{}
	for name, value := range *launch(t, client, player.Username).FormState {
		hidden.Set(name, value)
	}
	_, _, page := follow(t, w.server.URL+"/provider/GOALPOST/signin")
	own := url.Values{}
	for _, found := range hiddenField.FindAllStringSubmatch(page, -1) {
		own.Set(found[1], html.UnescapeString(found[2]))
	}
	if len(hidden) != 2 || len(own) != 2 {
		t.Fatalf("hidden fields: %v, %v", hidden, own)
	}
	forged := url.Values{"__VIEWSTATE": hidden["__VIEWSTATE"], "__EVENTVALIDATION": own["__EVENTVALIDATION"]}
	for name, form := range map[string]struct {
		hidden             url.Values
		username, password string
		status             int
	}{
		"posted by Krapao":    {hidden, player.Username, player.Password, http.StatusOK},
		"by hand":             {own, player.Username, player.Password, http.StatusOK},
		"a wrong password":    {own, player.Username, "nothing", http.StatusForbidden},
		"nobody":              {own, "nobody", player.Password, http.StatusForbidden},
		"no hidden fields":    {url.Values{}, player.Username, player.Password, http.StatusBadRequest},
		"another form's half": {forged, player.Username, player.Password, http.StatusBadRequest},
	} {
		fields := url.Values{"txtUser": {form.username}, "txtPass": {form.password}}
		for key, value := range form.hidden {
			fields[key] = value
		}
		response, err := http.PostForm(w.server.URL+"/provider/GOALPOST/signin", fields)
		if err != nil {
			t.Fatal(err)
		}
		status, path, page := readPage(t, response)
		if status != form.status || (status == http.StatusOK) != strings.Contains(path, "/table/") {
			t.Errorf("%s: %d %s", name, status, path)
		}
		if status == http.StatusOK && !strings.Contains(page, homeOfMember) {
			t.Errorf("%s leads elsewhere: %s", name, page)
		}
	}
}
