package game_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"krapao/server/game"
	"krapao/server/httpapi/api/portal"
	"krapao/server/money"
	"krapao/server/portaltest"
)

// overview gives the slots of the home screen.
func (s *env) slots() map[string]portal.GameAccount {
	s.t.Helper()
	slots := map[string]portal.GameAccount{}
	for _, slot := range do[portal.WalletResponse](s, somchai, http.MethodGet, "/api/wallet").Slots {
		slots[slot.Code] = slot
	}
	return slots
}

// register gives a member what the overview needs.
func (s *env) register() {
	s.t.Helper()
	s.exec("insert into member (id, phone, name, password_hash, currency, created_at, last_login_at) values ($1, '0812345678', 'S', 'none', 'BAHT', now(), now())", somchai)
	s.exec("insert into member_bank (member_id, bank_code, account_no, account_name, changed_at) values ($1, 'SCB', '4051112223', 'SOMCHAI JAIDEE', now())", somchai)
}

func TestTheOverviewListsTheProvidersOfTheCurrencyWithWhatIsThere(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	s.register()
	naga := s.open(somchai, linked)
	s.fund(somchai, linked, naga, money.Units(100))
	s.setBalance(linked, naga, "80.5")
	if before := s.slots(); len(before) != 3 || before[linked].Amount != money.Units(100) || before[linked].RefreshedAt != nil || before[posted].IsActive {
		t.Errorf("%+v", before)
	}
	report := s.refresh(somchai)
	after := do[portal.WalletResponse](s, somchai, http.MethodGet, "/api/wallet")
	if !after.Timesync.Equal(report.Timesync) || after.Slots[0].Code != linked || after.Slots[0].Amount.String() != "80.50" || !after.Slots[0].RefreshedAt.Equal(report.Timesync) {
		t.Errorf("%+v", after)
	}
	form := s.slots()[posted].Launch
	if form.Kind != portal.FormPost || *form.URL != "https://goal.example/signin" || *form.UsernameField != "txtUser" || *form.PasswordField != "txtPass" {
		t.Errorf("%+v", form)
	}
}

// write changes a provider; a second operator approves where that is asked for.
func (s *env) write(code, body string) portaltest.Answer {
	answer := s.Operator(s.t, "noi").Do(http.MethodPut, "/operator/providers/"+code, body)
	if answer.Status != http.StatusAccepted {
		return answer
	}
	var asked struct{ ID string }
	if err := json.Unmarshal(answer.Body, &asked); err != nil {
		s.t.Fatal(err)
	}
	return s.Operator(s.t, "kam").Do(http.MethodPost, "/operator/approvals/"+asked.ID+"/approve", "")
}

func TestAProviderThatIsClosedStaysForWhoHasMoneyThere(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	s.register()
	naga := s.open(somchai, linked)
	s.fund(somchai, linked, naga, money.Units(100))
	shut := `{"name":"Naga Reels","category":"slot","currencies":["BAHT"],"logo":"/a.svg","background":"/b.svg","ftWallet":1,"web":"","android":"","ios":"","launchKind":"autoLogin","launchUrl":"","usernameField":"","passwordField":"","position":1,"isOpen":false}`
	if before := s.slots(); before[posted].Code != posted {
		t.Errorf("%+v", before)
	}
	for _, code := range []string{linked, posted} {
		if answer := s.write(code, shut); answer.Status != http.StatusOK {
			t.Fatalf("%d %s", answer.Status, answer.Body)
		}
	}
	slots := s.slots() // at once, without a restart
	if _, listed := slots[posted]; listed || slots[linked].Amount != money.Units(100) {
		t.Errorf("%+v", slots)
	}
	s.refused(somchai, http.MethodPost, autoLogin+linked+"/"+naga, "NO_GAME")
	s.refused(malee, http.MethodPost, activate+linked, "NO_GAME")
	s.setBalance(linked, naga, "70")
	s.later(10 * time.Second)
	if got := of(s.refresh(somchai), linked); !got.IsFresh || got.Amount != money.Units(70) {
		t.Errorf("%+v", got)
	}
}

