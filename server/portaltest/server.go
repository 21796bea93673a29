package portaltest

import (
	"bytes"
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"krapao/server/app"
	"krapao/server/postgres/postgrestest"
	"krapao/server/secret"
)

// Server is the whole product in this process: the wiring of production, on sockets of its own and a database of its
// own.
type Server struct {
	// App is the running server.
	App *app.App
	// Database is its database, with the connection strings of every role.
	Database postgrestest.Database
	// Clock is its clock. It stands still until the test moves it.
	Clock *Clock
	// Logs is everything it logged.
	Logs *Logs

	stop func() error
}

// Option changes the server that Start starts.
type Option func(*settings)

type settings struct {
	config  app.Config
	options []app.Option
}

// WithConfig changes the configuration.
func WithConfig(change func(*app.Config)) Option { return func(s *settings) { change(&s.config) } }

// WithApp adds options of the app.
func WithApp(options ...app.Option) Option {
	return func(s *settings) { s.options = append(s.options, options...) }
}

// TestKey is the secret key of test servers.
var TestKey = secret.NewText(strings.Repeat("5ac3", 16))

// TestKeys is the keyring of TestKey.
var TestKeys = must(secret.NewKeyring(TestKey))

func must[T any](made T, err error) T {
	if err != nil {
		panic(err)
	}
	return made
}

// Config gives the configuration of a test server but for its database: listeners on free ports of the loopback, no
// waiting at the stop, and a cheap hash for passwords, which took a third of all tests' time.
func Config() app.Config {
	return app.Config{
		Edition: app.Thai, DatabaseConnections: 8, SecretKey: TestKey, PublicURL: "http://localhost:8080", AllowMoneyWithoutTOTP: true,
		Address: "127.0.0.1:0", OperatorAddress: "127.0.0.1:0", OpsAddress: "127.0.0.1:0",
		MaxInFlight: 512, MaxLogins: 512, MaxProviderCalls: 4096, MaxWebhooks: 512, MaxFiles: 4096, MaxOpenings: 4096, RequestsPerMinute: 1_000_000, BodyLimit: 64 << 10, UploadLimit: 21 << 20,
		Member:         app.MemberConfig{PasswordMemory: 64, PasswordIterations: 1},
		Slip:           app.SlipConfig{ImageRetention: 400 * 24 * time.Hour, CheckTries: 8, CheckRetry: 50 * time.Millisecond, CheckEvery: 500 * time.Millisecond},
		Chat:           app.ChatConfig{GuestUploads: 2 << 30, FileRetention: 400 * 24 * time.Hour},
		RequestTimeout: 15 * time.Second, DrainTimeout: 10 * time.Second, LogLevel: "debug",
	}
}

// Start starts the whole product for the test and stops it when the test ends.
func Start(t testing.TB, options ...Option) *Server {
	t.Helper()
	database := postgrestest.New(t)
	s := settings{config: Config()}
	s.config.DatabaseURL = secret.NewText(database.URL)
	s.config.DataDir = t.TempDir()
	server := &Server{Database: database, Clock: NewClock(time.Now()), Logs: &Logs{}}
	s.options = []app.Option{app.WithClock(server.Clock.Now), app.WithLog(app.NewLog(server.Logs, s.config.LogLevel))}
	for _, option := range options {
		option(&s)
	}
	server.start(t, s)
	return server
}

func (s *Server) start(t testing.TB, settings settings) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	// As serve does: on a busy machine PostgreSQL takes its time.
	startup := app.Startup{Config: settings.config, Log: app.NewLog(s.Logs, settings.config.LogLevel), Timeout: app.StartTimeout}
	var made *app.App
	if err := startup.Until(ctx, func(ctx context.Context) (err error) {
		made, err = app.New(ctx, settings.config, settings.options...)
		return err
	}); err != nil {
		cancel()
		t.Fatalf("starting the product: %v", err)
	}
	s.App = made
	if err := made.Listen(ctx); err != nil {
		cancel()
		t.Fatalf("listening: %v", err)
	}
	done := make(chan error, 1)
	go func() { done <- made.Run(ctx) }()
	s.stop = sync.OnceValue(func() error {
		cancel()
		return <-done
	})
	t.Cleanup(func() {
		if err := s.stop(); err != nil {
			t.Errorf("stopping the product: %v", err)
		}
		if t.Failed() {
			t.Logf("the product's log:\n%s", s.Logs)
		}
	})
}

// Stop stops the server gracefully, before the test ends.
func (s *Server) Stop() error { return s.stop() }

// URL is the members' address, OperatorURL the operators', OpsURL that of metrics and health.
func (s *Server) URL() string { return s.App.URL() }

// OperatorURL is described at URL.
func (s *Server) OperatorURL() string { return s.App.OperatorURL() }

// OpsURL is described at URL.
func (s *Server) OpsURL() string { return s.App.OpsURL() }

// Logs keeps what a server logs.
type Logs struct {
	mu   sync.Mutex
	text bytes.Buffer
}

// Write adds a line.
func (l *Logs) Write(line []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(line)
}

// String gives everything logged so far.
func (l *Logs) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}
