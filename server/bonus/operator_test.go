package bonus_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"krapao/server/bonus"
	"krapao/server/httpapi/api/operator"
	"krapao/server/money"
	"krapao/server/portaltest"
)

const saved = `{"currency":"BAHT","name":{"en":"Welcome"},"banners":[{"image":"media/b.webp","text":{"en":"<p>Hi<script>x</script></p>"}}],"type":"limit","maxReceived":1,"percent":10,
	"cap":200,"fixed":0,"minDeposit":100,"quota":50,"percentSuccess":200,"percentFail":10,"position":1,"isOpen":true,"openFrom":"2020-01-01T00:00:00Z"}`

func TestADearBonusTakesTwoPeopleAndIsSeenBefore(t *testing.T) {
	t.Parallel()
	p := newProduct(t)
	noi, kam := p.Operator(t, "noi"), p.Operator(t, "kam")
	write := func(who *portaltest.Client, method, path, body string, status int) []byte {
		t.Helper()
		answer := who.Do(method, path, body)
		if answer.Status != status {
			t.Fatalf("%s %s: %d %s", method, path, answer.Status, answer.Body)
		}
		return answer.Body
	}
	approve := func(text []byte) {
		t.Helper()
		var asked struct{ ID string }
		if err := json.Unmarshal(text, &asked); err != nil {
			t.Fatal(err)
		}
		write(kam, http.MethodPost, "/operator/approvals/"+asked.ID+"/approve", "", http.StatusOK)
	}
	const path = "/operator/bonus/campaigns/BONUS/WELCOME10"
	preview := read[operator.OperatorCampaignPreview](p, write(noi, http.MethodPost, path+"/preview", `{"campaign":`+saved+`,"exampleOwn":1500,"exampleDeposit":1000}`, http.StatusOK))
	if preview.MaxCost != baht(10_000) || !preview.NeedsSecondPerson || preview.ExampleCredit != baht(100) || preview.ExampleMinimum != baht(1700) || preview.ExampleNeeded != baht(100) ||
		preview.ExampleLostAt != baht(160) || preview.Campaign.Banners[0].Text.En != "<p>Hi</p>" {
		t.Errorf("%+v", preview)
	}
	if len(p.offers(somchai)) != 0 {
		t.Error("the preview was saved")
	}
	asked := write(noi, http.MethodPut, path, saved, http.StatusAccepted)
	if len(p.offers(somchai)) != 0 {
		t.Error("one person opened it")
	}
	approve(asked)
	if offers := p.offers(somchai); len(offers) != 1 || offers[0].Banners[0].HTML != "<p>Hi</p>" {
		t.Errorf("%+v", offers)
	}
	approve(write(noi, http.MethodPut, "/operator/bonus/rules/BAHT", `{"reviewAbove":10000}`, http.StatusAccepted))
	write(noi, http.MethodPut, path, saved, http.StatusOK)
	write(noi, http.MethodPut, "/operator/bonus/rules/BAHT", `{"reviewAbove":10}`, http.StatusOK)
	if answer := noi.Do(http.MethodPut, path, `{}`); answer.Status != http.StatusBadRequest {
		t.Errorf("%d %s", answer.Status, answer.Body)
	}
	p.deposit(somchai, baht(1000))
	p.ok(somchai, http.MethodPost, activate, "")
	figures := read[operator.OperatorCampaignFigures](p, write(noi, http.MethodGet, path+"/figures", "", http.StatusOK))
	if figures.Claimed != 1 || figures.Members != 1 || figures.Active != 1 || figures.Credited != baht(100) || figures.Cost != baht(100) {
		t.Errorf("%+v", figures)
	}
	if answer := noi.Do(http.MethodGet, "/operator/bonus/campaigns/BONUS/NONE/figures", ""); answer.Code() != "NO_DATA" {
		t.Errorf("%s", answer.Body)
	}
	if list := read[operator.OperatorCampaignList](p, write(noi, http.MethodGet, "/operator/bonus/campaigns", "", http.StatusOK)); len(list.Campaigns) != 1 || list.Campaigns[0].Version != 1 {
		t.Errorf("%+v", list)
	}
}

func TestWhatOneOperatorOpensAloneIsAddedUpOverADay(t *testing.T) {
	t.Parallel()
	p := newProduct(t)
	if err := p.App.Bonuses.PutRule(t.Context(), bonus.Rule{Currency: money.Baht, ReviewAbove: baht(25_000)}); err != nil {
		t.Fatal(err)
	}
	noi, kam := p.Operator(t, "noi"), p.Operator(t, "kam")
	put := func(who *portaltest.Client, code, body string, status int) {
		t.Helper()
		if answer := who.Do(http.MethodPut, "/operator/bonus/campaigns/BONUS/"+code, body); answer.Status != status {
			t.Errorf("%s: %d %s", code, answer.Status, answer.Body)
		}
	}
	put(noi, "ONE", saved, http.StatusOK) // each may cost 10,000
	put(noi, "TWO", saved, http.StatusOK)
	put(noi, "TWO", strings.Replace(saved, "Welcome", "Hello", 1), http.StatusOK) // costs nothing more
	put(noi, "THREE", saved, http.StatusAccepted)
	put(noi, "TWO", strings.Replace(saved, `"quota":50`, `"quota":80`, 1), http.StatusAccepted)
	put(kam, "FOUR", saved, http.StatusOK)
	p.Clock.Advance(24 * time.Hour)
	put(p.Operator(t, "noi"), "FIVE", saved, http.StatusOK) // whose session has ended meanwhile
}

// What was claimed is paid: exchanging credit for quota, or back, could cost the new bound beside it.
func TestExchangingCreditAndQuotaIsOpeningAgain(t *testing.T) {
	t.Parallel()
	p := newProduct(t)
	if err := p.App.Bonuses.PutRule(t.Context(), bonus.Rule{Currency: money.Baht, ReviewAbove: baht(25_000)}); err != nil {
		t.Fatal(err)
	}
	noi := p.Operator(t, "noi")
	for i, of := range []struct {
		credit string
		quota  int
		status int
	}{{"200", 50, http.StatusOK}, {"10", 1000, http.StatusOK}, {"10", 900, http.StatusOK}, {"200", 50, http.StatusAccepted}} {
		body := strings.NewReplacer(`"quota":50`, fmt.Sprintf(`"quota":%d`, of.quota), `"cap":200`, `"cap":`+of.credit).Replace(saved)
		if answer := noi.Do(http.MethodPut, "/operator/bonus/campaigns/BONUS/ONE", body); answer.Status != of.status {
			t.Errorf("version %d: %d %s", i+1, answer.Status, answer.Body)
		}
	}
}
