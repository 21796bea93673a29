package httpapi_test

import (
	"net/http"
	"strings"
	"testing"

	"krapao/server/portaltest"
)

// waits fails unless a change was asked for and is not made, and gives the request.
func waits(t testing.TB, what, kind, subject string, answer portaltest.Answer) requested {
	t.Helper()
	asked := read[requested](t, answer)
	if answer.Status != http.StatusAccepted || asked.State != "WAITING" || asked.Kind != kind || asked.Subject != subject || asked.Requester != "noi" {
		t.Errorf("%s: %d %s", what, answer.Status, answer.Body)
	}
	return asked
}

// shows fails unless what an operator reads at a path has a text.
func shows(t testing.TB, operator *portaltest.Client, path, text string) {
	t.Helper()
	if answer := want(t, path, operator.Do(http.MethodGet, path, ""), ""); !strings.Contains(string(answer.Body), text) {
		t.Errorf("%s: %s\nwant %s in it", path, answer.Body, text)
	}
}

const (
	limitsPath   = "/operator/withdraw-limits"
	channelsPath = "/operator/channels"
)

func putLimits(operator *portaltest.Client, limits string) portaltest.Answer {
	return operator.Do(http.MethodPut, limitsPath+"/BAHT", "{"+limits+"}")
}

func TestAllowingMoreTakesASecondPersonAndAllowingLessDoesNot(t *testing.T) {
	t.Parallel()
	city := open(t)
	noi, kam := city.Operator(t, "noi"), city.Operator(t, "kam")
	const start = `"minimum":100,"payoutGateway":"","reviewAbove":20000`
	shows(t, noi, limitsPath, start)
	for name, more := range map[string]string{
		"above which two decide": `"minimum":100,"maximum":50000,"reviewAbove":20000.01`,
		"the maximum":            `"minimum":100,"maximum":50000.01`,
		"one up, one down":       `"minimum":50,"maximum":50000.01,"reviewAbove":1`,
	} {
		asked := waits(t, name, "WITHDRAW_LIMIT", "BAHT", putLimits(noi, more))
		if again := waits(t, name, "WITHDRAW_LIMIT", "BAHT", putLimits(noi, more)); again.ID != asked.ID {
			t.Errorf("%s: asked twice", name)
		}
		shows(t, noi, limitsPath, start)
		want(t, name+" by one person", approve(noi, asked.ID), "APPROVAL_SELF")
		shows(t, noi, limitsPath, start)
		want(t, name+" taken back", reject(noi, asked.ID), "")
	}
	asked := waits(t, "both", "WITHDRAW_LIMIT", "BAHT", putLimits(noi, `"minimum":50,"maximum":60000.5,"reviewAbove":30000`))
	if before, _ := asked.Details["before"].(map[string]any); asked.Details["maximum"] != 60000.5 || before["maximum"] != 50000.0 || before["reviewAbove"] != 20000.0 {
		t.Errorf("the second person reads %v", asked.Details)
	}
	want(t, "the second person", approve(kam, asked.ID), "")
	shows(t, noi, limitsPath, `"maximum":60000.5,"minimum":50,"payoutGateway":"","reviewAbove":30000`)
	if line := auditOf(t, noi, "WITHDRAW_LIMIT")[0]; line.Actor != "kam" || line.Before["reviewAbove"] != "20000.00" || line.After["reviewAbove"] != "30000.00" || line.After["approval"] != asked.ID {
		t.Errorf("the audit log has %+v", line)
	}
	want(t, "less", putLimits(noi, `"minimum":60,"maximum":100,"reviewAbove":0`), "")
	shows(t, noi, limitsPath, `"maximum":100,"minimum":60,"payoutGateway":"","reviewAbove":0`)
	waits(t, "what it was", "WITHDRAW_LIMIT", "BAHT", putLimits(noi, `"minimum":60,"maximum":60000.5,"reviewAbove":30000`))
}

