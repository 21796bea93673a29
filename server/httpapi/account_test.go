package httpapi_test

import (
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"krapao/server/app"
	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/money"
	"krapao/server/portaltest"
	"krapao/server/postgres"
)

type profileAnswer struct {
	Profile struct {
		ID                                             string `json:"_id"`
		Username, Name, Currency, InviteCode, BankName string
		Coin                                           int
		AgreementVersion                               *string
	}
	BankAccount struct {
		Bank                                     struct{ NameTH, NameEN string }
		BankCode, BankAccountName, BankAccountNo string
		IsLocked                                 bool
	}
}

func (p *person) profile() profileAnswer {
	p.t.Helper()
	return read[profileAnswer](p.t, want(p.t, "profile", p.Do(http.MethodGet, "/api/account/profile", ""), ""))
}

func TestANewMemberHasAProfileAndAnEmptyWallet(t *testing.T) {
	t.Parallel()
	city := open(t)
	p := city.join(t, "0812345678", fields{"bankCode": "KTB", "bankAccountName": "somchai  jaidee", "bankAccountNo": "1234567890"})
	got := p.profile()
	if got.Profile.Username != "0812345678" || got.Profile.Name != "Somchai" || got.Profile.Currency != "BAHT" || got.Profile.InviteCode != "PR"+got.Profile.ID ||
		len(got.Profile.ID) != 8 || got.Profile.AgreementVersion != nil || got.Profile.Coin != 0 {
		t.Errorf("%+v", got.Profile)
	}
	if b := got.BankAccount; b.BankAccountName != "SOMCHAI JAIDEE" || b.BankAccountNo != "1234567890" || b.Bank.NameTH != "ธนาคารกรุงไทย" || b.Bank.NameEN != "Krung Thai Bank" || b.IsLocked {
		t.Errorf("%+v", b)
	}
	want(t, "the wallet", p.Do(http.MethodGet, "/api/wallet", ""), "")
}

func TestARegistrationThatCannotBeTakenSaysWhy(t *testing.T) {
	t.Parallel()
	city := open(t)
	inviter := city.join(t, "0811111111", nil).profile().Profile
	p := city.person(t)
	good := registration("0822222222")
	want(t, "before the phone is proved", p.post("/api/account", good), "UNVERIFIED_OTP")
	city.prove(p, "0822222222")
	for name, row := range map[string]struct {
		change fields
		code   string
	}{
		"a short phone":                 {fields{"username": "082222222"}, "PHONE_NUMBER_REQUIRE_10_DIGIT"},
		"a phone that was not proved":   {fields{"username": "0822222223"}, "UNVERIFIED_OTP"},
		"a blank name":                  {fields{"name": "  "}, "INVALID_USER_INFO"},
		"a name that turns text around": {fields{"name": "a\u202eb"}, "INVALID_USER_INFO"},
		"a short password":              {fields{"password": "seven77"}, "INVALID_USER_INFO"},
		"the phone as password":         {fields{"password": "0822222222"}, "INVALID_USER_INFO"},
		"an unknown source":             {fields{"sourceCode": "TELEPATHY"}, "INVALID_USER_INFO"},
		"no invite code":                {fields{"inviteCode": "FRIEND"}, "INVALID_USER_INFO"},
		"an invite code of nobody":      {fields{"inviteCode": "PR10000000"}, "INVALID_USER_INFO"},
		"an unknown bank":               {fields{"bankCode": "NOBANK"}, "INVALID_BANK"},
		"a bank of the other edition":   {fields{"bankCode": "BCEL"}, "INVALID_BANK"},
		"an account with dashes":        {fields{"bankAccountNo": "123-4-56789-0"}, "INVALID_BANK"},
		"a Thai name at KTB":            {fields{"bankCode": "KTB", "bankAccountName": "สมชาย ใจดี"}, "BANK_ACCOUNT_NAME_ENG"},
		"a homoglyph at TMB":            {fields{"bankCode": "TMB", "bankAccountName": "SOMCHАI JAIDEE"}, "BANK_ACCOUNT_NAME_ENG"},
		"somebody else's account":       {fields{"bankAccountNo": "1811111111"}, "EXISTING_BANK"},
		"kip in the Thai edition":       {fields{"currency": "LAK"}, "KEY_INVALID"},
		"no bank":                       {fields{"bankCode": nil}, "KEY_MISSING"},
		"a status of one's own":         {fields{"status": "ACTIVE"}, "KEY_INVALID"},
	} {
		p.from = city.person(t).from // limits are another test's
		want(t, name, p.post("/api/account", good.with(row.change)), row.code)
		if row.change["bankCode"] == nil && row.code == "KEY_MISSING" || row.change["currency"] != nil {
			continue
		}
		want(t, "validate "+name, p.post("/api/account/validate", good.with(row.change)), row.code)
	}
	p.from = city.person(t).from
	want(t, "validate without a bank", p.post("/api/account/validate", good.with(fields{"bankCode": "", "bankAccountName": "", "bankAccountNo": nil})), "")
	want(t, "validate the name of a bank that needs Latin", p.post("/api/account/validate", good.with(fields{"bankCode": "BBL", "bankAccountName": "ก", "bankAccountNo": ""})), "BANK_ACCOUNT_NAME_ENG")
	want(t, "validate", p.post("/api/account/validate", good), "")
	want(t, "an invited member", p.post("/api/account", good.with(fields{"inviteCode": strings.ToLower(inviter.InviteCode)})), "")
	want(t, "a repeat", p.post("/api/account", good), "EXISTING_USER")
	want(t, "validating a repeat", p.post("/api/account/validate", good), "EXISTING_USER")
	var by int64
	if err := city.App.DB.Querier(t.Context()).QueryRow(t.Context(), "select inviter_id from member where phone = '0822222222'").Scan(&by); err != nil || id.MemberID(by).String() != inviter.ID {
		t.Errorf("invited by %d, %v", by, err)
	}
}

