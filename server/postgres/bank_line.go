package postgres

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/server/audit"
	"krapao/server/bankaccount"
	"krapao/server/deposit"
	"krapao/server/fault"
	"krapao/server/id"
	"krapao/server/ledger"
)

// AddLines writes lines that are new, and gives those.
func (d Deposits) AddLines(ctx context.Context, lines []deposit.BankLine) (added []deposit.BankLine, err error) {
	var batch pgx.Batch
	for _, line := range lines {
		batch.Queue(`insert into bank_line (id, bank_code, account_no, line_id, reference, amount, currency, payer, memo, transferred_at, received_at, status, told_day)
			values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, ($13::timestamptz at time zone 'Asia/Bangkok')::date) on conflict on constraint bank_line_once do nothing`,
			line.ID, line.BankCode, line.AccountNo, line.LineID, line.Reference, line.Amount, line.Currency, line.Payer, line.Memo, line.TransferredAt, line.TakenAt, line.Status, line.ReportedAt)
	}
	results := d.Querier(ctx).SendBatch(ctx, &batch)
	for _, line := range lines {
		written, err := results.Exec()
		if err != nil {
			return nil, errors.Join(err, results.Close())
		}
		if written.RowsAffected() == 1 {
			added = append(added, line)
		}
	}
	return added, results.Close()
}

func (d Deposits) findID(ctx context.Context, sql string, args ...any) (found id.ID, ok bool, err error) {
	err = d.Querier(ctx).QueryRow(ctx, sql, args...).Scan(&found)
	if errors.Is(err, pgx.ErrNoRows) {
		return id.ID{}, false, nil
	}
	return found, err == nil, err
}

// FinishLine writes what became of a line. When another line has the same credit, it is as if its payment had been
// booked just now.
func (d Deposits) FinishLine(ctx context.Context, line deposit.BankLine, now time.Time) error {
	_, err := d.Querier(ctx).Exec(ctx, `update bank_line set status = $2, member_id = $3, covered_by = $4, proof = $5, decided_at = $6,
			payer_member = coalesce($7, payer_member), duplicate_of = $8 where id = $1`,
		line.ID, line.Status, unlessZero(line.Member), unlessZero(line.CoveredBy), unlessZero(line.Proof), now, unlessZero(line.PayerMember), unlessZero(line.DuplicateOf))
	if IsUnique(err, "bank_line_proof") {
		return ledger.ErrAlreadyCredited
	}
	return err
}

// unlessZero gives nil for a zero value.
func unlessZero[T comparable](value T) *T {
	var zero T
	if value == zero {
		return nil
	}
	return &value
}

const (
	lineColumns = `id, bank_code, account_no, line_id, reference, amount, currency, payer, memo, transferred_at, received_at, status,
	coalesce(member_id, 0), coalesce(payer_member, 0), coalesce(proof, '00000000-0000-0000-0000-000000000000')`
	lineSQL = "select " + lineColumns + " from bank_line "
)

// lineTargets are where lineColumns go.
func lineTargets(l *deposit.BankLine) []any {
	return []any{
		&l.ID, &l.BankCode, &l.AccountNo, &l.LineID, &l.Reference, &l.Amount, &l.Currency, &l.Payer, &l.Memo, &l.TransferredAt, &l.TakenAt, &l.Status,
		&l.Member, &l.PayerMember, &l.Proof,
	}
}

func scanLine(row pgx.CollectableRow) (l deposit.BankLine, err error) {
	err = row.Scan(lineTargets(&l)...)
	return l, err
}

func (d Deposits) lines(ctx context.Context, where string, args ...any) ([]deposit.BankLine, error) {
	rows, err := d.Querier(ctx).Query(ctx, lineSQL+where, args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, scanLine)
}

func (d Deposits) firstLine(ctx context.Context, where string, args ...any) (line deposit.BankLine, found bool, err error) {
	lines, err := d.lines(ctx, where, args...)
	if err != nil || len(lines) == 0 {
		return line, false, err
	}
	return lines[0], true, nil
}

