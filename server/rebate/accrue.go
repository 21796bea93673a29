package rebate

import (
	"context"

	"krapao/server/daily"
	"krapao/server/money"
)

// accrual is the daily work: it makes a refund for everybody who lost.
const accrual daily.Job = "refund"

// BatchSize is how many members one transaction deals with. It is short, so that nobody waits for it.
const BatchSize = 500

// Accrue makes the refunds of a day for the next members who played, by the rules of now, and tells whether there are
// more. A day that is over stays as it is: called again, or by two servers at once, it makes each member's refund once.
func (s *Service) Accrue(ctx context.Context, day daily.Day) (more bool, err error) {
	err = s.Store.InTx(ctx, func(ctx context.Context) error {
		run, err := s.Store.LockRun(ctx, accrual, day)
		if err != nil || run.Finished {
			return err
		}
		played, err := s.Store.Players(ctx, day, run.After, BatchSize)
		if err != nil {
			return err
		}
		rules, err := s.rules(ctx)
		if err != nil {
			return err
		}
		if made := refunds(played, rules, day); len(made) > 0 {
			if err := s.Store.AddRefunds(ctx, made, s.now()); err != nil {
				return err
			}
		}
		if len(played) > 0 {
			run.After = played[len(played)-1].Member
		}
		more = len(played) == BatchSize
		run.Finished = !more
		return s.Store.PutRun(ctx, run, s.now())
	})
	return more, err
}

func (s *Service) rules(ctx context.Context) (map[money.Currency]Rule, error) {
	all, err := s.Store.Rules(ctx)
	rules := make(map[money.Currency]Rule, len(all))
	for _, rule := range all {
		rules[rule.Currency] = rule
	}
	return rules, err
}

// refunds gives what a day's play is worth by the rules.
func refunds(played []Played, rules map[money.Currency]Rule, day daily.Day) []Refund {
	var made []Refund
	for _, member := range played {
		rule := rules[member.Currency]
		amount := rule.Amount(-member.Result - member.BroughtForward)
		if !member.Counts || amount == 0 {
			continue
		}
		made = append(made, Refund{
			Member: member.Member, Day: day, Currency: member.Currency, Loss: -member.Result, BroughtForward: member.BroughtForward, Percent: rule.Percent, Cap: rule.Cap, Amount: amount, Status: Open,
		})
	}
	return made
}
