package main

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"krapao/bench/harness"
)

// result is what other members' calls met.
type result struct {
	name          string
	times         []time.Duration // of the calls that were answered
	chats         []time.Duration // from the sending of a message until it is on its sender's socket
	calls         int
	refused       map[string]int // other answers, by what they were
	credited      time.Duration  // the longest from a payment's report until the wallet shows it
	payments      int
	memory        int64 // the server's, at its most, in bytes
	refusedAttack int
	sockets       int // that the flood opened
}

// p99 is the time within which all but one in a hundred were answered.
func (r result) p99() time.Duration { return percentile(r.times, 99) }

// chatP95 is the time within which all but one in twenty messages came back: of some 130, the p99 is a single one.
func (r result) chatP95() time.Duration { return percentile(r.chats, 95) }

// percentile is that of times in their order.
func percentile(times []time.Duration, n int) time.Duration {
	if len(times) == 0 {
		return 0
	}
	return times[len(times)*n/100]
}

func (r result) allRefused() (all int) {
	for _, count := range r.refused {
		all += count
	}
	return all
}

// client never follows, and keeps connections.
var client = &http.Client{
	Timeout:   40 * time.Second,
	Transport: &http.Transport{MaxIdleConnsPerHost: 1024, DisableCompression: true},
}

// call makes one call; code is the status, or what went wrong on the way.
func call(ctx context.Context, host, method, path, body string, headers ...string) (code, answer string) {
	request, err := http.NewRequestWithContext(ctx, method, "http://"+host+path, strings.NewReader(body))
	if err != nil {
		return err.Error(), ""
	}
	if body != "" {
		request.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i+1 < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	response, err := client.Do(request)
	if err != nil {
		return "no answer", ""
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(io.LimitReader(response.Body, 1<<16))
	if err != nil {
		return "half an answer", ""
	}
	return strconv.Itoa(response.StatusCode), string(text)
}

// others has other members look at their wallets, log in, pay and chat, from addresses of their own, until ctx ends. A
// call that was begun is waited for.
func (e *environment) others(ctx context.Context) result {
	r := result{refused: map[string]int{}}
	var mu sync.Mutex
	var group sync.WaitGroup
	unbound := context.WithoutCancel(ctx)
	note := func(code string, took time.Duration, timed bool) {
		mu.Lock()
		defer mu.Unlock()
		r.calls++
		if code != "200" && code != "401" {
			r.refused[code]++
		} else if timed {
			r.times = append(r.times, took)
		}
	}
	for i := range 8 {
		from := fmt.Sprintf("10.1.%d.1", i)
		group.Go(func() {
			for n := 0; ctx.Err() == nil; n++ {
				begun := time.Now()
				code, _ := call(unbound, e.host, http.MethodGet, "/api/wallet", "", "Authorization", "Bearer "+token(i*20+n%20), "X-Forwarded-For", from)
				note(code, time.Since(begun), true)
				pause(ctx, 60*time.Millisecond)
			}
		})
	}
	group.Go(func() {
		for n := 0; ctx.Err() == nil; n++ {
			body := fmt.Sprintf(`{"username":"07%08d","password":"nobody has it"}`, time.Now().UnixNano()%1e8)
			code, _ := call(unbound, e.host, http.MethodPost, "/api/login", body, "X-Forwarded-For", fmt.Sprintf("10.2.%d.1", n%250))
			note(code, 0, false)
			pause(ctx, 400*time.Millisecond)
		}
	})
	group.Go(func() {
		for ctx.Err() == nil {
			begun := time.Now()
			if !e.pay(unbound, note) {
				return
			}
			mu.Lock()
			r.payments++
			r.credited = max(r.credited, time.Since(begun))
			mu.Unlock()
			pause(ctx, 300*time.Millisecond)
		}
	})
	for i := range talkers {
		group.Go(func() {
			e.chat(ctx, i, func(code string) { note(code, 0, false) }, func(took time.Duration) {
				mu.Lock()
				defer mu.Unlock()
				r.chats = append(r.chats, took)
			})
		})
	}
	group.Wait()
	slices.Sort(r.times)
	slices.Sort(r.chats)
	return r
}

// pay reports the payment of a member's QR code until it is taken, and waits until the wallet shows it; false when
// there is no code left or it never shows.
func (e *environment) pay(ctx context.Context, note func(code string, took time.Duration, timed bool)) bool {
	n := int(e.nextCode.Add(1)) - 1
	if n >= len(e.codes)/2 { // the other half is the attackers'
		return false
	}
	bearer, from := "Bearer "+token(n), fmt.Sprintf("10.3.%d.1", n%250)
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); pause(ctx, 20*time.Millisecond) {
		code := report(ctx, e.host, e.codes[n])
		note(code, 0, false)
		if code != "200" {
			continue
		}
		_, answer := call(ctx, e.host, http.MethodGet, "/api/wallet", "", "Authorization", bearer, "X-Forwarded-For", from)
		var wallet struct{ Wallet struct{ Amount float64 } }
		if json.Unmarshal([]byte(answer), &wallet) == nil && wallet.Wallet.Amount >= 1_000_100 {
			return true
		}
	}
	note("not credited in 20 s", 0, false)
	return false
}

// report signs what the gateway reports of a QR code, and sends it; reports may repeat.
func report(ctx context.Context, host, qr string) (code string) {
	now := time.Now()
	body := fmt.Sprintf(`{"eventId":"evt_%s","type":"PAID","reference":%q,"qrReference":"QR-%s","amount":%d,"currency":"BAHT","paidAt":%q}`,
		qr, qr, qr, paid/100, now.UTC().Format(time.RFC3339))
	timestamp := strconv.FormatInt(now.Unix(), 10)
	mac := hmac.New(sha256.New, []byte(gatewaySecret))
	mac.Write([]byte(timestamp + "." + body))
	code, _ = call(ctx, host, http.MethodPost, "/webhooks/payment/"+gatewayCode, body, "X-Forwarded-For", "10.4.0.1",
		"X-Krapao-Timestamp", timestamp, "X-Krapao-Signature", hex.EncodeToString(mac.Sum(nil)))
	return code
}

// watchMemory gives the most that the server's memory came to until ctx ends.
func (e *environment) watchMemory(ctx context.Context) <-chan int64 {
	most := make(chan int64, 1)
	go func() {
		var top int64
		for ctx.Err() == nil {
			top = max(top, harness.Memory(e.server.Process.Pid))
			pause(ctx, 100*time.Millisecond)
		}
		most <- top
	}()
	return most
}

func pause(ctx context.Context, wait time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(wait):
	}
}
