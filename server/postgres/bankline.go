package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/server/audit"
	"krapao/server/cashier"
	"krapao/server/fault"
	"krapao/server/id"
	"krapao/server/ledger"
)

var _ cashier.IntakeStore = Cashier{}

// AddLines writes lines that are new, and gives those.
func (c Cashier) AddLines(ctx context.Context, lines []cashier.BankLine) (added []cashier.BankLine, err error) {
	var batch pgx.Batch
	for _, line := range lines {
		batch.Queue(`insert into bank_line (id, bank_code, account_no, line_id, reference, amount, currency, payer, memo, transferred_at, received_at, status, told_day)
			values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, ($13::timestamptz at time zone 'Asia/Bangkok')::date) on conflict on constraint bank_line_once do nothing`,
			line.ID, line.BankCode, line.AccountNo, line.LineID, line.Reference, line.Amount, line.Currency, line.Payer, line.Memo, line.TransferredAt, line.TakenAt, line.Status, line.ToldAt)
	}
	results := c.Querier(ctx).SendBatch(ctx, &batch)
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

func (c Cashier) findID(ctx context.Context, sql string, args ...any) (found id.ID, ok bool, err error) {
	err = c.Querier(ctx).QueryRow(ctx, sql, args...).Scan(&found)
	if errors.Is(err, pgx.ErrNoRows) {
		return id.ID{}, false, nil
	}
	return found, err == nil, err
}

// FinishLine writes what became of a line. When another line has the same credit, it is as if its payment had been booked just now.
func (c Cashier) FinishLine(ctx context.Context, line cashier.BankLine, now time.Time) error {
	_, err := c.Querier(ctx).Exec(ctx, `update bank_line set status = $2, member_id = $3, covered_by = $4, proof = $5, decided_at = $6,
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

const lineSQL = `select id, bank_code, account_no, line_id, reference, amount, currency, payer, memo, transferred_at, received_at, status,
	coalesce(member_id, 0), coalesce(payer_member, 0), coalesce(proof, '00000000-0000-0000-0000-000000000000') from bank_line `

func scanLine(row pgx.CollectableRow) (l cashier.BankLine, err error) {
	err = row.Scan(&l.ID, &l.BankCode, &l.AccountNo, &l.LineID, &l.Reference, &l.Amount, &l.Currency, &l.Payer, &l.Memo, &l.TransferredAt, &l.TakenAt, &l.Status,
		&l.Member, &l.PayerMember, &l.Proof)
	return l, err
}

func (c Cashier) lines(ctx context.Context, where string, args ...any) ([]cashier.BankLine, error) {
	rows, err := c.Querier(ctx).Query(ctx, lineSQL+where, args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, scanLine)
}

func (c Cashier) firstLine(ctx context.Context, where string, args ...any) (line cashier.BankLine, found bool, err error) {
	lines, err := c.lines(ctx, where, args...)
	if err != nil || len(lines) == 0 {
		return line, false, err
	}
	return lines[0], true, nil
}

// Line gives a line. Errors: NO_DATA.
func (c Cashier) Line(ctx context.Context, lineID id.ID) (cashier.BankLine, error) {
	line, found, err := c.firstLine(ctx, "where id = $1", lineID)
	if err == nil && !found {
		err = fault.NoData
	}
	return line, err
}

// WaitingLines locks and gives lines that wait since before.
func (c Cashier) WaitingLines(ctx context.Context, before time.Time, limit int) ([]cashier.BankLine, error) {
	return c.lines(ctx, "where status = 'WAITING' and received_at < $1 order by received_at limit $2 for update skip locked", before, limit)
}

// UndecidedLines gives a page of the lines that wait, oldest first, and how many there are in all.
func (c Cashier) UndecidedLines(ctx context.Context, page audit.Page) (lines []cashier.BankLine, total int, err error) {
	if err := c.Querier(ctx).QueryRow(ctx, "select count(*) from bank_line where status = 'WAITING'").Scan(&total); err != nil {
		return nil, 0, err
	}
	lines, err = c.lines(ctx, "where status = 'WAITING' order by received_at, id limit $1 offset $2", page.Limit, page.Offset)
	return lines, total, err
}

// PutTotals writes what a bank says that an account received on days. Its account is kept by its digits.
func (c Cashier) PutTotals(ctx context.Context, totals []cashier.DayTotal, now time.Time) error {
	var batch pgx.Batch
	for _, total := range totals {
		batch.Queue(`insert into bank_total (bank_code, account_no, currency, day, lines, amount, told_at) values ($1, regexp_replace($2, '\D', '', 'g'), $3, $4, $5, $6, $7)
			on conflict (bank_code, account_no, currency, day) do update set lines = excluded.lines, amount = excluded.amount, told_at = excluded.told_at`,
			total.BankCode, total.AccountNo, total.Currency, total.Day, total.Lines, total.Amount, now)
	}
	return c.Querier(ctx).SendBatch(ctx, &batch).Close()
}

// NamePayer writes who paid lines that are not decided yet.
func (c Cashier) NamePayer(ctx context.Context, lines []cashier.BankLine) error {
	if len(lines) == 0 {
		return nil
	}
	var batch pgx.Batch
	for _, line := range lines {
		batch.Queue("update bank_line set payer_member = $2 where id = $1", line.ID, line.PayerMember)
	}
	return c.Querier(ctx).SendBatch(ctx, &batch).Close()
}

// EarlierLine gives another line of the same sending bank and reference.
func (c Cashier) EarlierLine(ctx context.Context, line cashier.BankLine) (cashier.BankLine, bool, error) {
	return c.firstLine(ctx, `where reference <> '' and reference = $1 and payer->>'bankCode' = $2 and id <> $3 and status <> 'DUPLICATE'
		order by amount = $4 and currency = $5 desc, id limit 1`, line.Reference, line.Payer.BankCode, line.ID, line.Amount, line.Currency)
}

// CoveredLine locks and gives the line that a credit covers.
func (c Cashier) CoveredLine(ctx context.Context, credit id.ID) (cashier.BankLine, bool, error) {
	return c.firstLine(ctx, "where proof = $1 for update", credit)
}

// RivalLines gives the other lines of a line's account, amount and currency that wait or are in suspense.
func (c Cashier) RivalLines(ctx context.Context, line cashier.BankLine, within time.Duration) ([]cashier.BankLine, error) {
	return c.lines(ctx, `where status in ('WAITING', 'SUSPENSE') and account_no = $1 and amount = $2 and bank_code = $3 and currency = $4 and id <> $5
		and least(transferred_at, received_at) between $6 and $7`,
		line.AccountNo, line.Amount, line.BankCode, line.Currency, line.ID, line.At().Add(-within), line.At().Add(within))
}

// SlipLines locks and gives the lines without a reference that credited a member, or were a credited claim's, and can be a slip's transfer.
func (c Cashier) SlipLines(ctx context.Context, member id.MemberID, slip cashier.Transferred, within time.Duration) ([]cashier.BankLine, error) {
	return c.lines(ctx, `l where id in (
			select id from bank_line where member_id = $1 and status = 'CREDITED'
			union all select l.id from deposit_claim c join bank_line l on l.proof = c.id where c.member_id = $1)
		and not (`+namedLine+`) and slip_reference is null and amount = $2 and currency = $3 and transferred_at between $4 and $5
		and coalesce(payer->>'bankCode', '') in ('', $6)
		order by payer->>'bankCode' is null, id for update`,
		member, slip.Amount, slip.Currency, slip.At.Add(-slip.Earlier-within), slip.At.Add(within), slip.SendingBank)
}

// TakeLine writes which slip told of a line's payment later.
func (c Cashier) TakeLine(ctx context.Context, lineID id.ID, reference string) error {
	_, err := c.Querier(ctx).Exec(ctx, "update bank_line set slip_reference = $2 where id = $1", lineID, unlessZero(reference))
	return err
}

// LineOfSlip gives the line without a reference that was taken for the slip of a line's reference.
func (c Cashier) LineOfSlip(ctx context.Context, line cashier.BankLine) (cashier.BankLine, bool, error) {
	return c.firstLine(ctx, `where id in (
			select id from bank_line where member_id = $1
			union all select l.id from deposit_claim c join bank_line l on l.proof = c.id where c.member_id = $1)
		and slip_reference = $2 and id <> $3 and amount = $4 and currency = $5 and coalesce(payer->>'bankCode', '') in ('', $6) for update`,
		line.Member, line.Reference, line.ID, line.Amount, line.Currency, line.Payer.BankCode)
}

func oneRow(err error) error {
	if errors.Is(err, pgx.ErrNoRows) {
		return fault.NoData
	}
	return err
}
