package postgres

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/server/fault"
	"krapao/server/id"
	"krapao/server/slip"
)

// Slips keeps uploaded transfer slips; it is a slip.Store.
type Slips struct{ Deposits }

var _ slip.Store = Slips{}

const slipColumns = `s.id, s.member_id, s.reference, s.status, s.reason, s.review, s.currency, s.amount, s.file_hash, s.image_name, s.image_type, s.bank_no,
	s.transaction_reference, s.read_by, s.transfer, s.created_at, coalesce(s.decided_at, '0001-01-01Z'), s.decided_by,
	coalesce(s.image_removed_at, '0001-01-01Z')`

func scanSlip(row pgx.Row) (s slip.Slip, err error) {
	err = row.Scan(&s.ID, &s.Member, &s.Reference, &s.Status, &s.Reason, &s.Review, &s.Currency, &s.Amount, &s.FileHash, &s.ImageName, &s.ImageType, &s.BankNo,
		&s.TransactionReference, &s.ReadBy, &s.Transfer, &s.CreatedAt, &s.DecidedAt, &s.DecidedBy, &s.ImageRemovedAt)
	if errors.Is(err, pgx.ErrNoRows) {
		return slip.Slip{}, fault.NoData
	}
	return s, err
}

func (s Slips) one(ctx context.Context, where string, args ...any) (slip.Slip, error) {
	return scanSlip(s.Querier(ctx).QueryRow(ctx, "select "+slipColumns+" from slip s where "+where, args...))
}

// AddSlip writes a new slip, or gives the member's one of this file. Errors: slip.ErrReference.
func (s Slips) AddSlip(ctx context.Context, added slip.Slip) (slip.Slip, bool, error) {
	rows, err := s.Querier(ctx).Exec(ctx, `insert into slip (member_id, id, reference, currency, file_hash, image_name, image_type, created_at)
		values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (member_id, file_hash) do nothing`,
		added.Member, added.ID, added.Reference, added.Currency, added.FileHash, added.ImageName, added.ImageType, added.CreatedAt)
	switch {
	case IsUnique(err, "slip_reference"):
		return slip.Slip{}, false, fmt.Errorf("%w: %w", slip.ErrReference, err)
	case err != nil || rows == 1:
		return added, true, err
	}
	kept, err := s.SlipOfFile(ctx, added.Member, added.FileHash)
	return kept, false, err
}

// Slip gives one of the member's slips. Errors: NO_DATA.
func (s Slips) Slip(ctx context.Context, member id.MemberID, slipID id.ID) (slip.Slip, error) {
	return s.one(ctx, "s.member_id = $1 and s.id = $2", member, slipID)
}

// SlipOfFile gives the member's slip of a file. Errors: NO_DATA.
func (s Slips) SlipOfFile(ctx context.Context, member id.MemberID, hash []byte) (slip.Slip, error) {
	return s.one(ctx, "s.member_id = $1 and s.file_hash = $2", member, hash)
}

// SlipOf gives one of the member's slips by its reference. Errors: NO_DATA.
func (s Slips) SlipOf(ctx context.Context, member id.MemberID, reference string) (slip.Slip, error) {
	return s.one(ctx, "s.member_id = $1 and s.reference = $2", member, reference)
}

// AnySlip gives whoever's slip it is. Errors: NO_DATA.
func (s Slips) AnySlip(ctx context.Context, slipID id.ID) (slip.Slip, error) {
	return s.one(ctx, "s.id = $1", slipID)
}

// LockSlip is AnySlip, and keeps others from changing it until the transaction ends.
func (s Slips) LockSlip(ctx context.Context, slipID id.ID) (slip.Slip, error) {
	if err := requireTx(ctx); err != nil {
		return slip.Slip{}, err
	}
	return s.one(ctx, "s.id = $1 for no key update", slipID)
}

// Slips gives a page (from 1) of the member's slips, newest first, and how many there are.
func (s Slips) Slips(ctx context.Context, member id.MemberID, page, limit int) ([]slip.Slip, int, error) {
	return s.page(ctx, "s.member_id = $1", "s.id desc", (page-1)*limit, limit, member)
}

// OperatorSlips gives a page of everybody's slips.
func (s Slips) OperatorSlips(ctx context.Context, filter slip.Filter) ([]slip.Slip, int, error) {
	if filter.Review {
		return s.page(ctx, "s.review <> ''", "s.review_at, s.id", filter.Offset, filter.Limit)
	}
	return s.page(ctx, "($1 = '' or s.status = $1)", "s.created_at desc, s.id desc", filter.Offset, filter.Limit, string(filter.Status))
}

func (s Slips) page(ctx context.Context, where, order string, offset, limit int, args ...any) ([]slip.Slip, int, error) {
	var batch pgx.Batch
	batch.Queue("select count(*) from slip s where "+where, args...)
	places := []string{"$1", "$2", "$3"}[len(args):]
	batch.Queue("select "+slipColumns+" from slip s where "+where+" order by "+order+" offset "+places[0]+" limit "+places[1], append(args, offset, limit)...)
	results := s.Querier(ctx).SendBatch(ctx, &batch)
	var total int
	if err := results.QueryRow().Scan(&total); err != nil {
		return nil, 0, errors.Join(err, results.Close())
	}
	rows, err := results.Query()
	if err != nil {
		return nil, 0, errors.Join(err, results.Close())
	}
	slips, err := collect(rows, scanSlip)
	return slips, total, errors.Join(err, results.Close())
}

