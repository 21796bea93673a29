package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/server/audit"
	"krapao/server/bankaccount"
	"krapao/server/deposit"
	"krapao/server/fault"
	"krapao/server/id"
	"krapao/server/ledger"
)

const (
	// namedLine tells whether the sending bank's reference names a line l.
	namedLine = `l.reference <> '' and coalesce(l.payer->>'bankCode', '') ~ '^[A-Z0-9_]{2,32}$'`
	// suspenseLine is the id of the line that a payment in suspense was.
	suspenseLine = `case when source like 'feed:%' or source like 'bank:%' then s.reference::uuid end`
	suspenseSQL  = `select id, source, external_id, amount, currency, reason, reference, coalesce(member_id, 0), payer, paid_at, received_at,
		coalesce((select jsonb_build_object('bankCode', l.bank_code, 'accountNo', l.account_no) from bank_line l where l.id = ` + suspenseLine + `), '{}'),
		coalesce((select l.reference from bank_line l where l.id = ` + suspenseLine + `), ''),
		coalesce((select q.amount from qr_payment q where s.source like 'payment:%' and q.member_id = s.member_id and q.id = ` + referenceID + `), 0),
		coalesce((select q.created_at from qr_payment q where s.source like 'payment:%' and q.member_id = s.member_id and q.id = ` + referenceID + `), '0001-01-01Z') from suspense_payment s `
)

func scanSuspense(row pgx.Row) (s deposit.Suspense, err error) {
	err = row.Scan(&s.ID, &s.External.Source, &s.External.ID, &s.Event.Amount, &s.Event.Currency, &s.Reason, &s.Event.Reference, &s.Member, &s.Event.Payer, &s.PaidAt, &s.ReceivedAt,
		&s.House, &s.TransferReference, &s.Asked, &s.AskedAt)
	return s, oneRow(err)
}

// Suspense locks and gives a payment that waits. Errors: NO_DATA.
func (d Deposits) Suspense(ctx context.Context, suspenseID id.ID) (deposit.Suspense, error) {
	if err := requireTx(ctx); err != nil {
		return deposit.Suspense{}, err
	}
	return scanSuspense(d.Querier(ctx).QueryRow(ctx, suspenseSQL+"where id = $1 and resolved_at is null for update of s", suspenseID))
}

// SuspenseMember gives the member whom a payment in suspense names. Errors: NO_DATA.
func (d Deposits) SuspenseMember(ctx context.Context, suspenseID id.ID) (member id.MemberID, err error) {
	err = d.Querier(ctx).QueryRow(ctx, "select coalesce(member_id, 0) from suspense_payment where id = $1", suspenseID).Scan(&member)
	return member, oneRow(err)
}

// SuspenseOf locks and gives the payment that waits with this evidence.
func (d Deposits) SuspenseOf(ctx context.Context, evidence ledger.External) (deposit.Suspense, bool, error) {
	if err := requireTx(ctx); err != nil {
		return deposit.Suspense{}, false, err
	}
	found, err := scanSuspense(d.Querier(ctx).QueryRow(ctx, suspenseSQL+"where source = $1 and external_id = $2 and resolved_at is null for update of s", evidence.Source, evidence.ID))
	if errors.Is(err, fault.NoData) {
		return deposit.Suspense{}, false, nil
	}
	return found, err == nil, err
}

// ResolveSuspense writes what became of a payment, and of the line or gift link that it was.
func (d Deposits) ResolveSuspense(ctx context.Context, in deposit.ResolveInput) error {
	var batch pgx.Batch
	s, member := in.Suspense, unlessZero(in.Member)
	batch.Queue("update suspense_payment set resolved_at = $2, resolution = $3, credited_member = $4, amount = $5 where id = $1",
		s.ID, in.At, in.Resolution, member, s.Event.Amount)
	if thing, err := id.Parse(s.Event.Reference); err == nil {
		batch.Queue("update bank_line set status = $2, member_id = $3, decided_at = $4 where id = $1 and status = 'SUSPENSE'", thing, in.Resolution, member, in.At)
		batch.Queue(`update gift_link set status = case when $2 = 'CREDITED' and member_id = $3 then 'CREDITED' else 'REFUSED' end, amount = $4, decided_at = $5
			where id = $1 and status = 'REVIEW'`, thing, string(in.Resolution), member, s.Event.Amount, in.At)
	}
	return d.Querier(ctx).SendBatch(ctx, &batch).Close()
}

// ReopenSuspense writes that a line which left suspense as covered is its member's after all.
func (d Deposits) ReopenSuspense(ctx context.Context, line deposit.BankLine, now time.Time) (suspense id.ID, found bool, err error) {
	return d.findID(ctx, `update suspense_payment set resolution = 'CREDITED', credited_member = $2, resolved_at = $3
		where reference = $1 and source like 'feed:%' and amount = $4 and currency = $5 and resolution = 'RETURNED' returning id`,
		line.ID.String(), line.Member, now, line.Amount, line.Currency)
}

