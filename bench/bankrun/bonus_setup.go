package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"time"

	"krapao/server/bonus"
	"krapao/server/content"
	"krapao/server/daily"
	"krapao/server/game"
	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/money"
	"krapao/server/postgres"
	"krapao/server/rebate"
	"krapao/server/referral"
)

// The campaigns of a currency, which is the end of their codes: verify-bonuses-schema.sql knows what they promise, and
// what a day's loss is worth.
const (
	fixedBonus   = "FIX" // 50.00, at most three times a member and 40 times in all
	depositBonus = "DEP" // 10 % of a deposit, at most 12.00
	promotion    = "PROMO"
)

// openBonuses writes the campaigns, and the rules of refunds and invites, for each currency.
func (b *bank) openBonuses(ctx context.Context) error {
	store, now := postgres.Bonus{DB: b.db}, time.Now()
	for _, currency := range b.edition.Currencies() {
		end := "_" + string(currency)
		for _, campaign := range []bonus.Campaign{
			{Kind: bonus.FromBonus, Code: fixedBonus + end, Span: bonus.Ever, MaxReceived: 3, Fixed: 50_00, Quota: 40, Terms: bonus.Terms{SuccessPercent: 100}},
			{Kind: bonus.FromBonus, Code: depositBonus + end, Span: bonus.Week, MaxReceived: 1000, Percent: 10, Cap: 12_00, MinDeposit: 100_00, Terms: bonus.Terms{SuccessPercent: 120, FailPercent: 99}},
			{Kind: bonus.FromPromotion, Code: promotion + end, Span: bonus.Ever, MaxReceived: 1, Fixed: 30_00, Terms: bonus.Terms{SuccessPercent: 110, FailPercent: 99}},
		} {
			campaign.Version, campaign.Currency, campaign.Open, campaign.From = 1, currency, true, now.Add(-time.Hour)
			campaign.Name = bonus.Text{"en": campaign.Code}
			if err := errors.Join(campaign.Validate(), store.PutCampaign(ctx, campaign, now)); err != nil {
				return err
			}
		}
		if err := errors.Join(
			postgres.Rebate{DB: b.db}.PutRule(ctx, rebate.Rule{
				Currency: currency, Open: true, Percent: 7, Cap: 90_00, Terms: rebate.Terms{SuccessPercent: 105, FailPercent: 99}, ReviewAbove: money.Max,
				Info: content.Text{"en": "Back."},
			}, now),
			postgres.Referral{DB: b.db}.PutRule(ctx, referral.Rule{
				Currency: currency, Open: true, Percent: 5, Cap: 60_00, Terms: referral.Terms{SuccessPercent: 105, FailPercent: 99}, ReviewAbove: money.Max,
			}, now),
		); err != nil {
			return err
		}
	}
	return nil
}

// What a member pays in at first. Who takes bonuses has little, so that a condition can be lost; leastStake is more
// than all other transfers of a member.
const (
	firstDeposit, smallDeposit = 20_000_00, 400_00
	leastStake                 = 20_00
)

// closedGame is a provider that is gone: what was lost there before the run is in no provider's book that the run
// reads.
const closedGame = "GONE"

// lostOn is what the i-th member lost on the day before.
func lostOn(i int) money.Amount { return money.Units(900) + money.Amount(i)*7_13 }

// loseYesterday has members have lost on the day before, and does the work of that day, by two servers at once. The
// queue's own turn for it may be over by now, with nobody who played; and a queue whose servers are killed every two
// seconds has no leader that would begin another.
func (b *bank) loseYesterday(ctx context.Context) error {
	at := time.Now().Add(-24 * time.Hour)
	for i, m := range b.members {
		if takesBonuses(i) || isInvited(i) {
			inviter := ""
			if isInvited(i) {
				inviter = b.members[i-inviteeAfter].id
			}
			if err := b.lose(ctx, m, inviter, lostOn(i), at); err != nil {
				return err
			}
		}
	}
	admin, err := b.admin(ctx)
	if err != nil {
		return err
	}
	_, err = admin.Exec(ctx, "delete from daily_run")
	if err := errors.Join(err, admin.Close(ctx)); err != nil {
		return err
	}
	return b.workDay(ctx, daily.On(at))
}

// lose books a loss at a game that is gone.
func (b *bank) lose(ctx context.Context, m *member, inviter string, amount money.Amount, at time.Time) error {
	number, err := strconv.ParseInt(m.id, 10, 64)
	if err != nil {
		return err
	}
	who, store, book := id.MemberID(number), postgres.Game{DB: b.db}, postgres.Ledger{DB: b.db}
	b.journal.intend(intent{Op: "lost", Member: m.id, Amount: amount, About: inviter})
	return store.InTx(ctx, func(ctx context.Context) error {
		for _, entry := range []ledger.Transaction{
			{Kind: ledger.Transfer, Postings: []ledger.Posting{{Account: ledger.Game(who, closedGame), Amount: amount}, {Account: ledger.Clearing("gone", m.currency), Amount: -amount}}},
			{Kind: ledger.GameResult, Postings: []ledger.Posting{{Account: ledger.Game(who, closedGame), Amount: -amount}, {Account: ledger.House("game", m.currency), Amount: amount}}},
		} {
			entry.Key, entry.MemberID, entry.Currency, entry.At, entry.Reference = id.NewID().String()+"/lost", who, m.currency, at, closedGame
			if _, err := book.Post(ctx, entry); err != nil {
				return err
			}
		}
		return store.AddResult(ctx, game.Result{Member: who, Provider: closedGame, At: at, Amount: -amount})
	})
}

// workDay does the work of a day, by two servers at once.
func (b *bank) workDay(ctx context.Context, day daily.Day) error {
	refunds, invites := rebate.New(rebate.Config{Store: postgres.Rebate{DB: b.db}, Now: time.Now}), referral.New(referral.Config{Store: postgres.Referral{DB: b.db}, Now: time.Now})
	done := make(chan error)
	work := []postgres.WorkDay{refunds.Accrue, refunds.Accrue, invites.Accrue, invites.Accrue}
	for _, do := range work {
		go func() {
			var err error
			for more := true; more && err == nil; {
				more, err = do(ctx, day)
			}
			done <- err
		}()
	}
	errs := make([]error, len(work))
	for i := range errs {
		errs[i] = <-done
	}
	return errors.Join(errs...)
}

// How long before and after midnight in Bangkok nothing begins: the day's refunds lapse with it, and its work begins
// five minutes later.
const beforeMidnight, afterMidnight = 10 * time.Minute, 6 * time.Minute

// pastMidnight waits until no midnight in Bangkok is near.
func pastMidnight(ctx context.Context) {
	now := time.Now()
	midnight := daily.On(now.Add(beforeMidnight)).Time.Add(-7 * time.Hour) // a day is stored as its midnight in UTC
	if open := midnight.Add(afterMidnight); now.After(midnight.Add(-beforeMidnight)) && now.Before(open) {
		say("waiting until %s: midnight in Bangkok is near", open.Format(time.TimeOnly))
		pause(ctx, time.Until(open))
	}
}

// inviteCode gives the code by which a member invites.
func (b *bank) inviteCode(ctx context.Context, m *member) (string, error) {
	got, err := b.portals[0].GetInviteLinkWithResponse(m.as(ctx))
	if err != nil || got.JSON200 == nil {
		return "", errors.Join(err, fmt.Errorf("the invite link: %v", refusal(got)))
	}
	link, err := url.Parse(got.JSON200.Link)
	if err != nil {
		return "", err
	}
	return link.Query().Get("code"), nil
}
