package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/nats-io/nats-server/v2/server"

	"krapao/bench/harness"
	"krapao/server/app"
	opservice "krapao/server/operator"
	"krapao/server/postgres"
	"krapao/server/postgres/embedded"
	"krapao/server/secret"
)

// The buses between servers.
const overNotify, overNATS = "NOTIFY", "NATS"

// Where everything listens, counted from the first port: a server takes three.
const natsPort, natsMonitorPort = 20, 21

// What the operators use: it is a closed world.
const operatorPassword = "chat run 2026"

var (
	secretKey     = strings.Repeat("c7c6", 16)
	operatorNames = [2]string{"first", "second"}
)

// cluster is the processes of a run: PostgreSQL, NATS, two servers. Any of them can be killed and started again.
type cluster struct {
	folder, binary string
	port           int
	url, admin     string // of the application's role, and of the superuser
	servers        [2]*harness.Process
	nats           *harness.Process

	mutex    sync.Mutex // PostgreSQL is killed and started by one at a time
	database *embedded.Cluster
}

func (c *cluster) at(offset int) string { return fmt.Sprintf("127.0.0.1:%d", c.port+offset) }

func (c *cluster) portal(i int) string { return "http://" + c.at(10*i) }

func (c *cluster) operators(i int) string { return "http://" + c.at(10*i+1) }

