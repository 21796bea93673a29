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
	"krapao/server/referral"
)

// inviteSettingsLock is the advisory lock of whoever changes rules of invites.
const inviteSettingsLock = 0x696e7669

// LockSettings keeps other operators from changing rules until the transaction ends.
func (r Referral) LockSettings(ctx context.Context) error {
	if err := requireTx(ctx); err != nil {
		return err
	}
	_, err := r.Querier(ctx).Exec(ctx, "select pg_advisory_xact_lock($1)", inviteSettingsLock)
	return err
}

const inviteRuleSQL = "select currency, is_open, is_automatic, percent, cap, success_percent, fail_percent, review_above, banners from invite_rule "

func scanInviteRule(row pgx.CollectableRow) (rule referral.Rule, err error) {
	var banners []byte
	if err := row.Scan(&rule.Currency, &rule.Open, &rule.Automatic, &rule.Percent, &rule.Cap, &rule.SuccessPercent, &rule.FailPercent, &rule.ReviewAbove, &banners); err != nil {
		return rule, err
	}
	return rule, json.Unmarshal(banners, &rule.Banners)
}

// Rules gives the rules of all currencies that have one.
func (r Referral) Rules(ctx context.Context) ([]referral.Rule, error) {
	rows, err := r.Querier(ctx).Query(ctx, inviteRuleSQL+"order by currency")
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, scanInviteRule)
}

// Rule gives a currency's rule, which is closed where it has none.
func (r Referral) Rule(ctx context.Context, currency money.Currency) (referral.Rule, error) {
	rows, err := r.Querier(ctx).Query(ctx, inviteRuleSQL+"where currency = $1", currency)
	if err != nil {
		return referral.Rule{}, err
	}
	rule, err := pgx.CollectExactlyOneRow(rows, scanInviteRule)
	if errors.Is(oneRow(err), fault.NoData) {
		return referral.Rule{Currency: currency}, nil
	}
	return rule, err
}

// PutRule writes a currency's rule.
func (r Referral) PutRule(ctx context.Context, rule referral.Rule, now time.Time) error {
	banners, err := jsonOr(rule.Banners, "[]")
	if err != nil {
		return err
	}
	_, err = r.Querier(ctx).Exec(ctx, `insert into invite_rule (currency, is_open, is_automatic, percent, cap, success_percent, fail_percent, review_above, banners, changed_at)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
		on conflict (currency) do update set is_open = excluded.is_open, is_automatic = excluded.is_automatic, percent = excluded.percent, cap = excluded.cap,
			success_percent = excluded.success_percent, fail_percent = excluded.fail_percent, review_above = excluded.review_above, banners = excluded.banners,
			changed_at = excluded.changed_at`,
		rule.Currency, rule.Open, rule.Automatic, rule.Percent, rule.Cap, rule.SuccessPercent, rule.FailPercent, rule.ReviewAbove, banners, now)
	return err
}

// Estimate gives what a rule would have cost for the invitees' play on a day.
func (r Referral) Estimate(ctx context.Context, day daily.Day, rule referral.Rule) (estimate referral.Estimate, err error) {
	err = r.Querier(ctx).QueryRow(ctx, `select count(*), coalesce(sum(least(-(d.result + coalesce(d.brought_forward, 0)) * $3 / 100, $4)), 0)::bigint
		from game_day d join member m on m.id = d.member_id join member i on i.id = m.inviter_id
		where d.day = $1 and d.result + coalesce(d.brought_forward, 0) < 0 and m.currency = $2 and `+counts, day.Time, rule.Currency, int64(rule.Percent), int64(rule.Cap)).
		Scan(&estimate.Invitees, &estimate.Cost)
	return estimate, err
}

// InviteeLosses gives the net losses on a day of those whom a member invited and who count.
func (r Referral) InviteeLosses(ctx context.Context, inviter id.MemberID, day daily.Day) ([]money.Amount, error) {
	rows, err := r.Querier(ctx).Query(ctx, `select -(d.result + coalesce(d.brought_forward, 0)) from member i join member m on m.inviter_id = i.id join game_day d on d.member_id = m.id and d.day = $2
		where i.id = $1 and d.result + coalesce(d.brought_forward, 0) < 0 and `+counts, inviter, day.Time)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[money.Amount])
}

// Figures gives what became of invites since a day, by currency.
func (r Referral) Figures(ctx context.Context, since daily.Day) ([]referral.Figures, error) {
	rows, err := r.Querier(ctx).Query(ctx, `select coalesce(e.currency, r.currency, w.currency), coalesce(e.inviters, 0), coalesce(e.invitees, 0), coalesce(e.amount, 0),
			coalesce(r.receipts, 0), coalesce(r.amount, 0), coalesce(w.amount, 0)
		from (select currency, sum(amount)::bigint as amount from invite_balance group by currency) w
			full join (select currency, count(distinct member_id) as inviters, count(distinct invitee_id) as invitees, sum(amount)::bigint as amount
				from invite_earning where day >= $1 group by currency) e using (currency)
			full join (select currency, count(*) as receipts, sum(amount)::bigint as amount from invite_receipt
				where at >= $1::date::timestamp at time zone 'Asia/Bangkok' group by currency) r using (currency)
		order by 1`, since.Time)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[referral.Figures])
}
