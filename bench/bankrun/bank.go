package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"krapao/server/app"
	operatorclient "krapao/server/httpapi/api/operator/client"
	portalclient "krapao/server/httpapi/api/portal/client"
	"krapao/server/money"
	"krapao/server/postgres"
)

// bank is a run: who takes part, and what has been seen so far.
type bank struct {
	cluster *cluster
	journal *journal
	seed    uint64
	edition app.Edition
	members []*member
	db      *postgres.DB // for the checks

	portals   [2]*portalclient.ClientWithResponses
	operators [2]*operatorclient.ClientWithResponses
	http      *http.Client
	pictures  sync.Map  // of the slips that were taken: what can be read on them, by their reference
	payers    payers    // whose account is whose, and what was transferred directly
	tokens    [2]string // of two operators

	suspensePages atomic.Int64 // of the operators' queue, when they last looked, less one

	from         time.Time
	acknowledged atomic.Int64    // calls of Krapao that change something and were answered for good
	effects      atomic.Int64    // those of them that did something
	unknown      atomic.Int64    // sendings without an answer for good
	shed         atomic.Int64    // those of them that a server with too much to do refused
	asking       [2]atomic.Int64 // calls under way, by server
	counts       counts
	kills        map[string]int
	killed       atomic.Int64
	away         map[string]time.Duration // from kill to ready again, summed
	snapshots    int
	soak         *soak // nil: this run is none

	mutex    sync.Mutex
	breaches []breach

	loaded  time.Duration // under load
	final   time.Duration // from the last fault until every transfer was final
	settled time.Duration // until nothing was under way any more
	took    time.Duration
	results []result
}

// breach is a promise that was broken, by the number it has in the reliability page.
type breach struct{ invariant, what string }

func (b *bank) broken(invariant, format string, args ...any) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	b.breaches = append(b.breaches, breach{invariant, fmt.Sprintf(format, args...)})
}

func (b *bank) breached() int {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return len(b.breaches)
}

// member is somebody with a session. What is remembered here only steers the load: verify asks the journal.
type member struct {
	id, phone, bankAccount, name, token, address string
	currency                                     money.Currency
	takesBonuses                                 bool

	withdrawals, transfers atomic.Int64 // how many amounts were given out

	mutex      sync.Mutex
	usernames  map[string]string // at the providers where an account is open
	qr         string            // the id of the latest QR code
	qrUntil    time.Time         // when it runs out; zero where it cannot be paid
	withdrawal string
	lastSpin   string   // the id of the last spin
	coupons    []string // that were won
}

// amount gives the n-th amount of a kind: each is given once to a member, so that it names its intent. Satang that are
// magic at the parties are left out.
func amount(least int64, n int64) money.Amount { return money.Units(least+n/80) + money.Amount(n%80) }

// amountOf is amount in the member's currency. Kip has no att: each is two more than the one before.
func (m *member) amountOf(least, n int64) money.Amount {
	if m.currency == money.Kip {
		return money.Units(least + 2*n)
	}
	return amount(least, n)
}

func (m *member) nextWithdrawal() money.Amount { return m.amountOf(100, m.withdrawals.Add(1)) }
func (m *member) nextTransfer() money.Amount   { return m.amountOf(1, m.transfers.Add(1)) }

// nextStake is a transfer that is worth playing with. It is no other transfer's amount: in kip those are odd and these
// even, in baht it would take 1,600 more.
func (m *member) nextStake() money.Amount {
	stake := m.nextTransfer() + leastStake
	if m.currency == money.Kip {
		stake += money.Units(1)
	}
	return stake
}

// The streams of chance that a run derives from its seed.
const (
	chanceOfKills = iota
	chanceOfFaults
	chanceOfClosing
	chanceOfWorkers
	chanceOfArrivals, chanceOfRefreshes, chanceOfChats, chanceOfDesks = 1 << 32, 1 << 33, 1 << 34, 1 << 35
)

func (b *bank) chance(stream uint64) *rand.Rand { return rand.New(rand.NewPCG(b.seed, stream)) }

func newBank(ctx context.Context, s settings, at *cluster) (b *bank, err error) {
	b = &bank{cluster: at, seed: s.seed, edition: s.edition, kills: map[string]int{}, away: map[string]time.Duration{}, counts: counts{of: map[string]int64{}}}
	if s.soak {
		b.soak = &soak{samples: map[string][]float64{}, written: counts{of: map[string]int64{}}}
	}
	b.http = &http.Client{Timeout: 45 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: 2 * s.workers, IdleConnTimeout: time.Minute}}
	if b.journal, err = openJournal(at.folder); err != nil {
		return nil, err
	}
	if b.db, err = postgres.Open(ctx, postgres.Config{URL: at.url, MaxConnections: 4}); err != nil {
		return nil, err
	}
	for i := range at.servers {
		if b.portals[i], err = portalclient.NewClientWithResponses("http://"+at.at(10*i), portalclient.WithHTTPClient(b.http), portalclient.WithRequestEditorFn(identify)); err != nil {
			return nil, err
		}
		if b.operators[i], err = operatorclient.NewClientWithResponses("http://"+at.at(10*i+1), operatorclient.WithHTTPClient(b.http), operatorclient.WithRequestEditorFn(identify)); err != nil {
			return nil, err
		}
	}
	return b, b.setup(ctx, s)
}

// identity is who sends a request.
type identity struct{ token, address string }

type identityKey struct{}

func as(ctx context.Context, who identity) context.Context {
	return context.WithValue(ctx, identityKey{}, who)
}

func identify(ctx context.Context, r *http.Request) error {
	r.Header.Set("X-Requested-With", "wallet-user")
	who, _ := ctx.Value(identityKey{}).(identity)
	if who.token != "" {
		r.Header.Set("Authorization", "Bearer "+who.token)
	}
	if who.address != "" {
		r.Header.Set("X-Forwarded-For", who.address)
	}
	return nil
}

// load has everybody do what they do, until the time is over, the operations are done and the kills were made.
func (b *bank) load(ctx context.Context, s settings) error {
	b.from = time.Now()
	working, stop := context.WithCancel(ctx)
	var crowd, disturbers sync.WaitGroup
	var killed error
	if b.soak == nil {
		disturbers.Go(func() { b.faults(working) })
	} else {
		disturbers.Go(func() { b.sample(working) })
		for i, m := range b.members {
			crowd.Go(func() { b.chat(working, b.chance(chanceOfChats+uint64(i)), m) })
		}
	}
	disturbers.Go(func() { b.watch(working) })
	disturbers.Go(func() { b.progress(working) })
	for i := range s.workers {
		crowd.Go(func() { b.work(working, b.chance(chanceOfWorkers+uint64(i))) })
	}
	for i := range 1 + s.workers/workersPerDesk {
		crowd.Go(func() { b.runOperators(working, b.chance(chanceOfDesks+uint64(i))) })
	}
	killed = b.killing(ctx, s)
	for killed == nil && ctx.Err() == nil && (time.Since(b.from) < s.duration || b.acknowledged.Load() < s.operations ||
		time.Since(b.from) < 3*s.duration && !b.conditionsEndedInEachWay(ctx)) {
		time.Sleep(50 * time.Millisecond)
	}
	b.loaded = time.Since(b.from)
	stop()
	crowd.Wait()
	disturbers.Wait()
	return errors.Join(killed, ctx.Err())
}

// counts counts by name.
type counts struct {
	mutex sync.Mutex
	of    map[string]int64
}

func (c *counts) add(name string) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.of[name]++
}