func openCluster(ctx context.Context, s settings) (opened *cluster, err error) {
	binary, err := filepath.Abs(s.binary)
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(binary); err != nil {
		return nil, err
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	folder, err := os.MkdirTemp("", "krapao-chatrun-")
	if err != nil {
		return nil, err
	}
	c := &cluster{folder: folder, binary: binary, port: s.port}
	defer func() {
		if err != nil {
			err = errors.Join(err, c.close(false))
		}
	}()
	if err := os.Chmod(folder, 0o755); err != nil {
		return nil, err
	}
	if c.database, c.url, err = postgres.StartEmbedded(ctx, embedded.Config{Data: folder}); err != nil {
		return nil, err
	}
	c.admin = c.database.URL(embedded.Superuser, "krapao")
	c.nats = &harness.Process{
		Name: "NATS", Path: self, Args: []string{natsCommand, "-port", fmt.Sprint(c.port + natsPort), "-monitor", fmt.Sprint(c.port + natsMonitorPort)},
		Ready: "http://" + c.at(natsMonitorPort) + "/healthz", Log: filepath.Join(folder, "nats.log"),
	}
	return c, c.createOperators(ctx)
}

// createOperators makes the operators by the product's own service.
func (c *cluster) createOperators(ctx context.Context) error {
	services, err := app.New(ctx, app.Config{
		Edition: app.Thai, DatabaseURL: secret.NewText(c.url), DatabaseConnections: 4, SecretKey: secret.NewText(secretKey), DataDir: c.folder,
		PublicURL: "http://localhost", BodyLimit: 1 << 16, UploadLimit: 1 << 20, RequestTimeout: time.Second, LogLevel: "warn",
		Slip: app.SlipConfig{ImageRetention: time.Second, CheckTries: 1, CheckRetry: time.Second, CheckEvery: time.Second}, Chat: app.ChatConfig{GuestUploads: 1, FileRetention: time.Second},
	})
	if err != nil {
		return err
	}
	for _, name := range operatorNames {
		if _, err = services.Operators.Create(ctx, opservice.CreateInput{Username: name, Password: secret.NewText(operatorPassword)}); err != nil {
			break
		}
	}
	return errors.Join(err, services.Close())
}

// start starts both servers, and NATS where it is the bus. Those of the part before are gone.
func (c *cluster) start(ctx context.Context, bus, drainDelay string) error {
	c.stop()
	needed := []*harness.Process{}
	if bus == overNATS {
		needed = append(needed, c.nats)
	}
	for i := range c.servers {
		first := 10 * i
		c.servers[i] = &harness.Process{
			Name: fmt.Sprintf("server %d", i+1), Path: c.binary, Args: []string{"serve"}, Ready: "http://" + c.at(first+2) + "/readyz",
			Log: filepath.Join(c.folder, fmt.Sprintf("server-%d.log", i+1)),
			Env: []string{
				"DATABASE_URL=" + c.url, "KRAPAO_DATA_DIR=" + c.folder, "KRAPAO_SECRET_KEY=" + secretKey, "KRAPAO_LOG_LEVEL=warn",
				"KRAPAO_ADDRESS=" + c.at(first), "KRAPAO_OPERATOR_ADDRESS=" + c.at(first+1), "KRAPAO_OPS_ADDRESS=" + c.at(first+2), "KRAPAO_PUBLIC_URL=http://" + c.at(first),
				"KRAPAO_TRUSTED_PROXIES=127.0.0.0/8", "KRAPAO_REQUESTS_PER_MINUTE=0", "KRAPAO_DRAIN_DELAY=" + drainDelay, "KRAPAO_INVARIANTS_EVERY=0",
				"KRAPAO_PASSWORD_MEMORY=64", "KRAPAO_PASSWORD_ITERATIONS=1",
			},
		}
		if bus == overNATS {
			c.servers[i].Env = append(c.servers[i].Env, "KRAPAO_NATS_URL=nats://"+c.at(natsPort))
		}
		needed = append(needed, c.servers[i])
	}
	for _, one := range needed {
		if err := one.Alone(); err != nil {
			return err
		}
		if err := one.Start(ctx); err != nil {
			return err
		}
	}
	return nil
}

func (c *cluster) stop() {
	for _, one := range []*harness.Process{c.servers[0], c.servers[1], c.nats} {
		if one != nil {
			one.Kill()
		}
	}
}

// cutListeners ends the connections on which servers listen to NOTIFY.
func (c *cluster) cutListeners(ctx context.Context) error {
	return c.as(ctx, func(db *pgx.Conn) error {
		_, err := db.Exec(ctx, "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'krapao bus'")
		return err
	})
}

// restartDatabase kills PostgreSQL's first process and starts it again.
func (c *cluster) restartDatabase(ctx context.Context, pause time.Duration) error {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	first := c.database.Postmaster()
	if err := syscall.Kill(first, syscall.SIGKILL); err != nil {
		return fmt.Errorf("killing PostgreSQL: %w", err)
	}
	for end := time.Now().Add(10 * time.Second); !errors.Is(syscall.Kill(first, 0), syscall.ESRCH) && time.Now().Before(end); {
		time.Sleep(5 * time.Millisecond)
	}
	time.Sleep(pause)
	if err := c.database.Stop(); err != nil { // it is not running: this lets go of the folder
		return err
	}
	started, err := embedded.Start(ctx, embedded.Config{Data: c.folder})
	if err == nil {
		c.database = started
	}
	return err
}

// as runs fn as the database's superuser.
func (c *cluster) as(ctx context.Context, fn func(db *pgx.Conn) error) error {
	db, err := pgx.Connect(ctx, c.admin)
	if err != nil {
		return err
	}
	defer func() { _ = db.Close(context.WithoutCancel(ctx)) }()
	return fn(db)
}

func (c *cluster) close(keep bool) error {
	c.stop()
	var err error
	if c.database != nil {
		err = c.database.Stop()
	}
	if keep {
		say("kept: %s", c.folder)
		return err
	}
	return errors.Join(err, os.RemoveAll(c.folder))
}

// natsCommand is the name under which this program is a NATS server.
const natsCommand = "nats"

// serveNATS is a NATS server in a process of its own, so that it can be killed.
func serveNATS(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet(natsCommand, flag.ExitOnError)
	port, monitor := flags.Int("port", 0, "where clients connect"), flags.Int("monitor", 0, "where it tells whether it is ready")
	if err := flags.Parse(args); err != nil {
		return err
	}
	made, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: *port, HTTPHost: "127.0.0.1", HTTPPort: *monitor, NoSigs: true})
	if err != nil {
		return err
	}
	made.Start()
	<-ctx.Done()
	made.Shutdown()
	made.WaitForShutdown()
	return nil
}
