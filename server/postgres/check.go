package postgres

import (
	"cmp"
	"context"
	"slices"
)

// Finding is what the checker found out about one invariant (server/ledger/README.md).
type Finding struct {
	// Invariant is its number: I1.
	Invariant string
	// Promise says it in words.
	Promise string
	// OK: it was looked for, and nothing breaks it.
	OK bool
	// Count is how many things break it.
	Count int64
	// Sample names up to five of them.
	Sample []string
	// NotChecked says what of it was not looked at, and why; empty when all was.
	NotChecked string `json:",omitempty"`
	// NotAsked are the game providers that could not be asked.
	NotAsked []string `json:"-"`
}

// SortFindings puts them in the order of the invariants' numbers.
func SortFindings(findings []Finding) {
	slices.SortStableFunc(findings, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(len(a.Invariant), len(b.Invariant)), cmp.Compare(a.Invariant, b.Invariant))
	})
}

// findingSamples is how many breaches a Finding names.
const findingSamples = 5

// invariant is a query that gives one text for each thing that breaks it.
type invariant struct{ name, promise, sql string }

var invariants = []invariant{
	{"I1", "every transaction's postings sum to zero in each currency, and none is without its postings", `
		with posting as (
			select p.transaction_id, case p.account when 'coin' then 'COIN' else t.currency end as currency, p.amount
			from ledger_posting p left join ledger_transaction t on t.id = p.transaction_id
			union all select transaction_id, currency, amount from ledger_house_posting
		), sums as (
			select transaction_id, currency, sum(amount) as sum from posting group by transaction_id, currency
		)
		select format('transaction %s has %s %s too much', transaction_id, sum, currency) from sums where sum <> 0
		union all select format('transaction %s has no postings', id) from ledger_transaction t
			where not exists (select from sums where sums.transaction_id = t.id)
		union all select format('postings of %s, which is no transaction', transaction_id) from sums
			where not exists (select from ledger_transaction t where t.id = sums.transaction_id)`},
	{"I2", "all accounts together hold zero of each currency", `
		select format('%s %s too much', sum(amount), currency) from (
			select currency, main + hold + transit + (select coalesce(sum(b), 0) from unnest(game_balance) b) as amount from ledger_wallet
			union all select 'COIN', coin from ledger_wallet
			union all select currency, balance from ledger_house
		) everything group by currency having sum(amount) <> 0`},
	{"I3", "a cached balance and its count equal their postings", `
		with cached as (
			select member_id, account, balance, seq from ledger_wallet w, lateral (
				values ('main', main, main_seq), ('hold', hold, hold_seq), ('transit', transit, transit_seq), ('coin', coin, coin_seq)
				union all select 'game:' || code, balance, seq from unnest(game_code, game_balance, game_seq) g (code, balance, seq)
			) a (account, balance, seq) where balance <> 0 or seq <> 0
		), posted as (
			select member_id, account, sum(amount) as balance, count(*) as seq from ledger_posting group by member_id, account
		), house as (
			select account, currency, sum(amount) as balance from ledger_house_posting group by account, currency
		)
		select format('%s of %s: cached %s after %s postings, posted %s in %s', account, member_id, c.balance, c.seq, p.balance, p.seq)
			from cached c full join posted p using (member_id, account)
			where c.balance is distinct from p.balance or c.seq is distinct from p.seq
		union all select format('%s in %s: folded %s, posted %s', account, currency, f.balance, p.balance)
			from ledger_house f full join house p using (account, currency)
			where coalesce(f.balance, 0) <> coalesce(p.balance, 0)`},
	{"I4", "no account of a member is negative, or ever was", `
		select format('wallet of %s', member_id) from ledger_wallet
			where least(main, hold, transit, coin) < 0 or exists (select from unnest(game_balance) b where b < 0)
		union all select format('%s of %s after posting %s', account, member_id, seq) from ledger_posting where balance_after < 0`},
	{"I5", "postings are append-only: the application may not change them, the numbering has no gap, every balance follows from the one before", `
		` + grantedTooMuch + `
		union all select format('posting %s on %s of %s', seq, account, member_id) from (
			select member_id, account, seq, balance_after, row_number() over byseq as number, sum(amount) over byseq as balance
			from ledger_posting window byseq as (partition by member_id, account order by seq)
		) chain where seq <> number or balance_after <> balance`},
	{"I14", "a wallet's currency is that of all its transactions", `
		select format('transaction %s in %s of %s', t.id, t.currency, t.member_id)
			from ledger_transaction t left join ledger_wallet w using (member_id)
			where t.member_id <> 0 and w.currency is distinct from t.currency`},
}

// grantedTooMuch is what the application's role may do to the book although it must not.
const grantedTooMuch = `
		select format('%s may %s %s', '` + App + `', privilege, relation) from
			unnest('{ledger_wallet,ledger_transaction,ledger_posting,ledger_house_posting,external_credit}'::text[]) relation,
			unnest('{update,delete,truncate}'::text[]) privilege
			where has_table_privilege('` + App + `', relation, privilege)`

// allInvariants are those that a database can tell of itself.
var allInvariants = slices.Concat(invariants, effectInvariants, depositInvariants, transferInvariants, withdrawalInvariants, gameInvariants, statementInvariants, houseInvariants, bonusInvariants)

// Check looks for whatever breaks an invariant that a database can tell of itself, all in one snapshot, while others go
// on writing; of those named, or of all. An invariant that is broken is no error but a Finding that is not OK.
func (db *DB) Check(ctx context.Context, only ...string) ([]Finding, error) {
	var findings []Finding
	err := db.Snapshot(ctx, func(ctx context.Context) error {
		for _, wanted := range allInvariants {
			if len(only) > 0 && !slices.Contains(only, wanted.name) {
				continue
			}
			found, err := look(ctx, db.Querier(ctx), wanted)
			if err != nil {
				return err
			}
			found.Sample = found.Sample[:min(len(found.Sample), findingSamples)]
			findings = append(findings, found)
		}
		return nil
	})
	SortFindings(findings)
	return findings, err
}
