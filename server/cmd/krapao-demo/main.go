// Command krapao-demo is the product with demo data and the parties around it, for trying it out. It must never face
// members: what it simulates hands out money. README.md has its commands.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/alecthomas/kong"
)

type commands struct {
	Up       upCommand       `cmd:"" help:"Start everything: PostgreSQL, micro-frontends, simulated parties, demo data and the server."`
	Simulate simulateCommand `cmd:"" help:"Start the simulated parties only: bank, payment gateways, SMS, e-wallet and game providers."`
	HTTPS    httpsCommand    `cmd:"" help:"Put HTTPS in front of development servers, for a phone in the same network."`
	Seed     seedCommand     `cmd:"" help:"Put the demo data into the database; doing it again changes nothing."`
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	var verbs commands
	parsed := kong.Parse(&verbs, kong.Name("krapao-demo"), kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
		kong.Description("Krapao with demo data and simulated banks, gateways and games. Never for real members."),
		kong.BindTo(ctx, (*context.Context)(nil)))
	go func() {
		<-ctx.Done()
		stop() // a second Ctrl-C ends at once
	}()
	if err := parsed.Run(); err != nil {
		fmt.Fprintf(os.Stderr, "\nkrapao-demo: %v\n", err)
		os.Exit(1)
	}
}

func say(format string, args ...any) { fmt.Fprintf(os.Stderr, format+"\n", args...) }
