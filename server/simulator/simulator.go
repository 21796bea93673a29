// Package simulator plays the parties that Krapao does not own: payment gateways, a bank, an SMS service, an e-wallet
// and game providers. They are real HTTP servers behind stubs generated from the same contracts as Krapao's adapters,
// each with a small page that a person can use. They behave plainly and honestly, and keep what they know in a journal,
// if they are given one. README.md lists their addresses and what tests may ask of them.
package simulator

import (
	"context"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/go-chi/chi/v5"
)

// Config says whom the parties serve.
type Config struct {
	// Portal is Krapao's origin, where the webhooks go: http://127.0.0.1:8080. SetPortal may give it later.
	Portal string
	// Public is the simulator's own origin as a browser reaches it, for launch links: http://127.0.0.1:8090.
	Public string
	// Home is where a game's way out leads when Krapao has not said; "/", the simulator's own page, when empty.
	Home string
	// Names are what game providers are called on their own pages, by code; a code without one stands for itself.
	Names map[string]string
	// Credentials are the keys and secrets that the parties share with Krapao.
	Credentials Credentials
	// Now is the clock; nil is the machine's.
	Now func() time.Time
	// Log is told about webhooks that are not taken; nil logs nothing.
	Log *slog.Logger
	// FirstRetry is the wait before a webhook that was not taken is sent again, doubled each time up to 30 s; 500 ms
	// when 0.
	FirstRetry time.Duration
	// PayoutDelay is how long a payout stays PENDING; 2 s when 0.
	PayoutDelay time.Duration
	// Journal is the file that keeps what the parties know over a restart; empty keeps nothing.
	Journal string

	faults  *faults
	journal *journal
}

// Simulator is all the parties behind one handler.
type Simulator struct {
	config   Config
	router   chi.Router
	webhooks *webhooks
	sms      *smsService
	gateways *gateways
	bank     *bank
	ewallet  *ewallet
	provider *providers
	desk     *helpDesk
}

// New makes parties that keep nothing over a restart. Serve Handler, and call Run beside it: it sends the webhooks.
func New(config Config) *Simulator {
	config.Journal = ""
	s, err := Open(config)
	if err != nil {
		panic(err) // there is no file that could fail
	}
	return s
}

// Open makes the parties as Config.Journal has them.
func Open(config Config) (*Simulator, error) {
	if config.Now == nil {
		config.Now = time.Now
	}
	if config.Log == nil {
		config.Log = slog.New(slog.DiscardHandler)
	}
	if config.FirstRetry == 0 {
		config.FirstRetry = 500 * time.Millisecond
	}
	if config.PayoutDelay == 0 {
		config.PayoutDelay = 2 * time.Second
	}
	config.faults = newFaults()
	var known []record
	if config.Journal != "" {
		var err error
		if config.journal, known, err = openJournal(config.Journal, worthKeeping); err != nil {
			return nil, err
		}
	}
	s := &Simulator{config: config, webhooks: newWebhooks(config)}
	s.sms = &smsService{config: &s.config, receipts: map[string]*message{}}
	s.bank = &bank{config: &s.config, webhooks: s.webhooks, accounts: map[string]*houseAccount{}, asked: map[string]string{}}
	s.gateways = &gateways{config: &s.config, webhooks: s.webhooks, bank: s.bank, byCode: map[string]*gateway{}}
	s.ewallet = &ewallet{config: &s.config, bank: s.bank, vouchers: map[string]*voucher{}}
	s.provider = &providers{config: &s.config, byCode: map[string]*gameProvider{}}
	s.desk = &helpDesk{config: &s.config, webhooks: s.webhooks, seen: map[string]bool{}}
	s.router = s.routes()
	config.faults.router = s.router
	return s, s.restore(known)
}

// Close closes the journal, after Run has ended and the last call was answered.
func (s *Simulator) Close() error { return s.config.journal.close() }

// SetPortal names Krapao's origin, for the case that its port is known only after the simulator's is.
func (s *Simulator) SetPortal(origin string) { s.webhooks.setPortal(origin) }

// Handler gives every party's calls and pages.
func (s *Simulator) Handler() http.Handler { return s.router }

// Run sends webhooks, settles payouts and ends QR payments that ran out, until ctx ends.
func (s *Simulator) Run(ctx context.Context) {
	var group sync.WaitGroup
	group.Go(func() { s.webhooks.run(ctx) })
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for ctx.Err() == nil {
		select {
		case <-ctx.Done():
		case <-tick.C:
			s.gateways.settle()
		}
	}
	group.Wait()
}

func (s *Simulator) routes() chi.Router {
	router := chi.NewRouter()
	router.Use(limitBody, pageHeaders)
	router.Get("/", s.index)
	router.Get("/style.css", style("style.css"))
	router.Get("/table.css", style("table.css"))
	s.config.faults.mount(router)
	s.sms.mount(router)
	s.gateways.mount(router)
	s.bank.mount(router)
	s.ewallet.mount(router)
	s.provider.mount(router)
	s.desk.mount(router)
	return router
}

// index links every party's page and tells how an adapter reaches it.
func (s *Simulator) index(w http.ResponseWriter, r *http.Request) {
	type party struct{ Title, Page, What, Base, Key, Secret string }
	credentials := s.config.Credentials
	parties := []party{
		{Title: "SMS service", Page: "/sms", What: "Read the one-time codes.", Base: SMSPath, Key: credentials.Key(SMSParty)},
		{Title: "Payment gateways", Page: "/gateway", What: "Pay the QR codes, watch payouts and webhooks.",
			Base: GatewayPath("{code}"), Key: "one per code", Secret: "one per code"},
		{Title: "Bank", Page: "/bank", What: "Transfer to the house's accounts and get a slip.", Base: BankPath,
			Key: credentials.Key(BankParty), Secret: "one per bank code"},
		{Title: "E-wallet", Page: "/ewallet", What: "Make gift links.", Base: EWalletPath, Key: credentials.Key(EWalletParty)},
		{Title: "Game providers", Page: "/provider", What: "Players, balances and bets.", Base: ProviderPath("{code}"), Key: "one per code"},
	}
	render(w, "index.html", view{
		Title: "Simulators", Data: parties, Origin: "http://" + r.Host,
		Faults: s.config.faults.panels(faultSMS, faultGateway, faultPayout, faultHelpDesk),
	})
}
