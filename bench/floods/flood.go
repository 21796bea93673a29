package main

import (
	"bytes"
	"context"
	crand "crypto/rand"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"math/rand/v2"
	"mime/multipart"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// attack is one flood, in a process of its own: who is flooded, and what became of it.
type attack struct {
	target
	group    sync.WaitGroup
	nextCode atomic.Int64
	refused  atomic.Int64 // calls of the flood that were refused
	reports  atomic.Int64 // of the gateway
	sockets  atomic.Int64 // of the chat that were opened

	mu      sync.Mutex
	gateway map[string]int // what the gateway's reports were answered but 200, and how often
}

// floods are all of them, in the order in which they run. Pictures come last: what they leave is read for minutes.
var floods = []struct {
	name  string
	begin func(ctx context.Context, a *attack)
}{
	{"stalled bodies", stalledBodies},
	{"endless bodies", endlessBodies},
	{"slow readers", slowReaders},
	{"logins", logins},
	{"hung provider", hungProvider},
	{"webhooks", webhooks},
	{"silent sockets", silentSockets},
	{"unjoined sockets", unjoinedSockets},
	{"hostile pictures", hostilePictures},
}

// The attackers' members: others use the first two hundred and those who pay.
func (a *attack) attacker(n int) string { return token(a.Members - 1 - n) }

// many runs n of the same at once, each again and again until ctx ends. All begin in the same moment; later they are as
// little in step as strangers are: each rests for half to one and a half times as long as it is told.
func (a *attack) many(ctx context.Context, n int, rest time.Duration, once func(ctx context.Context, i int)) {
	var group sync.WaitGroup
	for i := range n {
		group.Go(func() {
			for ctx.Err() == nil {
				once(ctx, i)
				pause(ctx, rest/2+rand.N(rest))
			}
		})
	}
	group.Wait()
}

// raw opens a connection, sends the head of a request and has more done with it; the connection ends with ctx.
func (a *attack) raw(ctx context.Context, head string, then func(connection net.Conn)) {
	connection, err := new(net.Dialer).DialContext(ctx, "tcp", a.Host)
	if err != nil {
		return
	}
	stop := context.AfterFunc(ctx, func() { _ = connection.Close() })
	defer func() {
		stop()
		_ = connection.Close()
	}()
	if _, err := io.WriteString(connection, head+"\r\nHost: floods\r\n\r\n"); err == nil {
		then(connection)
	}
}

// stalledBodies: 600 connections of one member, each with a body that stops after its first byte.
func stalledBodies(ctx context.Context, a *attack) {
	head := "POST /api/wallet/transfer HTTP/1.1\r\nX-Forwarded-For: 198.51.100.1\r\nContent-Type: application/json\r\nIdempotency-Key: stalled-stalled\r\n" +
		"Content-Length: 100\r\nAuthorization: Bearer " + a.attacker(0)
	a.many(ctx, 600, time.Second, func(ctx context.Context, _ int) {
		a.raw(ctx, head, func(connection net.Conn) {
			_, _ = io.WriteString(connection, "{")
			_, _ = connection.Read(make([]byte, 1))
			a.refused.Add(1)
		})
	})
}

// endlessBodies: 8 chunked bodies of 400 MB each, one after another.
func endlessBodies(ctx context.Context, a *attack) {
	const most = 400
	content := bytes.Repeat([]byte(" "), 1<<20)
	chunk := fmt.Appendf(nil, "%x\r\n%s\r\n", len(content), content)
	head := "POST /api/wallet/transfer HTTP/1.1\r\nX-Forwarded-For: 198.51.100.2\r\nContent-Type: application/json\r\nIdempotency-Key: endless-endless\r\n" +
		"Transfer-Encoding: chunked\r\nAuthorization: Bearer " + a.attacker(1)
	a.many(ctx, 8, 100*time.Millisecond, func(ctx context.Context, _ int) {
		a.raw(ctx, head, func(connection net.Conn) {
			for range most {
				if _, err := connection.Write(chunk); err != nil {
					a.refused.Add(1)
					return
				}
			}
		})
	})
}

// hostilePictures: slips of 640 x 640 pixels full of the marks that QR codes are found by, from 20 members.
func hostilePictures(ctx context.Context, a *attack) {
	a.many(ctx, 20, 100*time.Millisecond, func(ctx context.Context, i int) {
		var body bytes.Buffer
		form := multipart.NewWriter(&body)
		part, err := form.CreateFormFile("file", "slip.png")
		if err != nil {
			return
		}
		_, _ = part.Write(marks())
		_ = form.Close()
		code, _ := call(ctx, a.Host, http.MethodPost, "/api/wallet/slip", body.String(), "Content-Type", form.FormDataContentType(),
			"Authorization", "Bearer "+a.attacker(10+i), "X-Forwarded-For", "198.51.100.3")
		if code != "200" {
			a.refused.Add(1)
		}
	})
}

// marks is a picture of finder patterns, never twice the same.
func marks() []byte {
	const size, cell = 640, 9
	pattern := []string{"1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111"}
	picture := image.NewPaletted(image.Rect(0, 0, size, size), color.Palette{color.White, color.Black})
	for y := range size {
		for x := range size {
			if row, column := y%cell, x%cell; row < 7 && column < 7 && pattern[row][column] == '1' {
				picture.SetColorIndex(x, y, 1)
			}
		}
	}
	random := make([]byte, 8)
	_, _ = crand.Read(random) // never fails
	for i := range 64 {
		picture.SetColorIndex(size-1-i, size-1, random[i/8]>>(i%8)&1)
	}
	var file bytes.Buffer
	_ = png.Encode(&file, picture) // into memory
	return file.Bytes()
}

// slowReaders: 600 connections of one address that ask for a film and read nothing of it.
func slowReaders(ctx context.Context, a *attack) {
	a.many(ctx, 600, time.Second, func(ctx context.Context, _ int) {
		a.raw(ctx, "GET /"+filmPath+" HTTP/1.1\r\nX-Forwarded-For: 198.51.100.4", func(connection net.Conn) {
			if tcp, ok := connection.(*net.TCPConn); ok {
				_ = tcp.SetReadBuffer(4 << 10)
			}
			status := make([]byte, len("HTTP/1.1 200"))
			if _, err := io.ReadFull(connection, status); err != nil || !strings.HasSuffix(string(status), "200") {
				a.refused.Add(1)
				return
			}
			pause(ctx, 5*time.Minute)
		})
	})
}

// logins: 128 at once, from 512 /64s of one /48, of as many accounts.
func logins(ctx context.Context, a *attack) {
	var count atomic.Int64
	a.many(ctx, 128, 250*time.Millisecond, func(ctx context.Context, _ int) {
		n := count.Add(1)
		code, _ := call(ctx, a.Host, http.MethodPost, "/api/login", fmt.Sprintf(`{"username":"06%08d","password":"guessed"}`, n%512),
			"X-Forwarded-For", fmt.Sprintf("2001:db8:5:%x::1", n%512))
		if code != "401" {
			a.refused.Add(1)
		}
	})
}

// hungProvider: 600 transfers at once, of 20 members, to a provider that never answers.
func hungProvider(ctx context.Context, a *attack) {
	var count atomic.Int64
	a.many(ctx, 600, time.Second, func(ctx context.Context, i int) {
		code, _ := call(ctx, a.Host, http.MethodPost, "/api/wallet/transfer", `{"from":"WALLET","to":"`+providerCode+`","amount":1}`,
			"Idempotency-Key", fmt.Sprintf("hung-%d-%d", time.Now().UnixNano(), count.Add(1)),
			"Authorization", "Bearer "+a.attacker(40+i%20), "X-Forwarded-For", fmt.Sprintf("198.51.101.%d", i%20))
		if code != "202" {
			a.refused.Add(1)
		}
	})
}

// webhooks: bodies of 2 MB that nobody signed, from 32 connections of one address; and a gateway that reports 3,000
// payments a minute, which is no flood: what it is refused counts as others'.
func webhooks(ctx context.Context, a *attack) {
	a.group.Go(func() {
		big := strings.Repeat(" ", 2<<20-1)
		a.many(ctx, 32, 100*time.Millisecond, func(ctx context.Context, _ int) {
			_, _ = call(ctx, a.Host, http.MethodPost, "/webhooks/bank-feed/"+feedBank, big, "X-Forwarded-For", "198.51.100.7",
				"X-Krapao-Timestamp", fmt.Sprint(time.Now().Unix()), "X-Krapao-Signature", strings.Repeat("00", 32))
			a.refused.Add(1)
		})
	})
	a.many(ctx, 4, 80*time.Millisecond, func(ctx context.Context, _ int) {
		n := int(a.nextCode.Add(1)) - 1
		if n >= len(a.Codes) {
			pause(ctx, time.Minute)
			return
		}
		a.reports.Add(1)
		if code := report(context.WithoutCancel(ctx), a.Host, a.Codes[n]); code != "200" {
			a.mu.Lock()
			a.gateway[code]++
			a.mu.Unlock()
		}
	})
}
