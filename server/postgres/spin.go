package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/server/fault"
	"krapao/server/id"
	"krapao/server/money"
	"krapao/server/spin"
)

// Spin keeps the prize wheel; it is a spin.Store.
type Spin struct{ *DB }

var _ spin.Store = Spin{}

const wheelSQL = `select w.code, w.version, w.currency, w.name, w.coin_per_spin, w.slices, w.is_open, w.open_from, w.open_until from spin_wheel w `

// lastVersion keeps of a wheel the version that counts.
const lastVersion = `w.version = (select max(version) from spin_wheel l where l.code = w.code)`

func scanWheel(row pgx.CollectableRow) (w spin.Wheel, err error) {
	var name, slices []byte
	var until *time.Time
	if err := row.Scan(&w.Code, &w.Version, &w.Currency, &name, &w.CoinPerSpin, &slices, &w.Open, &w.From, &until); err != nil {
		return w, err
	}
	w.Until = valueOrZero(until)
	return w, errors.Join(json.Unmarshal(name, &w.Name), json.Unmarshal(slices, &w.Slices))
}

// valueOrZero gives the zero value for null.
func valueOrZero[T any](value *T) (zero T) {
	if value == nil {
		return zero
	}
	return *value
}

func oneWheel(ctx context.Context, from Querier, where string, args ...any) (spin.Wheel, error) {
	rows, err := from.Query(ctx, wheelSQL+where, args...)
	if err != nil {
		return spin.Wheel{}, err
	}
	found, err := pgx.CollectExactlyOneRow(rows, scanWheel)
	return found, oneRow(err)
}

// CurrentWheel gives the wheel that is on in a currency. Every read of a wallet waits for it. Errors: NO_DATA.
func (s Spin) CurrentWheel(ctx context.Context, currency money.Currency, now time.Time) (spin.Wheel, error) {
	return oneWheel(ctx, s.sharedReads(ctx), "where "+lastVersion+` and w.currency = $1 and w.is_open and w.open_from <= $2 and (w.open_until is null or w.open_until > $2)
		order by w.open_from desc, w.code limit 1`, currency, now)
}

// Wheel gives the last version of a wheel. Errors: NO_DATA.
func (s Spin) Wheel(ctx context.Context, code string) (spin.Wheel, error) {
	return oneWheel(ctx, s.Querier(ctx), "where w.code = $1 and "+lastVersion, code)
}

// Wheels gives the last version of every wheel, by code.
func (s Spin) Wheels(ctx context.Context) ([]spin.Wheel, error) {
	rows, err := s.Querier(ctx).Query(ctx, wheelSQL+"where "+lastVersion+" order by w.code")
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, scanWheel)
}

// spinSettingsLock is the advisory lock of whoever changes wheels or rules.
const spinSettingsLock = 0x7370696e

// LockSettings keeps other operators from changing wheels until the transaction ends.
func (s Spin) LockSettings(ctx context.Context) error {
	if err := requireTx(ctx); err != nil {
		return err
	}
	_, err := s.Querier(ctx).Exec(ctx, "select pg_advisory_xact_lock($1)", spinSettingsLock)
	return err
}

// PutWheel writes the next version of a wheel.
func (s Spin) PutWheel(ctx context.Context, wheel spin.Wheel, now time.Time) error {
	name, err := json.Marshal(wheel.Name)
	if err != nil {
		return err
	}
	slices, err := json.Marshal(wheel.Slices)
	if err != nil {
		return err
	}
	_, err = s.Querier(ctx).Exec(ctx, `insert into spin_wheel (code, version, currency, name, coin_per_spin, slices, is_open, open_from, open_until, made_at)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
		wheel.Code, wheel.Version, wheel.Currency, name, wheel.CoinPerSpin, slices, wheel.Open, wheel.From, unlessZero(wheel.Until), now)
	return err
}

const ruleSQL = "select currency, per_amount, coins, max_coins, review_above from spin_rule "

func scanRule(row pgx.CollectableRow) (r spin.Rule, err error) {
	return r, row.Scan(&r.Currency, &r.PerAmount, &r.Coins, &r.MaxCoins, &r.ReviewAbove)
}

// Rules gives the rules of every currency that has one.
func (s Spin) Rules(ctx context.Context) ([]spin.Rule, error) {
	rows, err := s.Querier(ctx).Query(ctx, ruleSQL+"order by currency")
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, scanRule)
}

// SpinRule gives a currency's rule; without one deposits bring no coins.
func (s Spin) SpinRule(ctx context.Context, currency money.Currency) (spin.Rule, error) {
	rows, err := s.Querier(ctx).Query(ctx, ruleSQL+"where currency = $1", currency)
	if err != nil {
		return spin.Rule{}, err
	}
	found, err := pgx.CollectExactlyOneRow(rows, scanRule)
	if errors.Is(err, pgx.ErrNoRows) {
		return spin.Rule{Currency: currency}, nil
	}
	return found, err
}

// PutRule writes a currency's rule.
func (s Spin) PutRule(ctx context.Context, rule spin.Rule, now time.Time) error {
	_, err := s.Querier(ctx).Exec(ctx, `insert into spin_rule (currency, per_amount, coins, max_coins, review_above, changed_at) values ($1, $2, $3, $4, $5, $6)
		on conflict (currency) do update set per_amount = excluded.per_amount, coins = excluded.coins, max_coins = excluded.max_coins,
			review_above = excluded.review_above, changed_at = excluded.changed_at`,
		rule.Currency, rule.PerAmount, rule.Coins, rule.MaxCoins, rule.ReviewAbove, now)
	return err
}

// CountSpins gives how often each sector of a wheel's version came.
func (s Spin) CountSpins(ctx context.Context, code string, version int) (map[string]int64, error) {
	rows, err := s.Querier(ctx).Query(ctx, "select slice, count(*) from spin where wheel = $1 and version = $2 group by slice", code, version)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	counts := map[string]int64{}
	for rows.Next() {
		var slice string
		var count int64
		if err := rows.Scan(&slice, &count); err != nil {
			return nil, err
		}
		counts[slice] = count
	}
	return counts, rows.Err()
}

// LockPending locks the member and gives their next spin; nil: none was fixed yet.
func (s Spin) LockPending(ctx context.Context, member id.MemberID) (*spin.SealedPending, error) {
	if err := requireTx(ctx); err != nil {
		return nil, err
	}
	if err := Deposits(s).LockMember(ctx, member); err != nil {
		return nil, err
	}
	found := spin.SealedPending{Pending: spin.Pending{Member: member}}
	err := s.Querier(ctx).QueryRow(ctx, "select wheel, version, sealed, commitment from spin_pending where member_id = $1 for update", member).
		Scan(&found.Wheel, &found.Version, &found.Sealed, &found.Commitment)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil //nolint:nilnil // as documented: nil is none
	}
	return &found, err
}

// PutPending writes the member's next spin.
func (s Spin) PutPending(ctx context.Context, pending spin.SealedPending) error {
	_, err := s.Querier(ctx).Exec(ctx, `insert into spin_pending (member_id, wheel, version, sealed, commitment) values ($1, $2, $3, $4, $5)
		on conflict (member_id) do update set wheel = excluded.wheel, version = excluded.version, sealed = excluded.sealed, commitment = excluded.commitment`,
		pending.Member, pending.Wheel, pending.Version, pending.Sealed, pending.Commitment)
	return err
}

// AddSpin writes a spin and its coupon.
func (s Spin) AddSpin(ctx context.Context, made spin.Spin) error {
	if _, err := s.Querier(ctx).Exec(ctx, `insert into spin (member_id, id, request, wheel, version, slice, seed, commitment, coins, at)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
		made.Member, made.ID, made.Request, made.Wheel.Code, made.Wheel.Version, made.Slice.Code, made.Seed.String(), made.Commitment, made.Coins, made.At); err != nil {
		return err
	}
	_, err := s.Querier(ctx).Exec(ctx, "insert into spin_coupon (member_id, id, spin_id, status, at, expires_at) values ($1, $2, $3, $4, $5, $6)",
		made.Member, made.Coupon.ID, made.ID, made.Coupon.Status, made.Coupon.At, unlessZero(made.Coupon.Expires))
	return err
}