// CreditOf tells what became of outside evidence; inside a transaction it locks the row of the suspense queue.
func (d Deposits) CreditOf(ctx context.Context, evidence ledger.External) (bankaccount.Credited, error) {
	lock := ""
	if InTransaction(ctx) {
		lock = " for update of s"
	}
	credited := bankaccount.Credited{Found: true}
	var resolved bool
	err := d.Querier(ctx).QueryRow(ctx, `select s.id, s.amount, s.currency, s.resolved_at is not null, coalesce(s.credited_member, 0),
			coalesce((select e.transaction_id from external_credit e where e.source = $1 and e.external_id = $2), s.id)
		from suspense_payment s where s.source = $1 and s.external_id = $2`+lock, evidence.Source, evidence.ID).
		Scan(&credited.Suspense, &credited.Amount, &credited.Currency, &resolved, &credited.Member, &credited.Transaction)
	if resolved {
		credited.Suspense = id.ID{}
	}
	if !errors.Is(err, pgx.ErrNoRows) {
		return credited, err
	}
	// Where no member is in the transaction, it showed the money of a claim that operators had vouched for.
	err = d.Querier(ctx).QueryRow(ctx, `select coalesce(k.member_id, t.member_id), t.id, t.currency, coalesce(k.amount, (select p.amount from ledger_posting p
			where p.member_id = t.member_id and p.account = 'main' and p.seq = t.statement), 0)
		from external_credit e join ledger_transaction t on t.id = e.transaction_id
			left join deposit_claim k on t.member_id = 0 and t.kind = 'SETTLED' and k.settled_by::text = t.reference
		where e.source = $1 and e.external_id = $2`, evidence.Source, evidence.ID).Scan(&credited.Member, &credited.Transaction, &credited.Currency, &credited.Amount)
	if errors.Is(err, pgx.ErrNoRows) {
		return bankaccount.Credited{}, nil
	}
	return credited, err
}

// FindLinesForSlip gives all lines that no bank and reference name and that can be a slip's transfer, however many: one
// that is passed over may be paid twice. One that tells the slip's reference, though no bank, is it; one that tells
// another is not. Those that wait are locked; one that was sent back while this waited for its lock is among those that
// were, which change no more.
func (d Deposits) FindLinesForSlip(ctx context.Context, slip bankaccount.Transfer, within time.Duration) (waiting, returned []deposit.Suspense, err error) {
	if waiting, err = d.findLinesForSlip(ctx, slip, within, "resolved_at is null", "for update of s"); err != nil {
		return nil, nil, err
	}
	returned, err = d.findLinesForSlip(ctx, slip, within, "resolution = 'RETURNED'", "")
	return waiting, returned, err
}

func (d Deposits) findLinesForSlip(ctx context.Context, slip bankaccount.Transfer, within time.Duration, where, lock string) ([]deposit.Suspense, error) {
	if slip.Reference != "" {
		if exact, err := d.findLinesWithReference(ctx, slip, slip.Reference, within, where, lock); err != nil || len(exact) > 0 {
			return exact, err
		}
	}
	return d.findLinesWithReference(ctx, slip, "", within, where, lock)
}

func (d Deposits) findLinesWithReference(ctx context.Context, slip bankaccount.Transfer, reference string, within time.Duration, where, lock string) ([]deposit.Suspense, error) {
	rows, err := d.Querier(ctx).Query(ctx, suspenseSQL+"where "+where+` and source like 'feed:%'
			and amount = $1 and currency = $2 and paid_at between $3 and $4 and coalesce(payer->>'bankCode', '') in ('', $5)
			and not exists (select from bank_line l where l.id = `+suspenseLine+` and (l.status = 'COVERED' or l.reference <> $6 or `+namedLine+`))
		order by id `+lock, slip.Amount, slip.Currency, slip.At.Add(-slip.Earlier-within), slip.At.Add(within), slip.SendingBank, reference)
	if err != nil {
		return nil, err
	}
	return collect(rows, scanSuspense)
}

// WaitingSuspense gives a page of those that wait, oldest first.
func (d Deposits) WaitingSuspense(ctx context.Context, page audit.Page) (waiting []deposit.Suspense, total int, err error) {
	if err := d.Querier(ctx).QueryRow(ctx, "select count(*) from suspense_payment where resolved_at is null").Scan(&total); err != nil {
		return nil, 0, err
	}
	rows, err := d.Querier(ctx).Query(ctx, suspenseSQL+"where resolved_at is null order by received_at, id limit $1 offset $2", page.Limit, page.Offset)
	if err != nil {
		return nil, 0, err
	}
	waiting, err = collect(rows, scanSuspense)
	return waiting, total, err
}
