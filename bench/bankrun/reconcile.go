package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"

	"krapao/server/gateway/api/payment"
	"krapao/server/gateway/api/provider"
	"krapao/server/httpapi/api/portal"
	"krapao/server/money"
	"krapao/server/simulator"
)

// everyMember does something for every member, a few at a time.
func (b *bank) everyMember(do func(i int, m *member)) {
	var calls errgroup.Group
	calls.SetLimit(8)
	for i, m := range b.members {
		calls.Go(func() error { do(i, m); return nil })
	}
	_ = calls.Wait()
}

// refreshAll has every member's games refreshed until every provider has answered; nothing else happens by now, so
// there is no excuse for a 5xx.
func (b *bank) refreshAll(ctx context.Context) {
	time.Sleep(3 * time.Second) // a refresh's answer is shared for that long
	b.everyMember(func(i int, m *member) {
		own := b.chance(chanceOfRefreshes + uint64(i))
		var answer reply
		for range 10 {
			if answer = b.refresh(ctx, own, m); answer.status == http.StatusOK && len(answer.claimed) == 0 {
				return
			}
			time.Sleep(3500 * time.Millisecond)
		}
		b.broken("I9", "the games of %s cannot be refreshed: %+v", m.id, answer)
	})
}

// account is a member's account at a provider, as our book has it.
type account struct {
	member, username string
	balance, won     money.Amount
}

// verifyProviders holds the game accounts against the providers' own books: what is there, and what was won there. A
// refund of money that arrived all the same leaves no other trace: the next refresh calls it winnings.
func (b *bank) verifyProviders(ctx context.Context, admin *pgx.Conn) error {
	var balances, winnings []string
	var seen int64
	for _, code := range providers {
		rows, err := admin.Query(ctx, `select a.member_id::text, a.username,
			coalesce((select balance from unnest(w.game_code, w.game_balance) g (code, balance) where g.code = a.provider), 0),
			coalesce((select sum(p.amount) from ledger_posting p where p.member_id = a.member_id and p.account = 'game:' || a.provider and p.kind = 'GAME_RESULT'), 0)::bigint
			from game_account a join ledger_wallet w using (member_id) where a.provider = $1`, code)
		if err != nil {
			return err
		}
		accounts, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (a account, err error) {
			err = row.Scan(&a.member, &a.username, &a.balance, &a.won)
			return a, err
		})
		if err != nil {
			return err
		}
		client, err := provider.NewClientWithResponses("http://"+b.cluster.at(partiesPort)+simulator.ProviderPath(code), provider.WithHTTPClient(b.http),
			provider.WithRequestEditorFn(withKey(simulator.ProviderParty(code))))
		if err != nil {
			return err
		}
		won, err := b.betsOf(ctx, client)
		if err != nil {
			return err
		}
		seen += int64(len(accounts))
		for _, a := range accounts {
			answer, err := client.GetBalanceWithResponse(ctx, a.username)
			if err != nil || answer.JSON200 == nil {
				return fmt.Errorf("the balance of %s at %s: %w", a.username, code, err)
			}
			if answer.JSON200.Amount != a.balance {
				balances = append(balances, fmt.Sprintf("%s of %s: ledger %v, provider %v", code, a.member, a.balance, answer.JSON200.Amount))
			}
			if won[a.username] != a.won {
				winnings = append(winnings, fmt.Sprintf("%s of %s: ledger %v, provider %v", code, a.member, a.won, won[a.username]))
			}
		}
	}
	b.held("I9", "a game account has what the provider's own book has", seen, "game accounts", int64(len(balances)), firstOf(balances))
	b.held("I9", "what the ledger calls game results is what was won and lost by the provider's own book", seen, "game accounts", int64(len(winnings)), firstOf(winnings))
	return nil
}

func withKey(party string) func(context.Context, *http.Request) error {
	return func(_ context.Context, r *http.Request) error {
		r.Header.Set("X-Api-Key", credentials.Key(party))
		return nil
	}
}

func firstOf(list []string) []string { return list[:min(len(list), 5)] }

