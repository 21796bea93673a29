package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/server/bankaccount"
	"krapao/server/fault"
	"krapao/server/id"
	"krapao/server/withdrawal"
)

// Withdrawals keeps withdrawals, their payouts and their limits; it is the withdrawal.Store.
type Withdrawals struct{ *DB }

var _ withdrawal.Store = Withdrawals{}

// A withdrawal with its timeline, its payout and its member's phone, in one row.
const withdrawalSQL = `select w.member_id, w.id, w.reference, w.amount, w.cut_amount, w.currency, w.bank_code, w.account_no, w.account_name, w.step, w.reason, w.legs,
	w.decided_by, w.bank_reference, w.created_at,
	(select coalesce(jsonb_agg(jsonb_build_object('step', e.step, 'at', e.at) order by e.at, array_position('{REQUESTED,APPROVED,SENT}'::text[], e.step)), '[]')
		from withdrawal_event e where e.member_id = w.member_id and e.withdrawal_id = w.id),
	coalesce((select m.phone from member m where m.id = w.member_id), ''),
	(select jsonb_build_object('Gateway', p.gateway_code, 'GatewayReference', p.gateway_reference, 'CreatedAt', p.created_at, 'DueAt', p.due_at,
		'TriedAt', coalesce(p.tried_at, '0001-01-01Z'), 'Attempts', p.attempts, 'Unanswered', p.unanswered, 'Problem', p.problem, 'Alarm', p.alarm,
		'DoneAt', coalesce(p.done_at, '0001-01-01Z')) from payout p where p.id = w.id)
	from withdrawal w `

func scanWithdrawal(row pgx.CollectableRow) (w withdrawal.Withdrawal, err error) {
	var legs, timeline, payout []byte
	if err := row.Scan(&w.Member, &w.ID, &w.Reference, &w.Amount, &w.Cut, &w.Currency, &w.To.Bank, &w.To.Number, &w.To.Holder, &w.Step, &w.Reason, &legs,
		&w.DecidedBy, &w.BankReference, &w.CreatedAt, &timeline, &w.Phone, &payout); err != nil {
		return w, err
	}
	if payout != nil {
		err = json.Unmarshal(payout, &w.Payout)
	}
	return w, errors.Join(err, json.Unmarshal(legs, &w.Legs), json.Unmarshal(timeline, &w.Timeline))
}

func (p Withdrawals) oneWithdrawal(ctx context.Context, where string, args ...any) (withdrawal.Withdrawal, error) {
	rows, err := p.Querier(ctx).Query(ctx, withdrawalSQL+where, args...)
	if err != nil {
		return withdrawal.Withdrawal{}, err
	}
	found, err := pgx.CollectExactlyOneRow(rows, scanWithdrawal)
	if errors.Is(err, pgx.ErrNoRows) {
		return withdrawal.Withdrawal{}, fault.NoData
	}
	return found, err
}

// LockPayee locks the member and gives where withdrawals go. Errors: NO_BANK.
func (p Withdrawals) LockPayee(ctx context.Context, member id.MemberID) (payee withdrawal.Payee, err error) {
	if err := requireTx(ctx); err != nil {
		return payee, err
	}
	return p.payee(ctx, member, " for no key update of m")
}

// Payee is LockPayee without the lock. Errors: NO_BANK.
func (p Withdrawals) Payee(ctx context.Context, member id.MemberID) (withdrawal.Payee, error) {
	return p.payee(ctx, member, "")
}

func (p Withdrawals) payee(ctx context.Context, member id.MemberID, lock string) (payee withdrawal.Payee, err error) {
	var code, number, name *string
	var until *time.Time
	err = p.Querier(ctx).QueryRow(ctx, `select b.bank_code, b.account_no, b.account_name, m.withdraw_hold_until, coalesce(k.requires_latin_name and b.account_name !~ '^[A-Za-z ]+$', false)
		from member m left join member_bank b on b.member_id = m.id left join bank k on k.code = b.bank_code where m.id = $1`+lock, member).
		Scan(&code, &number, &name, &until, &payee.NameMissing)
	switch {
	case errors.Is(err, pgx.ErrNoRows), err == nil && code == nil:
		return payee, bankaccount.ErrNoBank
	case err != nil:
		return payee, err
	}
	payee.To = bankaccount.Account{Bank: *code, Number: *number, Holder: *name}
	if until != nil {
		payee.HeldUntil = *until
	}
	return payee, nil
}

