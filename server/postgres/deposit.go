package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/server/deposit"
	"krapao/server/fault"
	"krapao/server/id"
)

// Deposits keeps QR codes, gateways' reports, bank lines, claims, gift links and the suspense queue; it is the
// deposit.Store and the deposit.IntakeStore.
type Deposits struct{ *DB }

var (
	_ deposit.Store       = Deposits{}
	_ deposit.IntakeStore = Deposits{}
)

const qrColumns = `q.id, q.member_id, q.gateway_code, q.amount, q.currency, q.status, q.payload, q.gateway_reference, q.created_at, q.expires_at`

func scanQR(row pgx.Row) (qr deposit.QR, err error) {
	err = row.Scan(&qr.ID, &qr.Member, &qr.Gateway, &qr.Amount, &qr.Currency, &qr.Status, &qr.Payload, &qr.GatewayReference, &qr.CreatedAt, &qr.ExpiresAt)
	if errors.Is(err, pgx.ErrNoRows) {
		return deposit.QR{}, fault.NoData
	}
	return qr, err
}

// QR gives one of the member's QR codes. Errors: NO_DATA.
func (d Deposits) QR(ctx context.Context, member id.MemberID, qrID id.ID) (deposit.QR, error) {
	return scanQR(d.Querier(ctx).QueryRow(ctx, "select "+qrColumns+" from qr_payment q where q.member_id = $1 and q.id = $2", member, qrID))
}

// visibleQR is a condition that a QR code q was shown, or that something was paid for it before it could be.
const visibleQR = `(q.payload <> '' or q.status in ('PAID', 'REVIEW'))`

// LatestQR gives the member's newest QR code at a gateway that was ever shown or paid. One in review that operators
// have decided about is PAID or EXPIRED. Errors: NO_DATA.
func (d Deposits) LatestQR(ctx context.Context, member id.MemberID, gateway string) (deposit.QR, error) {
	qr, err := scanQR(d.Querier(ctx).QueryRow(ctx, "select "+qrColumns+` from qr_payment q
		where q.member_id = $1 and q.gateway_code = $2 and `+visibleQR+` order by q.id desc limit 1`, member, gateway))
	if err != nil || qr.Status != deposit.Review {
		return qr, err
	}
	var credited, waits bool
	err = d.Querier(ctx).QueryRow(ctx, `select coalesce(bool_or(p.credited_member = q.member_id), false), coalesce(bool_or(p.resolved_at is null), false)
		from qr_payment q join suspense_payment p on p.member_id = q.member_id and lower(p.reference) = q.id::text
		where q.member_id = $1 and q.id = $2`, member, qr.ID).Scan(&credited, &waits)
	switch {
	case credited:
		qr.Status = deposit.Paid
	case !waits:
		qr.Status = deposit.Expired
	}
	return qr, err
}

// ReviewQR has a QR code that could be paid wait for the operator.
func (d Deposits) ReviewQR(ctx context.Context, qr deposit.QR, now time.Time) error {
	_, err := d.Querier(ctx).Exec(ctx, "update qr_payment set status = 'REVIEW', ask_at = $3 where member_id = $1 and id = $2 and status in ('REQUESTED', 'ACTIVE')",
		qr.Member, qr.ID, now)
	return err
}

// ReviewedQRs gives QR codes whose report waits in suspense, due to be asked about, and puts that off.
func (d Deposits) ReviewedQRs(ctx context.Context, turn deposit.ReviewTurn) ([]deposit.QR, error) {
	rows, err := d.Querier(ctx).Query(ctx, `update qr_payment q
		set ask_at = case when q.created_at > $4 then $2::timestamptz when q.created_at > $5 then $3::timestamptz end
		from (select q.member_id, q.id from suspense_payment s join qr_payment q on q.member_id = s.member_id and q.id = `+referenceID+`
			where s.resolved_at is null and s.source like 'payment:%' and q.status = 'REVIEW' and q.ask_at <= $1
			order by q.ask_at limit $6 for update of q skip locked) due
		where q.member_id = due.member_id and q.id = due.id returning `+qrColumns, turn.Now, turn.Soon, turn.Late, turn.Young, turn.Since, turn.Limit)
	if err != nil {
		return nil, err
	}
	return collect(rows, scanQR)
}

// PayableQR gives the member's one QR code that can be paid at now. Errors: NO_DATA.
func (d Deposits) PayableQR(ctx context.Context, member id.MemberID, now time.Time) (deposit.QR, error) {
	return scanQR(d.Querier(ctx).QueryRow(ctx, "select "+qrColumns+` from qr_payment q
		where q.member_id = $1 and q.status in ('REQUESTED', 'ACTIVE') and q.status = 'ACTIVE' and q.expires_at > $2`, member, now))
}

