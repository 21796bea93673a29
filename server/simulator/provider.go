package simulator

import (
	"context"
	"strings"
	"sync"
	"time"

	"github.com/go-chi/chi/v5"

	"krapao/server/money"
	"krapao/server/simulator/api/provider"
)

// providers are all game providers: any code is one, made at its first call.
type providers struct {
	config *Config

	mutex  sync.Mutex // guards everything below, of every provider
	byCode map[string]*gameProvider
}

var _ provider.StrictServerInterface = (*providers)(nil)

// gameProvider is one provider's book.
type gameProvider struct {
	code        string
	journal     *journal
	players     map[string]*player // by username
	byReference map[string]*player
	transfers   map[string]*transfer // by Krapao's reference
	bets        []provider.Bet       // by settlement, oldest first
	entries     map[string]*entry    // launch links by token
	forms       map[string]form      // sign-in forms by their state field
	seats       map[string]*seat     // who plays, by token
}

type player struct {
	provider.Player
	at       *gameProvider
	balance  money.Amount
	inPlay   money.Amount // staked in bets that are not settled
	sequence int64
	resets   map[string]string // password by the reference of its change
	home     string            // where Krapao last said that the way out leads
}

// transfer is what became of a reference: an outcome, or a tombstone that a cancel laid before any transfer came.
type transfer struct {
	asked     *provider.CreateTransferRequest // nil: only cancelled
	outcome   provider.TransferOutcome
	cancelled bool
	decidedAt time.Time
}

type entry struct {
	username  string
	expireAt  time.Time
	returnURL string
}

func (p *providers) mount(router chi.Router) {
	router.Get("/provider", p.indexPage)
	router.Route("/provider/{code:[A-Za-z0-9_-]{1,32}}", func(router chi.Router) {
		router.Get("/", p.page)
		router.Get("/enter", p.enter)
		router.Get("/signin", p.signInPage)
		router.Post("/signin", p.signIn)
		router.Get("/table/{seat}", p.table)
		router.Post("/table/{seat}/{what:spin|win|lose|balance}", p.pressAndReturn)
		router.Post("/players/{username}/play", p.playAndReturn)
		router.Post("/players/{username}/balance", p.setBalanceAndReturn)
		router.Route("/v1", func(router chi.Router) {
			router.Use(p.config.Credentials.requireKey(ProviderParty), p.config.faults.onCalls(faultOfProvider))
			strict := provider.NewStrictHandlerWithOptions(p, nil, provider.StrictHTTPServerOptions{
				RequestErrorHandlerFunc: writeMalformed, ResponseErrorHandlerFunc: writeFailure,
			})
			provider.HandlerWithOptions(strict, provider.ChiServerOptions{BaseRouter: router, ErrorHandlerFunc: writeMalformed})
		})
	})
}

// of gives the provider of a code. The mutex is held.
func (p *providers) of(code string) *gameProvider {
	known, ok := p.byCode[code]
	if !ok {
		known = &gameProvider{
			code: code, journal: p.config.journal, players: map[string]*player{}, byReference: map[string]*player{},
			transfers: map[string]*transfer{}, entries: map[string]*entry{}, forms: map[string]form{}, seats: map[string]*seat{},
		}
		p.byCode[code] = known
	}
	return known
}

// player gives a player of the provider that a call came to. The mutex is held.
func (p *providers) player(ctx context.Context, username string) (*player, error) {
	known, ok := p.of(codeOf(ctx)).players[username]
	if !ok {
		return nil, errNoPlayer
	}
	return known, nil
}

// CreatePlayer opens a player, once per reference.
func (p *providers) CreatePlayer(ctx context.Context, request provider.CreatePlayerRequestObject) (provider.CreatePlayerResponseObject, error) {
	body := request.Body
	if body.Reference == "" || len(body.Reference) > 64 {
		return nil, malformed("reference is required")
	}
	if !money.Currency(body.Currency).Valid() {
		return nil, malformed("%.20q is not a currency", body.Currency)
	}
	p.mutex.Lock()
	defer p.mutex.Unlock()
	at := p.of(codeOf(ctx))
	if known, ok := at.byReference[body.Reference]; ok {
		if known.Currency != body.Currency {
			return nil, errConflict
		}
		return provider.CreatePlayer200JSONResponse(known.Player), nil
	}
	opened := &player{at: at, resets: map[string]string{}, Player: provider.Player{
		Reference: body.Reference, Username: at.freeUsername(body.Reference), Password: random(letters, 8),
		Currency: body.Currency, CreatedAt: p.config.Now(),
	}}
	at.byReference[body.Reference], at.players[opened.Username] = opened, opened
	opened.keep()
	return provider.CreatePlayer200JSONResponse(opened.Player), nil
}

// freeUsername derives a sign-in name from Krapao's reference.
func (g *gameProvider) freeUsername(reference string) string {
	plain := strings.Map(func(r rune) rune {
		if (r >= 'a' && r <= 'z') || (r >= '0' && r <= '9') {
			return r
		}
		return -1
	}, strings.ToLower(reference))
	name := "kr" + plain[max(0, len(plain)-20):]
	for g.players[name] != nil {
		name += random("0123456789", 1)
	}
	return name
}

// GetBalance tells what a player holds.
func (p *providers) GetBalance(ctx context.Context, request provider.GetBalanceRequestObject) (provider.GetBalanceResponseObject, error) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	known, err := p.player(ctx, request.Username)
	if err != nil {
		return nil, err
	}
	inPlay := known.inPlay
	return provider.GetBalance200JSONResponse{
		Username: known.Username, Amount: known.balance, InPlay: &inPlay, Currency: known.Currency, Sequence: known.sequence,
	}, nil
}

// ResetPassword makes a new password, once per reference.
func (p *providers) ResetPassword(ctx context.Context, request provider.ResetPasswordRequestObject) (provider.ResetPasswordResponseObject, error) {
	if err := checkReference(request.Body.Reference); err != nil {
		return nil, err
	}
	p.mutex.Lock()
	defer p.mutex.Unlock()
	known, err := p.player(ctx, request.Username)
	if err != nil {
		return nil, err
	}
	password, repeated := known.resets[request.Body.Reference]
	if !repeated {
		password = random(letters, 8)
		known.resets[request.Body.Reference], known.Password = password, password
		known.keep()
	}
	return provider.ResetPassword200JSONResponse{Username: known.Username, Password: password}, nil
}

const linkLife = 5 * time.Minute

// GetLaunchLink makes a link that leads to the table once, and the hidden fields of the sign-in form.
func (p *providers) GetLaunchLink(ctx context.Context, request provider.GetLaunchLinkRequestObject) (provider.GetLaunchLinkResponseObject, error) {
	body := request.Body
	if !body.Platform.Valid() || !body.Language.Valid() {
		return nil, malformed("platform or language is unknown")
	}
	p.mutex.Lock()
	defer p.mutex.Unlock()
	known, err := p.player(ctx, request.Username)
	if err != nil {
		return nil, err
	}
	at, token := p.of(codeOf(ctx)), random(letters, 24)
	way := &entry{username: known.Username, expireAt: p.config.Now().Add(linkLife)}
	if body.ReturnURL != nil {
		way.returnURL, known.home = *body.ReturnURL, *body.ReturnURL
	}
	at.entries[token] = way
	hidden := provider.LaunchFormState(p.newForm(at))
	return provider.GetLaunchLink200JSONResponse{
		Link: p.config.Public + "/provider/" + at.code + "/enter?t=" + token, ExpireAt: way.expireAt, FormState: &hidden,
	}, nil
}
