package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"krapao/server/app"
	"krapao/server/money"
	"krapao/server/operator"
	"krapao/server/secret"
)

// demoMember is a member that a person can log in as.
type demoMember struct {
	phone, password, name                    string
	bankCode, bankAccountNo, bankAccountName string
	currency                                 money.Currency
	namesCurrency                            bool // the Lao edition asks for one
	deposits                                 []pastDeposit
	games                                    []stake
	invitedWith                              string // an invite code
}

// pastDeposit is one of the member's past, so many days ago.
type pastDeposit struct {
	daysAgo int
	gateway string
	amount  money.Amount
}

const demoPassword = "krapao-demo"

// The operator's demo account; the back office listens on the loopback only.
const (
	demoOperator         = "demo"
	demoOperatorPassword = "krapao-demo-operator"
)

// demoMembers are the members of an edition: one with a past, one with an empty wallet.
func demoMembers(edition app.Edition) []demoMember {
	if edition == app.Laos {
		return []demoMember{
			{
				phone: "02012345678", password: demoPassword, name: "Somphone", bankCode: "BCEL", bankAccountNo: "1601100009876", bankAccountName: "SOMPHONE VONG",
				currency: money.Kip, namesCurrency: true, deposits: past("BCELONE", 10_000, "LAOQR1", "LAOQR2"), games: stakes(10_000),
			},
			{
				phone: "02087654321", password: demoPassword, name: "Noy", bankCode: "LDB", bankAccountNo: "0302000111222", bankAccountName: "NOY KEO",
				currency: money.Kip, namesCurrency: true,
			},
		}
	}
	return []demoMember{
		{
			phone: "0812345678", password: demoPassword, name: "Somchai", bankCode: "SCB", bankAccountNo: "4051234567", bankAccountName: "SOMCHAI JAIDEE",
			currency: money.Baht, deposits: past("KBANKQR", 100, "PROMPTPAY1", "PROMPTPAY2"), games: stakes(100),
		},
		{
			phone: "0898765432", password: demoPassword, name: "Malee", bankCode: "KBANK", bankAccountNo: "1239876543", bankAccountName: "MALEE SUKJAI",
			currency: money.Baht,
		},
	}
}

// past is a dozen deposits over three weeks in multiples of a unit, enough for a second page of the statement.
func past(first string, unit int64, others ...string) []pastDeposit {
	gateways := append([]string{first}, others...)
	times := []int64{1, 5, 2, 10, 3, 1, 20, 5, 2, 1, 3, 5}
	list := make([]pastDeposit, len(times))
	for i, times := range times {
		list[i] = pastDeposit{daysAgo: 23 - 2*i, gateway: gateways[i%len(gateways)], amount: money.Units(unit * times)}
	}
	return list
}

// seed puts the demo data into the database of the configuration, through a server and parties of its own on free ports
// of the loopback: members register, log in and deposit as people do, on a clock that goes through the past. Doing it
// again changes nothing; what a killed seed left undone is done.
func seed(ctx context.Context, config app.Config, log *slog.Logger) (err error) {
	moved := &clock{}
	parties, err := startParties(ctx, partiesInput{
		address: "127.0.0.1:0", credentials: freshCredentials(), clock: moved, log: log, journal: journalOf(config.DataDir),
	})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, parties.stop()) }()
	parties.connect(&config)
	config.Address, config.OperatorAddress, config.OpsAddress = "127.0.0.1:0", "127.0.0.1:0", "127.0.0.1:0"
	config.DrainDelay, config.Front.ShellDir = 0, ""
	server, err := app.New(ctx, config, app.WithClock(moved.Now), app.WithLog(log))
	if err != nil {
		return err
	}
	if err := errors.Join(server.Channels.PutChannels(ctx, channels(config.Edition)...), seedOperator(ctx, server), seedSite(ctx, server), seedProviders(ctx, server, parties.local)); err != nil {
		return errors.Join(err, server.Close())
	}
	if err := errors.Join(
		seedPayouts(ctx, server, config.Edition), seedWheel(ctx, server, config.Edition), seedBonuses(ctx, server, config.Edition), seedDailyRules(ctx, server, config.Edition),
	); err != nil {
		return errors.Join(err, server.Close())
	}
	moved.set(yesterday()) // before the queue runs: that day's work is done when there is something to do
	if err := server.Listen(ctx); err != nil {
		return errors.Join(err, server.Close())
	}
	parties.simulator.SetPortal(server.URL())
	running, stop := context.WithCancel(ctx)
	ended := make(chan error, 1)
	go func() { ended <- server.Run(running) }()
	defer func() {
		stop()
		err = errors.Join(err, <-ended)
	}()
	if err := seedLosses(ctx, server, config.Edition, parties.local); err != nil {
		return err
	}
	for _, who := range demoMembers(config.Edition) {
		if err := seedMember(ctx, who, server.URL(), parties.local, moved); err != nil {
			return fmt.Errorf("demo member %s: %w", who.phone, err)
		}
	}
	if err := seedQueues(ctx, server, config.Edition, server.URL(), parties.local); err != nil {
		return err
	}
	return seedTalks(ctx, server, server.URL(), parties.local, moved)
}

// seedOperator makes the back office's demo account.
func seedOperator(ctx context.Context, server *app.App) error {
	_, err := server.Operators.Create(ctx, operator.CreateInput{Username: demoOperator, Password: secret.NewText(demoOperatorPassword)})
	if errors.Is(err, operator.ErrTaken) {
		return nil
	}
	return err
}

func seedMember(ctx context.Context, who demoMember, portalURL, partiesURL string, moved *clock) error {
	defer moved.reset()
	at, err := newBrowser(portalURL, partiesURL)
	if err != nil {
		return err
	}
	known, err := at.logIn(ctx, who)
	if err != nil {
		return err
	}
	if !known {
		if len(who.deposits) > 0 {
			moved.set(time.Now().AddDate(0, 0, -who.deposits[0].daysAgo-1))
		}
		if err := at.register(ctx, who); err != nil {
			return err
		}
		if _, err := at.logIn(ctx, who); err != nil {
			return err
		}
	}
	made, err := at.entries(ctx)
	if err != nil {
		return err
	}
	for _, next := range who.deposits[min(made, len(who.deposits)):] {
		if !known {
			moved.set(time.Now().AddDate(0, 0, -next.daysAgo).Add(-3 * time.Hour))
		}
		if _, err := at.logIn(ctx, who); err != nil {
			return err
		}
		if err := at.deposit(ctx, next.gateway, next.amount); err != nil {
			return err
		}
	}
	moved.reset()
	return at.play(ctx, who)
}