// AliveQR locks and gives the member's QR code that is REQUESTED or ACTIVE, after ending it if it ran out. Errors:
// NO_DATA.
func (d Deposits) AliveQR(ctx context.Context, member id.MemberID, now time.Time) (deposit.QR, error) {
	if err := requireTx(ctx); err != nil {
		return deposit.QR{}, err
	}
	if _, err := d.Querier(ctx).Exec(ctx, `update qr_payment set status = 'EXPIRED'
		where member_id = $1 and status in ('REQUESTED', 'ACTIVE') and expires_at <= $2`, member, now); err != nil {
		return deposit.QR{}, err
	}
	return scanQR(d.Querier(ctx).QueryRow(ctx, "select "+qrColumns+` from qr_payment q
		where q.member_id = $1 and q.status in ('REQUESTED', 'ACTIVE') for update`, member))
}

// NthQR gives when the member's n-th newest QR code was made, the zero time when there are fewer.
func (d Deposits) NthQR(ctx context.Context, member id.MemberID, n int) (made time.Time, err error) {
	err = d.Querier(ctx).QueryRow(ctx, "select created_at from qr_payment where member_id = $1 order by id desc offset $2 limit 1", member, n-1).Scan(&made)
	if errors.Is(err, pgx.ErrNoRows) {
		return time.Time{}, nil
	}
	return made, err
}

// AddQR writes a new QR code and its reference; false when another one is alive.
func (d Deposits) AddQR(ctx context.Context, qr deposit.QR) (bool, error) {
	added, err := d.Querier(ctx).Exec(ctx, `with added as (
			insert into qr_payment (member_id, id, gateway_code, amount, currency, status, created_at, expires_at, ask_at)
			values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
			on conflict (member_id) where status in ('REQUESTED', 'ACTIVE') do nothing
			returning id, member_id)
		insert into qr_reference select id, member_id from added`,
		qr.Member, qr.ID, qr.Gateway, qr.Amount, qr.Currency, qr.Status, qr.CreatedAt, qr.ExpiresAt, moment(qr.AskAt))
	return added == 1, err
}

// ChangeQR writes the status, payload, gateway's reference and end of a QR code that is in one of the statuses, and
// gives it as it then is. Errors: NO_DATA.
func (d Deposits) ChangeQR(ctx context.Context, qr deposit.QR, from ...deposit.Status) (deposit.QR, error) {
	statuses := make([]string, len(from))
	for i, status := range from {
		statuses[i] = string(status)
	}
	changed, err := scanQR(d.Querier(ctx).QueryRow(ctx, `update qr_payment q
		set status = $3, payload = $4, gateway_reference = $5, expires_at = $6, ended_at = $8
		where q.member_id = $1 and q.id = $2 and q.status = any($7) returning `+qrColumns,
		qr.Member, qr.ID, qr.Status, qr.Payload, qr.GatewayReference, qr.ExpiresAt, statuses, moment(qr.EndedAt)))
	if errors.Is(err, fault.NoData) {
		return d.QR(ctx, qr.Member, qr.ID)
	}
	return changed, err
}

// UnreportedQRs gives QR codes that could be paid and are not, none of which an event of this prefix was taken about.
func (d Deposits) UnreportedQRs(ctx context.Context, since time.Time, eventPrefix string, limit int) ([]deposit.QR, error) {
	rows, err := d.Querier(ctx).Query(ctx, "select "+qrColumns+` from qr_payment q
		where q.created_at > $1 and q.status in ('REQUESTED', 'ACTIVE', 'EXPIRED', 'CANCELLED')
			and not exists (select from payment_event e where e.gateway_code = q.gateway_code and e.event_id = $2 || q.id::text)
		order by random() limit $3`, since, eventPrefix, limit)
	if err != nil {
		return nil, err
	}
	return collect(rows, scanQR)
}

// OverdueQRs gives QR codes that could be paid and are not, due to be asked about at Now, and puts that off; those made
// before Since for ever.
func (d Deposits) OverdueQRs(ctx context.Context, turn deposit.OverdueTurn) ([]deposit.QR, error) {
	rows, err := d.Querier(ctx).Query(ctx, `update qr_payment q set ask_at = case when q.created_at > $3 then $2::timestamptz end
		from (select member_id, id from qr_payment where ask_at <= $1 and status in ('REQUESTED', 'ACTIVE', 'EXPIRED', 'CANCELLED')
			order by ask_at limit $4 for update skip locked) due
		where q.member_id = due.member_id and q.id = due.id returning `+qrColumns, turn.Now, turn.Next, turn.Since, turn.Limit)
	if err != nil {
		return nil, err
	}
	return collect(rows, scanQR)
}

const (
	claimEvent = `insert into payment_event (gateway_code, event_id, type, reference, gateway_reference, amount, currency, received_at)
		values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (gateway_code, event_id) do nothing`
	namedQRs = "select " + qrColumns + ` from qr_reference r join qr_payment q on q.member_id = r.member_id and q.id = r.id where r.id = `
)