// betsOf gives what each player has won by the provider's list of bets.
func (b *bank) betsOf(ctx context.Context, client *provider.ClientWithResponses) (map[string]money.Amount, error) {
	won, limit := map[string]money.Amount{}, 1000
	ask := provider.ListBetsParams{From: b.from.Add(-time.Minute), To: time.Now().Add(time.Minute), Limit: &limit}
	for {
		page, err := client.ListBetsWithResponse(ctx, &ask)
		if err != nil || page.JSON200 == nil {
			return nil, fmt.Errorf("the provider's bets: %w", err)
		}
		for _, bet := range page.JSON200.Bets {
			won[bet.Username] += bet.Payout - bet.Stake
		}
		if ask.Cursor = page.JSON200.NextCursor; ask.Cursor == nil {
			return won, nil
		}
	}
}

// verifyPayouts holds the withdrawals against the gateway's own book: paid there if and only if paid here, with the
// same amount.
func (b *bank) verifyPayouts(ctx context.Context, admin *pgx.Conn) error {
	at := map[string]*payment.ClientWithResponses{}
	for _, code := range gatewaysOf(b.edition) {
		client, err := payment.NewClientWithResponses("http://"+b.cluster.at(partiesPort)+simulator.GatewayPath(code), payment.WithHTTPClient(b.http),
			payment.WithRequestEditorFn(withKey(simulator.GatewayParty(code))))
		if err != nil {
			return err
		}
		at[code] = client
	}
	rows, err := admin.Query(ctx, "select w.id::text, w.step || case when w.bank_reference <> '' then ' by hand' else '' end, w.amount, p.gateway_code from withdrawal w join payout p using (member_id, id)")
	if err != nil {
		return err
	}
	type ordered struct {
		id, step, gateway string
		amount            money.Amount
	}
	list, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (o ordered, err error) {
		err = row.Scan(&o.id, &o.step, &o.amount, &o.gateway)
		return o, err
	})
	if err != nil {
		return err
	}
	var wrong []string
	for _, o := range list {
		answer, err := at[o.gateway].GetPayoutWithResponse(ctx, o.id)
		if err != nil {
			return err
		}
		paid := answer.JSON200 != nil && answer.JSON200.Status == payment.PayoutStatusPAID
		if paid != (o.step == "PAID") || paid && answer.JSON200.Amount != o.amount {
			wrong = append(wrong, fmt.Sprintf("withdrawal %s of %v is %s, the gateway has %d %s", o.id, o.amount, o.step, answer.StatusCode(), answer.Body))
		}
	}
	b.held("I11", "the gateways have paid the payouts that are PAID and no others", int64(len(list)), "payouts", int64(len(wrong)), firstOf(wrong))
	return nil
}

// verifyStatements reads everybody's statement as a member does: the lines add up to the balance, and there are as many
// as postings.
func (b *bank) verifyStatements(ctx context.Context) error {
	var mutex sync.Mutex
	var wrong []string
	var errs []error
	var seen int64
	b.everyMember(func(_ int, m *member) {
		lines, breach, err := b.readStatement(ctx, m)
		mutex.Lock()
		defer mutex.Unlock()
		seen += int64(lines)
		if err != nil {
			errs = append(errs, err)
		}
		if breach != "" {
			wrong = append(wrong, breach)
		}
	})
	b.held("I13", "the statement is the main wallet's postings, and adds up to it, read page by page by every member", seen, "lines", int64(len(wrong)), firstOf(wrong))
	return errors.Join(errs...)
}

func (b *bank) readStatement(ctx context.Context, m *member) (lines int, breach string, err error) {
	sum, total := money.Amount(0), 0
	for page := 1; page == 1 || lines < total; page++ {
		got, err := b.portals[page%2].ListStatementsWithResponse(m.as(ctx), nil, portal.StatementQuery{Page: page, Limit: 100})
		if err != nil || got.JSON200 == nil || page > 1 && len(got.JSON200.Statements) == 0 {
			return lines, "", fmt.Errorf("page %d of the statement of %s (%d of %d lines): %w", page, m.id, lines, total, err)
		}
		total = got.JSON200.Total
		lines += len(got.JSON200.Statements)
		for _, line := range got.JSON200.Statements {
			sum += line.WalletChange
		}
	}
	var balance money.Amount
	var postings int
	err = b.db.Querier(ctx).QueryRow(ctx, "select w.main, (select count(*) from ledger_posting p where p.member_id = w.member_id and p.account = 'main') from ledger_wallet w where w.member_id = $1::text::bigint", m.id).Scan(&balance, &postings)
	if err == nil && (sum != balance || lines != postings) {
		breach = fmt.Sprintf("%s: %d lines are %v, %d postings are %v", m.id, lines, sum, postings, balance)
	}
	return lines, breach, err
}