// Line gives a line. Errors: NO_DATA.
func (d Deposits) Line(ctx context.Context, lineID id.ID) (deposit.BankLine, error) {
	line, found, err := d.firstLine(ctx, "where id = $1", lineID)
	if err == nil && !found {
		err = fault.NoData
	}
	return line, err
}

// WaitingLines locks and gives lines that wait since before.
func (d Deposits) WaitingLines(ctx context.Context, before time.Time, limit int) ([]deposit.BankLine, error) {
	return d.lines(ctx, "where status = 'WAITING' and received_at < $1 order by received_at limit $2 for update skip locked", before, limit)
}

// UndecidedLines gives a page of the lines that wait, oldest first, and how many there are in all.
func (d Deposits) UndecidedLines(ctx context.Context, page audit.Page) (lines []deposit.BankLine, total int, err error) {
	if err := d.Querier(ctx).QueryRow(ctx, "select count(*) from bank_line where status = 'WAITING'").Scan(&total); err != nil {
		return nil, 0, err
	}
	lines, err = d.lines(ctx, "where status = 'WAITING' order by received_at, id limit $1 offset $2", page.Limit, page.Offset)
	return lines, total, err
}

// PutTotals writes what a bank says that an account received on days. Its account is kept by its digits.
func (d Deposits) PutTotals(ctx context.Context, totals []deposit.DayTotal, now time.Time) error {
	var batch pgx.Batch
	for _, total := range totals {
		batch.Queue(`insert into bank_total (bank_code, account_no, currency, day, lines, amount, told_at) values ($1, regexp_replace($2, '\D', '', 'g'), $3, $4, $5, $6, $7)
			on conflict (bank_code, account_no, currency, day) do update set lines = excluded.lines, amount = excluded.amount, told_at = excluded.told_at`,
			total.BankCode, total.AccountNo, total.Currency, total.Day, total.Lines, total.Amount, now)
	}
	return d.Querier(ctx).SendBatch(ctx, &batch).Close()
}

// NamePayer writes who paid lines that are not decided yet.
func (d Deposits) NamePayer(ctx context.Context, lines []deposit.BankLine) error {
	if len(lines) == 0 {
		return nil
	}
	var batch pgx.Batch
	for _, line := range lines {
		batch.Queue("update bank_line set payer_member = $2 where id = $1", line.ID, line.PayerMember)
	}
	return d.Querier(ctx).SendBatch(ctx, &batch).Close()
}

// EarlierLine gives another line of the same sending bank and reference.
func (d Deposits) EarlierLine(ctx context.Context, line deposit.BankLine) (deposit.BankLine, bool, error) {
	return d.firstLine(ctx, `where reference <> '' and reference = $1 and payer->>'bankCode' = $2 and id <> $3 and status <> 'DUPLICATE'
		order by amount = $4 and currency = $5 desc, id limit 1`, line.Reference, line.Payer.Bank, line.ID, line.Amount, line.Currency)
}

// CoveredLine locks and gives the line that a credit covers.
func (d Deposits) CoveredLine(ctx context.Context, credit id.ID) (deposit.BankLine, bool, error) {
	return d.firstLine(ctx, "where proof = $1 for update", credit)
}

// MatchedLines locks and gives lines that operators matched to a member, or that showed a claim of theirs which
// operators had vouched for, and that are the payment of no report yet.
func (d Deposits) MatchedLines(ctx context.Context, wanted deposit.MatchedLines) ([]deposit.BankLine, error) {
	return d.lines(ctx, `where id in (
				select case when s.source like 'feed:%' or s.source like 'bank:%' then s.reference::uuid end from suspense_payment s
					where s.resolution = 'CREDITED' and ($1 = 0 or s.credited_member = $1) and s.amount = any($2) and s.paid_at between $4 and $5
				union all select l.id from deposit_claim c join bank_line l on l.proof = c.id where ($1 = 0 or c.member_id = $1) and c.evidence = 'WORD' and c.amount = any($2))
			and (status = 'COVERED' or status = 'CREDITED' and ($1 = 0 or member_id = $1)) and amount = any($2) and currency = $3
			and least(transferred_at, received_at) between $4 and $5
			and not exists (select from suspense_payment r where r.matched_line = bank_line.id)
		order by id for update`, wanted.Member, wanted.Amounts, wanted.Currency, wanted.From, wanted.To)
}