// putAccount writes a channel of the house with an account, open or closed.
func putAccount(operator *portaltest.Client, bank, number, holder, isOpen string) portaltest.Answer {
	return operator.Do(http.MethodPut, channelsPath+"/SCB1", `{"kind":"BANK","bankCode":"`+bank+`","mode":"MANUAL","nameTH":"ข","nameEN":"S","accountName":"`+holder+`","accountNo":"`+number+
		`","currency":"BAHT","logo":"","takesQR":false,"minDeposit":20,"quickAmounts":[20.5],"position":1,"isOpen":`+isOpen+`}`)
}

func TestAnotherAccountOfTheHouseAndOpeningOneTakeASecondPersonAndClosingItDoesNot(t *testing.T) {
	t.Parallel()
	city := open(t)
	member := city.join(t, "0812345678", nil)
	noi, kam := city.Operator(t, "noi"), city.Operator(t, "kam")
	offered := func(text string) bool {
		t.Helper()
		return strings.Contains(string(member.Do(http.MethodGet, "/api/lookup/deposit", "").Body), text)
	}
	asked := waits(t, "a new account", "CHANNEL", "SCB1", putAccount(noi, "SCB", "4051112223", "KRAPAO", "true"))
	want(t, "by one person", approve(noi, asked.ID), "APPROVAL_SELF")
	if shows(t, noi, channelsPath, `{"channels":[]}`); offered("4051112223") {
		t.Error("members are shown an account that one person entered")
	}
	want(t, "by the second", approve(kam, asked.ID), "")
	if line := auditOf(t, noi, "CHANNEL")[0]; line.Actor != "kam" || line.Before != nil || line.After["accountNo"] != "4051112223" || line.After["approval"] != asked.ID {
		t.Errorf("the audit log has %+v", line)
	}
	if shows(t, noi, channelsPath, `"quickAmounts":[20.5]`); !offered("4051112223") {
		t.Error("members are not shown the account")
	}
	for name, other := range map[string][4]string{
		"number": {"SCB", "4059998887", "KRAPAO", "true"}, "bank": {"KTB", "4051112223", "KRAPAO", "true"}, "holder": {"SCB", "4051112223", "NOI", "true"},
		"number of a closed one": {"SCB", "4059998887", "KRAPAO", "false"},
	} {
		waits(t, "another "+name, "CHANNEL", "SCB1", putAccount(noi, other[0], other[1], other[2], other[3]))
		shows(t, noi, channelsPath, `"accountName":"KRAPAO","accountNo":"4051112223","bankCode":"SCB"`)
	}
	want(t, "closing", putAccount(noi, "SCB", "4051112223", "KRAPAO", "false"), "")
	if offered("4051112223") {
		t.Error("a closed account is shown")
	}
	again := waits(t, "opening it again", "CHANNEL", "SCB1", putAccount(noi, "SCB", "4051112223", "KRAPAO", "true"))
	want(t, "by one person", approve(noi, again.ID), "APPROVAL_SELF")
	if offered("4051112223") {
		t.Error("members are shown an account that one person opened")
	}
	want(t, "by the second", approve(kam, again.ID), "")
	if !offered("4051112223") {
		t.Error("members are not shown the account")
	}
	want(t, "no account at all", putAccount(noi, "SCB", "", "", "true"), "")
	waits(t, "the account again", "CHANNEL", "SCB1", putAccount(noi, "SCB", "4051112223", "KRAPAO", "true"))
}

