package spin

import (
	"context"
	"slices"
	"sync"
	"time"

	"krapao/server/ledger"
	"krapao/server/money"
)

// keepRules is how long a read of the rules is used: a change is in force on every server after this time at most.
const keepRules = 2 * time.Second

// ruleCache is the rules, in memory: every deposit asks for one.
type ruleCache struct {
	mutex sync.Mutex
	rules []Rule
	at    time.Time
}

// coinsFor gives the coins that a deposit brings.
func (s *Service) coinsFor(ctx context.Context, currency money.Currency, deposit money.Amount) (int, error) {
	s.rules.mutex.Lock()
	known, at := s.rules.rules, s.rules.at
	s.rules.mutex.Unlock()
	now := s.Now()
	if age := now.Sub(at); at.IsZero() || age < 0 || age >= keepRules {
		found, err := s.Store.Rules(ctx)
		if err != nil {
			return 0, err
		}
		s.rules.mutex.Lock()
		s.rules.rules, s.rules.at = found, now
		s.rules.mutex.Unlock()
		known = found
	}
	own := slices.IndexFunc(known, func(rule Rule) bool { return rule.Currency == currency })
	if own < 0 {
		return 0, nil
	}
	return known[own].CoinsFor(deposit), nil
}

// forgetRules makes the next read a fresh one.
func (s *Service) forgetRules() {
	s.rules.mutex.Lock()
	defer s.rules.mutex.Unlock()
	s.rules.at = time.Time{}
}

// Rewarding gives a poster whose deposits bring the member coins by the operator's rule, in the deposit's own
// transaction: whatever makes the deposit happen once makes its coins come once. Whoever posts deposits need not know
// of coins.
func (s *Service) Rewarding(poster ledger.Poster) ledger.Poster { return rewarding{poster, s} }

type rewarding struct {
	ledger.Poster
	spin *Service
}

// Post is described at ledger.Poster.
func (r rewarding) Post(ctx context.Context, transaction ledger.Transaction) (ledger.Result, error) {
	with, err := r.withCoins(ctx, transaction)
	if err != nil {
		return ledger.Result{}, err
	}
	return r.Poster.Post(ctx, with)
}

// EnqueuePost is described at ledger.Poster.
func (r rewarding) EnqueuePost(ctx context.Context, transaction ledger.Transaction) error {
	with, err := r.withCoins(ctx, transaction)
	if err != nil {
		return err
	}
	return r.Poster.EnqueuePost(ctx, with)
}

func (r rewarding) withCoins(ctx context.Context, transaction ledger.Transaction) (ledger.Transaction, error) {
	if transaction.Kind != ledger.Deposit {
		return transaction, nil
	}
	main := slices.IndexFunc(transaction.Postings, func(posting ledger.Posting) bool { return posting.Account == ledger.Main(transaction.MemberID) })
	if main < 0 {
		return transaction, nil
	}
	coins, err := r.spin.coinsFor(ctx, transaction.Currency, transaction.Postings[main].Amount)
	if err != nil || coins == 0 {
		return transaction, err
	}
	transaction.Postings = slices.Concat(transaction.Postings, []ledger.Posting{
		{Account: ledger.Coins(transaction.MemberID), Amount: money.Amount(coins)}, {Account: ledger.House(house, ledger.Coin), Amount: -money.Amount(coins)},
	})
	return transaction, nil
}