// ShowReport writes that a matched line is the payment of a report in suspense.
func (d Deposits) ShowReport(ctx context.Context, line, suspense id.ID) error {
	_, err := d.Querier(ctx).Exec(ctx, "update suspense_payment set matched_line = $1 where id = $2", line, suspense)
	if IsUnique(err, "suspense_payment_matched_line") {
		return ledger.ErrAlreadyCredited
	}
	return err
}

// mayHavePaid is a condition: a payer does not tell another whole account number of as many digits than a query's
// argument, which is empty where any payer will do (bankaccount.Payer.WholeNumber). Where everybody pays the same
// amount it leaves a few of thousands.
func mayHavePaid(payer, argument string) string {
	return fmt.Sprintf(`(%[2]s::text = '' or coalesce(%[1]s->>'phone', '') <> '' or coalesce(%[1]s->>'accountNo', '') !~ '^[0-9]+$'
		or length(%[1]s->>'accountNo') <> length(%[2]s) or %[1]s->>'accountNo' = %[2]s)`, payer, argument)
}

// RivalLines gives the other lines of a line's account, amount and currency that wait or are in suspense.
func (d Deposits) RivalLines(ctx context.Context, line deposit.BankLine, payerNumber string, within time.Duration) ([]deposit.BankLine, error) {
	return d.lines(ctx, `where status in ('WAITING', 'SUSPENSE') and account_no = $1 and amount = $2 and bank_code = $3 and currency = $4 and id <> $5
		and least(transferred_at, received_at) between $6 and $7 and `+mayHavePaid("payer", "$8"),
		line.AccountNo, line.Amount, line.BankCode, line.Currency, line.ID, line.At().Add(-within), line.At().Add(within), payerNumber)
}

// SlipLines locks and gives the lines without a reference that credited a member, or were a credited claim's, and can
// be a slip's transfer.
func (d Deposits) SlipLines(ctx context.Context, member id.MemberID, slip bankaccount.Transfer, within time.Duration) ([]deposit.BankLine, error) {
	return d.lines(ctx, `l where id in (
			select id from bank_line where member_id = $1 and status = 'CREDITED'
			union all select l.id from deposit_claim c join bank_line l on l.proof = c.id where c.member_id = $1)
		and not (`+namedLine+`) and slip_reference is null and amount = $2 and currency = $3 and transferred_at between $4 and $5
		and coalesce(payer->>'bankCode', '') in ('', $6)
		order by payer->>'bankCode' is null, id for update`,
		member, slip.Amount, slip.Currency, slip.At.Add(-slip.Earlier-within), slip.At.Add(within), slip.SendingBank)
}

// TakeLine writes which slip reported a line's payment later.
func (d Deposits) TakeLine(ctx context.Context, lineID id.ID, reference string) error {
	_, err := d.Querier(ctx).Exec(ctx, "update bank_line set slip_reference = $2 where id = $1", lineID, unlessZero(reference))
	return err
}

// LineOfSlip gives the line without a reference that was taken for the slip of a line's reference.
func (d Deposits) LineOfSlip(ctx context.Context, line deposit.BankLine) (deposit.BankLine, bool, error) {
	return d.firstLine(ctx, `where id in (
			select id from bank_line where member_id = $1
			union all select l.id from deposit_claim c join bank_line l on l.proof = c.id where c.member_id = $1)
		and slip_reference = $2 and id <> $3 and amount = $4 and currency = $5 and coalesce(payer->>'bankCode', '') in ('', $6) for update`,
		line.Member, line.Reference, line.ID, line.Amount, line.Currency, line.Payer.Bank)
}
