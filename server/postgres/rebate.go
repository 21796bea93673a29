package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/server/daily"
	"krapao/server/fault"
	"krapao/server/id"
	"krapao/server/money"
	"krapao/server/rebate"
)

// Rebate keeps refunds; it is a rebate.Store.
type Rebate struct{ *DB }

var _ rebate.Store = Rebate{}

// LockMember keeps others from the member's refunds until the transaction ends.
func (r Rebate) LockMember(ctx context.Context, member id.MemberID) error {
	return Deposits(r).LockMember(ctx, member)
}

// Players gives the next of who played on a day, by member number. Who has bets open does not count: what they staked
// may not be lost.
func (r Rebate) Players(ctx context.Context, day daily.Day, after id.MemberID, limit int) ([]rebate.Played, error) {
	rows, err := r.Querier(ctx).Query(ctx, `select d.member_id, m.currency, m.status = 'ACTIVE' and not `+betsOpen("d.member_id", "$4")+`, d.result, coalesce(d.brought_forward, 0)
		from (select member_id, result, brought_forward from game_day where day = $1 and member_id > $2 order by member_id limit $3) d join member m on m.id = d.member_id
		order by d.member_id`, day.Time, after, limit, openBetsSince(day.Time))
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[rebate.Played])
}

// Result gives what a member won on a day with what was brought forward to it. Errors: NO_DATA.
func (r Rebate) Result(ctx context.Context, member id.MemberID, day daily.Day) (result money.Amount, err error) {
	err = oneRow(r.Querier(ctx).QueryRow(ctx, "select result + coalesce(brought_forward, 0) from game_day where member_id = $1 and day = $2", member, day.Time).Scan(&result))
	return result, err
}

// AddRefunds writes new ones. A member's day that has one keeps it.
func (r Rebate) AddRefunds(ctx context.Context, refunds []rebate.Refund, now time.Time) error {
	members, losses, amounts := make([]int64, len(refunds)), make([]int64, len(refunds)), make([]int64, len(refunds))
	percents, caps, currencies, forward := make([]int64, len(refunds)), make([]int64, len(refunds)), make([]string, len(refunds)), make([]int64, len(refunds))
	for i, refund := range refunds {
		members[i], losses[i], amounts[i] = int64(refund.Member), int64(refund.Loss), int64(refund.Amount)
		percents[i], caps[i], currencies[i] = int64(refund.Percent), int64(refund.Cap), string(refund.Currency)
		forward[i] = int64(refund.BroughtForward)
	}
	_, err := r.Querier(ctx).Exec(ctx, `insert into refund (member_id, day, currency, loss, percent, cap, amount, brought_forward, made_at, status)
		select member_id, $1, currency, loss, percent, cap, amount, forward, $2, 'OPEN'
		from unnest($3::bigint[], $4::text[], $5::bigint[], $6::int[], $7::bigint[], $8::bigint[], $9::bigint[]) made (member_id, currency, loss, percent, cap, amount, forward)
		on conflict do nothing`, refunds[0].Day.Time, now, members, currencies, losses, percents, caps, amounts, forward)
	return err
}

const refundSQL = `select member_id, day, currency, loss, brought_forward, percent, cap, amount, status, coalesce(id, '00000000-0000-0000-0000-000000000000'),
	coalesce(success_percent, 0), coalesce(fail_percent, 0), paid_at from refund `

func scanRefund(row pgx.CollectableRow) (refund rebate.Refund, err error) {
	var paid *time.Time
	err = row.Scan(&refund.Member, &refund.Day.Time, &refund.Currency, &refund.Loss, &refund.BroughtForward, &refund.Percent, &refund.Cap, &refund.Amount, &refund.Status, &refund.ID,
		&refund.SuccessPercent, &refund.FailPercent, &paid)
	refund.PaidAt = valueOrZero(paid)
	return refund, err
}

func (r Rebate) oneRefund(ctx context.Context, where string, args ...any) (rebate.Refund, error) {
	rows, err := r.Querier(ctx).Query(ctx, refundSQL+where, args...)
	if err != nil {
		return rebate.Refund{}, err
	}
	found, err := pgx.CollectExactlyOneRow(rows, scanRefund)
	return found, oneRow(err)
}

// Reserved gives the member's refund that is reserved and not paid. Errors: NO_DATA.
func (r Rebate) Reserved(ctx context.Context, member id.MemberID) (rebate.Refund, error) {
	return r.oneRefund(ctx, "where member_id = $1 and status = 'RESERVED'", member)
}

// Refund gives the refund of a day. Errors: NO_DATA.
func (r Rebate) Refund(ctx context.Context, member id.MemberID, day daily.Day) (rebate.Refund, error) {
	return r.oneRefund(ctx, "where member_id = $1 and day = $2", member, day.Time)
}

// ByID gives a refund that was reserved. Errors: NO_DATA.
func (r Rebate) ByID(ctx context.Context, member id.MemberID, refund id.ID) (rebate.Refund, error) {
	return r.oneRefund(ctx, "where member_id = $1 and id = $2", member, refund)
}

// errRefundMoved is that a refund is not where a change expects it, although the member is locked.
var errRefundMoved = errors.New("postgres: the refund was paid before")

// PutRefund writes what changes of a refund.
func (r Rebate) PutRefund(ctx context.Context, refund rebate.Refund) error {
	changed, err := r.Querier(ctx).Exec(ctx, `update refund set status = $3::text, id = $4, success_percent = $5, fail_percent = $6, paid_at = $7
		where member_id = $1 and day = $2 and status = case $3::text when 'PAID' then 'RESERVED' else 'OPEN' end`,
		refund.Member, refund.Day.Time, refund.Status, refund.ID, refund.SuccessPercent, refund.FailPercent, unlessZero(refund.PaidAt))
	if err == nil && changed == 0 {
		err = errRefundMoved
	}
	return err
}

