package bonus_test

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"time"

	"pgregory.net/rapid"

	"krapao/server/bonus"
	"krapao/server/content"
	"krapao/server/daily"
	"krapao/server/game"
	"krapao/server/httpapi/api/portal"
	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/money"
	"krapao/server/postgres"
	"krapao/server/rebate"
	"krapao/server/referral"
)

// promised are the terms of a credit at the moment of its promise.
type promised struct {
	kind   bonus.Kind
	code   string
	amount money.Amount
	bonus.Terms
}

// condition is what the model knows of the one that the member is under.
type condition struct {
	promised
	won money.Amount
}

// history is one random life of a member, and the model of it: what the rules of README.md say, over what was answered.
type history struct {
	*product

	rt              *rapid.T
	member, invitee id.MemberID
	did             []string

	main, held money.Amount
	games      map[string]money.Amount
	inPlay     map[string]money.Amount // staked in bets that are open
	condition  *condition
	// given is what the house promised and credited, less what it took back.
	given money.Amount

	deposits  []money.Amount // since the last withdrawal, that no bonus was received for
	received  map[string]int
	terms     bonus.Terms // what the operator promises now, for everything
	withdrawn string      // the open withdrawal
	cut       money.Amount
	opened    int // conditions, ever

	day            daily.Day
	result, lost   money.Amount // of the member on the day before; what the invitee has lost on this one
	today          money.Amount // the member's result of this day
	played         bool         // on the day before
	playedToday    bool
	refund         money.Amount // of the day before, not reserved
	reserved       *promised
	waiting        money.Amount // invite bonus
	inviteeHasLost bool
}

const (
	halfBonus, fixedBonus, code = "HALF", "FIXED", "CODE"

	refundPercent, invitePercent = 7, 5
	refundCap, inviteCap         = 20_00, 15_00
)

// newHistory begins a life in the afternoon of a new day, with fresh promises.
func (p *product) newHistory(rt *rapid.T, number int) *history {
	h := &history{
		product: p, rt: rt, member: id.MemberID(11_000_000 + 2*number), invitee: id.MemberID(11_000_001 + 2*number), games: map[string]money.Amount{pg: 0, jili: 0}, inPlay: map[string]money.Amount{}, received: map[string]int{},
	}
	p.Clock.Set(daily.On(p.Clock.Now()).Add(2).Time.Add(8 * time.Hour))
	h.day = daily.On(p.Clock.Now())
	p.join(h.member)
	p.Clock.Advance(time.Minute)
	p.join(h.invitee)
	if _, err := p.Database.DB.Querier(p.t.Context()).Exec(p.t.Context(), "update member set inviter_id = $1 where id = $2", h.member, h.invitee); err != nil {
		p.t.Fatal(err)
	}
	h.promise(bonus.Terms{SuccessPercent: 120, FailPercent: 50})
	return h
}

// promise has the operator change every offer: what was promised before stays as it was.
func (h *history) promise(terms bonus.Terms) {
	h.terms = terms
	base := bonus.Campaign{Kind: bonus.FromBonus, Currency: money.Baht, Name: bonus.Text{"en": "Bonus"}, Terms: terms, Open: true, From: epoch}
	half, fixed, promotion := base, base, base
	half.Code, half.Span, half.MaxReceived, half.Percent, half.Cap, half.MinDeposit = halfBonus, bonus.Day, 2, 50, baht(60), baht(20)
	fixed.Code, fixed.Span, fixed.MaxReceived, fixed.Fixed = fixedBonus, bonus.Ever, 2, baht(40)
	promotion.Kind, promotion.Code, promotion.Span, promotion.MaxReceived, promotion.Fixed = bonus.FromPromotion, code, bonus.Ever, 1, baht(30)
	for _, campaign := range []bonus.Campaign{half, fixed, promotion} {
		h.campaign(campaign)
	}
	ctx := h.t.Context()
	if err := h.App.Rebates.PutRule(ctx, rebate.Rule{
		Currency: money.Baht, Open: true, Percent: refundPercent, Cap: refundCap, Terms: rebate.Terms(terms), ReviewAbove: refundCap, Info: content.Text{"en": "Back."},
	}); err != nil {
		h.t.Fatal(err)
	}
	if err := h.App.Referrals.PutRule(ctx, referral.Rule{
		Currency: money.Baht, Open: true, Percent: invitePercent, Cap: inviteCap, Terms: referral.Terms(terms), ReviewAbove: inviteCap,
	}); err != nil {
		h.t.Fatal(err)
	}
}

// call makes a call that is to end with a code, "" for none.
func (h *history) call(want, method, path, body string) []byte {
	h.Clock.Advance(10 * time.Second) // a refresh asks again, and codes may be tried again
	answer := h.do(h.member, method, path, body)
	got := answer.Code()
	h.did = append(h.did, fmt.Sprintf("%s %s -> %d %s", path, body, answer.Status, got))
	if got != want {
		h.fail("%s %s: %d %s, want %q", path, body, answer.Status, answer.Body, want)
	}
	return answer.Body
}

