package main

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
)

// pgbench gives where pgbench is, "" when this machine has none: then the driver calls the same statements over pgx.
func pgbench() string {
	if path, err := exec.LookPath("pgbench"); err == nil {
		return path
	}
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/pgbench")
	if len(found) == 0 {
		return ""
	}
	return found[len(found)-1]
}

var (
	processed = regexp.MustCompile(`number of transactions actually processed: (\d+)`)
	perSecond = regexp.MustCompile(`tps = ([\d.]+) \(without initial connection time\)`)
)

// limit calls a statement with the number of a random active member, on as many connections as there are callers, as
// fast as PostgreSQL does it. What it takes to connect is not in it, as it is not for callers over HTTP.
func (b *bench) limit(ctx context.Context, admin, statement string, during time.Duration) (done work, err error) {
	program := pgbench()
	if program == "" {
		return b.limitInGo(ctx, admin, statement, during)
	}
	script := filepath.Join(b.environment.folder, "limit.sql")
	text := fmt.Sprintf("\\set m random(%d, %d)\n%s;\n", firstMember, firstMember+b.active-1, strings.ReplaceAll(statement, "$1", ":m"))
	if err := os.WriteFile(script, []byte(text), 0o600); err != nil {
		return work{}, err
	}
	config, err := pgx.ParseConfig(admin)
	if err != nil {
		return work{}, err
	}
	var said bytes.Buffer
	command := exec.CommandContext(ctx, program, "-n", "-M", "prepared", "-c", strconv.Itoa(b.callers), "-j", "2", "-T", strconv.Itoa(max(1, int(during.Seconds()))),
		"-h", config.Host, "-p", strconv.Itoa(int(config.Port)), "-U", config.User, "-f", script, config.Database)
	command.Stdout, command.Stderr = &said, &said
	if err := command.Run(); err != nil {
		return work{}, fmt.Errorf("pgbench: %w\n%s", err, said.String())
	}
	calls, rate := processed.FindStringSubmatch(said.String()), perSecond.FindStringSubmatch(said.String())
	if calls == nil || rate == nil {
		return work{}, fmt.Errorf("pgbench said\n%s", said.String())
	}
	if done.calls, err = strconv.ParseInt(calls[1], 10, 64); err != nil {
		return work{}, err
	}
	each, err := strconv.ParseFloat(rate[1], 64)
	done.took = time.Duration(float64(done.calls) / each * float64(time.Second))
	return done, err
}

func (b *bench) limitInGo(ctx context.Context, admin, statement string, during time.Duration) (work, error) {
	return together(ctx, b.callers, during, func(ctx context.Context, _ int) (call func() error, end func(), err error) {
		connection, err := pgx.Connect(ctx, admin)
		if err != nil {
			return nil, nil, err
		}
		return func() error {
			var err error
			if strings.Contains(statement, "$1") {
				_, err = connection.Exec(ctx, statement, firstMember+rand.IntN(b.active))
			} else {
				_, err = connection.Exec(ctx, statement)
			}
			return err
		}, func() { _ = connection.Close(context.WithoutCancel(ctx)) }, nil
	})
}