// OpenWithdrawal gives the member's one withdrawal that is neither paid, returned nor failed. Errors: NO_DATA.
func (p Withdrawals) OpenWithdrawal(ctx context.Context, member id.MemberID) (withdrawal.Withdrawal, error) {
	return p.oneWithdrawal(ctx, "where w.member_id = $1 and w.step in ('GATHERING', 'REQUESTED', 'APPROVED', 'SENT')", member)
}

// Withdrawal gives one of the member's withdrawals. Errors: NO_DATA.
func (p Withdrawals) Withdrawal(ctx context.Context, member id.MemberID, withdrawal id.ID) (withdrawal.Withdrawal, error) {
	return p.oneWithdrawal(ctx, "where w.member_id = $1 and w.id = $2", member, withdrawal)
}

// Withdrawals gives a page of those that the member is shown, newest first, and how many there are.
func (p Withdrawals) Withdrawals(ctx context.Context, member id.MemberID, offset, limit int) ([]withdrawal.Withdrawal, int, error) {
	return p.FindWithdrawals(ctx, withdrawal.Filter{Member: member, Offset: offset, Limit: limit})
}

// views say which withdrawals a view has. Nobody is shown what never held anything.
var views = map[withdrawal.View]string{
	"":                      "w.step not in ('GATHERING', 'FAILED')",
	withdrawal.ViewAll:      "w.step not in ('GATHERING', 'FAILED')",
	withdrawal.ViewOpen:     "w.step in ('REQUESTED', 'APPROVED', 'SENT')",
	withdrawal.ViewWaiting:  "w.step = 'REQUESTED'",
	withdrawal.ViewApproved: "w.step in ('APPROVED', 'SENT')",
	withdrawal.ViewTrouble:  "(w.member_id, w.id) in (select p.member_id, p.id from payout p where p.alarm <> '' or p.problem <> '' and p.done_at is null)",
	withdrawal.ViewPaid:     "w.step = 'PAID'",
	withdrawal.ViewReturned: "w.step in ('REJECTED', 'CANCELLED', 'REFUSED')",
}

// FindWithdrawals gives a page for operators, and how many there are: what is open oldest first, else the newest first.
func (p Withdrawals) FindWithdrawals(ctx context.Context, filter withdrawal.Filter) (found []withdrawal.Withdrawal, total int, err error) {
	where, known := views[filter.View]
	if !known {
		return nil, 0, fault.KeyInvalid.Withf("postgres: no view %.20q", string(filter.View))
	}
	where = "where " + where
	var args []any
	add := func(condition string, value any) {
		args = append(args, value)
		where += fmt.Sprintf(condition, len(args))
	}
	if filter.Member != 0 { // a statement of its own: a plan for everybody's would read everything
		add(" and w.member_id = $%d", filter.Member)
	}
	if filter.Currency != "" {
		add(" and w.currency = $%d", filter.Currency)
	}
	order := " order by w.id desc"
	if filter.View == withdrawal.ViewOpen || filter.View == withdrawal.ViewWaiting || filter.View == withdrawal.ViewApproved {
		order = " order by w.id"
	}
	batch := &pgx.Batch{}
	batch.Queue("select count(*) from withdrawal w "+where, args...).QueryRow(func(row pgx.Row) error { return row.Scan(&total) })
	page := fmt.Sprintf(" offset $%d limit $%d", len(args)+1, len(args)+2)
	batch.Queue(withdrawalSQL+where+order+page, append(args, filter.Offset, filter.Limit)...).Query(func(rows pgx.Rows) (err error) {
		found, err = pgx.CollectRows(rows, scanWithdrawal)
		return err
	})
	return found, total, p.Querier(ctx).SendBatch(ctx, batch).Close()
}

// FindWithdrawal gives the withdrawal that a reference or an id names. Errors: NO_DATA.
func (p Withdrawals) FindWithdrawal(ctx context.Context, name string) (withdrawal.Withdrawal, error) {
	const byName = "where w.step not in ('GATHERING', 'FAILED') and (w.member_id, w.id) = (select r.member_id, r.id from withdrawal_reference r where "
	if withdrawal, err := id.Parse(name); err == nil {
		return p.oneWithdrawal(ctx, byName+"r.id = $1)", withdrawal)
	}
	if !shown(name) {
		return withdrawal.Withdrawal{}, fault.NoData
	}
	return p.oneWithdrawal(ctx, byName+"r.reference = $1)", name)
}

