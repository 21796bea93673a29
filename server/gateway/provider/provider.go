// Package provider calls game providers: an adapter over the client that is generated from the provider contract. A
// provider is named by its code; where it is and with which key comes from the configuration. A call that got no answer
// is unknown, never a no.
package provider

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/sony/gobreaker/v2"

	api "krapao/server/gateway/api/provider"
	"krapao/server/gateway/capped"
	"krapao/server/secret"
)

// Faults of a provider.
var (
	// ErrUnknown: no answer, or one that says nothing about the outcome. What was asked may or may not have happened.
	ErrUnknown = errors.New("provider: the outcome is unknown")
	// ErrNotSent: the provider failed often, so it was not asked. It is an ErrUnknown: an earlier call under the same
	// reference may have happened.
	ErrNotSent = fmt.Errorf("%w: not sent, the provider fails", ErrUnknown)
	// ErrRefused: the provider did not carry it out, and says so.
	ErrRefused = errors.New("provider: refused")
	// ErrNoPlayer: the provider knows no such player. It is an ErrRefused.
	ErrNoPlayer = fmt.Errorf("%w: no such player", ErrRefused)
	// ErrUnconfigured: no address or key for this provider; nothing was sent.
	ErrUnconfigured = errors.New("provider: not configured")
)

// When a provider is left alone: after tripAfter calls in a row that got no answer, for restFor; then one call tries.
const (
	tripAfter = 3
	restFor   = 10 * time.Second
)

// Config says where the providers are.
type Config struct {
	// URL gives the base URL of a provider, Key its key; "" and the empty Text for an unknown one.
	URL func(code string) string
	Key func(code string) secret.Text
	// Refuse tells why a context must not be waited with: it carries a database transaction. nil refuses none.
	Refuse func(ctx context.Context) error
	// Transport sends the requests; nil is http.DefaultTransport.
	Transport http.RoundTripper
	// Rest is how long a provider that fails is left alone; 0 is ten seconds.
	Rest time.Duration
}

// Providers is all game providers.
type Providers struct {
	config Config
	client *http.Client

	mutex    sync.Mutex // guards breakers
	breakers map[string]*gobreaker.CircuitBreaker[any]
}

// New makes the adapter.
func New(config Config) *Providers {
	if config.Rest == 0 {
		config.Rest = restFor
	}
	return &Providers{config: config, breakers: map[string]*gobreaker.CircuitBreaker[any]{}, client: &http.Client{
		Transport:     capped.Transport{Next: config.Transport},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// answered is what every generated answer can tell.
type answered interface{ StatusCode() int }

// call makes one call, within a time, behind the provider's breaker. ask makes it; read takes the generated answer
// apart: its 200 and its failure. Errors: ErrUnknown, ErrNotSent, ErrRefused, ErrNoPlayer, ErrUnconfigured.
func call[A answered, T any](ctx context.Context, p *Providers, code string, within time.Duration,
	ask func(ctx context.Context, client *api.ClientWithResponses) (A, error), read func(answer A) (*T, *api.ProviderFailure),
) (T, error) {
	var none T
	client, err := p.of(ctx, code)
	if err != nil {
		return none, err
	}
	result, err := p.breaker(code).Execute(func() (any, error) {
		limited, cancel := context.WithTimeout(ctx, within)
		defer cancel()
		answer, err := ask(limited, client)
		if err != nil {
			if ctx.Err() != nil {
				return none, &leftError{err} // whoever asked has gone: it says nothing about the provider
			}
			return none, fmt.Errorf("%w: %w", ErrUnknown, err)
		}
		found, failure := read(answer)
		return judged(found, failure, answer.StatusCode())
	})
	if errors.Is(err, gobreaker.ErrOpenState) || errors.Is(err, gobreaker.ErrTooManyRequests) {
		return none, fmt.Errorf("%w: %s", ErrNotSent, code)
	}
	if err != nil {
		return none, err
	}
	return result.(T), nil //nolint:forcetypeassert // judged gave it
}

// judged tells an answer from a refusal and from what says nothing.
func judged[T any](found *T, failure *api.ProviderFailure, status int) (any, error) {
	switch {
	case found != nil:
		return *found, nil
	case failure != nil && status == http.StatusNotFound && failure.Code == "NO_PLAYER":
		return nil, ErrNoPlayer
	case failure != nil && status >= http.StatusBadRequest && status < http.StatusInternalServerError:
		return nil, fmt.Errorf("%w: status %d, code %.64q", ErrRefused, status, failure.Code)
	default:
		return nil, fmt.Errorf("%w: status %d", ErrUnknown, status)
	}
}

// leftError is an ErrUnknown that does not count against the provider.
type leftError struct{ error }

func (e *leftError) Unwrap() []error { return []error{ErrUnknown, e.error} }

// of gives a client of one provider.
func (p *Providers) of(ctx context.Context, code string) (*api.ClientWithResponses, error) {
	if p.config.Refuse != nil {
		if err := p.config.Refuse(ctx); err != nil {
			return nil, err
		}
	}
	base, key := p.config.URL(code), p.config.Key(code)
	if base == "" || key.Empty() {
		return nil, fmt.Errorf("%w: %s", ErrUnconfigured, code)
	}
	return api.NewClientWithResponses(strings.TrimSuffix(base, "/"), api.WithHTTPClient(p.client),
		api.WithRequestEditorFn(func(_ context.Context, request *http.Request) error {
			request.Header.Set("X-Api-Key", key.Reveal())
			return nil
		}))
}

func (p *Providers) breaker(code string) *gobreaker.CircuitBreaker[any] {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	known, ok := p.breakers[code]
	if !ok {
		known = gobreaker.NewCircuitBreaker[any](gobreaker.Settings{
			Name: code, Timeout: p.config.Rest,
			ReadyToTrip:  func(counts gobreaker.Counts) bool { return counts.ConsecutiveFailures >= tripAfter },
			IsSuccessful: func(err error) bool { return !errors.Is(err, ErrUnknown) },
			IsExcluded: func(err error) bool {
				var left *leftError
				return errors.As(err, &left)
			},
		})
		p.breakers[code] = known
	}
	return known
}
