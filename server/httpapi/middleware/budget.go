package middleware

import (
	"context"
	"net/netip"
	"slices"
	"sync"
	"time"

	"krapao/server/fault"
	"krapao/server/operation"
)

// Budget bounds how many requests of one kind are under way. Kinds have budgets of their own, so a flood of one kind
// leaves the others theirs.
type Budget struct {
	name string
	// each is the most that one caller may hold; 0 is no bound.
	each int
	// wait is how long a request waits for a slot before it is refused.
	wait time.Duration

	slots chan struct{} // nil: no bound
	mu    sync.Mutex
	held  map[string]int // by caller
}

// newBudget makes a budget of so many slots; 0 is no bound.
func newBudget(name string, slots, each int) *Budget {
	b := &Budget{name: name, each: each, held: map[string]int{}}
	if slots > 0 {
		b.slots = make(chan struct{}, slots)
	}
	return b
}

// share is the part of a bound that one caller may have: at least one, and no bound where there is none.
func share(of, part int) int {
	if of <= 0 {
		return 0
	}
	return max(1, of/part)
}

// slot is what a request holds of a budget. The zero slot is of none.
type slot struct {
	budget *Budget
	caller string
}

// enter takes a slot, waiting for it as the budget says. Errors: SERVER_BUSY; REQUEST_LIMIT, when the caller holds as
// many as one may.
func (b *Budget) enter(ctx context.Context, caller string) (slot, error) {
	if !b.take(ctx) {
		return slot{}, fault.ServerBusy.Withf("%d %s under way", cap(b.slots), b.name)
	}
	if !b.count(caller) {
		if b.slots != nil {
			<-b.slots
		}
		// The cause makes it a refusal for want of a slot, which is logged as such.
		return slot{}, fault.RequestLimit.After(time.Second).With(fault.ServerBusy.Withf("%d %s of one caller under way", b.each, b.name))
	}
	return slot{b, caller}, nil
}

func (b *Budget) take(ctx context.Context) bool {
	if b.slots == nil {
		return true
	}
	select {
	case b.slots <- struct{}{}:
		return true
	default:
	}
	if b.wait == 0 {
		return false
	}
	timer := time.NewTimer(b.wait)
	defer timer.Stop()
	select {
	case b.slots <- struct{}{}:
		return true
	case <-timer.C:
	case <-ctx.Done():
	}
	return false
}

// leave gives the slot back; of the zero slot there is nothing to give back.
func (s *slot) leave() {
	if s.budget == nil {
		return
	}
	if s.budget.slots != nil {
		<-s.budget.slots
	}
	s.budget.uncount(s.caller)
	*s = slot{}
}

// count notes one more of a caller's; false when that would be too many.
func (b *Budget) count(caller string) bool {
	if b.each == 0 {
		return true
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.held[caller] >= b.each {
		return false
	}
	b.held[caller]++
	return true
}

func (b *Budget) uncount(caller string) {
	if b.each == 0 {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.held[caller]--; b.held[caller] <= 0 {
		delete(b.held, caller)
	}
}

// budgets are a listener's. README.md has the table.
type budgets struct {
	calls, logins, providers, Webhooks, files *Budget
	// openings are the sockets that customers are opening; one that is open takes no slot.
	openings *Budget
	// members counts the calls of each member until their answers are written.
	members *Budget
	// bodies are those that are still on their way, large ones those of which more than BodyLimit came already.
	bodies, large *Budget
}

// of gives the budget that a call takes a slot of while it is worked on.
func (b budgets) of(op *Operation) *Budget {
	switch {
	case op.hashes:
		return b.logins
	case slices.Contains(askProviders, op.ID):
		return b.providers
	case op.ID == operation.OpenChatSocket:
		return b.openings
	}
	return b.calls
}

// askProviders are the calls that wait for a game provider. One that hangs fills their slots and no others.
var askProviders = []operation.Name{
	operation.TransferFunds, operation.TransferAllFunds, operation.WithdrawAllFunds, operation.RefreshGameAccounts, operation.RefreshGameAccountsByGet,
	operation.ActivateGameAccount, operation.ActivateGameAccountByGet, operation.ResetGamePassword, operation.ResetGamePasswordByGet,
	operation.LaunchGame, operation.LaunchGameByGet, operation.LaunchGameWithPasswordByGet,
	operation.WithdrawFunds, operation.ActivateBonus, operation.ActivateBonusByGet, operation.ActivatePromotion, operation.ActivatePromotionByGet,
	operation.ClearBonus, operation.ClearBonusByGet,
}

const (
	// Bodies on their way, all and of one network (/24, IPv6: /48). Each takes a connection and at most BodyLimit of
	// memory.
	maxBodies, maxBodiesPerNetwork = 4096, 128
	// The same of bodies of which more than BodyLimit came already: bank feeds. The rest is in a file until the
	// signature is known.
	maxLargeBodies, maxLargeBodiesPerNetwork = 128, 8
	// webhookWait is how long a webhook waits for its turn: a gateway that is refused comes back much later.
	webhookWait = 5 * time.Second
)

func newBudgets(config BaseConfig) budgets {
	b := budgets{
		calls:     newBudget("calls", config.MaxInFlight, 0),
		logins:    newBudget("logins", config.MaxLogins, share(config.MaxLogins, 4)),
		providers: newBudget("provider calls", config.MaxProviderCalls, share(config.MaxProviderCalls, 8)),
		Webhooks:  newBudget("webhooks", config.MaxWebhooks, 0),
		files:     newBudget("files", config.MaxFiles, share(config.MaxFiles, 8)),
		openings:  newBudget("openings of sockets", config.MaxOpenings, share(config.MaxOpenings, 8)),
		members:   newBudget("member's calls", 0, config.MaxInFlightPerMember),
		bodies:    newBudget("bodies", maxBodies, maxBodiesPerNetwork),
		large:     newBudget("large bodies", maxLargeBodies, maxLargeBodiesPerNetwork),
	}
	b.Webhooks.wait, b.large.wait = webhookWait, webhookWait
	return b
}

func (b budgets) all() []*Budget {
	return []*Budget{b.calls, b.logins, b.providers, b.Webhooks, b.files, b.openings, b.members, b.bodies, b.large}
}

// network names the network that is taken for one owner where many addresses could share the work: the /24, IPv6: the
// /48.
func network(addr netip.Addr) string {
	return prefixOf(addr, 24, 48).String()
}