// AbandonedSlips gives slips without a review whose job is there no more or was discarded.
func (s Slips) AbandonedSlips(ctx context.Context, limit int) ([]slip.Slip, error) {
	rows, err := s.Querier(ctx).Query(ctx, "select "+slipColumns+` from slip s where s.status = 'PENDING' and s.review = '' and not exists (
			select from river_job j where j.kind = $1 and j.args->>'slip' = s.id::text and j.state not in ('completed', 'discarded', 'cancelled'))
		order by s.created_at limit $2`, slipCheck{}.Kind(), limit)
	if err != nil {
		return nil, err
	}
	return collect(rows, scanSlip)
}

// SlipRules gives the window, the age and the size that are taken.
func (s Slips) SlipRules(ctx context.Context) (slip.Rules, error) {
	settings, err := Channels{s.DB}.Settings(ctx)
	return slip.Rules{OpenFrom: settings.SlipOpenFrom, OpenTo: settings.SlipOpenTo, MaxAge: settings.SlipMaxAge, MaxSizeMB: settings.SlipMaxSizeMB}, err
}

// PutSlip writes what a check or an operator changes.
func (s Slips) PutSlip(ctx context.Context, slip slip.Slip, now time.Time) error {
	_, err := s.Querier(ctx).Exec(ctx, `update slip set status = $3, reason = $4, review = $5, amount = $6, bank_no = $7, transaction_reference = $8, transfer = $9,
			decided_by = $10, read_by = $12, review_at = case when $5 = '' then review_at else coalesce(review_at, $11) end,
			decided_at = case when $3 = 'PENDING' then null else $11 end
		where member_id = $1 and id = $2`,
		slip.Member, slip.ID, slip.Status, slip.Reason, slip.Review, slip.Amount, slip.BankNo, slip.TransactionReference, slip.Transfer, slip.DecidedBy, now, slip.ReadBy)
	return err
}

// Verification gives the id under which the verifier is asked about a transfer, always the same one.
func (s Slips) Verification(ctx context.Context, bankNo, reference string) (verification id.ID, err error) {
	err = s.Querier(ctx).QueryRow(ctx, `insert into slip_transfer as t (bank_no, reference, verification_id) values ($1, $2, $3)
		on conflict (bank_no, reference) do update set verification_id = t.verification_id returning verification_id`, bankNo, reference, id.NewID()).Scan(&verification)
	return verification, err
}

// BankPrintsCodes tells whether the member's bank is none of another edition's than the Thai one. Without a bank
// account it is taken to be Thai.
func (s Slips) BankPrintsCodes(ctx context.Context, member id.MemberID) (prints bool, err error) {
	err = s.Querier(ctx).QueryRow(ctx, `select not exists (select from member_bank a join bank b on b.code = a.bank_code
		where a.member_id = $1 and b.edition = 'laos' and not b.is_wallet)`, member).Scan(&prints)
	return prints, err
}

// SlipOfTransfer gives the slip that a transfer belongs to, the zero ID while none does; inside a transaction it locks
// the transfer.
func (s Slips) SlipOfTransfer(ctx context.Context, bankNo, reference string) (id.ID, error) {
	lock := ""
	if InTransaction(ctx) {
		if _, err := s.Verification(ctx, bankNo, reference); err != nil { // so that there is something to lock
			return id.ID{}, err
		}
		lock = " for update"
	}
	var holder *id.ID
	err := s.Querier(ctx).QueryRow(ctx, "select slip_id from slip_transfer where bank_no = $1 and reference = $2"+lock, bankNo, reference).Scan(&holder)
	if errors.Is(err, pgx.ErrNoRows) || err == nil && holder == nil {
		return id.ID{}, nil
	}
	if err != nil {
		return id.ID{}, err
	}
	return *holder, nil
}

// TakeTransfer writes which slip a transfer belongs to.
func (s Slips) TakeTransfer(ctx context.Context, bankNo, reference string, slipID id.ID) error {
	_, err := s.Querier(ctx).Exec(ctx, "update slip_transfer set slip_id = $3 where bank_no = $1 and reference = $2", bankNo, reference, slipID)
	return err
}

// BankCode gives the code of a bank as slips name it, "" for an unknown one.
func (s Slips) BankCode(ctx context.Context, bankNo string) (code string, err error) {
	return s.bank(ctx, "select code from bank where number = $1 and number <> '' or code = $1 and number = ''", bankNo)
}

// BankNo gives how slips name the bank of a code: by its number, or by the code where it has none; "" for an unknown
// one.
func (s Slips) BankNo(ctx context.Context, code string) (bankNo string, err error) {
	return s.bank(ctx, "select case number when '' then code else number end from bank where code = $1", code)
}

func (s Slips) bank(ctx context.Context, sql, name string) (found string, err error) {
	err = s.Querier(ctx).QueryRow(ctx, sql, name).Scan(&found)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", nil
	}
	return found, err
}

// HasLineForSlip tells whether a line of the feed that is no slip's gave the member as much at about the time of a
// slip.
func (s Slips) HasLineForSlip(ctx context.Context, search slip.LineSearch) (is bool, err error) {
	like := search.Slip
	err = s.Querier(ctx).QueryRow(ctx, `select exists (select from bank_line l
		where (l.member_id = $1 and l.status = 'CREDITED' or l.proof in (select c.id from deposit_claim c where c.member_id = $1))
			and l.amount = $2 and l.currency = $3 and l.transferred_at between $4 and $5 and not (l.reference = '' and coalesce(l.payer->>'bankCode', '') = $6)
			and not exists (select from slip p where p.member_id = $1 and p.status = 'SUCCESS' and p.transaction_reference in (l.reference, l.slip_reference)))`,
		like.Member, search.Amount, like.Currency, like.CreatedAt.Add(-search.Age), like.CreatedAt.Add(search.Margin), search.Bank).Scan(&is)
	return is, err
}
