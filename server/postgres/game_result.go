package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"krapao/server/game"
	"krapao/server/id"
	"krapao/server/money"
)

// AddResult adds to what the member won at a provider on a day of Asia/Bangkok, and to the day's sum, in one statement.
// A day's first result brings forward what the days before it left of their wins.
func (g Game) AddResult(ctx context.Context, result game.Result) error {
	_, err := g.Querier(ctx).Exec(ctx, `
		with won as (
			insert into game_day_result (member_id, day, provider, result) values ($1, ($2::timestamptz at time zone 'Asia/Bangkok')::date, $3, $4)
			on conflict (member_id, day, provider) do update set result = game_day_result.result + excluded.result
		)
		insert into game_day (member_id, day, result, brought_forward) select $1, on_day.day, $4, coalesce((
				select greatest(coalesce(before.brought_forward, 0) + before.result, 0) from game_day before
				where before.member_id = $1 and before.day < on_day.day order by before.day desc limit 1), 0)
			from (select ($2::timestamptz at time zone 'Asia/Bangkok')::date as day) on_day
		on conflict (member_id, day) do update set result = game_day.result + excluded.result`, result.Member, result.At, result.Provider, result.Amount)
	return err
}

// Results gives a page of the days on which the member won or lost, newest first, and how many there are.
func (g Game) Results(ctx context.Context, member id.MemberID, offset, limit int) (days []game.Day, total int, err error) {
	batch := &pgx.Batch{}
	batch.Queue("select count(*) from game_day where member_id = $1", member).QueryRow(func(row pgx.Row) error { return row.Scan(&total) })
	batch.Queue(`select d.day, d.result, coalesce(d.brought_forward, 0), array(select r.provider from game_day_result r where r.member_id = d.member_id and r.day = d.day order by r.provider),
			array(select r.result from game_day_result r where r.member_id = d.member_id and r.day = d.day order by r.provider)
		from game_day d where d.member_id = $1 order by d.day desc offset $2 limit $3`, member, offset, limit).Query(func(rows pgx.Rows) (err error) {
		days, err = pgx.CollectRows(rows, scanDay)
		return err
	})
	return days, total, g.Querier(ctx).SendBatch(ctx, batch).Close()
}

func scanDay(row pgx.CollectableRow) (day game.Day, err error) {
	var providers []string
	var results []int64
	err = row.Scan(&day.Date, &day.Result, &day.BroughtForward, &providers, &results)
	for i, provider := range providers {
		day.Games = append(day.Games, game.DayResult{Provider: provider, Result: money.Amount(results[i])})
	}
	return day, err
}