func TestWithoutAnOTPARegistrationIsRarer(t *testing.T) {
	t.Parallel()
	city := open(t)
	city.query(t, "update site_setting set register_otp = false")
	city.Clock.Advance(3 * time.Second)
	p := city.person(t)
	want(t, "register", p.post("/api/account", registration("0812345678")), "")
	want(t, "the phone of a member", p.post("/api/account", registration("0812345678").with(fields{"bankAccountNo": "9999999999"})), "EXISTING_USER")
	want(t, "the account of a member", p.post("/api/account", registration("0822222222").with(fields{"bankAccountNo": "1812345678"})), "EXISTING_BANK")
	for range 5 {
		want(t, "validate", p.post("/api/account/validate", registration("0812345678")), "EXISTING_USER")
	}
	limited := want(t, "a sixth", p.post("/api/account/validate", registration("0812345678")), "REQUEST_LIMIT_1MIN")
	if limited.Header.Get("Retry-After") != "60" {
		t.Errorf("Retry-After %q", limited.Header.Get("Retry-After"))
	}
	for range 2 {
		p.post("/api/account", registration("0812345678"))
	}
	want(t, "a sixth registration", p.post("/api/account", registration("0812345678")), "REQUEST_LIMIT_1MIN")
	for range 5 {
		city.Clock.Advance(time.Minute)
		for range 5 {
			p.post("/api/account/validate", registration("0812345678"))
		}
	}
	city.Clock.Advance(time.Minute)
	want(t, "a thirty-first in an hour", p.post("/api/account/validate", registration("0812345678")), "REQUEST_LIMIT")
}

func TestOfParallelRegistrationsOfOnePhoneOneIsAMember(t *testing.T) {
	t.Parallel()
	city := open(t)
	p := city.person(t)
	city.prove(p, "0812345678")
	counts, mu := map[string]int{}, sync.Mutex{}
	var group sync.WaitGroup
	for i := range 50 {
		group.Go(func() {
			from := at("10.200.0." + string(rune('1'+i%9)) + string(rune('0'+i/9)))
			answer := (&person{Client: p.Client, t: t, from: from}).post("/api/account", registration("0812345678").with(fields{"bankAccountNo": "12345678" + string(rune('0'+i/10)) + string(rune('0'+i%10))}))
			mu.Lock()
			counts[answer.Code()]++
			mu.Unlock()
		})
	}
	group.Wait()
	if counts[""] != 1 || counts["EXISTING_USER"] != 49 {
		t.Errorf("%v", counts)
	}
	var members, wallets int
	if err := city.App.DB.Querier(t.Context()).QueryRow(t.Context(), "select (select count(*) from member), (select count(*) from ledger_wallet)").Scan(&members, &wallets); err != nil || members != 1 || wallets != 1 {
		t.Errorf("%d members, %d wallets, %v", members, wallets, err)
	}
}

