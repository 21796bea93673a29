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

const giftColumns = `id, member_id, voucher_hash, target_phone, status, outcome, amount, currency, sender_phone, created_at, next_try_at, coalesce(redeemed_at, '0001-01-01Z'), tries`

func scanGift(row pgx.Row) (g deposit.GiftLink, err error) {
	err = row.Scan(&g.ID, &g.Member, &g.Hash, &g.Target, &g.Status, &g.Outcome, &g.Amount, &g.Currency, &g.Sender, &g.CreatedAt, &g.NextTryAt, &g.RedeemedAt, &g.Tries)
	return g, oneRow(err)
}

// AddGiftLink claims a voucher; false when it was sent before.
func (d Deposits) AddGiftLink(ctx context.Context, g deposit.GiftLink) (bool, error) {
	added, err := d.Querier(ctx).Exec(ctx, `insert into gift_link (id, member_id, voucher_hash, target_phone, status, currency, created_at, next_try_at)
		values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict on constraint gift_link_once do nothing`,
		g.ID, g.Member, g.Hash, g.Target, g.Status, g.Currency, g.CreatedAt, g.NextTryAt)
	return added == 1, err
}

// NthGiftLink gives when the member's n-th newest gift link was sent, the zero time when there are fewer.
func (d Deposits) NthGiftLink(ctx context.Context, member id.MemberID, n int) (time.Time, error) {
	return nth(d.Querier(ctx).QueryRow(ctx, "select created_at from gift_link where member_id = $1 order by id desc offset $2 limit 1", member, n-1))
}

// GiftLink gives a gift link. Errors: NO_DATA.
func (d Deposits) GiftLink(ctx context.Context, linkID id.ID) (deposit.GiftLink, error) {
	return scanGift(d.Querier(ctx).QueryRow(ctx, "select "+giftColumns+" from gift_link where id = $1", linkID))
}

// LockGiftLink gives a gift link that nobody else decides meanwhile. Errors: NO_DATA.
func (d Deposits) LockGiftLink(ctx context.Context, linkID id.ID) (deposit.GiftLink, error) {
	if err := requireTx(ctx); err != nil {
		return deposit.GiftLink{}, err
	}
	return scanGift(d.Querier(ctx).QueryRow(ctx, "select "+giftColumns+" from gift_link where id = $1 for update", linkID))
}

// GiftLinkOf gives the link of a voucher.
func (d Deposits) GiftLinkOf(ctx context.Context, hash string) (deposit.GiftLink, bool, error) {
	link, err := scanGift(d.Querier(ctx).QueryRow(ctx, "select "+giftColumns+" from gift_link where voucher_hash = $1", hash))
	if errors.Is(err, fault.NoData) {
		return deposit.GiftLink{}, false, nil
	}
	return link, err == nil, err
}

// AimGiftLink writes the target of a claimed link, and what has become of every try so far.
func (d Deposits) AimGiftLink(ctx context.Context, g deposit.GiftLink) error {
	_, err := d.Querier(ctx).Exec(ctx, "update gift_link set target_phone = $2, outcome = $3 where id = $1 and status = 'CLAIMED'", g.ID, g.Target, g.Outcome)
	return err
}

// FinishGiftLink writes what became of a gift link.
func (d Deposits) FinishGiftLink(ctx context.Context, g deposit.GiftLink, now time.Time) error {
	_, err := d.Querier(ctx).Exec(ctx, `update gift_link set status = $2, outcome = $3, amount = $4, currency = $5, sender_phone = $6, redeemed_at = $7, decided_at = $8
		where id = $1`, g.ID, g.Status, g.Outcome, g.Amount, g.Currency, g.Sender, moment(g.RedeemedAt), now)
	return err
}

// moment gives nil for the zero time, in whichever zone it was read.
func moment(at time.Time) *time.Time {
	if at.IsZero() {
		return nil
	}
	return &at
}

// DueGiftLinks gives claimed links that are due, counts the try and puts off the next.
func (d Deposits) DueGiftLinks(ctx context.Context, turn deposit.GiftTurn) ([]deposit.GiftLink, error) {
	rows, err := d.Querier(ctx).Query(ctx, `update gift_link set tries = tries + 1,
			next_try_at = $1::timestamptz + least($3::float8, $2::float8 * power(2, least(greatest(tries + 1 - $4::int, 0), 30))) * interval '1 second'
		where id in (select id from gift_link where status = 'CLAIMED' and next_try_at <= $1 order by next_try_at limit $5 for update skip locked) returning `+giftColumns,
		turn.Now, turn.Pause.Seconds(), turn.Longest.Seconds(), turn.Quick, turn.Limit)
	if err != nil {
		return nil, err
	}
	return collect(rows, scanGift)
}