func (h *history) fail(format string, args ...any) {
	h.rt.Helper()
	story := ""
	for _, step := range h.did {
		story += "\n  " + step
	}
	h.rt.Fatalf("I15: %s\nafter%s", fmt.Sprintf(format, args...), story)
}

// loseOf books a loss of another member, whose money came from nowhere that matters here.
func (h *history) loseOf(member id.MemberID, amount money.Amount) {
	store := postgres.Game{DB: h.Database.DB}
	if err := store.InTx(h.t.Context(), func(ctx context.Context) error {
		for _, entry := range []ledger.Transaction{
			{Kind: ledger.Transfer, Postings: []ledger.Posting{{Account: ledger.Game(member, pg), Amount: amount}, {Account: ledger.Clearing("payment", money.Baht), Amount: -amount}}},
			{Kind: ledger.GameResult, Postings: []ledger.Posting{{Account: ledger.Game(member, pg), Amount: -amount}, {Account: ledger.House("game", money.Baht), Amount: amount}}},
		} {
			entry.Key, entry.MemberID, entry.Currency, entry.At, entry.Reference = id.NewID().String(), member, money.Baht, h.Clock.Now(), pg
			if _, err := h.book.Post(ctx, entry); err != nil {
				return err
			}
		}
		return store.AddResult(ctx, game.Result{Member: member, Provider: pg, At: h.Clock.Now(), Amount: -amount})
	}); err != nil {
		h.t.Fatal(err)
	}
}

func (h *history) equity() money.Amount { return h.main + h.games[pg] + h.games[jili] }

func (h *history) betsOpen() bool { return h.inPlay[pg]+h.inPlay[jili] > 0 }

// state is how the condition stands by the numbers of README.md.
func (h *history) state() bonus.State {
	c := h.condition
	own := h.equity() - c.amount - c.won
	switch {
	case (c.amount+c.won)*100 >= c.amount*money.Amount(c.SuccessPercent):
		return bonus.StateMet
	case h.equity()*100 <= (own+c.amount)*money.Amount(c.FailPercent) && !h.betsOpen():
		return bonus.StateLost
	default:
		return bonus.StateOpen
	}
}

// credit puts the model under a condition.
func (h *history) credit(of promised) {
	h.main += of.amount
	h.given += of.amount
	h.condition = &condition{promised: of}
	h.opened++
	h.refresh() // what was played before it, which is nothing, is found now
}

// refresh has the providers asked.
func (h *history) refresh() { h.call("", http.MethodPost, "/api/wallet/refresh/slot", "") }

// agrees holds the model against the product after each step.
func (h *history) agrees() {
	wallet := h.wallet(h.member)
	if wallet.Main != h.main || wallet.Hold != h.held || wallet.Game(pg).Balance != h.games[pg] || wallet.Game(jili).Balance != h.games[jili] || wallet.InTransit != 0 {
		h.fail("the ledger has %+v, the model %v, held %v, games %v", wallet, h.main, h.held, h.games)
	}
	progress := h.minimum(h.member).Progress
	switch {
	case (progress == nil) != (h.condition == nil):
		h.fail("the condition is %+v, the model's %+v", progress, h.condition)
	case progress != nil && (progress.Bonus != h.condition.amount || progress.Won != h.condition.won || string(progress.State) != string(h.state())):
		h.fail("the condition is %+v, the model's %+v, %s", progress, h.condition, h.state())
	}
	var active, all int
	var success, fails []int
	if err := h.Database.DB.Querier(h.t.Context()).QueryRow(h.t.Context(), `select count(*) filter (where ended_at is null), count(*),
		coalesce(array_agg(success_percent) filter (where ended_at is null), '{}'), coalesce(array_agg(fail_percent) filter (where ended_at is null), '{}')
		from bonus_condition where member_id = $1`, h.member).Scan(&active, &all, &success, &fails); err != nil {
		h.t.Fatal(err)
	}
	if active > 1 || all != h.opened || h.condition != nil && (!slices.Equal(success, []int{h.condition.SuccessPercent}) || !slices.Equal(fails, []int{h.condition.FailPercent})) {
		h.fail("%d conditions active of %d, with terms %v %v; the model has %d, %+v", active, all, success, fails, h.opened, h.condition)
	}
	var given money.Amount
	if err := h.Database.DB.Querier(h.t.Context()).QueryRow(h.t.Context(), `select coalesce(-sum(h.amount), 0)::bigint from ledger_transaction t
		join ledger_house_posting h on h.transaction_id = t.id and h.account in ('house:bonus', 'house:refund', 'house:invite')
		where t.member_id = $1`, h.member).Scan(&given); err != nil {
		h.t.Fatal(err)
	}
	if given != h.given {
		h.fail("it has cost the house %v, promised were %v", given, h.given)
	}
}

// reference of the withdrawal that an answer is about.
func (h *history) reference(body []byte) string {
	return read[portal.Withdrawal](h.product, body).Reference
}