func TestTheLaoEditionTakesLaoPhonesBanksAndCurrencies(t *testing.T) {
	t.Parallel()
	city := open(t, func(c *app.Config) { c.Edition = app.Laos })
	lao := fields{"bankCode": "BCEL", "bankAccountName": "SOMPHONE VONG", "bankAccountNo": "1601100009876"}
	p := city.join(t, "02055512345", lao)
	if got := p.profile(); got.Profile.Currency != "LAK" || got.BankAccount.Bank.NameTH != "ທະນາຄານການຄ້າຕ່າງປະເທດລາວ" {
		t.Errorf("%+v", got)
	}
	want(t, "the same phone, written shorter", city.person(t).post("/api/login", fields{"username": "55512345", "password": password}), "")
	baht := city.join(t, "02055512346", lao.with(fields{"currency": "BAHT", "bankAccountNo": "1601100009877"}))
	if got := baht.profile().Profile.Currency; got != "BAHT" {
		t.Errorf("asked for BAHT, got %s", got)
	}
	want(t, "a Thai bank", baht.post("/api/account/validate", registration("02055512346")), "INVALID_BANK")
	want(t, "seven digits", p.post("/api/otp/send", fields{"phoneNumber": "5551234"}), "PHONE_NUMBER_REQUIRE_10_DIGIT")
}

func TestWhoseAccountNumbersExistCannotBeAskedWithoutALimit(t *testing.T) {
	t.Parallel()
	city := open(t)
	city.join(t, "0811111111", nil)
	p := city.join(t, "0822222222", nil)
	put := func(body fields) portaltest.Answer { return p.send(http.MethodPut, "/api/account/profile", body) }
	for range 5 {
		want(t, "somebody else's account", put(fields{"name": "A", "bankAccountNo": "1811111111"}), "EXISTING_BANK")
	}
	want(t, "once more", put(fields{"name": "A", "bankAccountNo": "1811111111"}), "REQUEST_LIMIT_1MIN")
	want(t, "a free one", put(fields{"name": "A", "bankAccountNo": "1811111112"}), "REQUEST_LIMIT_1MIN")
	want(t, "the name, with the member's own account", put(fields{"name": "B", "bankCode": "KBANK", "bankAccountNo": "1822222222"}), "")
	want(t, "another member", city.join(t, "0833333333", nil).send(http.MethodPut, "/api/account/profile", fields{"name": "C", "bankAccountNo": "1811111112"}), "")
	for range 15 {
		city.Clock.Advance(time.Minute)
		want(t, "somebody else's account", put(fields{"name": "A", "bankAccountNo": "1811111111"}), "EXISTING_BANK")
	}
	city.Clock.Advance(time.Minute)
	want(t, "more in an hour", put(fields{"name": "A", "bankAccountNo": "1811111113"}), "REQUEST_LIMIT")
}

