package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"krapao/server/app"
	"krapao/server/postgres/embedded"
)

type upCommand struct {
	Edition app.Edition `env:"KRAPAO_EDITION" enum:"thai,laos" default:"thai" help:"Which product: thai or laos."`
	Port    int         `placeholder:"PORT" help:"Where the portal is served: 8080 for thai, 8180 for laos. Operators are on the next port, metrics on the one after, the simulators on the tenth."`
	Listen  string      `default:"127.0.0.1" help:"Address to listen on; 0.0.0.0 lets a phone in the same network in, to demo money only."`
	Data    string      `default:"data" type:"path" help:"Folder that keeps everything, each edition in a folder of its own."`
	HTTPS   bool        `help:"Also serve the portal with HTTPS, three ports above, under a certificate of the data folder's own authority: clipboard and sharing need it on a phone."`
	Verbose bool        `help:"Print the server's log here instead of into the data folder."`
}

// Run starts everything in the order in which each needs the one before, and stops it in the reverse order.
func (c *upCommand) Run(ctx context.Context) (err error) {
	at, err := newEnvironment(c.Edition, c.Data, c.Listen, c.Port)
	if err != nil {
		return err
	}
	at.https = c.HTTPS
	config, err := at.configuration()
	if err != nil {
		return err
	}
	progress := newProgress()
	if err := at.checkPorts(ctx); err != nil {
		return err
	}
	release, err := at.hold()
	if err != nil {
		return err
	}
	defer release()
	out, logName, err := c.logOutput(at)
	if err != nil {
		return err
	}
	defer func() { _ = out.Close() }()
	log := app.NewLog(out, config.LogLevel)

	progress.step("PostgreSQL")
	config, cluster, err := startDatabase(ctx, config)
	if err != nil {
		return err
	}
	defer func() {
		progress.step("stopping PostgreSQL")
		err = errors.Join(err, cluster.Stop())
		say("Stopped. The data stays in %s.", at.data)
	}()
	return app.KeepEmbedded(ctx, cluster, log, func(ctx context.Context) error {
		progress.step("micro-frontends")
		if err := publishRemotes(ctx, config); err != nil {
			return fmt.Errorf("publishing the micro-frontends: %w", err)
		}
		progress.step("demo data")
		if err := seed(ctx, config, log); err != nil {
			return fmt.Errorf("demo data: %w", err)
		}
		return serve(ctx, at, config, log, func(server *app.App) {
			progress.done("ready")
			welcome(at, server.URL(), logName)
		})
	})
}

// serve runs the parties and the server until ctx ends.
func serve(ctx context.Context, at environment, config app.Config, log *slog.Logger, ready func(*app.App)) (err error) {
	credentials, err := at.credentials()
	if err != nil {
		return err
	}
	moved := &clock{}
	parties, err := startParties(ctx, partiesInput{
		address: at.address(partiesPort), public: at.origin(partiesPort), credentials: credentials, clock: moved, log: log,
		home:    at.portal() + "/user/home",
		journal: journalOf(at.data),
	})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, parties.stop()) }()
	parties.connect(&config)
	server, err := app.New(ctx, config, app.WithClock(moved.Now), app.WithLog(log))
	if err != nil {
		return err
	}
	if err := seedProviders(ctx, server, at.origin(partiesPort)); err != nil {
		return errors.Join(err, server.Close())
	}
	if err := server.Listen(ctx); err != nil {
		return errors.Join(err, server.Close())
	}
	parties.simulator.SetPortal(server.URL())
	if at.https {
		stop, err := serveHTTPS(ctx, httpsInput{data: at.data, host: at.public, listen: at.listen, port: at.port + httpsPort, target: at.port, log: log})
		if err != nil {
			return errors.Join(err, server.Close())
		}
		defer func() { err = errors.Join(err, stop()) }()
	}
	ready(server)
	go func() {
		<-ctx.Done()
		say("\nStopping; requests under way finish first.")
	}()
	return server.Run(ctx)
}

// startDatabase starts the edition's own PostgreSQL with the newest schema. One that a killed process left running is
// taken over.
func startDatabase(ctx context.Context, config app.Config) (app.Config, *embedded.Cluster, error) {
	config, cluster, err := app.WithEmbedded(ctx, config, say)
	if err != nil {
		return config, nil, fmt.Errorf("PostgreSQL does not start on %s: %w", config.DataDir, err)
	}
	return config, cluster, nil
}

func (c *upCommand) logOutput(at environment) (io.WriteCloser, string, error) {
	if c.Verbose {
		return os.Stderr, "", nil
	}
	name := filepath.Join(at.data, "krapao.log")
	file, err := os.OpenFile(name, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	return file, name, err
}

// progress says what is being done and how long it has taken.
type progress struct{ from time.Time }

func newProgress() *progress { return &progress{from: time.Now()} }

func (p *progress) step(what string) { say("[%5.1f s] %s …", time.Since(p.from).Seconds(), what) }

func (p *progress) done(what string) { say("[%5.1f s] %s", time.Since(p.from).Seconds(), what) }

// welcome tells a person where to go.
func welcome(at environment, local, logName string) {
	title := map[app.Edition]string{app.Thai: "Thai", app.Laos: "Laos"}[at.edition]
	var text strings.Builder
	line := func(name, value string) { fmt.Fprintf(&text, "  %-16s %s\n", name, value) }
	fmt.Fprintf(&text, "\n  Krapao, %s edition\n\n", title)
	line("Portal", at.portal())
	if at.https {
		line("Trust on a phone", filepath.Join(at.data, authorityFile))
	}
	for _, who := range demoMembers(at.edition) {
		about := "an empty wallet"
		if len(who.deposits) > 0 {
			about = fmt.Sprintf("%d deposits", len(who.deposits))
		}
		line("Log in as", fmt.Sprintf("%s  password %s  (%s)", who.phone, who.password, about))
	}
	line("Read an OTP", at.origin(partiesPort)+"/sms")
	line("Pay a QR code", at.origin(partiesPort)+"/gateway")
	line("Other parties", at.origin(partiesPort))
	line("API and try-out", at.portal()+"/docs")
	line("Operators' API", "http://"+at.loopback(operatorPort)+"/docs")
	line("Log in there as", demoOperator+"  password "+demoOperatorPassword)
	line("Metrics", "http://"+at.loopback(opsPort)+"/metrics")
	if local != at.origin(0) && at.public != "localhost" {
		line("On this machine", local)
	}
	if logName != "" {
		line("Server's log", logName)
	}
	say("%s\n  Ctrl-C stops everything; the data stays in %s.\n", text.String(), at.data)
}
