package main

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"krapao/server/httpapi/api/portal"
	"krapao/server/money"
	"krapao/server/simulator/api/webhook"
)

// errNoMore ends a cell before its time: what it lives on is used up.
var errNoMore = errors.New("no more")

// work is how many calls were answered, and in what time: what it takes to connect is not in it.
type work struct {
	calls int64
	took  time.Duration
}

// together has n callers call as fast as they are answered, and counts.
func together(ctx context.Context, n int, during time.Duration, begin func(ctx context.Context, i int) (call func() error, done func(), err error)) (work, error) {
	var count atomic.Int64
	var group sync.WaitGroup
	errs := make([]error, n)
	calls := make([]func() error, n)
	for i := range n {
		call, done, err := begin(ctx, i)
		if err != nil {
			return work{}, err
		}
		defer done()
		calls[i] = call
	}
	start := time.Now()
	end := start.Add(during)
	for i := range n {
		group.Go(func() {
			for ctx.Err() == nil && time.Now().Before(end) {
				if err := calls[i](); err != nil {
					if !errors.Is(err, errNoMore) {
						errs[i] = err
					}
					return
				}
				count.Add(1)
			}
		})
	}
	group.Wait()
	return work{count.Load(), time.Since(start)}, errors.Join(errs...)
}

// overHTTP is together for callers who each keep a connection to a server.
func overHTTP(ctx context.Context, s *server, n int, during time.Duration, each func(l *line) error) (work, error) {
	return together(ctx, n, during, func(ctx context.Context, _ int) (func() error, func(), error) {
		l, err := dial(ctx, s.host)
		if err != nil {
			return nil, nil, err
		}
		return func() error { return each(l) }, l.close, nil
	})
}

// asMembers has the callers make the same call, each time for a random one of so many members, as pgbench does.
func (b *bench) asMembers(ctx context.Context, s *server, members int, during time.Duration, method, path string, body []byte) (work, error) {
	requests := make([][]byte, members)
	for i := range requests {
		requests[i] = request(s.host, method, path, body, "Authorization", "Bearer "+token(i), "Accept-Encoding", browserEncodings)
	}
	return overHTTP(ctx, s, b.callers, during, func(l *line) error {
		return l.call(requests[rand.IntN(members)])
	})
}

// browserEncodings is what Chrome takes.
const browserEncodings = "gzip, deflate, br, zstd"

// deposits reports payments of QR codes, signed as their gateway does.
func (b *bench) deposits(ctx context.Context, s *server, during time.Duration) (work, error) {
	waiting := b.codes
	var next atomic.Int64
	return overHTTP(ctx, s, b.callers, during, func(l *line) error {
		i := int(next.Add(1)) - 1
		if i >= len(waiting) {
			return errNoMore
		}
		now := time.Now()
		body, err := json.Marshal(webhook.PaymentEvent{
			EventID: "evt_" + waiting[i], Type: webhook.PaymentEventTypePAID, Reference: waiting[i], QrReference: "QR-" + waiting[i],
			Amount: deposited, Currency: webhook.BAHT, PaidAt: &now,
		})
		if err != nil {
			return err
		}
		timestamp := strconv.FormatInt(now.Unix(), 10)
		mac := hmac.New(sha256.New, []byte(gatewaySecret))
		mac.Write([]byte(timestamp + "."))
		mac.Write(body)
		return l.call(request(s.host, http.MethodPost, "/webhooks/payment/"+gatewayCode, body,
			"X-Krapao-Timestamp", timestamp, "X-Krapao-Signature", hex.EncodeToString(mac.Sum(nil))))
	})
}

// transfers moves a baht of each member to a game.
func (b *bench) transfers(ctx context.Context, s *server, during time.Duration) (work, error) {
	body, err := json.Marshal(portal.TransferRequest{From: "WALLET", To: providers[0], Amount: money.Units(1)})
	if err != nil {
		return work{}, err
	}
	return b.asMembers(ctx, s, b.active, during, http.MethodPost, "/api/wallet/transfer", body)
}

// wallets looks at the wallets of all members, each as if for the first time.
func (b *bench) wallets(ctx context.Context, s *server, during time.Duration) (work, error) {
	return b.asMembers(ctx, s, b.members, during, http.MethodGet, "/api/wallet", nil)
}

// walletsAgain looks at wallets again, as a page does that holds the answer: first it learns the answers' tags, which
// is not counted.
func (b *bench) walletsAgain(ctx context.Context, s *server, during time.Duration) (work, error) {
	requests := make([][]byte, b.active)
	first, err := dial(ctx, s.host)
	if err != nil {
		return work{}, err
	}
	defer first.close()
	for i := range requests {
		headers := []string{"Authorization", "Bearer " + token(i), "Accept-Encoding", browserEncodings}
		if err := first.call(request(s.host, http.MethodGet, "/api/wallet", nil, headers...)); err != nil {
			return work{}, err
		}
		requests[i] = request(s.host, http.MethodGet, "/api/wallet", nil, append(headers, "If-None-Match", string(first.tag))...)
	}
	return overHTTP(ctx, s, b.callers, during, func(l *line) error { return l.callUnchanged(requests[rand.IntN(len(requests))]) })
}

// statementPage reads a page of the first member, one call after the other.
func (b *bench) statementPage(ctx context.Context, s *server, page int, during time.Duration) (work, error) {
	body, err := json.Marshal(portal.Page{Page: page, Limit: pageSize})
	if err != nil {
		return work{}, err
	}
	asked := request(s.host, http.MethodPost, "/api/statement", body, "Authorization", "Bearer "+token(0))
	return overHTTP(ctx, s, 1, during, func(l *line) error { return l.call(asked) })
}
