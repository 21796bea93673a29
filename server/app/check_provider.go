package app

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"krapao/server/background"
	"krapao/server/game"
	"krapao/server/gateway/provider"
	"krapao/server/postgres"
	"krapao/server/wallet"
)

const (
	// ProviderSample is how many transfers, and how many members, providers are asked about in one check: the latest
	// ones.
	ProviderSample = 200
	// providersWithin ends the asking whatever happens, rememberedFor is how long a provider knows a reference
	// (provider.yaml, at least 30 days).
	providersWithin = 2 * time.Minute
	rememberedFor   = 29 * 24 * time.Hour
	// findingSamples is how many breaches are named.
	findingSamples = 5
)

// providerBooks holds our book against the game providers' own (I9).
type providerBooks struct {
	db        *postgres.DB
	providers *provider.Providers
	now       func() time.Time
	sample    int
}

// at is what one provider is asked about.
type at struct {
	code      string
	transfers []wallet.Transfer
	accounts  []game.Account
}

// providerReply is what became of asking one provider.
type providerReply struct {
	asked, left int
	silent      string // why the rest was left, "" when nothing was
	broken      []string
}

// check asks each provider about the latest transfers and accounts, one call at a time, all providers at once and
// outside any transaction. One that does not answer is asked no more: what it was not asked is not checked, and breaks
// nothing.
func (b providerBooks) check(ctx context.Context) (postgres.Finding, error) {
	finding := postgres.Finding{Invariant: i9, Promise: i9Promise}
	list, err := b.list(ctx)
	if err != nil {
		return finding, err
	}
	limited, cancel := context.WithTimeout(ctx, providersWithin)
	defer cancel()
	answers, group := make([]providerReply, len(list)), background.Group{Name: "asking providers for their books"}
	for i, one := range list {
		answers[i] = providerReply{left: len(one.transfers) + len(one.accounts), silent: "the asking broke off"}
		group.Go(func() { answers[i] = b.ask(limited, one) })
	}
	group.Wait()
	asked, silent := 0, []string{}
	for i, answer := range answers {
		asked += answer.asked
		finding.Sample = append(finding.Sample, answer.broken...)
		if answer.silent != "" {
			finding.NotAsked = append(finding.NotAsked, list[i].code)
			silent = append(silent, fmt.Sprintf("%d at %s (%s)", answer.left, list[i].code, answer.silent))
		}
	}
	finding.Count = int64(len(finding.Sample))
	finding.Sample = finding.Sample[:min(len(finding.Sample), findingSamples)]
	finding.OK = finding.Count == 0 && asked > 0
	switch {
	case len(silent) > 0:
		finding.NotChecked = fmt.Sprintf("%d were asked about, not %s", asked, strings.Join(silent, ", "))
	case asked == 0:
		finding.NotChecked = "there is no decided transfer and no account at rest to ask about"
	}
	return finding, ctx.Err()
}

// list gives what is asked, by provider.
func (b providerBooks) list(ctx context.Context) ([]at, error) {
	byCode := map[string]*at{}
	of := func(code string) *at {
		if byCode[code] == nil {
			byCode[code] = &at{code: code}
		}
		return byCode[code]
	}
	transfers, err := postgres.Transfers{DB: b.db}.LatestDecided(ctx, b.now().Add(-rememberedFor), b.sample)
	if err != nil {
		return nil, err
	}
	for _, t := range transfers {
		of(t.Game).transfers = append(of(t.Game).transfers, t)
	}
	members, err := postgres.Game{DB: b.db}.LatestRefreshed(ctx, b.sample)
	if err != nil {
		return nil, err
	}
	for _, member := range members {
		accounts, err := postgres.Game{DB: b.db}.Accounts(ctx, member)
		if err != nil {
			return nil, err
		}
		for _, account := range accounts {
			of(account.Provider).accounts = append(of(account.Provider).accounts, account)
		}
	}
	list := make([]at, 0, len(byCode))
	for _, one := range byCode {
		list = append(list, *one)
	}
	slices.SortFunc(list, func(a, b at) int { return strings.Compare(a.code, b.code) })
	return list, nil
}

// ask asks one provider until it does not answer.
func (b providerBooks) ask(ctx context.Context, one at) (answer providerReply) {
	answer.left = len(one.transfers) + len(one.accounts)
	note := func(asked bool, broken string, err error) (goOn bool) {
		if err != nil {
			answer.silent = err.Error()
			return false
		}
		answer.left--
		if asked {
			answer.asked++
		}
		if broken != "" {
			answer.broken = append(answer.broken, broken)
		}
		return true
	}
	for _, t := range one.transfers {
		broken, err := b.transfer(ctx, t)
		if !note(true, broken, err) {
			return answer
		}
	}
	for _, account := range one.accounts {
		atRest, broken, err := b.account(ctx, account)
		if !note(atRest, broken, err) {
			return answer
		}
	}
	return answer
}

// transfer tells how the provider contradicts what we have decided: a settled one was carried out, one that went back
// was not.
func (b providerBooks) transfer(ctx context.Context, t wallet.Transfer) (broken string, err error) {
	outcome, err := b.providers.FindTransfer(ctx, t.Game, t.ID.String())
	if err != nil || (outcome.Verdict == wallet.Applied) == (t.Status == wallet.Settled) {
		return "", err
	}
	return fmt.Sprintf("transfer %v of %v is %s, and %s says %s", t.ID, t.Member, t.Status, t.Game, outcome.Verdict), nil
}

// account tells how the provider's balance differs from the ledger's, when the account was at rest while it was asked:
// no result held, no transfer under way or decided since its last refresh (what was won before it is not booked),
// nothing booked meanwhile, and the provider's number of the balance is the one that was booked. Equal numbers mean
// equal balances (provider.yaml).
func (b providerBooks) account(ctx context.Context, account game.Account) (atRest bool, broken string, err error) {
	store := postgres.Game{DB: b.db}
	booked := func() (found game.AccountBalance, err error) {
		state, err := store.State(ctx, account.Member)
		for _, one := range state.Accounts {
			if one.Code == account.Provider {
				found = one
			}
		}
		return found, err
	}
	before, err := booked()
	if err != nil {
		return false, "", err
	}
	// Asked after the ledger was read: what begins later takes from the account, and shows in its version, or gives to
	// it, and shows in the number.
	pending, err := postgres.Transfers{DB: b.db}.PendingGames(ctx, account.Member)
	if err != nil || before.RefreshedAt == nil || before.Held || slices.Contains(pending, account.Provider) {
		return false, "", err
	}
	moved, err := postgres.Transfers{DB: b.db}.DecidedSince(ctx, account.Member, account.Provider, *before.RefreshedAt)
	if err != nil || moved {
		return false, "", err
	}
	balance, err := b.providers.Balance(ctx, account.Provider, account.Username)
	if err != nil {
		return false, "", err
	}
	after, err := booked()
	if err != nil || balance.Sequence != before.Sequence || after.Sequence != before.Sequence || after.Version != before.Version {
		return false, "", err
	}
	wallet, err := postgres.Ledger{DB: b.db}.Wallet(ctx, account.Member)
	if err != nil || balance.Amount == before.Balance && balance.Currency == wallet.Currency {
		return true, "", err
	}
	return true, fmt.Sprintf("%s holds %v %s for %v, the ledger %v %s", account.Provider, balance.Amount, balance.Currency, account.Member, before.Balance, wallet.Currency), nil
}