func TestAMemberChangesNameAndBankUntilMoneyMoves(t *testing.T) {
	t.Parallel()
	city := open(t)
	city.join(t, "0811111111", nil)
	p := city.join(t, "0822222222", nil)
	put := func(body fields) portaltest.Answer { return p.send(http.MethodPut, "/api/account/profile", body) }
	want(t, "a blank name", put(fields{"name": " "}), "INVALID_USER_INFO")
	want(t, "the name", put(fields{"name": "สมชาย"}), "")
	want(t, "an unknown bank", put(fields{"name": "A", "bankCode": "NOBANK"}), "INVALID_BANK")
	want(t, "somebody else's account", put(fields{"name": "A", "bankAccountNo": "1811111111"}), "EXISTING_BANK")
	want(t, "a Thai name at KTB", put(fields{"name": "A", "bankCode": "KTB", "bankAccountName": "สมชาย"}), "BANK_ACCOUNT_NAME_ENG")
	if got := p.profile(); got.Profile.Name != "สมชาย" || got.BankAccount.BankCode != "KBANK" {
		t.Errorf("a refused change left %+v", got)
	}
	want(t, "bank and number", put(fields{"name": "Somchai", "bankCode": "SCB", "bankAccountNo": "5555555555", "bankAccountName": "สมชาย ใจดี"}), "")
	change := func(code, name string) portaltest.Answer {
		return p.send(http.MethodPut, "/api/account/bankAccountName", fields{"bankCode": code, "bankAccountName": name})
	}
	want(t, "another bank's name", change("KBANK", "SOMCHAI JAIDEE"), "INVALID_BANK")
	want(t, "a Thai name", change("SCB", "สมชาย ใจดี"), "BANK_ACCOUNT_NAME_ENG")
	want(t, "the English name", change("SCB", "Somchai Jaidee"), "")
	want(t, "an account somebody gave up is free", city.person(t).post("/api/account/validate", registration("0833333333")), "UNVERIFIED_OTP")

	member, err := id.ParseMember(p.profile().Profile.ID)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := (postgres.Ledger{DB: city.App.DB}).Post(t.Context(), ledger.Transaction{
		Key: id.NewID().String(), Kind: ledger.Deposit, MemberID: member, Currency: money.Baht, At: city.Clock.Now(),
		Postings: []ledger.Posting{{Account: ledger.Main(member), Amount: 100}, {Account: ledger.Clearing("payment", money.Baht), Amount: -100}},
	}); err != nil {
		t.Fatal(err)
	}
	if !p.profile().BankAccount.IsLocked {
		t.Error("the account is not locked although money has moved")
	}
	city.Clock.Advance(time.Minute)
	want(t, "another number", put(fields{"name": "Somchai", "bankAccountNo": "6666666666"}), "INVALID_BANK")
	want(t, "another bank", put(fields{"name": "Somchai", "bankCode": "KBANK"}), "INVALID_BANK")
	want(t, "a Thai holder", put(fields{"name": "Somchai", "bankAccountName": "สมชาย"}), "BANK_ACCOUNT_NAME_ENG")
	want(t, "an English holder, same account", put(fields{"name": "New", "bankCode": "SCB", "bankAccountNo": "5555555555", "bankAccountName": "SOMCHAI J"}), "")
	if got := p.profile(); got.Profile.Name != "New" || got.BankAccount.BankAccountName != "SOMCHAI J" || got.BankAccount.BankAccountNo != "5555555555" {
		t.Errorf("%+v", got)
	}
	city.query(t, "delete from member_bank where member_id = $1", member)
	want(t, "a profile without a bank", p.Do(http.MethodGet, "/api/account/profile", ""), "NO_BANK")
	want(t, "a change without a bank", put(fields{"name": "A"}), "NO_BANK")
	want(t, "a name without a bank", change("SCB", "A"), "NO_BANK")
}

func TestAnAgreementIsAcceptedOnce(t *testing.T) {
	t.Parallel()
	city := open(t)
	p := city.join(t, "0812345678", nil)
	version := read[struct{ Version string }](t, p.Do(http.MethodGet, "/api/lookup/agreements", "")).Version
	want(t, "another version", p.post("/api/account/agreement", fields{"version": "0"}), "NO_DATA")
	first := want(t, "accepting", p.post("/api/account/agreement", fields{"version": version}), "")
	city.Clock.Advance(time.Minute)
	again := want(t, "accepting again", p.post("/api/account/agreement", fields{"version": version}), "")
	if string(first.Body) != string(again.Body) {
		t.Errorf("%s then %s", first.Body, again.Body)
	}
	if got := p.profile().Profile.AgreementVersion; got == nil || *got != version {
		t.Errorf("the profile has %v", got)
	}
	city.query(t, "update site_setting set agreement_version = '2'")
	city.Clock.Advance(3 * time.Second)
	want(t, "the old one", p.post("/api/account/agreement", fields{"version": version}), "NO_DATA")
	want(t, "the new one", p.post("/api/account/agreement", fields{"version": "2"}), "")
}
