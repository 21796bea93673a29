package httpapi_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"krapao/server/app"
	"krapao/server/portaltest"
	"krapao/server/secret"
)

// balancer sends requests to the servers that are ready, as the proxy in front of several servers does: it asks each
// for its readiness every 20 ms and takes a server out at its first refusal.
type balancer struct {
	mu      sync.Mutex
	servers []*portaltest.Server
	next    atomic.Int64
	ready   atomic.Pointer[[]*url.URL]
}

func (b *balancer) add(server *portaltest.Server) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.servers = append(b.servers, server)
}

func (b *balancer) look() {
	b.mu.Lock()
	defer b.mu.Unlock()
	ready := []*url.URL{}
	for _, server := range b.servers {
		if status(server.OpsURL()+"/readyz") == http.StatusOK {
			at, _ := url.Parse(server.URL())
			ready = append(ready, at)
		}
	}
	b.ready.Store(&ready)
}

// serve gives the balancer's address.
func (b *balancer) serve(t *testing.T) string {
	t.Helper()
	b.look()
	stop, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		for {
			select {
			case <-stop:
				return
			case <-time.After(20 * time.Millisecond):
				b.look()
			}
		}
	}()
	proxy := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		ready := *b.ready.Load()
		r.SetURL(ready[int(b.next.Add(1))%len(ready)])
	}, Transport: &http.Transport{MaxIdleConnsPerHost: 32}}
	front := httptest.NewServer(proxy)
	t.Cleanup(func() {
		front.Close()
		close(stop)
		<-done
	})
	return front.URL
}

// TestARollingRestartFailsNoRequest is the row "rolling restart" of the reliability page, for requests.
func TestARollingRestartFailsNoRequest(t *testing.T) {
	t.Parallel()
	// The balancer must have looked again while an old server still answers, also on a busy machine.
	drained := func(c *app.Config) { c.DrainDelay = 2 * time.Second }
	city := open(t, drained)
	p := city.join(t, "0812345678", nil)
	another := func() *portaltest.Server {
		return portaltest.Start(t, portaltest.WithApp(app.WithSMS(&phones{}), app.WithClock(city.Clock.Now)), portaltest.WithConfig(func(c *app.Config) {
			*c = city.App.Config
			c.DatabaseURL = secret.NewText(city.Database.URL)
		}))
	}
	second := another()
	front := &balancer{servers: []*portaltest.Server{city.Server, second}}
	address := front.serve(t)

	token, stop := p.login("0812345678", password), make(chan struct{})
	var answered, failed atomic.Int64
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				request, _ := http.NewRequest(http.MethodGet, address+"/api/wallet", nil)
				request.Header.Set("Authorization", "Bearer "+token)
				answer, err := http.DefaultClient.Do(request)
				answered.Add(1)
				if err != nil {
					failed.Add(1)
					t.Error(err)
					continue
				}
				body, _ := io.ReadAll(answer.Body)
				_ = answer.Body.Close()
				if answer.StatusCode != http.StatusOK {
					failed.Add(1)
					t.Errorf("%d %s", answer.StatusCode, body)
				}
			}
		})
	}
	for _, old := range []*portaltest.Server{second, city.Server} {
		front.add(another())
		time.Sleep(200 * time.Millisecond)
		if err := old.Stop(); err != nil {
			t.Error(err)
		}
	}
	time.Sleep(200 * time.Millisecond)
	close(stop)
	group.Wait()
	if answered.Load() < 100 || failed.Load() > 0 {
		t.Errorf("%d of %d requests failed while both servers were replaced", failed.Load(), answered.Load())
	}
}
