package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/server/bonus"
	"krapao/server/fault"
	"krapao/server/game"
	"krapao/server/id"
	"krapao/server/money"
)

// Bonus keeps conditions, bonuses and promotions; it is a bonus.Store, and tells conditions of game results.
type Bonus struct{ *DB }

var (
	_ bonus.Store     = Bonus{}
	_ game.Conditions = Bonus{}
)

// LockMember keeps others from the member's conditions until the transaction ends.
func (b Bonus) LockMember(ctx context.Context, member id.MemberID) error {
	return Deposits(b).LockMember(ctx, member)
}

const conditionSQL = `select c.member_id, c.id, c.currency, c.kind, c.object, c.name, c.amount, c.base, c.success_percent, c.fail_percent, c.won, c.unsettled, c.opened_at,
	coalesce(c.outcome, ''), c.ended_at, c.cut from bonus_condition c `

func scanCondition(row pgx.Row) (c bonus.Condition, err error) {
	var name []byte
	var ended *time.Time
	if err := oneRow(row.Scan(&c.Member, &c.ID, &c.Currency, &c.Kind, &c.Object, &name, &c.Amount, &c.Base, &c.SuccessPercent, &c.FailPercent, &c.Won, &c.Unsettled,
		&c.OpenedAt, &c.Outcome, &ended, &c.Cut)); err != nil {
		return bonus.Condition{}, err
	}
	c.EndedAt = valueOrZero(ended)
	return c, json.Unmarshal(name, &c.Name)
}

// ActiveCondition gives the member's condition that has not ended. Errors: NO_DATA.
func (b Bonus) ActiveCondition(ctx context.Context, member id.MemberID) (bonus.Condition, error) {
	return scanCondition(b.Querier(ctx).QueryRow(ctx, conditionSQL+"where c.member_id = $1 and c.ended_at is null", member))
}

// ConditionFor gives the condition that an object opened. Errors: NO_DATA.
func (b Bonus) ConditionFor(ctx context.Context, kind bonus.Kind, object id.ID) (bonus.Condition, error) {
	return scanCondition(b.Querier(ctx).QueryRow(ctx, conditionSQL+"where c.kind = $1 and c.object = $2", kind, object))
}

// AddCondition writes a new one. Errors: bonus.ErrRemaining.
func (b Bonus) AddCondition(ctx context.Context, c bonus.Condition) error {
	name, err := json.Marshal(c.Name)
	if err != nil {
		return err
	}
	_, err = b.Querier(ctx).Exec(ctx, `insert into bonus_condition (member_id, id, currency, kind, object, name, amount, base, success_percent, fail_percent, unsettled, opened_at)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
		c.Member, c.ID, c.Currency, c.Kind, c.Object, name, c.Amount, c.Base, c.SuccessPercent, c.FailPercent, c.Unsettled, c.OpenedAt)
	if IsUnique(err, "bonus_condition_active") {
		return bonus.ErrRemaining
	}
	return err
}

var errEndedBefore = errors.New("postgres: the condition has ended before")

// EndCondition writes how an active condition ended.
func (b Bonus) EndCondition(ctx context.Context, c bonus.Condition) error {
	changed, err := b.Querier(ctx).Exec(ctx, "update bonus_condition set outcome = $3, ended_at = $4, cut = $5 where member_id = $1 and id = $2 and ended_at is null",
		c.Member, c.ID, c.Outcome, c.EndedAt, c.Cut)
	if err == nil && changed == 0 {
		err = errEndedBefore
	}
	return err
}

// UndoCut writes that what a met condition's end took went back. Errors: NO_DATA.
func (b Bonus) UndoCut(ctx context.Context, member id.MemberID, condition id.ID) error {
	changed, err := b.Querier(ctx).Exec(ctx, "update bonus_condition set cut = 0 where member_id = $1 and id = $2 and outcome = 'MET'", member, condition)
	if err == nil && changed == 0 {
		err = fault.NoData
	}
	return err
}

// LastEnded gives the member's condition that ended last. Errors: NO_DATA.
func (b Bonus) LastEnded(ctx context.Context, member id.MemberID) (bonus.Condition, error) {
	return scanCondition(b.Querier(ctx).QueryRow(ctx, conditionSQL+"where c.member_id = $1 and c.ended_at is not null order by c.ended_at desc limit 1", member))
}

// TakenFromGames tells what a condition's end has begun to take from games.
func (b Bonus) TakenFromGames(ctx context.Context, member id.MemberID, condition id.ID) (taken bonus.Taken, err error) {
	err = b.Querier(ctx).QueryRow(ctx, `select count(*) > 0, coalesce(bool_or(status = 'PENDING'), false), coalesce(sum(amount) filter (where status = 'SETTLED'), 0)
		from transfer where member_id = $1 and condition_id = $2 and status <> 'REVERSED'`, member, condition).Scan(&taken.Begun, &taken.Pending, &taken.Amount)
	return taken, err
}

// UnsettledGames names the games of the member that were not refreshed since a moment, or have a transfer under way or
// a result that is held.
func (b Bonus) UnsettledGames(ctx context.Context, member id.MemberID, since time.Time) (games []string, err error) {
	err = b.Querier(ctx).QueryRow(ctx, `select array(
		select a.code from game_member g, unnest(g.code, g.refreshed_at) a (code, refreshed_at)
			where g.member_id = $1 and (a.refreshed_at is null or a.refreshed_at < $2)
		union select game from transfer where member_id = $1 and status = 'PENDING'
		union select provider from game_held_result where member_id = $1 and closed_at is null order by 1)`, member, since).Scan(&games)
	return games, err
}

// Booked adds to the member's active condition what their games were found to have won. A game whose results do not
// count yet counts once no bet is open there; from its first refresh under the condition until then it counts losses
// only. The wallet is locked.
func (b Bonus) Booked(ctx context.Context, member id.MemberID, results []game.Result) error {
	codes, amounts, settled, changed := make([]string, len(results)), make([]money.Amount, len(results)), []string{}, false
	for i, result := range results {
		codes[i], amounts[i], changed = result.Provider, result.Amount, changed || result.Amount != 0
		if !result.InPlay {
			settled = append(settled, result.Provider)
		}
	}
	return b.Enqueue(ctx, `update bonus_condition c set
			won = c.won + (select coalesce(sum(case when r.code <> all(c.unsettled) then r.amount else least(r.amount, 0) end), 0)
				from unnest($2::text[], $3::bigint[]) r (code, amount) where r.code <> all(c.unsettled) or exists (
					select from game_member g, unnest(g.code, g.refreshed_at) a (code, refreshed_at)
					where g.member_id = $1 and a.code = r.code and a.refreshed_at > c.opened_at)),
			unsettled = array(select u from unnest(c.unsettled) u where u <> all($5))
		where c.member_id = $1 and c.ended_at is null and ($4 or c.unsettled && $5)`, member, codes, amounts, changed, settled)
}
