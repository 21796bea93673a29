package main

import (
	"context"
	"errors"
	"flag"
	"net/http"
	"strings"
	"time"

	"krapao/server/app"
	"krapao/server/simulator"
)

// partiesCommand makes this program the outside parties: a process of their own, with a journal that survives a kill.
const partiesCommand = "parties"

func serveParties(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet(partiesCommand, flag.ContinueOnError)
	listen := flags.String("listen", "", "address")
	portal := flags.String("portal", "", "where webhooks go")
	journal := flags.String("journal", "", "what they know")
	if err := flags.Parse(args); err != nil {
		return err
	}
	parties, err := simulator.Open(simulator.Config{
		Portal: *portal, Public: "http://" + *listen, Credentials: credentials, Journal: *journal, PayoutDelay: 300 * time.Millisecond,
	})
	if err != nil {
		return err
	}
	server := &http.Server{Addr: *listen, Handler: parties.Handler(), ReadHeaderTimeout: 5 * time.Second}
	go func() {
		parties.Run(ctx)
		_ = server.Close()
	}()
	if err := server.ListenAndServe(); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return parties.Close()
}

// credentials are what the parties and the servers of a run share.
var credentials = simulator.Credentials{Seed: "bankrun"}

// environment points a server of an edition at the parties.
func environment(edition app.Edition, parties string) []string {
	gateways := gatewaysOf(edition)
	pairs := func(codes []string, value func(party string) string, party func(code string) string) string {
		var list []string
		for _, code := range codes {
			list = append(list, code+"="+value(party(code)))
		}
		return strings.Join(list, ";")
	}
	return []string{
		"KRAPAO_EDITION=" + string(edition),
		"KRAPAO_GATEWAY_URL=" + parties + simulator.GatewayPath("{code}"),
		"KRAPAO_GATEWAY_KEYS=" + pairs(gateways, credentials.Key, simulator.GatewayParty),
		"KRAPAO_GATEWAY_SECRETS=" + pairs(gateways, credentials.Secret, simulator.GatewayParty),
		"KRAPAO_BANK_FEED_SECRETS=" + pairs(feedBanks(), credentials.Secret, simulator.BankFeedParty),
		"KRAPAO_GIFT_LINK_URL=" + parties + simulator.EWalletPath,
		"KRAPAO_GIFT_LINK_KEY=" + credentials.Key(simulator.EWalletParty),
		"KRAPAO_PROVIDER_URL=" + parties + simulator.ProviderPath("{code}"),
		"KRAPAO_PROVIDER_KEYS=" + pairs(providers, credentials.Key, simulator.ProviderParty),
		"KRAPAO_SLIP_VERIFIER_URL=" + parties + simulator.BankPath,
		"KRAPAO_SLIP_VERIFIER_KEY=" + credentials.Key(simulator.BankParty),
		"KRAPAO_SLIP_RETRY=1s",
		"KRAPAO_PROOF_WAIT=6s",
	}
}
