package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/server/id"
	"krapao/server/withdrawal"
)

// PutPayout writes a withdrawal's payout, new or changed.
func (p Withdrawals) PutPayout(ctx context.Context, w withdrawal.Withdrawal) error {
	payout := w.Payout
	never := func(at time.Time) *time.Time {
		if at.IsZero() {
			return nil
		}
		return &at
	}
	_, err := p.Querier(ctx).Exec(ctx, `insert into payout (id, member_id, gateway_code, gateway_reference, created_at, due_at, attempts, unanswered, tried_at, problem, alarm, done_at)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
		on conflict (id) do update set gateway_code = excluded.gateway_code, gateway_reference = excluded.gateway_reference, due_at = excluded.due_at,
			attempts = excluded.attempts, unanswered = excluded.unanswered, tried_at = excluded.tried_at, problem = excluded.problem, alarm = excluded.alarm,
			done_at = excluded.done_at`,
		w.ID, w.Member, payout.Gateway, payout.GatewayReference, payout.CreatedAt, payout.DueAt, payout.Attempts, payout.Unanswered, never(payout.TriedAt), payout.Problem, payout.Alarm, never(payout.DoneAt))
	return err
}

// TakePayouts counts an attempt of payouts that are due, puts them off, and gives their withdrawals. An order that was
// not taken before counts as unanswered from here on: whoever dies now may have sent it.
func (p Withdrawals) TakePayouts(ctx context.Context, now, next time.Time, limit int) ([]withdrawal.Withdrawal, error) {
	rows, err := p.Querier(ctx).Query(ctx, `with due as (
			select id from payout where done_at is null and alarm = '' and due_at <= $1 order by due_at limit $3 for no key update skip locked)
		update payout p set attempts = attempts + 1, unanswered = unanswered + (gateway_reference = '')::int, tried_at = $1, due_at = $2
		from due where p.id = due.id returning p.id`, now, next, limit)
	if err != nil {
		return nil, err
	}
	taken, err := pgx.CollectRows(rows, pgx.RowTo[id.ID])
	if err != nil || len(taken) == 0 {
		return nil, err
	}
	if rows, err = p.Querier(ctx).Query(ctx, withdrawalSQL+"where (w.member_id, w.id) in (select member_id, id from payout where id = any($1))", taken); err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, scanWithdrawal)
}

// TakePayoutEvent claims a report; false for one that was taken before.
func (p Withdrawals) TakePayoutEvent(ctx context.Context, report withdrawal.PayoutReport, finding string, now time.Time) (bool, error) {
	claimed, err := p.Querier(ctx).Exec(ctx, `insert into payout_event (gateway_code, event_id, type, reference, gateway_reference, amount, currency, finding, received_at)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (gateway_code, event_id) do nothing`,
		report.Gateway, report.EventID, report.Status, report.Reference, report.GatewayReference, report.Amount, report.Currency, finding, now)
	return claimed == 1, err
}

// WithdrawalsWaiting tells how withdrawals stand, by currency.
func (p Withdrawals) WithdrawalsWaiting(ctx context.Context, now time.Time) ([]withdrawal.Waiting, error) {
	rows, err := p.Querier(ctx).Query(ctx, `select currency, count(*) filter (where step = 'REQUESTED'), count(*) filter (where step in ('APPROVED', 'SENT')),
			coalesce(extract(epoch from $1::timestamptz - min(created_at) filter (where step in ('REQUESTED', 'APPROVED', 'SENT'))), 0)::float8, sum(trouble)::bigint from (
			select w.currency, w.step, w.created_at, 0 as trouble from withdrawal w where w.step in ('REQUESTED', 'APPROVED', 'SENT')
			union all select w.currency, '', null, 1 from payout p join withdrawal w using (member_id, id) where p.alarm <> ''
			union all select e.currency, '', null, 1 from payout_event e where e.finding = 'UNKNOWN' and e.received_at > $1::timestamptz - interval '1 day'
			union all select currency, '', null, 0 from unnest('{BAHT,LAK}'::text[]) currency
		) everything group by currency order by currency`, now)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (waiting withdrawal.Waiting, err error) {
		var seconds float64
		err = row.Scan(&waiting.Currency, &waiting.Requested, &waiting.Approved, &seconds, &waiting.Trouble)
		waiting.Oldest = time.Duration(max(seconds, 0) * float64(time.Second))
		return waiting, err
	})
}
