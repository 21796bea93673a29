package main

import (
	"context"
	"fmt"
	"os"
	"strings"

	"krapao/server/app"
	"krapao/server/simulator"
)

type simulateCommand struct {
	Edition app.Edition `env:"KRAPAO_EDITION" enum:"thai,laos" default:"thai" help:"Which edition's gateways are named in the variables."`
	Listen  string      `default:"127.0.0.1:8090" help:"Address of every party's calls and pages."`
	Portal  string      `default:"http://127.0.0.1:8080" help:"Krapao's origin, where the webhooks go."`
	Public  string      `placeholder:"URL" help:"The simulator's origin as browsers reach it, for launch links; the local one when absent."`
	Seed    string      `default:"krapao-demo" help:"What the keys and secrets are derived from."`
}

// Run simulates until ctx ends. The variables that point a server at the parties go to standard output.
func (c *simulateCommand) Run(ctx context.Context) error {
	parties, err := startParties(ctx, partiesInput{
		address: c.Listen, public: c.Public, portal: c.Portal, credentials: simulator.Credentials{Seed: c.Seed},
		clock: &clock{}, log: app.NewLog(os.Stderr, "warn"),
	})
	if err != nil {
		return err
	}
	say("The simulated parties and their pages are at %s. A server that shall use them needs:\n", parties.local)
	for _, line := range parties.variables(c.Edition) {
		fmt.Println(line)
	}
	say("\nCtrl-C stops them; they forget everything.")
	<-ctx.Done()
	return parties.stop()
}

// variables are the environment of a server that uses the parties, as a shell reads it.
func (p *parties) variables(edition app.Edition) []string {
	config := app.Config{Edition: edition}
	p.connect(&config)
	keys, secrets := []string{}, []string{}
	for _, code := range gatewayCodes(edition) {
		keys = append(keys, code+"="+config.Payment.GatewayKeys[code].Reveal())
		secrets = append(secrets, code+"="+config.Payment.GatewaySecrets[code].Reveal())
	}
	games := []string{}
	for _, code := range providerCodes() {
		games = append(games, code+"="+config.Game.ProviderKeys[code].Reveal())
	}
	feeds := []string{}
	for _, bank := range feedBanks(edition) {
		feeds = append(feeds, bank+"="+config.Deposit.BankFeedSecrets[bank].Reveal())
	}
	export := func(name, value string) string { return "export " + name + "='" + value + "'" }
	return []string{
		export("KRAPAO_EDITION", string(edition)),
		export("KRAPAO_SMS_URL", config.Member.SMSURL),
		export("KRAPAO_SMS_KEY", config.Member.SMSKey.Reveal()),
		export("KRAPAO_GATEWAY_URL", config.Payment.GatewayURL),
		export("KRAPAO_GATEWAY_KEYS", strings.Join(keys, ";")),
		export("KRAPAO_GATEWAY_SECRETS", strings.Join(secrets, ";")),
		export("KRAPAO_BANK_FEED_SECRETS", strings.Join(feeds, ";")),
		export("KRAPAO_GIFT_LINK_URL", config.Deposit.GiftLinkURL),
		export("KRAPAO_GIFT_LINK_KEY", config.Deposit.GiftLinkKey.Reveal()),
		export("KRAPAO_HELP_DESK_SECRET", config.HelpDesk.Secret.Reveal()),
		export("KRAPAO_PROVIDER_URL", config.Game.ProviderURL),
		export("KRAPAO_PROVIDER_KEYS", strings.Join(games, ";")),
	}
}
