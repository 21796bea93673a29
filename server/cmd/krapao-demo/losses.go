package main

import (
	"context"
	"fmt"
	"net/url"
	"time"

	"krapao/server/app"
	"krapao/server/daily"
	"krapao/server/money"
)

// yesterday is noon of the day before, in Bangkok.
func yesterday() time.Time { return daily.Before(time.Now()).Time.Add(5 * time.Hour) }

// demoLosers are two members who lost on the day before: the first has a refund to receive, and an invite bonus of the
// second.
func demoLosers(edition app.Edition) [2]demoMember {
	inviter := demoMember{
		phone: "0823456789", password: demoPassword, name: "Anong", bankCode: "KBANK", bankAccountNo: "1230009988", bankAccountName: "ANONG MEEDEE",
		currency: money.Baht, deposits: []pastDeposit{{gateway: "KBANKQR", amount: money.Units(1_000)}}, games: []stake{{"NAGA", money.Units(800), money.Units(200)}},
	}
	invitee := inviter
	invitee.phone, invitee.name, invitee.bankAccountNo, invitee.bankAccountName = "0834567890", "Prasit", "1230007766", "PRASIT JAIYEN"
	if edition == app.Laos {
		for i, one := range []*demoMember{&inviter, &invitee} {
			one.phone, one.name = []string{"02023456789", "02034567890"}[i], []string{"Kham", "Bounmy"}[i]
			one.bankCode, one.bankAccountNo, one.bankAccountName = "BCEL", []string{"1601100007711", "1601100007722"}[i], []string{"KHAM SY", "BOUNMY PHET"}[i]
			one.currency, one.namesCurrency = money.Kip, true
			one.deposits, one.games = []pastDeposit{{gateway: "BCELONE", amount: money.Units(500_000)}}, []stake{{"NAGA", money.Units(400_000), money.Units(100_000)}}
		}
	}
	return [2]demoMember{inviter, invitee}
}

// seedLosses has the two play on the day before, on which the clock stands, and does that day's work.
func seedLosses(ctx context.Context, server *app.App, edition app.Edition, partiesURL string) error {
	code := ""
	for _, who := range demoLosers(edition) {
		who.invitedWith = code
		at, err := newBrowser(server.URL(), partiesURL)
		if err == nil {
			err = at.lose(ctx, who)
		}
		if err == nil {
			code, err = at.inviteCode(ctx)
		}
		if err != nil {
			return fmt.Errorf("demo member %s: %w", who.phone, err)
		}
	}
	for _, work := range []func(context.Context, daily.Day) (bool, error){server.Rebates.Accrue, server.Referrals.Accrue} {
		for more := true; more; {
			var err error
			if more, err = work(ctx, daily.On(yesterday())); err != nil {
				return err
			}
		}
	}
	return nil
}

// lose registers a member, who deposits and plays, once.
func (b *browser) lose(ctx context.Context, who demoMember) error {
	known, err := b.logIn(ctx, who)
	if err == nil && !known {
		if err = b.register(ctx, who); err == nil {
			_, err = b.logIn(ctx, who)
		}
	}
	if err != nil {
		return err
	}
	made, err := b.entries(ctx)
	if err == nil && made == 0 {
		err = b.deposit(ctx, who.deposits[0].gateway, who.deposits[0].amount)
	}
	if err != nil {
		return err
	}
	return b.play(ctx, who)
}

// inviteCode gives the code by which the member invites.
func (b *browser) inviteCode(ctx context.Context) (string, error) {
	answer, err := b.portal.GetInviteLinkWithResponse(ctx)
	if err != nil {
		return "", err
	}
	if answer.JSON200 == nil {
		return "", refused("the invite link", answer.StatusCode(), answer.Body)
	}
	link, err := url.Parse(answer.JSON200.Link)
	if err != nil {
		return "", err
	}
	return link.Query().Get("code"), nil
}
