package httpapi_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"krapao/server/portaltest"
)

func change(operator *portaltest.Client, number, what, body string) portaltest.Answer {
	return operator.Do(http.MethodPut, "/operator/members/"+number+"/"+what, body)
}

func askBank(operator *portaltest.Client, number, bank, account, name string) portaltest.Answer {
	return operator.Do(http.MethodPost, "/operator/members/"+number+"/bank-account",
		`{"bankCode":"`+bank+`","accountNo":"`+account+`","accountName":"`+name+`","reason":"asked"}`)
}

// patiently asks again while the server is too busy: 50 at once are more than a slow machine's connections.
func patiently(ask func() portaltest.Answer) portaltest.Answer {
	for {
		if answer := ask(); answer.Status != http.StatusServiceUnavailable {
			return answer
		}
	}
}

// textedOnce waits until the server has sent one more SMS than before, and makes sure that no other follows. The clock
// stands still until the message is noted: the server's own job may be sending it, and a minute later would be due to
// try again.
func (s town) textedOnce(t *testing.T, before int, text string) {
	t.Helper()
	eventually(t, "the message is sent", func() bool {
		if err := s.App.SendNotices(t.Context()); err != nil {
			t.Error(err)
		}
		var waiting int
		if err := s.App.DB.Querier(t.Context()).QueryRow(t.Context(), "select count(*) from member_notice where sent_at is null").Scan(&waiting); err != nil {
			t.Fatal(err)
		}
		return waiting == 0
	})
	for range 3 {
		s.Clock.Advance(time.Minute)
		if err := s.App.SendNotices(t.Context()); err != nil {
			t.Error(err)
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.sent) != before+1 || !strings.Contains(s.sent[before], text) {
		t.Errorf("the member was told %q", s.sent[before:])
	}
}

func TestMembersAreFoundByPhoneNumberNameAndBankAccount(t *testing.T) {
	t.Parallel()
	city := open(t)
	first := city.join(t, "0812345678", nil)
	city.Clock.Advance(time.Second)
	city.join(t, "0812399999", fields{"name": "สมหญิง", "bankAccountName": "สมหญิง ใจดี"})
	number := city.number(first)
	noi := city.Operator(t, "noi")
	for query, found := range map[string]string{
		"phone=0812345678": "0812345678", "phone=08123": "0812399999 0812345678", "number=" + number: "0812345678", "name=SOMCHAI%20J": "0812345678",
		"name=%E0%B8%AA%E0%B8%A1": "0812399999", "bankAccountNo=18123456": "0812345678", "phone=08123&name=somchai": "0812345678", "name=%25": "KEY_INVALID",
		"name=%25%25": "", "name=so_c": "", "phone=0999": "", "page=2&phone=0812": "", "": "KEY_MISSING", "number=12345678x": "KEY_INVALID", "number=00000000": "KEY_INVALID", "phone=0812%25": "KEY_INVALID",
	} {
		answer := noi.Do(http.MethodGet, "/operator/members?"+query, "")
		if strings.HasPrefix(found, "KEY_") {
			want(t, query, answer, found)
			continue
		}
		page := read[struct {
			Total   int
			Members []struct{ Username string }
		}](t, want(t, query, answer, ""))
		var phones []string
		for _, m := range page.Members {
			phones = append(phones, m.Username)
		}
		if got := strings.Join(phones, " "); got != found || page.Total != len(phones) && !strings.Contains(query, "page=2") {
			t.Errorf("%s found %q of %d, want %q", query, got, page.Total, found)
		}
	}
	if lines := auditOf(t, noi, "MEMBER_SEARCH"); len(lines) != 11 || lines[0].Actor != "noi" {
		t.Errorf("%d searches in the audit log", len(lines))
	}
}

func TestAnOperatorSeesWhatAMemberHas(t *testing.T) {
	t.Parallel()
	city := open(t)
	member := city.join(t, "0812345678", nil)
	number := city.number(member)
	noi := city.Operator(t, "noi")
	member.login("0812345678", password)
	seen := read[struct {
		Status      string
		BankAccount struct{ BankCode, AccountNo, AccountName string }
		Balances    struct {
			Main, Hold float64
			Games      []any
		}
		OpenWithdrawals, OpenDeposits int
		Sessions                      []struct{ Address string }
	}](t, want(t, "the member", noi.Do(http.MethodGet, "/operator/members/"+number, ""), ""))
	if seen.Status != "ACTIVE" || seen.BankAccount.AccountNo != "1812345678" || seen.BankAccount.AccountName != "SOMCHAI JAIDEE" || len(seen.Sessions) != 2 ||
		seen.OpenWithdrawals != 0 || seen.OpenDeposits != 0 || seen.Balances.Games == nil {
		t.Errorf("%+v", seen)
	}
	if lines := auditOf(t, noi, "MEMBER_READ"); len(lines) != 1 || lines[0].Subject != number {
		t.Errorf("%+v", lines)
	}
	for _, nobody := range []string{"99999999", "00000000", "1", "abcdefgh"} {
		want(t, nobody, noi.Do(http.MethodGet, "/operator/members/"+nobody, ""), "NO_DATA")
		want(t, nobody, change(noi, nobody, "status", `{"status":"INACTIVE","reason":"x"}`), "NO_DATA")
		want(t, nobody, change(noi, nobody, "phone", `{"phone":"0899999999","reason":"x"}`), "NO_DATA")
		want(t, nobody, askBank(noi, nobody, "SCB", "4041234567", "Somchai Jaidee"), "NO_DATA")
		want(t, nobody, noi.Do(http.MethodPost, "/operator/members/"+nobody+"/sessions/end", ""), "NO_DATA")
	}
}

func TestABlockedMemberIsOutWithinASecondAndAClosedOneForGood(t *testing.T) {
	t.Parallel()
	city := open(t)
	member := city.join(t, "0812345678", nil)
	number := city.number(member)
	other := city.twin(t)
	elsewhere := other.Client(t).As(member.login("0812345678", password))
	profile := func(client *portaltest.Client) portaltest.Answer {
		return client.Do(http.MethodGet, "/api/account/profile", "")
	}
	want(t, "her session at another server", profile(elsewhere), "")
	noi := city.Operator(t, "noi")
	put := func(status string) portaltest.Answer {
		return change(noi, number, "status", `{"status":"`+status+`","reason":"stolen phone"}`)
	}
	want(t, "blocking", put("INACTIVE"), "")
	want(t, "blocking again", put("INACTIVE"), "")
	city.Clock.Advance(time.Second)
	want(t, "her session", profile(member.Client), "INACTIVE_USER")
	want(t, "the other one", profile(elsewhere), "INACTIVE_USER")
	want(t, "a login", member.post("/api/login", fields{"username": "0812345678", "password": password}), "INACTIVE_USER")
	want(t, "unblocking", put("ACTIVE"), "")
	want(t, "her session", profile(member.Client), "")
	want(t, "closing", put("CLOSED"), "")
	city.Clock.Advance(time.Second)
	want(t, "her session", profile(member.Client), "INVALID_USER_4")
	want(t, "the other one", profile(elsewhere), "INVALID_USER_4")
	want(t, "a login", member.post("/api/login", fields{"username": "0812345678", "password": password}), "INACTIVE_USER")
	want(t, "opening a closed one", put("ACTIVE"), "INVALID_USER_4")
	lines := auditOf(t, noi, "MEMBER")
	if len(lines) != 3 || lines[2].Before["status"] != "ACTIVE" || lines[2].After["status"] != "INACTIVE" || lines[2].After["reason"] != "stolen phone" || lines[2].Subject != number {
		t.Errorf("%+v", lines)
	}
}

func TestAPhoneNumberIsChangedOnceItIsFreeAndTheOldOneIsTold(t *testing.T) {
	t.Parallel()
	city := open(t)
	member := city.join(t, "0812345678", nil)
	number := city.number(member)
	city.join(t, "0899999999", nil)
	noi := city.Operator(t, "noi")
	put := func(phone string) portaltest.Answer {
		return change(noi, number, "phone", `{"phone":"`+phone+`","reason":"lost"}`)
	}
	want(t, "somebody else's", put("0899999999"), "EXISTING_USER")
	want(t, "none", put("12345"), "PHONE_NUMBER_REQUIRE_10_DIGIT")
	sent := city.count()
	counts, mu := map[string]int{}, sync.Mutex{}
	var group sync.WaitGroup
	for range 50 {
		group.Go(func() {
			code := patiently(func() portaltest.Answer { return put("0877777777") }).Code()
			mu.Lock()
			defer mu.Unlock()
			counts[code]++
		})
	}
	group.Wait()
	if lines := auditOf(t, noi, "MEMBER"); counts[""] != 50 || len(lines) != 1 || lines[0].Before["phone"] != "0812345678" || lines[0].After["phone"] != "0877777777" {
		t.Errorf("%v, %+v", counts, lines)
	}
	want(t, "her session", member.Do(http.MethodGet, "/api/account/profile", ""), "INVALID_USER_2")
	want(t, "the old number", member.post("/api/login", fields{"username": "0812345678", "password": password}), "WRONG_CREDENTIAL")
	member.login("0877777777", password)
	city.textedOnce(t, sent, "เบอร์โทรศัพท์")
	if held := read[struct{ WithdrawHoldUntil time.Time }](t, noi.Do(http.MethodGet, "/operator/members/"+number, "")).WithdrawHoldUntil; held.Before(city.Clock.Now().Add(23 * time.Hour)) {
		t.Errorf("withdrawals wait until %v", held)
	}
	city.Clock.Advance(time.Minute)
	city.join(t, "0812345678", fields{"bankAccountNo": "4444444444"}) // somebody new may have the old number
}

func TestAnSMSOfAChangeIsInTheLanguageOfTheMembersLastLogin(t *testing.T) {
	t.Parallel()
	city := open(t)
	phone := "0812345678"
	member := city.join(t, phone, nil)
	number := city.number(member)
	noi := city.Operator(t, "noi")
	// A language that nobody knows changes nothing.
	for i, step := range []struct{ cookie, text string }{{"LA", "ເບີໂທລະສັບ"}, {"XX", "ເບີໂທລະສັບ"}, {"EN", "phone number"}} {
		language := portaltest.Header{Name: "Cookie", Value: "language=" + step.cookie}
		want(t, step.cookie, member.post("/api/login", fields{"username": phone, "password": password}, language), "")
		next := fmt.Sprintf("087777777%d", i)
		sent := city.count()
		want(t, "another phone", change(noi, number, "phone", `{"phone":"`+next+`","reason":"lost"}`), "")
		city.textedOnce(t, sent, step.text)
		phone = next
	}
}

func TestABankAccountIsChangedByTwoPeopleAndTheMemberIsTold(t *testing.T) {
	t.Parallel()
	city := open(t)
	member := city.join(t, "0812345678", nil)
	number := city.number(member)
	city.join(t, "0899999999", nil)
	noi, kam := city.Operator(t, "noi"), city.Operator(t, "kam")
	want(t, "no bank", askBank(noi, number, "NOBANK", "4041234567", "Somchai Jaidee"), "INVALID_BANK")
	want(t, "no account", askBank(noi, number, "SCB", "40", "Somchai Jaidee"), "INVALID_BANK")
	want(t, "somebody else's", askBank(noi, number, "KBANK", "1899999999", "Somchai Jaidee"), "EXISTING_BANK")
	want(t, "a Thai name at KTB", askBank(noi, number, "KTB", "4041234567", "สมชาย"), "BANK_ACCOUNT_NAME_ENG")
	asked := read[requested](t, want(t, "asking", askBank(noi, number, "SCB", "4041234567", "Somchai Jaidee"), ""))
	later := read[requested](t, want(t, "asking for another", askBank(noi, number, "SCB", "4049999999", "Somchai Jaidee"), ""))
	want(t, "one person", approve(noi, asked.ID), "APPROVAL_SELF")
	city.die(true)
	want(t, "the second person", approve(kam, asked.ID), "")
	want(t, "what was asked for of the old account", approve(kam, later.ID), "APPROVAL_STALE")
	seen := read[struct {
		BankAccount       struct{ BankCode, AccountNo, AccountName string }
		WithdrawHoldUntil time.Time
	}](t, noi.Do(http.MethodGet, "/operator/members/"+number, ""))
	if seen.BankAccount.BankCode != "SCB" || seen.BankAccount.AccountNo != "4041234567" || !seen.WithdrawHoldUntil.After(city.Clock.Now().Add(23*time.Hour)) {
		t.Errorf("%+v", seen)
	}
	sent := city.count()
	_ = city.App.SendNotices(t.Context()) // the server may have tried already
	city.Clock.Advance(time.Minute)
	city.die(false)
	city.textedOnce(t, sent, "บัญชีธนาคาร")
	taken := read[requested](t, want(t, "an account that is free", askBank(noi, number, "KBANK", "7777777777", "Somchai Jaidee"), ""))
	city.join(t, "0866666666", fields{"bankAccountNo": "7777777777"})
	want(t, "and taken meanwhile", approve(kam, taken.ID), "EXISTING_BANK")
	if lines := auditOf(t, noi, "MEMBER"); len(lines) != 1 || lines[0].Actor != "kam" || lines[0].Before["accountNo"] != "1812345678" || lines[0].After["approval"] != asked.ID {
		t.Errorf("%+v", lines)
	}
}

func TestAnOperatorEndsAMembersSessions(t *testing.T) {
	t.Parallel()
	city := open(t)
	member := city.join(t, "0812345678", nil)
	number := city.number(member)
	noi := city.Operator(t, "noi")
	end := func() int {
		return read[struct{ Ended int }](t, want(t, "ending them", noi.Do(http.MethodPost, "/operator/members/"+number+"/sessions/end", ""), "")).Ended
	}
	if first, again := end(), end(); first != 1 || again != 0 {
		t.Errorf("%d and %d", first, again)
	}
	want(t, "her session", member.Do(http.MethodGet, "/api/account/profile", ""), "INVALID_USER_2")
	if lines := auditOf(t, noi, "MEMBER"); len(lines) != 1 || lines[0].After["endedSessions"] != float64(1) {
		t.Errorf("%+v", lines)
	}
}

func TestNoChangeOfAMemberWithoutItsLineInTheAuditLog(t *testing.T) {
	t.Parallel()
	city := open(t)
	member := city.join(t, "0812345678", nil)
	number := city.number(member)
	noi, kam := city.Operator(t, "noi"), city.Operator(t, "kam")
	asked := adjust(t, noi, number, "CREDIT", "5")
	broken, err := connect(t.Context(), city.Database.OwnerURL)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = broken.Close(t.Context()) }()
	if _, err := broken.Exec(t.Context(), "alter table operator_audit add constraint nothing_more check (action = 'nothing') not valid"); err != nil {
		t.Fatal(err)
	}
	for name, answer := range map[string]portaltest.Answer{
		"blocking": change(noi, number, "status", `{"status":"INACTIVE","reason":"x"}`), "a phone": change(noi, number, "phone", `{"phone":"0877777777","reason":"x"}`),
		"sessions": noi.Do(http.MethodPost, "/operator/members/"+number+"/sessions/end", ""), "approving": approve(kam, asked.ID), "rejecting": reject(kam, asked.ID),
		"asking": askBank(noi, number, "SCB", "4041234567", "Somchai Jaidee"), "looking": noi.Do(http.MethodGet, "/operator/members/"+number, ""),
		"searching": noi.Do(http.MethodGet, "/operator/members?phone=0812", ""), "the rule": noi.Do(http.MethodPut, "/operator/policy", `{"totpForMoney":true}`),
	} {
		want(t, name, answer, "INTERNAL_SERVER_ERROR")
	}
	if _, err := broken.Exec(t.Context(), "alter table operator_audit drop constraint nothing_more"); err != nil {
		t.Fatal(err)
	}
	want(t, "her session", member.Do(http.MethodGet, "/api/account/profile", ""), "")
	if wallet(t, noi, number) != 0 || read[requested](t, noi.Do(http.MethodGet, "/operator/approvals/"+asked.ID, "")).State != "WAITING" {
		t.Error("something was done")
	}
	if page := read[struct{ Total int }](t, noi.Do(http.MethodGet, "/operator/approvals", "")); page.Total != 1 {
		t.Errorf("%d requests", page.Total)
	}
}
