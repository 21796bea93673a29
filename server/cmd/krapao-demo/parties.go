package main

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
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
	credentials simulator.Credentials
	clock       *clock
	log         *slog.Logger
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
	p.simulator = simulator.New(simulator.Config{
		Portal: in.portal, Public: in.public, Credentials: in.credentials, Now: in.clock.Now, Log: in.log,
	})
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

// stop ends them; what they have not reported yet is lost.
func (p *parties) stop() error {
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Second)
	defer cancel()
	err := p.server.Shutdown(ctx)
	if err != nil {
		err = errors.Join(err, p.server.Close())
	}
	p.end()
	<-p.ended
	return err
}

// connect points a server's configuration at the parties.
func (p *parties) connect(config *app.Config) {
	config.Member.SMSURL, config.Member.SMSSender = p.local+simulator.SMSPath, "KRAPAO"
	config.Member.SMSKey = secret.NewText(p.credentials.Key(simulator.SMSParty))
	config.Payment.GatewayURL = p.local + simulator.GatewayPath("{code}")
	config.Payment.GatewayURLs = nil
	config.Payment.GatewayKeys, config.Payment.GatewaySecrets = map[string]secret.Text{}, map[string]secret.Text{}
	for _, code := range gatewayCodes(config.Edition) {
		config.Payment.GatewayKeys[code] = secret.NewText(p.credentials.Key(simulator.GatewayParty(code)))
		config.Payment.GatewaySecrets[code] = secret.NewText(p.credentials.Secret(simulator.GatewayParty(code)))
	}
}