// shown tells whether a text may be a reference: PostgreSQL takes no byte of zero.
func shown(text string) bool {
	for i := range len(text) {
		if text[i] < '0' || text[i] > 'z' {
			return false
		}
	}
	return text != "" && len(text) <= 64
}

// LockWithdrawal is FindWithdrawal that keeps others from changing it, or its payout, until the transaction ends.
// Errors: NO_DATA.
func (p Withdrawals) LockWithdrawal(ctx context.Context, name string) (withdrawal.Withdrawal, error) {
	if err := requireTx(ctx); err != nil {
		return withdrawal.Withdrawal{}, err
	}
	found, err := p.FindWithdrawal(ctx, name)
	if err != nil {
		return found, err
	}
	if _, err := p.Querier(ctx).Exec(ctx, "select from withdrawal where member_id = $1 and id = $2 for no key update", found.Member, found.ID); err != nil {
		return found, err
	}
	if _, err := p.Querier(ctx).Exec(ctx, "select from payout where id = $1 for no key update", found.ID); err != nil {
		return found, err
	}
	return p.FindWithdrawal(ctx, name) // as it is behind everybody who was changing it
}

// AddWithdrawal writes a new withdrawal. Errors: WITHDRAW_PENDING.
func (p Withdrawals) AddWithdrawal(ctx context.Context, w withdrawal.Withdrawal) error {
	added, err := p.Querier(ctx).Exec(ctx, `with added as (
			insert into withdrawal (member_id, id, reference, amount, currency, bank_code, account_no, account_name, step, created_at)
			values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
			on conflict (member_id) where step in ('GATHERING', 'REQUESTED', 'APPROVED', 'SENT') do nothing
			returning reference, id, member_id)
		insert into withdrawal_reference select reference, id, member_id from added`,
		w.Member, w.ID, w.Reference, w.Amount, w.Currency, w.To.Bank, w.To.Number, w.To.Holder, w.Step, w.CreatedAt)
	switch {
	case err != nil:
		return err
	case added == 0:
		return withdrawal.ErrPending
	}
	return p.addEvent(ctx, w, w.CreatedAt)
}

// addEvent writes a step of the timeline once.
func (p Withdrawals) addEvent(ctx context.Context, w withdrawal.Withdrawal, at time.Time) error {
	_, err := p.Querier(ctx).Exec(ctx, `insert into withdrawal_event (member_id, withdrawal_id, step, at)
		select $1, $2, $3, $4 where $3 not in ('GATHERING', 'FAILED') on conflict do nothing`, w.Member, w.ID, string(w.Step), at)
	return err
}

// PutWithdrawal writes everything about a withdrawal that may change, and its step's event.
func (p Withdrawals) PutWithdrawal(ctx context.Context, w withdrawal.Withdrawal, at time.Time) error {
	legs, err := json.Marshal(append([]withdrawal.Leg{}, w.Legs...))
	if err != nil {
		return err
	}
	if _, err := p.Querier(ctx).Exec(ctx, `update withdrawal set cut_amount = $3, step = $4, reason = $5, legs = $6, decided_by = $7, bank_reference = $8,
			created_at = $9, bank_code = $10, account_no = $11, account_name = $12 where member_id = $1 and id = $2`,
		w.Member, w.ID, w.Cut, w.Step, w.Reason, legs, w.DecidedBy, w.BankReference, w.CreatedAt, w.To.Bank, w.To.Number, w.To.Holder); err != nil {
		return err
	}
	return p.addEvent(ctx, w, at)
}

// CutCondition gives the condition whose end cut the rest of the main wallet with a withdrawal. Errors: NO_DATA.
func (p Withdrawals) CutCondition(ctx context.Context, w withdrawal.Withdrawal) (condition id.ID, err error) {
	err = oneRow(p.Querier(ctx).QueryRow(ctx, `select l.reference::uuid from ledger_transaction t
		join ledger_posting l on l.member_id = t.member_id and l.account = 'main' and l.seq = t.statement where t.key = $1`, w.ID.String()+"/cut").Scan(&condition))
	return condition, err
}
