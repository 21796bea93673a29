package postgres

import (
	"context"
	"time"

	"krapao/server/game"
	"krapao/server/id"
)

// betsOpen is the condition that a member has bets open: some provider reported them last, in a refresh later than
// since, which openBetsSince gives.
func betsOpen(member, since string) string {
	return `exists (select from game_member g, unnest(g.code, g.refreshed_at) a (code, refreshed_at)
		where g.member_id = ` + member + ` and a.code = any(g.in_play) and a.refreshed_at > ` + since + `::timestamptz)`
}

// openBetsSince gives the moment since which a report of open bets counts.
func openBetsSince(at time.Time) time.Time { return at.Add(-game.OpenBetsCountFor) }

// BetsOpen tells whether the member has bets open at a moment, as far as providers report them.
func (b Bonus) BetsOpen(ctx context.Context, member id.MemberID, now time.Time) (open bool, err error) {
	err = b.Querier(ctx).QueryRow(ctx, "select "+betsOpen("$1", "$2"), member, openBetsSince(now)).Scan(&open)
	return open, err
}
