package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"path/filepath"
	"sync"
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
	silent *silent
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
	p := &parties{credentials: in.credentials, local: "http://127.0.0.1:" + port, silent: &silent{of: map[net.Conn]struct{}{}}, ended: make(chan struct{})}
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
	p.server = &http.Server{Handler: mux, ReadHeaderTimeout: 5 * time.Second, ConnState: p.silent.note}
	running, end := context.WithCancel(context.WithoutCancel(ctx))
	p.end = end
	go func() {
		defer close(p.ended)
		p.simulator.Run(running)
	}()
	go func() { _ = p.server.Serve(socket) }()
	return p, nil
}

// waitTimeout bounds every wait of the demo. They end by what they wait for: a busy machine takes long and breaks
// nothing.
const waitTimeout = 2 * time.Minute

// stop ends them when the calls under way are answered; what they have not reported yet is reported at the next start,
// if they keep a journal.
func (p *parties) stop() error {
	ctx, cancel := context.WithTimeout(context.Background(), waitTimeout)
	defer cancel()
	answered := make(chan error, 1)
	go func() { answered <- p.server.Shutdown(ctx) }()
	var err error
	for waiting := true; waiting; {
		p.silent.close()
		select {
		case err = <-answered:
			waiting = false
		case <-time.After(10 * time.Millisecond):
		}
	}
	if err != nil {
		err = errors.Join(fmt.Errorf("calls at the parties do not end: %w", err), p.server.Close())
	}
	p.end()
	<-p.ended
	return errors.Join(err, p.simulator.Close())
}

// silent are the connections on which nothing was asked yet: clients open one more than they need when another becomes
// free meanwhile, and http.Server.Shutdown waits five seconds for each.
type silent struct {
	mutex sync.Mutex
	of    map[net.Conn]struct{}
}

func (s *silent) note(connection net.Conn, state http.ConnState) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if state == http.StateNew {
		s.of[connection] = struct{}{}
	} else {
		delete(s.of, connection)
	}
}

func (s *silent) close() {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for connection := range s.of {
		_ = connection.Close() // nobody waits for an answer
	}
}

// journalOf is where the parties of a data folder keep what they know: the ledger there must agree with their books
// after a restart.
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
	// It may reply in the chat, and gets no events, unless the environment names a real one.
	if config.HelpDesk.Secret.Empty() {
		config.HelpDesk.Secret = secret.NewText(p.credentials.Secret(simulator.HelpDeskParty))
	}
	config.Game.ProviderURL, config.Game.ProviderURLs, config.Game.ProviderKeys = p.local+simulator.ProviderPath("{code}"), nil, map[string]secret.Text{}
	for _, code := range providerCodes() {
		config.Game.ProviderKeys[code] = secret.NewText(p.credentials.Key(simulator.ProviderParty(code)))
	}
}
