package main

import (
	"bytes"
	"context"
	"crypto/sha512"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"sync/atomic"
	"time"

	"krapao/server/postgres"
	"krapao/server/postgres/embedded"
	"krapao/server/remote"
)

const (
	gatewayCode   = "FLOOD1"
	gatewaySecret = "the floods' gateway"
	feedBank      = "SCB"
	providerCode  = "HUNG"
	filmPath      = "media/help/film.mp4"
	filmSize      = 6 << 20
)

// environment is the processes of a run: PostgreSQL, the server with default limits, and a game provider that never
// answers.
type environment struct {
	settings
	folder   string
	cluster  *embedded.Cluster
	admin    string // the database, as its superuser
	server   *exec.Cmd
	host     string // and port, of members
	provider net.Listener
	codes    []string // QR codes that wait for their payment, of the n-th member
	nextCode atomic.Int64
}

func (e *environment) at(offset int) string { return fmt.Sprintf("127.0.0.1:%d", e.port+offset) }

func openEnvironment(ctx context.Context, s settings) (opened *environment, err error) {
	binary, err := filepath.Abs(s.binary)
	if err != nil {
		return nil, err
	}
	folder, err := os.MkdirTemp("", "krapao-floods-")
	if err != nil {
		return nil, err
	}
	e := &environment{settings: s, folder: folder}
	e.host = e.at(0)
	defer func() {
		if err != nil {
			err = errors.Join(err, e.close())
		}
	}()
	if err := os.Chmod(folder, 0o755); err != nil {
		return nil, err
	}
	if e.cluster, err = embedded.Start(ctx, embedded.Config{Data: filepath.Join(folder, "postgres")}); err != nil {
		return nil, err
	}
	if err := e.makeDatabase(ctx); err != nil {
		return nil, err
	}
	if err := e.hangProvider(); err != nil {
		return nil, err
	}
	if err := e.makeShell(); err != nil {
		return nil, err
	}
	return e, e.start(ctx, binary)
}

func (e *environment) makeDatabase(ctx context.Context) error {
	const name = "floods"
	if err := postgres.CreateDatabase(ctx, e.cluster.URL(embedded.Superuser, "postgres"), name); err != nil {
		return err
	}
	e.admin = e.cluster.URL(embedded.Superuser, name)
	if err := postgres.Prepare(ctx, e.admin); err != nil {
		return err
	}
	if err := postgres.Migrate(ctx, e.cluster.URL(postgres.Owner, name)); err != nil {
		return err
	}
	return e.seed(ctx)
}

// hangProvider listens as a game provider that takes calls and never answers.
func (e *environment) hangProvider() (err error) {
	if e.provider, err = net.Listen("tcp", e.at(9)); err != nil {
		return err
	}
	go func() {
		for {
			connection, err := e.provider.Accept()
			if err != nil {
				return
			}
			time.AfterFunc(time.Minute, func() { _ = connection.Close() })
		}
	}()
	return nil
}

// makeShell writes a shell of one page and a film.
func (e *environment) makeShell() error {
	files := map[string][]byte{
		"index.html": []byte(`<!doctype html><html lang="th"><head><!--krapao:head--></head><body><!--krapao:skeleton--><!--krapao:styles--></body></html>`),
		filmPath:     bytes.Repeat([]byte("film"), filmSize/4),
	}
	description := remote.Description{Schema: remote.Schema, Name: "shell", Kit: "1.0.0", Files: map[string]remote.File{}}
	for name, content := range files {
		hash := sha512.Sum384(content)
		description.Files[name] = remote.File{SHA384: base64.StdEncoding.EncodeToString(hash[:]), Size: int64(len(content))}
	}
	raw, err := json.Marshal(description)
	if err != nil {
		return err
	}
	files[remote.ShellDescriptionFile] = raw
	for name, content := range files {
		path := filepath.Join(e.folder, "shell", name)
		if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
			return err
		}
		if err := os.WriteFile(path, content, 0o600); err != nil {
			return err
		}
	}
	return nil
}

// start starts the server. It has default limits: nothing here sets one.
func (e *environment) start(ctx context.Context, binary string) error {
	log, err := os.Create(filepath.Join(e.folder, "server.log"))
	if err != nil {
		return err
	}
	defer func() { _ = log.Close() }()
	e.server = exec.Command(binary, "serve")
	e.server.Stdout, e.server.Stderr = log, log
	e.server.Env = append(os.Environ(),
		"DATABASE_URL="+e.cluster.URL(postgres.App, "floods"), "KRAPAO_DATA_DIR="+filepath.Join(e.folder, "data"), "KRAPAO_SECRET_KEY="+serverKey,
		"KRAPAO_ADDRESS="+e.host, "KRAPAO_OPERATOR_ADDRESS="+e.at(1), "KRAPAO_OPS_ADDRESS="+e.at(2), "KRAPAO_PUBLIC_URL=http://"+e.host,
		"KRAPAO_TRUSTED_PROXIES=127.0.0.0/8", "KRAPAO_SHELL_DIR="+filepath.Join(e.folder, "shell"), "KRAPAO_INVARIANTS_EVERY=0",
		"KRAPAO_GATEWAY_URL=http://"+e.at(9)+"/gateway/{code}", "KRAPAO_GATEWAY_KEYS="+gatewayCode+"=key", "KRAPAO_GATEWAY_SECRETS="+gatewayCode+"="+gatewaySecret,
		"KRAPAO_BANK_FEED_SECRETS="+feedBank+"=the floods' bank",
		"KRAPAO_PROVIDER_URL=http://"+e.at(9), "KRAPAO_PROVIDER_KEYS="+providerCode+"=key")
	if err := e.server.Start(); err != nil {
		return err
	}
	for end := time.Now().Add(time.Minute); time.Now().Before(end) && ctx.Err() == nil; time.Sleep(50 * time.Millisecond) {
		if answer, err := http.Get("http://" + e.at(2) + "/readyz"); err == nil {
			_ = answer.Body.Close()
			if answer.StatusCode == http.StatusOK {
				return nil
			}
		}
	}
	text, _ := os.ReadFile(log.Name())
	return fmt.Errorf("the server is not ready: %s", text)
}

func (e *environment) close() error {
	var errs []error
	if e.server != nil && e.server.Process != nil {
		_ = e.server.Process.Kill()
		_ = e.server.Wait()
	}
	if e.provider != nil {
		errs = append(errs, e.provider.Close())
	}
	if e.cluster != nil {
		errs = append(errs, e.cluster.Stop())
	}
	return errors.Join(append(errs, os.RemoveAll(e.folder))...)
}
