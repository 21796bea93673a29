package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/server/audit"
	"krapao/server/deposit"
	"krapao/server/fault"
	"krapao/server/id"
)

const claimColumns = `c.id, c.member_id, c.amount, c.currency, c.status, coalesce(c.evidence, ''), coalesce(c.settled_by, '00000000-0000-0000-0000-000000000000'),
	c.reason, c.created_at, coalesce(c.decided_at, '0001-01-01Z'), m.name, m.phone`

func scanClaim(row pgx.Row) (claim deposit.Claim, err error) {
	err = row.Scan(&claim.ID, &claim.Member, &claim.Amount, &claim.Currency, &claim.Status, &claim.Evidence, &claim.SettledBy,
		&claim.Reason, &claim.CreatedAt, &claim.DecidedAt, &claim.Name, &claim.Phone)
	return claim, oneRow(err)
}

const claimSQL = "select " + claimColumns + " from deposit_claim c join member m on m.id = c.member_id "

// HasBank tells whether the member has a bank account.
func (d Deposits) HasBank(ctx context.Context, member id.MemberID) (has bool, err error) {
	err = d.Querier(ctx).QueryRow(ctx, "select exists (select from member_bank where member_id = $1)", member).Scan(&has)
	return has, err
}

// AddClaim writes a new claim.
func (d Deposits) AddClaim(ctx context.Context, claim deposit.Claim) error {
	_, err := d.Querier(ctx).Exec(ctx, "insert into deposit_claim (id, member_id, amount, currency, status, created_at) values ($1, $2, $3, $4, $5, $6)",
		claim.ID, claim.Member, claim.Amount, claim.Currency, claim.Status, claim.CreatedAt)
	return err
}

// NthClaim gives when the member's n-th newest claim was made, the zero time when there are fewer.
func (d Deposits) NthClaim(ctx context.Context, member id.MemberID, n int) (time.Time, error) {
	return nth(d.Querier(ctx).QueryRow(ctx, "select created_at from deposit_claim where member_id = $1 order by id desc offset $2 limit 1", member, n-1))
}

// nth reads a time, the zero one where there is no row.
func nth(row pgx.Row) (made time.Time, err error) {
	if err = row.Scan(&made); errors.Is(err, pgx.ErrNoRows) {
		return time.Time{}, nil
	}
	return made, err
}

// LockMember keeps others from locking the member until the transaction ends.
func (d Deposits) LockMember(ctx context.Context, member id.MemberID) error {
	if err := requireTx(ctx); err != nil {
		return err
	}
	_, err := d.Querier(ctx).Exec(ctx, "select from member where id = $1 for no key update", member)
	return err
}

// Claim gives a claim. Errors: NO_DATA.
func (d Deposits) Claim(ctx context.Context, claimID id.ID) (deposit.Claim, error) {
	return scanClaim(d.Querier(ctx).QueryRow(ctx, claimSQL+"where c.id = $1", claimID))
}

// LockClaim gives a claim that nobody else decides meanwhile. Errors: NO_DATA.
func (d Deposits) LockClaim(ctx context.Context, claimID id.ID) (deposit.Claim, error) {
	if err := requireTx(ctx); err != nil {
		return deposit.Claim{}, err
	}
	return scanClaim(d.Querier(ctx).QueryRow(ctx, claimSQL+"where c.id = $1 for update of c", claimID))
}

// ClaimOf locks and gives the oldest claim that a line can be the payment of.
func (d Deposits) ClaimOf(ctx context.Context, line deposit.BankLine, age, margin time.Duration) (deposit.Claim, bool, error) {
	claim, err := scanClaim(d.Querier(ctx).QueryRow(ctx, claimSQL+`where c.member_id = $1 and c.amount = $2 and c.currency = $3
			and (c.status = 'PENDING' or c.evidence = 'WORD' and c.settled_by is null) and c.created_at between $4 and $5
		order by c.status = 'PENDING', c.id limit 1 for update of c`, line.Member, line.Amount, line.Currency, line.TransferredAt.Add(-margin), line.TransferredAt.Add(age)))
	if errors.Is(err, fault.NoData) {
		return deposit.Claim{}, false, nil
	}
	return claim, err == nil, err
}

