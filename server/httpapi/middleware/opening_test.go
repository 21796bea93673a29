package middleware

import (
	"net/http"
	"net/netip"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/go-chi/chi/v5"
)

const socketContract = `
openapi: 3.0.3
info: {title: Test, version: '1'}
paths:
  /socket: {get: {operationId: OpenChatSocket, security: [], responses: {'200': {description: Done.}}}}
  /call: {get: {operationId: GetCall, security: [], responses: {'200': {description: Done.}}}}
`

// held is a listener with places for two calls and sixteen openings of sockets. A request with `?hold` keeps its place
// until the test ends.
type held struct {
	t       *testing.T
	address string
	entered chan struct{}
}

func newHeld(t *testing.T) held {
	t.Helper()
	doc, err := openapi3.NewLoader().LoadFromData([]byte(socketContract))
	if err != nil {
		t.Fatal(err)
	}
	contract, err := NewContract(doc)
	if err != nil {
		t.Fatal(err)
	}
	h, release := held{t: t, entered: make(chan struct{})}, make(chan struct{})
	config := BaseConfig{MaxInFlight: 2, MaxOpenings: 16, Proxies: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}}
	_, h.address = listen(t, config, func(base *Base) http.HandlerFunc {
		gates := NewGates(base, contract)
		gates.Identify = func(_ http.ResponseWriter, r *http.Request, _ *Operation) (*http.Request, error) { return r, nil }
		router := chi.NewRouter()
		for _, path := range []string{"/socket", "/call"} {
			router.With(gates.Admit).Get(path, func(_ http.ResponseWriter, r *http.Request) {
				if r.URL.RawQuery == "hold" {
					h.entered <- struct{}{}
					<-release
				}
			})
		}
		return router.ServeHTTP
	})
	t.Cleanup(func() { close(release) }) // before the listener closes, which waits for those who are held
	return h
}

// ask gives the answer to a request of a client, and when it is to come again.
func (h held) ask(path, client string) (status int, again string) {
	request, err := http.NewRequestWithContext(h.t.Context(), http.MethodGet, "http://"+h.address+path, nil)
	if err != nil {
		h.t.Error(err)
		return 0, ""
	}
	request.Header.Set("X-Forwarded-For", client)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, "" // the test has ended
	}
	_ = response.Body.Close()
	return response.StatusCode, response.Header.Get("Retry-After")
}

// hold begins a request of a client that keeps its place.
func (h held) hold(path, client string) {
	h.t.Helper()
	refused := make(chan int, 1)
	go func() {
		status, _ := h.ask(path+"?hold", client)
		refused <- status
	}()
	select {
	case <-h.entered:
	case status := <-refused:
		h.t.Fatalf("%s of %s: %d", path, client, status)
	}
}

func TestSocketsThatAreBeingOpenedTakeNoPlaceOfCalls(t *testing.T) {
	t.Parallel()
	h := newHeld(t)
	for range 2 { // an eighth
		h.hold("/socket", "198.51.100.1")
	}
	if status, again := h.ask("/socket", "198.51.100.2"); status != http.StatusTooManyRequests || again == "" {
		t.Errorf("one more of a network that opens two: %d, again after %q", status, again)
	}
	for network := range 7 {
		for range 2 {
			h.hold("/socket", netip.AddrFrom4([4]byte{10, 1, byte(network), 1}).String())
		}
	}
	if status, again := h.ask("/socket", "10.2.1.1"); status != http.StatusServiceUnavailable || again == "" {
		t.Errorf("one more of a stranger where sixteen are opened: %d, again after %q", status, again)
	}
	if status, _ := h.ask("/call", "10.3.1.1"); status != http.StatusOK {
		t.Errorf("a call while all places of openings are taken: %d", status)
	}
}

func TestCallsTakeNoPlaceOfSocketsThatAreBeingOpened(t *testing.T) {
	t.Parallel()
	h := newHeld(t)
	for range 2 {
		h.hold("/call", "198.51.100.1")
	}
	if status, _ := h.ask("/call", "10.2.1.1"); status != http.StatusServiceUnavailable {
		t.Errorf("one call more than are taken on: %d", status)
	}
	if status, _ := h.ask("/socket", "10.2.1.1"); status != http.StatusOK {
		t.Errorf("a socket while all places of calls are taken: %d", status)
	}
}
