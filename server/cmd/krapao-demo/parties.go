package main

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"path/filepath"
	"time"

	"krapao/server/app"
	"krapao/server/secret"
	"krapao/server/simulator"
)

// parties are the simulated parties, running on one listener.
type parties struct {
	simulator   *simulator.Simulator
	credentials simulator.Credentials
	// local is the origin by which a server on this machine reaches them.
	local string

	server *http.Server
	end    context.CancelFunc
	ended  chan struct{}
}

// partiesInput says where the parties listen and whom they serve.
type partiesInput struct {
	address     string // host:port; port 0 takes a free one
	public      string // origin for browsers; empty is the local one
	portal      string // Krapao's origin; may be given later
	home        string // where games lead back to
	credentials simulator.Credentials
	clock       *clock
	log         *slog.Logger
	journal     string // the file that keeps what they know; empty: they forget
}

// startParties listens and serves until stop.
func startParties(ctx context.Context, in partiesInput) (*parties, error) {
	socket, err := new(net.ListenConfig).Listen(ctx, "tcp", in.address)
	if err != nil {
		return nil, err
	}
	_, port, _ := net.SplitHostPort(socket.Addr().String())
	p := &parties{credentials: in.credentials, local: "http://127.0.0.1:" + port, ended: make(chan struct{})}
	if in.public == "" {
		in.public = p.local
	}
	p.simulator, err = simulator.Open(simulator.Config{
		Portal: in.portal, Public: in.public, Home: in.home, Names: providerNames(), Credentials: in.credentials, Now: in.clock.Now, Log: in.log, Journal: in.journal,
	})
	if err != nil {
		return nil, errors.Join(err, socket.Close())
	}
	mux := http.NewServeMux()
	mux.Handle("/", p.simulator.Handler())
	mux.Handle("/clock", in.clock)
	p.server = &http.Server{Handler: mux, ReadHeaderTimeout: 5 * time.Second}
	running, end := context.WithCancel(context.WithoutCancel(ctx))
	p.end = end
	go func() {
		defer close(p.ended)
		p.simulator.Run(running)
	}()
	go func() { _ = p.server.Serve(socket) }()
	return p, nil
}

// stop ends them; what they have not reported yet is reported at the next start, if they keep a journal.
func (p *parties) stop() error {
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Second)
	defer cancel()
	err := p.server.Shutdown(ctx)
	if err != nil {
		err = errors.Join(err, p.server.Close())
	}
	p.end()
	<-p.ended
	return errors.Join(err, p.simulator.Close())
}

// journalOf is where the parties of a data folder keep what they know: the ledger there must agree with their books after a restart.
func journalOf(data string) string { return filepath.Join(data, "simulator.journal") }

// connect points a server's configuration at the parties.
func (p *parties) connect(config *app.Config) {
	config.Member.SMSURL, config.Member.SMSSender = p.local+simulator.SMSPath, "KRAPAO"
	config.Member.SMSKey = secret.NewText(p.credentials.Key(simulator.SMSParty))
	config.Slip.VerifierURL, config.Slip.VerifierKey = p.local+simulator.BankPath, secret.NewText(p.credentials.Key(simulator.BankParty))
	config.Payment.GatewayURL = p.local + simulator.GatewayPath("{code}")
	config.Payment.GatewayURLs = nil
	config.Payment.GatewayKeys, config.Payment.GatewaySecrets = map[string]secret.Text{}, map[string]secret.Text{}
	for _, code := range gatewayCodes(config.Edition) {
		config.Payment.GatewayKeys[code] = secret.NewText(p.credentials.Key(simulator.GatewayParty(code)))
		config.Payment.GatewaySecrets[code] = secret.NewText(p.credentials.Secret(simulator.GatewayParty(code)))
	}
	config.Deposit = app.DepositConfig{
		BankFeedSecrets: map[string]secret.Text{}, GiftLinkURL: p.local + simulator.EWalletPath, GiftLinkKey: secret.NewText(p.credentials.Key(simulator.EWalletParty)),
	}
	for _, bank := range feedBanks(config.Edition) {
		config.Deposit.BankFeedSecrets[bank] = secret.NewText(p.credentials.Secret(simulator.BankFeedParty(bank)))
	}
	config.Game.ProviderURL, config.Game.ProviderURLs, config.Game.ProviderKeys = p.local+simulator.ProviderPath("{code}"), nil, map[string]secret.Text{}
	for _, code := range providerCodes() {
		config.Game.ProviderKeys[code] = secret.NewText(p.credentials.Key(simulator.ProviderParty(code)))
	}
}
