package main

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
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

// together has n callers call as fast as they are answered, and counts.
func together(ctx context.Context, n int, during time.Duration, begin func(ctx context.Context, i int) (call func() error, done func(), err error)) (int64, error) {
	var count atomic.Int64
	var group sync.WaitGroup
	errs := make([]error, n)
	calls := make([]func() error, n)
	for i := range n {
		call, done, err := begin(ctx, i)
		if err != nil {
			return 0, err
		}
		defer done()
		calls[i] = call
	}
	end := time.Now().Add(during)
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
	return count.Load(), errors.Join(errs...)
}

var client = &http.Client{Transport: &http.Transport{MaxIdleConns: 512, MaxIdleConnsPerHost: 512, DisableCompression: true}, Timeout: time.Minute}

// send makes a call that must be answered with 200.
func send(ctx context.Context, method, url string, body []byte, headers ...string) error {
	request, err := http.NewRequestWithContext(ctx, method, url, bytes.NewReader(body))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	for i := 0; i < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	answer, err := client.Do(request)
	if err != nil {
		return err
	}
	defer func() { _ = answer.Body.Close() }()
	text, err := io.ReadAll(answer.Body)
	if err == nil && answer.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s %s: %d %s", method, url, answer.StatusCode, text)
	}
	return err
}

// asMembers has the callers take turns through the active members; work gives one call for a member.
func (b *bench) asMembers(ctx context.Context, during time.Duration, work func(member int) error) (int64, error) {
	return together(ctx, b.callers, during, func(context.Context, int) (func() error, func(), error) {
		return func() error { return work(int(b.turn.Add(1)) % b.active) }, func() {}, nil
	})
}

// deposits reports payments of QR codes, signed as their gateway does.
func (b *bench) deposits(ctx context.Context, s *server, during time.Duration) (int64, error) {
	waiting := b.codes
	var next atomic.Int64
	return together(ctx, b.callers, during, func(context.Context, int) (func() error, func(), error) {
		return func() error {
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
			return send(ctx, http.MethodPost, s.url+"/webhooks/payment/"+gatewayCode, body,
				"X-Krapao-Timestamp", timestamp, "X-Krapao-Signature", hex.EncodeToString(mac.Sum(nil)))
		}, func() {}, nil
	})
}

// transfers moves a baht of each member to a game.
func (b *bench) transfers(ctx context.Context, s *server, during time.Duration) (int64, error) {
	body, err := json.Marshal(portal.TransferRequest{From: "WALLET", To: providers[0], Amount: money.Units(1)})
	if err != nil {
		return 0, err
	}
	return b.asMembers(ctx, during, func(member int) error {
		return send(ctx, http.MethodPost, s.url+"/api/wallet/transfer", body, "Authorization", "Bearer "+token(member))
	})
}

// wallets reads overviews.
func (b *bench) wallets(ctx context.Context, s *server, during time.Duration) (int64, error) {
	return b.asMembers(ctx, during, func(member int) error {
		return send(ctx, http.MethodGet, s.url+"/api/wallet", nil, "Authorization", "Bearer "+token(member))
	})
}

// statementPage reads a page of the first member, one call after the other.
func (b *bench) statementPage(ctx context.Context, s *server, page int, during time.Duration) (int64, error) {
	body, err := json.Marshal(portal.Page{Page: page, Limit: pageSize})
	if err != nil {
		return 0, err
	}
	return together(ctx, 1, during, func(context.Context, int) (func() error, func(), error) {
		return func() error {
			return send(ctx, http.MethodPost, s.url+"/api/statement", body, "Authorization", "Bearer "+token(0))
		}, func() {}, nil
	})
}