func claimArguments(event deposit.PaymentEvent, now time.Time) []any {
	return []any{event.Gateway, event.ID, event.Type, event.Reference, event.GatewayReference, event.Amount, event.Currency, now}
}

// referenceOf gives the id of the QR code that a report names; what is no id names none, as the zero one.
func referenceOf(event deposit.PaymentEvent) id.ID {
	reference, err := id.Parse(event.Reference)
	if err != nil {
		return id.ID{}
	}
	return reference
}

// NamedQR gives the QR code that a report names; reports that come at the same moment share the statement.
func (d Deposits) NamedQR(ctx context.Context, event deposit.PaymentEvent) (*deposit.QR, error) {
	qr, found, err := d.qrReads.get(ctx, referenceOf(event))
	if err != nil || !found || qr.Gateway != event.Gateway {
		return nil, err
	}
	return &qr, nil
}

// qrRows reads QR codes by their references.
func qrRows(ctx context.Context, querier Querier, references []id.ID) (map[id.ID]deposit.QR, error) {
	rows, err := querier.Query(ctx, namedQRs+"any($1::uuid[])", references)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	found := make(map[id.ID]deposit.QR, len(references))
	for rows.Next() {
		qr, err := scanQR(rows)
		if err != nil {
			return nil, err
		}
		found[qr.ID] = qr
	}
	return found, rows.Err()
}

// TakeEvent claims a report and locks the QR code it names, in one round trip.
func (d Deposits) TakeEvent(ctx context.Context, event deposit.PaymentEvent, now time.Time) (*deposit.QR, bool, error) {
	var batch pgx.Batch
	batch.Queue(claimEvent, claimArguments(event, now)...)
	batch.Queue(namedQRs+"$1 and q.gateway_code = $2 for update of q", referenceOf(event), event.Gateway)
	results := d.Querier(ctx).SendBatch(ctx, &batch)
	claimed, err := results.Exec()
	if err != nil {
		return nil, false, errors.Join(err, results.Close())
	}
	isNew := claimed.RowsAffected() == 1
	qr, err := scanQR(results.QueryRow())
	if closed := results.Close(); closed != nil {
		return nil, false, closed
	}
	switch {
	case errors.Is(err, fault.NoData):
		return nil, isNew, nil
	case err != nil:
		return nil, false, err
	}
	return &qr, isNew, nil
}

// PayQR marks a QR code as paid. Its error may come from the transaction's next statement.
func (d Deposits) PayQR(ctx context.Context, qr deposit.QR, event deposit.PaymentEvent, now time.Time) error {
	return d.Enqueue(ctx, `update qr_payment set status = 'PAID', gateway_reference = $3, paid_at = $4, payer_bank = $5, payer = $6
		where member_id = $1 and id = $2`, qr.Member, qr.ID, event.GatewayReference, event.PaidWhen(now), event.Payer.Bank, event.Payer)
}

// TakePayment claims a report and marks its QR code as paid, if it is as it was read: whatever changes it changes its
// status. The transaction's next statement or its commit gives the error.
func (d Deposits) TakePayment(ctx context.Context, qr deposit.QR, event deposit.PaymentEvent, now time.Time) error {
	return d.enqueue(ctx, queued{
		sql: `with claimed as (` + claimEvent + ` returning 1),
			paid as (update qr_payment set status = 'PAID', gateway_reference = $5, paid_at = $9, payer_bank = $10, payer = $14
				where member_id = $11 and id = $12 and status = $13 returning 1)
			select refuse('changed') where not exists (select from claimed) or not exists (select from paid)`,
		args: append(claimArguments(event, now), event.PaidWhen(now), event.Payer.Bank, qr.Member, qr.ID, qr.Status, event.Payer),
		mapError: func(err error) error {
			if _, refused := refusal(err); refused {
				return deposit.ErrChanged
			}
			return err
		},
	})
}

// AddSuspense puts money into the operator's queue; false when this payment is there already.
func (d Deposits) AddSuspense(ctx context.Context, suspense deposit.Suspense) (bool, error) {
	var member *id.MemberID
	if suspense.Member != 0 {
		member = &suspense.Member
	}
	added, err := d.Querier(ctx).Exec(ctx, `insert into suspense_payment
		(id, source, external_id, amount, currency, reason, reference, member_id, payer, paid_at, received_at)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) on conflict (source, external_id) do nothing`,
		suspense.ID, suspense.External.Source, suspense.External.ID, suspense.Event.Amount, suspense.Event.Currency, suspense.Reason,
		suspense.Event.Reference, member, suspense.Event.Payer, suspense.PaidAt, suspense.ReceivedAt)
	return added == 1, err
}