// HasSimilarCredit tells whether the member was credited a payment like a claim's by anything that no other claim is
// about.
func (d Deposits) HasSimilarCredit(ctx context.Context, claim deposit.Claim, age, margin time.Duration) (credited bool, err error) {
	err = d.Querier(ctx).QueryRow(ctx, `select exists (select from (
			select id, transferred_at as at from bank_line where member_id = $1 and status = 'CREDITED' and amount = $2 and currency = $3
			union all select id, coalesce((transfer->>'transferredAt')::timestamptz, created_at) from slip
				where member_id = $1 and status = 'SUCCESS' and amount = $2 and currency = $3
			union all select id, paid_at from qr_payment where member_id = $1 and status = 'PAID' and amount = $2 and currency = $3
			union all select id, redeemed_at from gift_link g where member_id = $1 and status = 'CREDITED' and amount = $2 and currency = $3
				and not exists (select from suspense_payment s where s.source = 'giftlink' and s.external_id = g.voucher_hash)
			union all select id, paid_at from suspense_payment
				where credited_member = $1 and amount = $2 and currency = $3 and (source = 'giftlink' or source like 'payment:%')
		) found where at between $4 and $5 and not exists (select from deposit_claim k where k.member_id = $1 and k.settled_by = found.id))`,
		claim.Member, claim.Amount, claim.Currency, claim.CreatedAt.Add(-age), claim.CreatedAt.Add(margin)).Scan(&credited)
	return credited, err
}

// HasOpenPayment tells whether a QR code, a gift link or what either brought into suspense may yet credit the member a
// payment like a claim's.
func (d Deposits) HasOpenPayment(ctx context.Context, search deposit.OpenSearch) (open bool, err error) {
	claim := search.Claim
	err = d.Querier(ctx).QueryRow(ctx, `select exists (select from qr_payment where member_id = $1 and status in ('REQUESTED', 'ACTIVE') and amount = $2 and currency = $3
				and created_at between $4 and $5 and created_at > $6)
			or exists (select from gift_link where member_id = $1 and status = 'CLAIMED' and currency = $3 and created_at between $4 and $5)
			or exists (select from suspense_payment s where member_id = $1 and resolved_at is null and currency = $3
				and (amount in (0, $2) or exists (select from qr_payment q where q.member_id = $1 and q.id = `+referenceID+` and q.amount = $2))
				and paid_at between $4 and $5 and (source = 'giftlink' or source like 'payment:%'))`,
		claim.Member, claim.Amount, claim.Currency, search.From, search.To, search.Asked).Scan(&open)
	return open, err
}

// FinishClaim writes what became of a claim.
func (d Deposits) FinishClaim(ctx context.Context, claim deposit.Claim) error {
	_, err := d.Querier(ctx).Exec(ctx, "update deposit_claim set status = $2, evidence = $3, settled_by = $4, reason = $5, decided_at = $6 where id = $1",
		claim.ID, claim.Status, unlessZero(claim.Evidence), unlessZero(claim.SettledBy), claim.Reason, claim.DecidedAt)
	return err
}

// WaitingClaims gives a page of those that are pending, oldest first.
func (d Deposits) WaitingClaims(ctx context.Context, page audit.Page) (claims []deposit.Claim, total int, err error) {
	if err := d.Querier(ctx).QueryRow(ctx, "select count(*) from deposit_claim where status = 'PENDING'").Scan(&total); err != nil {
		return nil, 0, err
	}
	rows, err := d.Querier(ctx).Query(ctx, claimSQL+"where c.status = 'PENDING' order by c.created_at, c.id limit $1 offset $2", page.Limit, page.Offset)
	if err != nil {
		return nil, 0, err
	}
	claims, err = collect(rows, scanClaim)
	return claims, total, err
}