// PaidRefunds gives a page of those that were paid, newest first, and how many there are.
func (r Rebate) PaidRefunds(ctx context.Context, member id.MemberID, offset, limit int) (refunds []rebate.Refund, total int, err error) {
	batch := &pgx.Batch{}
	batch.Queue("select count(*) from refund where member_id = $1 and status = 'PAID'", member).QueryRow(func(row pgx.Row) error { return row.Scan(&total) })
	batch.Queue(refundSQL+"where member_id = $1 and status = 'PAID' order by day desc offset $2 limit $3", member, offset, limit).Query(func(rows pgx.Rows) (err error) {
		refunds, err = pgx.CollectRows(rows, scanRefund)
		return err
	})
	return refunds, total, r.Querier(ctx).SendBatch(ctx, batch).Close()
}

// refundSettingsLock is the advisory lock of whoever changes rules of refunds.
const refundSettingsLock = 0x72656675

// LockSettings keeps other operators from changing rules until the transaction ends.
func (r Rebate) LockSettings(ctx context.Context) error {
	if err := requireTx(ctx); err != nil {
		return err
	}
	_, err := r.Querier(ctx).Exec(ctx, "select pg_advisory_xact_lock($1)", refundSettingsLock)
	return err
}

const refundRuleSQL = "select currency, is_open, percent, cap, success_percent, fail_percent, review_above, info, banners from refund_rule "

func scanRefundRule(row pgx.CollectableRow) (rule rebate.Rule, err error) {
	var info, banners []byte
	if err := row.Scan(&rule.Currency, &rule.Open, &rule.Percent, &rule.Cap, &rule.SuccessPercent, &rule.FailPercent, &rule.ReviewAbove, &info, &banners); err != nil {
		return rule, err
	}
	return rule, errors.Join(json.Unmarshal(info, &rule.Info), json.Unmarshal(banners, &rule.Banners))
}

// Rules gives the rules of all currencies that have one.
func (r Rebate) Rules(ctx context.Context) ([]rebate.Rule, error) {
	rows, err := r.Querier(ctx).Query(ctx, refundRuleSQL+"order by currency")
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, scanRefundRule)
}

// Rule gives a currency's rule, which is closed where it has none.
func (r Rebate) Rule(ctx context.Context, currency money.Currency) (rebate.Rule, error) {
	rows, err := r.Querier(ctx).Query(ctx, refundRuleSQL+"where currency = $1", currency)
	if err != nil {
		return rebate.Rule{}, err
	}
	rule, err := pgx.CollectExactlyOneRow(rows, scanRefundRule)
	if errors.Is(oneRow(err), fault.NoData) {
		return rebate.Rule{Currency: currency}, nil
	}
	return rule, err
}

// PutRule writes a currency's rule.
func (r Rebate) PutRule(ctx context.Context, rule rebate.Rule, now time.Time) error {
	info, err := jsonOr(rule.Info, "{}")
	if err != nil {
		return err
	}
	banners, err := jsonOr(rule.Banners, "[]")
	if err != nil {
		return err
	}
	_, err = r.Querier(ctx).Exec(ctx, `insert into refund_rule (currency, is_open, percent, cap, success_percent, fail_percent, review_above, info, banners, changed_at)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
		on conflict (currency) do update set is_open = excluded.is_open, percent = excluded.percent, cap = excluded.cap, success_percent = excluded.success_percent,
			fail_percent = excluded.fail_percent, review_above = excluded.review_above, info = excluded.info, banners = excluded.banners, changed_at = excluded.changed_at`,
		rule.Currency, rule.Open, rule.Percent, rule.Cap, rule.SuccessPercent, rule.FailPercent, rule.ReviewAbove, info, banners, now)
	return err
}

// jsonOr writes a value, and the empty one where there is none.
func jsonOr(value any, empty string) ([]byte, error) {
	written, err := json.Marshal(value)
	if string(written) == "null" {
		written = []byte(empty)
	}
	return written, err
}

// Estimate gives what a rule would have cost for a day's play.
func (r Rebate) Estimate(ctx context.Context, day daily.Day, rule rebate.Rule) (estimate rebate.Estimate, err error) {
	err = r.Querier(ctx).QueryRow(ctx, `select count(*), coalesce(sum(least(-(d.result + coalesce(d.brought_forward, 0)) * $3 / 100, $4)), 0)::bigint
		from game_day d join member m on m.id = d.member_id where d.day = $1 and d.result + coalesce(d.brought_forward, 0) < 0 and m.currency = $2 and m.status = 'ACTIVE'`,
		day.Time, rule.Currency, int64(rule.Percent), int64(rule.Cap)).Scan(&estimate.Members, &estimate.Cost)
	return estimate, err
}

// Figures gives what became of refunds since a day, by currency.
func (r Rebate) Figures(ctx context.Context, since daily.Day) ([]rebate.Figures, error) {
	rows, err := r.Querier(ctx).Query(ctx, `select currency, count(*), count(*) filter (where status = 'RESERVED'), count(*) filter (where status = 'PAID'),
			coalesce(sum(amount) filter (where status = 'PAID'), 0)::bigint
		from refund where day >= $1 group by currency order by currency`, since.Time)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[rebate.Figures])
}
