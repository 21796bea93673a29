package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/bench/harness"
	"krapao/server/postgres/embedded"
)

// trouble knows whether something is down, or was a moment ago: only then may a server answer 503.
type trouble struct {
	mutex sync.Mutex
	down  int
	over  time.Time
}

// aftermath is how long after a fault 503 is still one: recovery takes up to ten seconds.
const aftermath = 15 * time.Second

func (t *trouble) begin() (end func()) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.down++
	return func() {
		t.mutex.Lock()
		defer t.mutex.Unlock()
		t.down--
		t.over = time.Now()
	}
}

// since tells whether something was down at the moment or later.
func (t *trouble) since(from time.Time) bool {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	return t.down > 0 || t.over.Add(aftermath).After(from)
}

// What can be killed, and how often of a hundred times.
const (
	killServer   = "server"
	killDatabase = "PostgreSQL"
	killBackend  = "PostgreSQL backend"
	killParties  = "parties"
)

func drawKill(chance *rand.Rand) string {
	switch n := chance.IntN(100); {
	case n < 60:
		return killServer
	case n < 86:
		return killDatabase
	case n < 96:
		return killBackend
	default:
		return killParties
	}
}

// killing kills until it has done so often enough, and tells when. Each process is started again after up to half a
// second.
func (b *bank) killing(ctx context.Context, s settings) error {
	chance := b.chance(chanceOfKills)
	for done := 0; done < s.kills; done++ {
		if err := b.untilNextKill(ctx, s, chance, done); err != nil {
			return nil //nolint:nilerr // the run is over
		}
		what, pause := drawKill(chance), time.Duration(chance.IntN(500))*time.Millisecond
		from := time.Now()
		if err := b.killOne(ctx, what, chance.IntN(2), pause); err != nil {
			return fmt.Errorf("killing %s: %w", what, err)
		}
		b.kills[what]++
		b.killed.Add(1)
		b.away[what] += time.Since(from)
	}
	return nil
}

// untilNextKill waits for the next one's turn: by the clock, or by the operations that were asked for.
func (b *bank) untilNextKill(ctx context.Context, s settings, chance *rand.Rand, done int) error {
	turn := (float64(done) + 0.2 + 0.7*chance.Float64()) / float64(s.kills)
	for {
		passed := time.Since(b.from).Seconds() / s.duration.Seconds()
		if s.operations > 0 {
			passed = float64(b.acknowledged.Load()) / float64(s.operations)
		}
		if passed >= turn {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(20 * time.Millisecond):
		}
	}
}

func (b *bank) killOne(ctx context.Context, what string, which int, pause time.Duration) error {
	defer b.cluster.trouble.begin()()
	ctx = context.WithoutCancel(ctx) // what was killed comes back
	again := func(killed *harness.Process) error {
		killed.Kill()
		time.Sleep(pause)
		return killed.Start(ctx)
	}
	switch what {
	case killServer:
		return again(b.cluster.servers[which])
	case killParties:
		return again(b.cluster.parties)
	default:
		b.cluster.databaseDown.Store(true)
		defer b.cluster.databaseDown.Store(false)
		return b.cluster.killDatabase(ctx, what == killBackend, pause)
	}
}

// killBackend kills a process of PostgreSQL that works for a server, and waits until PostgreSQL has recovered.
func (p *cluster) killBackend(ctx context.Context, first int) error {
	admin, err := pgx.Connect(ctx, p.database.URL(embedded.Superuser, "krapao"))
	if err != nil {
		return err
	}
	defer func() { _ = admin.Close(ctx) }()
	var pid int
	err = admin.QueryRow(ctx, "select pid from pg_stat_activity where usename = 'krapao_app' order by state = 'active' desc, random() limit 1").Scan(&pid)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil
	}
	if err != nil || pid == first {
		return err
	}
	if err := syscall.Kill(pid, syscall.SIGKILL); errors.Is(err, syscall.ESRCH) {
		return nil
	} else if err != nil {
		return err
	}
	// PostgreSQL ends all its connections before it recovers, this one too. While it answers it has noticed nothing,
	// and a new connection would say nothing. A process that was ending by itself is not listed any more.
	for ; ; time.Sleep(5 * time.Millisecond) {
		var listed bool
		err := admin.QueryRow(ctx, "select exists (select from pg_stat_activity where pid = $1)", pid).Scan(&listed)
		if err != nil {
			break
		}
		if !listed {
			return nil
		}
	}
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		back, err := pgx.Connect(ctx, p.database.URL(embedded.Superuser, "krapao"))
		if err == nil {
			return back.Close(ctx)
		}
		if time.Now().After(deadline) {
			return err
		}
	}
}
