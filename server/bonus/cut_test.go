package bonus_test

import (
	"net/http"
	"testing"

	"krapao/server/bonus"
	"krapao/server/httpapi/api/portal"
	"krapao/server/postgres"
)

func TestAWithdrawalThatComesBackBringsItsCutBack(t *testing.T) {
	t.Parallel()
	for name, giveBack := range map[string]func(p *product, reference string){
		"cancelled": func(p *product, reference string) {
			p.ok(somchai, http.MethodPost, "/api/wallet/withdrawals/"+reference+"/cancel", "")
		},
		"rejected": func(p *product, reference string) {
			for range 2 { // the second finds it decided
				p.Operator(p.t, "noi").Do(http.MethodPost, "/operator/withdrawals/"+reference+"/reject", `{"reason":"a test"}`)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newProduct(t)
			p.campaign(songkran())
			p.underCondition(baht(500))
			p.play(somchai, pg, "100", "300")
			made := read[portal.Withdrawal](p, p.ok(somchai, http.MethodPost, "/api/wallet/withdraw", `{"amount":200}`))
			if made.CutAmount != baht(400) || p.wallet(somchai).Main != 0 {
				t.Fatalf("%+v, %v", made, p.wallet(somchai).Main)
			}
			p.ok(somchai, http.MethodPost, "/api/promotion/activate/SONGKRAN", "") // another condition opened meanwhile
			giveBack(p, made.Reference)
			p.ok(somchai, http.MethodPost, "/api/wallet/withdrawals/"+made.Reference+"/cancel", "")
			if wallet := p.wallet(somchai); wallet.Main != baht(650) || wallet.Hold != 0 {
				t.Errorf("main %v, held %v", wallet.Main, wallet.Hold)
			}
			ended, err := postgres.Bonus{DB: p.Database.DB}.LastEnded(t.Context(), somchai)
			if err != nil || ended.Outcome != bonus.Met || ended.Cut != 0 {
				t.Errorf("%v, %+v", err, ended)
			}
			records := read[portal.WithdrawalPage](p, p.ok(somchai, http.MethodPost, "/api/wallet/withdrawals", `{"page":1,"limit":10}`)).Withdrawals
			if records[0].CutAmount != 0 {
				t.Errorf("%+v", records[0])
			}
			lines := read[portal.StatementPage](p, p.ok(somchai, http.MethodPost, "/api/statement", `{"page":1,"limit":20}`)).Statements
			if back := lines[0]; back.StatementType != portal.StatementTypeFINISHBONUS || back.WalletChange != baht(400) || back.From != "BONUS" || back.Bonus == nil {
				t.Errorf("%+v", back)
			}
			if now := p.minimum(somchai).Progress; now == nil || now.Won != 0 { // what came back is the member's own
				t.Errorf("%+v", now)
			}
		})
	}
}
