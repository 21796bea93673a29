package game

import (
	"context"
	"time"

	"krapao/server/id"
	"krapao/server/money"
)

// Result is what a refresh found won, or lost below zero.
type Result struct {
	Member   id.MemberID
	Provider string
	At       time.Time
	Amount   money.Amount
	// InPlay: bets are still open there.
	InPlay bool
}

// Day is what a member won on a day of Asia/Bangkok.
type Day struct {
	// Date is the day, at midnight in UTC.
	Date time.Time
	// Result is the sum over the games, below zero where the member lost.
	Result money.Amount
	// BroughtForward is what earlier days won and no loss since has used up. A day's loss counts, for refunds and
	// invites, as far as it is beyond that.
	BroughtForward money.Amount
	// Games has each game of the day, by code.
	Games []DayResult
}

// DayResult is what a member won on a day in one game.
type DayResult struct {
	Provider string
	Result   money.Amount
}

// maxDays bounds a page of days.
const maxDays = 100

// Results gives a page (from 1) of the days on which a game's result was booked, newest first, and how many there are.
func (s *Service) Results(ctx context.Context, member id.MemberID, page, limit int) ([]Day, int, error) {
	limit = min(max(limit, 1), maxDays)
	return s.Store.Results(ctx, member, (max(page, 1)-1)*limit, limit)
}