func TestEndingWhatElseProvesAnAccountsMoneyTakesASecondPerson(t *testing.T) {
	t.Parallel()
	city := open(t)
	noi, kam := city.Operator(t, "noi"), city.Operator(t, "kam")
	put := func(code, kind, mode, number, takesQR string) portaltest.Answer {
		return noi.Do(http.MethodPut, channelsPath+"/"+code, `{"kind":"`+kind+`","bankCode":"SCB","mode":"`+mode+`","nameTH":"ข","nameEN":"S","accountName":"KRAPAO","accountNo":"`+number+
			`","currency":"BAHT","logo":"","takesQR":`+takesQR+`,"minDeposit":20,"quickAmounts":[],"position":1,"isOpen":true}`)
	}
	for code, kind := range map[string][3]string{"SCBQR": {"BANK", "AUTO", "true"}, "GIFTS": {"WALLET", "LINK", "false"}} {
		want(t, "the account", approve(kam, waits(t, code, "CHANNEL", code, put(code, kind[0], kind[1], "0890001122", kind[2])).ID), "")
	}
	for name, c := range map[string][5]string{
		"no QR codes": {"SCBQR", "BANK", "AUTO", "0890001122", "false"}, "QR codes without the account": {"SCBQR", "BANK", "AUTO", "", "true"},
		"a gateway without the account": {"SCBQR", "PAYMENT", "AUTO", "", "true"},
		"no gift links":                 {"GIFTS", "WALLET", "AUTO", "0890001122", "false"}, "a bank": {"GIFTS", "BANK", "LINK", "0890001122", "false"},
	} {
		waits(t, name, "CHANNEL", c[0], put(c[0], c[1], c[2], c[3], c[4]))
	}
	shows(t, noi, channelsPath, `"takesQR":true`)
	shows(t, noi, channelsPath, `"mode":"LINK"`)
	want(t, "another mode of one that takes QR codes", put("SCBQR", "BANK", "SMS", "0890001122", "true"), "")
	want(t, "QR codes of one that had none", approve(kam, waits(t, "no QR codes", "CHANNEL", "SCBQR", put("SCBQR", "BANK", "SMS", "0890001122", "false")).ID), "")
	want(t, "and again", put("SCBQR", "BANK", "SMS", "0890001122", "true"), "")
}

func TestASettingThatChangedSinceItWasAskedForIsStale(t *testing.T) {
	t.Parallel()
	city := open(t)
	noi, kam := city.Operator(t, "noi"), city.Operator(t, "kam")
	higher := waits(t, "more", "WITHDRAW_LIMIT", "BAHT", putLimits(noi, `"minimum":100,"maximum":60000`))
	want(t, "less meanwhile", putLimits(kam, `"minimum":100,"maximum":50000,"reviewAbove":500`), "")
	want(t, "approving what was asked for before", approve(kam, higher.ID), "APPROVAL_STALE")
	shows(t, noi, limitsPath, `"maximum":50000,"minimum":100,"payoutGateway":"","reviewAbove":500`)

	first := waits(t, "an account", "CHANNEL", "SCB1", putAccount(noi, "SCB", "4051112223", "KRAPAO", "true"))
	second := waits(t, "another", "CHANNEL", "SCB1", putAccount(noi, "SCB", "4059998887", "KRAPAO", "true"))
	want(t, "the first", approve(kam, first.ID), "")
	want(t, "the other, asked for when there was none", approve(kam, second.ID), "APPROVAL_STALE")
	moved := waits(t, "a move", "CHANNEL", "SCB1", putAccount(noi, "SCB", "4059998887", "KRAPAO", "true"))
	want(t, "closing it meanwhile", putAccount(kam, "SCB", "4051112223", "KRAPAO", "false"), "")
	want(t, "the move, which would open it", approve(kam, moved.ID), "APPROVAL_STALE")
	shows(t, noi, channelsPath, `"accountNo":"4051112223"`)

	gateway := `{"kind":"PAYMENT","bankCode":"SCB","mode":"AUTO","nameTH":"ข","nameEN":"S","accountName":"","accountNo":"","currency":"BAHT","logo":"","takesQR":true,"minDeposit":20,"quickAmounts":[],"position":1,"isOpen":true}`
	want(t, "a gateway", noi.Do(http.MethodPut, channelsPath+"/QR1", gateway), "")
	paid := waits(t, "more, paid by it", "WITHDRAW_LIMIT", "BAHT", putLimits(noi, `"minimum":100,"maximum":60000,"payoutGateway":"QR1"`))
	want(t, "it is none any more", kam.Do(http.MethodPut, channelsPath+"/QR1", strings.NewReplacer(`"PAYMENT"`, `"BANK"`, `"takesQR":true`, `"takesQR":false`).Replace(gateway)), "")
	want(t, "more, paid by nobody", approve(kam, paid.ID), "APPROVAL_STALE")
}