// A spin with its coupon and the version of the wheel that was spun, in one row.
const spinSQL = `select s.member_id, s.id, s.request, s.slice, s.seed, s.commitment, s.coins, s.at, c.id, c.status, c.expires_at, c.claimed_at,
	w.code, w.version, w.currency, w.name, w.coin_per_spin, w.slices, w.is_open, w.open_from, w.open_until
	from spin s join spin_coupon c on c.spin_id = s.id and c.member_id = s.member_id join spin_wheel w on w.code = s.wheel and w.version = s.version `

func scanSpin(row pgx.CollectableRow) (made spin.Spin, err error) {
	var slice, seed string
	var name, slices []byte
	var expires, claimed, until *time.Time
	w, c := &made.Wheel, &made.Coupon
	if err := row.Scan(&made.Member, &made.ID, &made.Request, &slice, &seed, &made.Commitment, &made.Coins, &made.At, &c.ID, &c.Status, &expires, &claimed,
		&w.Code, &w.Version, &w.Currency, &name, &w.CoinPerSpin, &slices, &w.Open, &w.From, &until); err != nil {
		return made, err
	}
	if err := errors.Join(json.Unmarshal(name, &w.Name), json.Unmarshal(slices, &w.Slices)); err != nil {
		return made, err
	}
	w.Until = valueOrZero(until)
	made.Slice, _ = w.Slice(slice)
	c.Member, c.Currency, c.Slice, c.At, c.Expires, c.ClaimedAt = made.Member, w.Currency, made.Slice, made.At, valueOrZero(expires), valueOrZero(claimed)
	made.Seed, err = spin.ParseSeed(seed)
	return made, err
}

func (s Spin) spins(ctx context.Context, where string, args ...any) ([]spin.Spin, error) {
	rows, err := s.Querier(ctx).Query(ctx, spinSQL+where, args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, scanSpin)
}

func (s Spin) oneSpin(ctx context.Context, where string, args ...any) (spin.Spin, error) {
	found, err := s.spins(ctx, where, args...)
	if err == nil && len(found) == 0 {
		err = fault.NoData
	}
	if err != nil {
		return spin.Spin{}, err
	}
	return found[0], nil
}

// SpinOf gives a member's spin by its request id. Errors: NO_DATA.
func (s Spin) SpinOf(ctx context.Context, member id.MemberID, request string) (spin.Spin, error) {
	return s.oneSpin(ctx, "where s.member_id = $1 and s.request = $2", member, request)
}

// SpinByID gives a member's spin. Errors: NO_DATA.
func (s Spin) SpinByID(ctx context.Context, member id.MemberID, made id.ID) (spin.Spin, error) {
	return s.oneSpin(ctx, "where s.member_id = $1 and s.id = $2", member, made)
}

// Spins gives a page of a member's spins, newest first, and how many there are.
func (s Spin) Spins(ctx context.Context, member id.MemberID, offset, limit int) (found []spin.Spin, total int, err error) {
	if err := s.Querier(ctx).QueryRow(ctx, "select count(*) from spin where member_id = $1", member).Scan(&total); err != nil {
		return nil, 0, err
	}
	found, err = s.spins(ctx, "where s.member_id = $1 order by s.id desc offset $2 limit $3", member, offset, limit)
	return found, total, err
}