func TestAnOperatorsChangeOfAProviderIsInTheAuditLog(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	noi := s.Operator(t, "noi")
	body := func(change func(map[string]any)) string {
		fields := map[string]any{
			"name": "New", "category": "slot", "currencies": []string{"BAHT"}, "logo": "/a.svg", "background": "/b.svg", "ftWallet": 1.5, "web": "https://new.example",
			"android": "", "ios": "", "launchKind": "webUrl", "launchUrl": "https://new.example/play", "usernameField": "", "passwordField": "", "position": 3, "isOpen": true,
		}
		change(fields)
		text, _ := json.Marshal(fields)
		return string(text)
	}
	plain := body(func(map[string]any) {})
	for range 2 {
		if answer := s.write("NEW1", plain); answer.Status != http.StatusOK {
			t.Fatalf("%d %s", answer.Status, answer.Body)
		}
	}
	if n := one[int](s, "select count(*) from operator_audit where action = 'GAME_PROVIDER' and subject = 'NEW1'"); n != 1 {
		t.Errorf("%d lines for one change", n)
	}
	for name, change := range map[string]func(map[string]any){
		"a link with a launch URL":  func(f map[string]any) { f["launchKind"] = "autoLogin" },
		"a form without one":        func(f map[string]any) { f["launchKind"], f["launchUrl"] = "formPost", "" },
		"a script as a link":        func(f map[string]any) { f["web"] = "javascript:alert(1)" },
		"a plain launch URL":        func(f map[string]any) { f["launchUrl"] = "http://new.example/play" },
		"a picture from elsewhere":  func(f map[string]any) { f["logo"] = "//evil.example/a.svg" },
		"no currency":               func(f map[string]any) { f["currencies"] = []string{} },
		"a field that is no name":   func(f map[string]any) { f["usernameField"] = `"><script>` },
		"an unknown launch kind":    func(f map[string]any) { f["launchKind"] = "fax" },
		"credits for a unit of nil": func(f map[string]any) { f["ftWallet"] = 0 },
	} {
		if answer := noi.Do(http.MethodPut, "/operator/providers/NEW1", body(change)); answer.Code() != "KEY_INVALID" {
			t.Errorf("%s: %d %s", name, answer.Status, answer.Body)
		}
	}
	answer := noi.Do(http.MethodGet, "/operator/providers", "")
	if answer.Status != http.StatusOK || strings.Count(string(answer.Body), `"code"`) != 6 || !strings.Contains(string(answer.Body), `"SHUT"`) {
		t.Errorf("%d %s", answer.Status, answer.Body)
	}
}

func TestEveryProviderHasPicturesOfOurOwn(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	client := s.Client(t)
	for _, code := range []string{linked, posted, opened} {
		for _, path := range []string{game.LogoPath(code), game.BackgroundPath(code)} {
			answer := client.Do(http.MethodGet, path, "")
			if answer.Status != http.StatusOK || answer.Header.Get("Content-Type") != "image/svg+xml" || !strings.HasPrefix(string(answer.Body), "<svg") ||
				!strings.Contains(answer.Header.Get("Content-Security-Policy"), "sandbox") {
				t.Errorf("%s: %d %v", path, answer.Status, answer.Header)
			}
		}
	}
	for _, path := range []string{"/media/providers/none-logo.svg", "/media/providers/naga.svg", "/media/providers/naga-logo.svg.svg"} {
		if answer := client.Do(http.MethodGet, path, ""); answer.Status != http.StatusNotFound {
			t.Errorf("%s: %d", path, answer.Status)
		}
	}
	if string(game.Logo(providers()[0])) == string(game.Logo(providers()[1])) {
		t.Error("two providers look alike")
	}
}
