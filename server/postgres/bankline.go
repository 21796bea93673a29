package postgres

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/server/audit"
	"krapao/server/cashier"
	"krapao/server/fault"
	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/money"
)

var _ cashier.IntakeStore = Cashier{}

// AddLines writes lines that are new, and gives those.
func (c Cashier) AddLines(ctx context.Context, lines []cashier.BankLine) (added []cashier.BankLine, err error) {
	var batch pgx.Batch
	for _, line := range lines {
		batch.Queue(`insert into bank_line (id, bank_code, account_no, line_id, reference, amount, currency, payer, memo, transferred_at, received_at, status)
			values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) on conflict on constraint bank_line_once do nothing`,
			line.ID, line.BankCode, line.AccountNo, line.LineID, line.Reference, line.Amount, line.Currency, line.Payer, line.Memo, line.TransferredAt, line.TakenAt, line.Status)
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

const ownerSQL = `select m.id, m.currency, coalesce(b.bank_code, ''), coalesce(b.account_no, ''), coalesce(b.account_name, ''), m.phone from member m left join member_bank b on b.member_id = m.id `

func scanOwner(row pgx.CollectableRow) (owner cashier.Owner, err error) {
	err = row.Scan(&owner.Member, &owner.Currency, &owner.BankCode, &owner.AccountNo, &owner.AccountName, &owner.Phone)
	return owner, err
}

func (c Cashier) owners(ctx context.Context, sql string, args ...any) ([]cashier.Owner, error) {
	rows, err := c.Querier(ctx).Query(ctx, ownerSQL+sql, args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, scanOwner)
}

func first(owners []cashier.Owner, err error) (cashier.Owner, bool, error) {
	if err != nil || len(owners) == 0 {
		return cashier.Owner{}, false, err
	}
	return owners[0], true, nil
}

// OwnerOfAccount gives who registered a bank account.
func (c Cashier) OwnerOfAccount(ctx context.Context, bankCode, accountNo string) (cashier.Owner, bool, error) {
	return first(c.owners(ctx, "where b.bank_code = $1 and b.account_no = $2 and m.id = (select member_id from member_bank_owner where bank_code = $1 and account_no = $2)",
		bankCode, accountNo))
}

// OwnerOfPhone gives who registered a phone number.
func (c Cashier) OwnerOfPhone(ctx context.Context, phone string) (cashier.Owner, bool, error) {
	return first(c.owners(ctx, "where m.id = (select member_id from member_phone where phone = $1)", phone))
}

// AccountOf gives a member as the owner of their account. Errors: NO_DATA.
func (c Cashier) AccountOf(ctx context.Context, member id.MemberID) (cashier.Owner, error) {
	owner, found, err := first(c.owners(ctx, "where m.id = $1", member))
	if err == nil && !found {
		err = fault.NoData
	}
	return owner, err
}

// OwnersLike gives up to limit members whose account at a bank fits a masked number. The digits that it ends with find them in member_bank_owner_end.
func (c Cashier) OwnersLike(ctx context.Context, bankCode, masked string, limit int) ([]cashier.Owner, error) {
	end := []byte(masked[strings.LastIndexAny(masked, "_%")+1:])
	slices.Reverse(end)
	return c.owners(ctx, `where m.id in (select member_id from member_bank_owner
			where bank_code = $1 and reverse(account_no) >= $4 and reverse(account_no) < $4 || ':' and account_no like $2 limit $3)`, bankCode, masked, limit, string(end))
}

func (c Cashier) findID(ctx context.Context, sql string, args ...any) (found id.ID, ok bool, err error) {
	err = c.Querier(ctx).QueryRow(ctx, sql, args...).Scan(&found)
	if errors.Is(err, pgx.ErrNoRows) {
		return id.ID{}, false, nil
	}
	return found, err == nil, err
}

// slipsLike are slips that credited a transfer like a line's ($1 to $5) and have no line yet: their own has not come, and none was taken for them.
const slipsLike = `s.status = 'SUCCESS' and s.amount = $1 and s.currency = $2
			and coalesce((s.transfer->>'transferredAt')::timestamptz between $3 and $4, s.created_at between $3 and $5)
			and not exists (select from bank_line l where l.proof = s.id)
			and not exists (select from bank_line l where l.member_id = s.member_id and l.slip_reference = s.transaction_reference)
			and not exists (select from bank_line l where l.reference <> '' and l.reference = s.transaction_reference and l.amount = s.amount
				and l.payer->>'bankCode' = (select k.code from bank k where s.bank_no = coalesce(nullif(k.number, ''), k.code)))`

func slipsLikeArguments(line cashier.BankLine, within, age time.Duration) []any {
	return []any{line.Amount, line.Currency, line.TransferredAt.Add(-within), line.TransferredAt.Add(within), line.TransferredAt.Add(age)}
}

// SlipsOfLine gives slips of a line's member that credited a transfer like it.
func (c Cashier) SlipsOfLine(ctx context.Context, line cashier.BankLine, within, age time.Duration) ([]cashier.Credit, error) {
	return c.credits(ctx, `select s.id, s.member_id, s.transfer->'payer', s.transfer->'receiver' from slip s where `+slipsLike+" and s.member_id = $6 order by s.id",
		append(slipsLikeArguments(line, within, age), line.Member)...)
}

// SlipOwners gives up to limit members of a line's bank, if it is told, with a slip like those of SlipsOfLine.
func (c Cashier) SlipOwners(ctx context.Context, line cashier.BankLine, within, age time.Duration, limit int) ([]cashier.Owner, error) {
	return c.owners(ctx, "where ($6 = '' or b.bank_code = $6) and m.id in (select s.member_id from slip s where s.created_at between $3 and $5 and "+slipsLike+" limit $7)",
		append(slipsLikeArguments(line, within, age), line.Payer.BankCode, limit)...)
}

// SlipByHand tells whether a slip that an operator read credited the member a transfer like a line's, and no other line has shown that one.
func (c Cashier) SlipByHand(ctx context.Context, line cashier.BankLine, within, age time.Duration) (is bool, err error) {
	_, is, err = c.findID(ctx, `select s.id from slip s where s.member_id = $1 and s.status = 'SUCCESS' and s.read_by <> '' and s.amount = $2 and s.currency = $3
			and s.created_at between $4 and $5
			and not exists (select from bank_line l where l.id <> $6 and (l.proof = s.id or l.amount = s.amount and s.transaction_reference in (l.reference, l.slip_reference)))
		limit 1`, line.Member, line.Amount, line.Currency, line.TransferredAt.Add(-within), line.TransferredAt.Add(age), line.ID)
	return is, err
}

// reportsOf gives the sources of payments in suspense that gateways told of.
func reportsOf(gateways []string) []string {
	sources := make([]string, 0, len(gateways))
	for _, gateway := range gateways {
		sources = append(sources, "payment:"+strings.ToLower(gateway))
	}
	return sources
}

// QRCredits gives payments by QR code, and reports of them in suspense, that may be a line's payment.
func (c Cashier) QRCredits(ctx context.Context, line cashier.BankLine, gateways []string, age, within time.Duration) ([]cashier.Credit, error) {
	return c.credits(ctx, `select told.* from (
			select id, member_id, jsonb_build_object('bankCode', payer_bank) || payer, null::jsonb from qr_payment
				where gateway_code = any($1) and status = 'PAID' and amount = $3 and currency = $4 and created_at >= $7 and paid_at between $5 and $6
			union all select id, coalesce(member_id, 0), payer, null from suspense_payment
				where source = any($2) and amount = $3 and currency = $4 and paid_at between $5 and $6 and resolution is distinct from 'CORRECTED'
		) told where not exists (select from bank_line l where l.proof = told.id) order by id`,
		gateways, reportsOf(gateways), line.Amount, line.Currency, line.At().Add(-within), line.At().Add(within), line.At().Add(-age))
}

// HoldCredit keeps a payment in suspense that is to cover a line from being decided; false when it is no credit of the line's amount any more.
func (c Cashier) HoldCredit(ctx context.Context, credit id.ID, line cashier.BankLine) (bool, error) {
	if !InTransaction(ctx) {
		return false, errors.New("postgres: a lock outside a transaction")
	}
	var held bool
	err := c.Querier(ctx).QueryRow(ctx, `select amount = $2 and currency = $3 and resolution is distinct from 'CORRECTED' from suspense_payment where id = $1 for share`,
		credit, line.Amount, line.Currency).Scan(&held)
	if errors.Is(err, pgx.ErrNoRows) {
		return true, nil
	}
	return held, err
}

// giftSince is a condition that gift_link_last finds: sent, tried or redeemed since.
const giftSince = `greatest(created_at, next_try_at, redeemed_at) >= $4 and regexp_replace(target_phone, '\D', '', 'g') = regexp_replace($1, '\D', '', 'g') and currency = $3`

// GiftCredits gives gift links that may be a line's payment.
func (c Cashier) GiftCredits(ctx context.Context, line cashier.BankLine, within time.Duration) ([]cashier.Credit, error) {
	return c.credits(ctx, "select id, member_id, jsonb_build_object('phone', sender_phone), null::jsonb from gift_link where "+giftSince+`
			and status <> 'CLAIMED' and amount = $2 and redeemed_at between $4 and $5
			and not exists (select from bank_line l where l.proof = gift_link.id) order by id`,
		line.AccountNo, line.Amount, line.Currency, line.At().Add(-within), line.At().Add(within))
}

// OwnCredits gives the payments that a line's member has by QR code or gift link and that it may be.
func (c Cashier) OwnCredits(ctx context.Context, line cashier.BankLine, gateways []string, within time.Duration) ([]cashier.Credit, error) {
	return c.credits(ctx, `select told.* from (
			select id, member_id, jsonb_build_object('bankCode', payer_bank) || payer, null::jsonb from qr_payment
				where member_id = $1 and gateway_code = any($2) and status = 'PAID' and amount = $4 and currency = $5 and paid_at between $6 and $7
			union all select id, credited_member, payer, null from suspense_payment
				where credited_member = $1 and source = any($3) and amount = $4 and currency = $5 and paid_at between $6 and $7
			union all select g.id, $1::bigint, jsonb_build_object('phone', g.sender_phone), null from gift_link g
				left join suspense_payment s on s.source = 'giftlink' and s.external_id = g.voucher_hash
				where (g.member_id = $1 and g.status = 'CREDITED' or s.credited_member = $1) and g.amount = $4 and g.currency = $5 and g.redeemed_at between $6 and $7
					and regexp_replace(g.target_phone, '\D', '', 'g') = regexp_replace($8, '\D', '', 'g')
		) told where not exists (select from bank_line l where l.proof = told.id) order by id`,
		line.Member, gateways, reportsOf(gateways), line.Amount, line.Currency, line.At().Add(-within), line.At().Add(within), line.AccountNo)
}

// ProvableQR tells whether a QR code of one of the gateways, or a report of theirs in suspense, may be a line's payment.
func (c Cashier) ProvableQR(ctx context.Context, line cashier.BankLine, gateways []string, payer id.MemberID, age time.Duration) (may bool, err error) {
	err = c.Querier(ctx).QueryRow(ctx, `select exists (select from qr_payment where gateway_code = any($1) and currency = $4 and created_at >= $5 and amount = $3)
			or exists (select from qr_payment where gateway_code = any($1) and currency = $4 and created_at >= $5 and member_id = $6 and status <> 'PAID')
			or exists (select from suspense_payment where source = any($2) and currency = $4 and paid_at >= $5 and amount = $3)`,
		gateways, reportsOf(gateways), line.Amount, line.Currency, line.At().Add(-age), payer).Scan(&may)
	return may, err
}

// ProvableGift tells whether a gift link redeemed into a line's account may be its payment; one whose answer or amount is not known may be any.
func (c Cashier) ProvableGift(ctx context.Context, line cashier.BankLine, age time.Duration) (may bool, err error) {
	err = c.Querier(ctx).QueryRow(ctx, "select exists (select from gift_link where "+giftSince+" and (status = 'CLAIMED' or redeemed_at is not null and amount in (0, $2)))",
		line.AccountNo, line.Amount, line.Currency, line.At().Add(-age)).Scan(&may)
	return may, err
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

// credits reads what lines may be the word of.
func (c Cashier) credits(ctx context.Context, sql string, args ...any) ([]cashier.Credit, error) {
	rows, err := c.Querier(ctx).Query(ctx, sql, args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (credit cashier.Credit, err error) {
		var payer, receiver *cashier.Payer
		err = row.Scan(&credit.ID, &credit.Member, &payer, &receiver)
		if payer != nil {
			credit.Payer = *payer
		}
		if receiver != nil {
			credit.Receiver = *receiver
		}
		return credit, err
	})
}

// CreditMember gives whose a credit that covers a line is.
func (c Cashier) CreditMember(ctx context.Context, credit id.ID) (member id.MemberID, err error) {
	err = c.Querier(ctx).QueryRow(ctx, `select coalesce((select member_id from slip where id = $1), (select member_id from qr_payment where id = $1),
		(select member_id from gift_link where id = $1), (select member_id from deposit_claim where id = $1),
		(select coalesce(credited_member, member_id) from suspense_payment where id = $1), 0)`, credit).Scan(&member)
	return member, err
}

// SlipCredit gives the slip that a transaction of the ledger credited.
func (c Cashier) SlipCredit(ctx context.Context, transaction id.ID) (credit cashier.Credit, found bool, err error) {
	credits, err := c.credits(ctx, `select s.id, s.member_id, s.transfer->'payer', s.transfer->'receiver'
		from ledger_transaction t join slip s on s.id = case when t.reference ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then t.reference::uuid end
		where t.id = $1`, transaction)
	if err != nil || len(credits) == 0 {
		return credit, false, err
	}
	return credits[0], true, nil
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

// CurrencyOf gives a member's currency. Errors: NO_DATA.
func (c Cashier) CurrencyOf(ctx context.Context, member id.MemberID) (currency money.Currency, err error) {
	return currency, oneRow(c.Querier(ctx).QueryRow(ctx, "select currency from member where id = $1", member).Scan(&currency))
}

// PhoneOf gives a member's registered phone number. Errors: NO_DATA.
func (c Cashier) PhoneOf(ctx context.Context, member id.MemberID) (phone string, err error) {
	err = oneRow(c.Querier(ctx).QueryRow(ctx, "select phone from member where id = $1", member).Scan(&phone))
	return phone, err
}

func oneRow(err error) error {
	if errors.Is(err, pgx.ErrNoRows) {
		return fault.NoData
	}
	return err
}
