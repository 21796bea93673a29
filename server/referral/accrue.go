package referral

import (
	"context"
	"errors"
	"log/slog"

	"krapao/server/daily"
	"krapao/server/fault"
	"krapao/server/id"
	"krapao/server/money"
)

// accrual is the daily work: it counts each invitee's day.
const accrual daily.Job = "invite"

// batchSize is how many members one transaction deals with. It is short, so that nobody waits for it.
const batchSize = 500

// Accrue counts the next invitees who played, by the rules of now, on the first day up to the last one that has not
// been counted, and tells whether there are more. Called again, or by two servers at once, it counts each invitee's day
// once. What an automatic rule has earned is then credited.
func (s *Service) Accrue(ctx context.Context, last daily.Day) (more bool, err error) {
	day, found, err := s.Store.NextRun(ctx, accrual, last)
	switch {
	case err != nil:
		return false, err
	case found:
		return true, s.count(ctx, day)
	}
	return s.payOut(ctx, last)
}

func (s *Service) count(ctx context.Context, day daily.Day) error {
	return s.Store.InTx(ctx, func(ctx context.Context) error {
		run, err := s.Store.LockRun(ctx, accrual, day)
		if err != nil || run.Finished {
			return err
		}
		played, err := s.Store.Players(ctx, day, run.After, batchSize)
		if err != nil {
			return err
		}
		rules, err := s.rules(ctx)
		if err != nil {
			return err
		}
		if earned := s.earnings(played, rules, day); len(earned) > 0 {
			if err := s.Store.AddEarnings(ctx, earned); err != nil {
				return err
			}
		}
		if len(played) > 0 {
			run.After = played[len(played)-1].Invitee
		}
		run.Finished = len(played) < batchSize
		return s.Store.PutRun(ctx, run, s.now())
	})
}

func (s *Service) rules(ctx context.Context) (map[money.Currency]Rule, error) {
	all, err := s.Store.Rules(ctx)
	rules := make(map[money.Currency]Rule, len(all))
	for _, rule := range all {
		rules[rule.Currency] = rule
	}
	return rules, err
}

// earnings gives what a day's play earned the inviters by the rules.
func (s *Service) earnings(played []Played, rules map[money.Currency]Rule, day daily.Day) []Earning {
	var earned []Earning
	for _, invitee := range played {
		rule := rules[invitee.Currency]
		amount := rule.Amount(-invitee.Result - invitee.BroughtForward)
		if !invitee.Counts || amount == 0 {
			continue
		}
		earned = append(earned, Earning{
			Member: invitee.Inviter, ID: id.NewID(), Invitee: invitee.Invitee, Day: day, Currency: invitee.Currency, Loss: -invitee.Result, BroughtForward: invitee.BroughtForward,
			Percent: rule.Percent, Cap: rule.Cap, Amount: amount, At: s.now(),
		})
	}
	return earned
}

// payout is the daily work of a currency whose rule is automatic.
func payout(currency money.Currency) daily.Job { return daily.Job("invite-" + string(currency)) }

// payOut credits what waits for the next members of the currencies whose rule is automatic, once a day, and tells
// whether there are more. Who is under a condition waits for a day without one.
func (s *Service) payOut(ctx context.Context, day daily.Day) (more bool, err error) {
	rules, err := s.Store.Rules(ctx)
	if err != nil {
		return false, err
	}
	for _, rule := range rules {
		if !rule.Open || !rule.Automatic {
			continue
		}
		if more, err = s.payOutSome(ctx, rule, day); err != nil || more {
			return more, err
		}
	}
	return false, nil
}

func (s *Service) payOutSome(ctx context.Context, rule Rule, day daily.Day) (more bool, err error) {
	var run daily.Run
	var waiting []id.MemberID
	if err := s.Store.InTx(ctx, func(ctx context.Context) error {
		if run, err = s.Store.LockRun(ctx, payout(rule.Currency), day); err != nil || run.Finished {
			return err
		}
		waiting, err = s.Store.WaitingMembers(ctx, rule.Currency, run.After, batchSize)
		return err
	}); err != nil || run.Finished {
		return false, err
	}
	for _, member := range waiting {
		if _, err := s.credit(ctx, creditInput{Member: member, Rule: rule, Automatic: true}); err != nil && fault.From(err) == nil {
			return false, err
		} else if err != nil && !errors.Is(err, ErrRemaining) && !errors.Is(err, ErrNone) {
			s.Log.LogAttrs(ctx, slog.LevelError, "an invite bonus is not credited", slog.String("member", member.String()), slog.Any("error", err))
		}
		run.After = member
	}
	run.Finished = len(waiting) < batchSize
	// A server that dies before this goes over the same members again: for who was credited, nothing waits.
	return !run.Finished, s.Store.InTx(ctx, func(ctx context.Context) error { return s.Store.PutRun(ctx, run, s.now()) })
}
