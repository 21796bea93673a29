package wallet_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"krapao/server/id"
	"krapao/server/ledger"
	"krapao/server/money"
	"krapao/server/wallet"
)

// accounts is the model: what a member has where, if every request did what it was answered, and the players' games.
type accounts map[string]money.Amount

// machine drives one member through transfers, one by one and all at once, games and faults, and follows along with the
// model.
type machine struct {
	*transferEnv
	member  id.MemberID
	model   accounts
	pending []wallet.TransferInput
	faulty  bool
}

var sources = []string{wallet.Main, pg, jili}

// transfer asks for one, and moves the model by the answer; a pending one is settled at the end.
func (m *machine) transfer(t *rapid.T) {
	source, target := rapid.SampledFrom(sources).Draw(t, "source"), rapid.SampledFrom(sources).Draw(t, "target")
	amount := money.Units(rapid.Int64Range(1, 60).Draw(t, "amount"))
	if source == target {
		return
	}
	m.clock.Advance(5 * time.Second) // a refresh asks again
	input := wallet.TransferInput{Member: m.member, Currency: money.Baht, Source: source, Target: target, Amount: amount, Key: keyOf(id.NewID().String())}
	m.follow(t, input)
}

func (m *machine) follow(t *rapid.T, input wallet.TransferInput) {
	leg, err := m.transfers.Transfer(m.t.Context(), input)
	switch {
	case errors.Is(err, ledger.ErrMoneyNotEnough):
		if !m.faulty && len(m.pending) == 0 && m.model[input.Source] >= input.Amount {
			t.Fatalf("%s has %v and %v was too much", input.Source, m.model[input.Source], input.Amount)
		}
	case errors.Is(err, wallet.ErrTransferFail):
		if !m.faulty {
			t.Fatal("failed without a fault")
		}
		m.back(input)
	case err != nil:
		t.Fatal(err)
	case leg.Status == wallet.LegPending:
		m.pending = append(m.pending, input)
	default:
		m.model[input.Source] -= input.Amount
		m.model[input.Target] += input.Amount
	}
}

// back notes that a transfer failed: from game to game the money may have come as far as the main wallet.
func (m *machine) back(input wallet.TransferInput) {
	legs := m.legs(input)
	m.model[input.Source] -= legs.Amount
	m.model[legs.HeldBy] += legs.Amount
}

// legs reads where the money of a request is.
func (m *machine) legs(input wallet.TransferInput) wallet.Leg {
	request, err := m.transfers.Keys.Find(m.t.Context(), input.Member, input.Key)
	if err != nil {
		m.t.Fatal(err)
	}
	legs, err := m.transfers.Legs(m.t.Context(), input.Member, request)
	if err != nil || len(legs) != 1 {
		m.t.Fatal(legs, err)
	}
	return legs[0]
}

// switchFault makes a provider misbehave, or behave.
func (m *machine) switchFault(t *rapid.T) {
	mode := rapid.SampledFrom([]string{"lose", "error-after", "error-before", "reject", "down", "apply-late", "late", "off"}).Draw(t, "fault")
	m.fault("provider", `{"mode":"off"}`)
	m.faulty = mode != "off"
	if m.faulty {
		m.fault("provider", fmt.Sprintf(`{"mode":%q,"percent":%d,"seconds":0.02,"only":"/transfers/"}`, mode, rapid.IntRange(20, 100).Draw(t, "percent")))
	}
	time.Sleep(25 * time.Millisecond) // a breaker that is open lets the next call through
}

// playRound settles a bet, as far as the provider says that the member has the stake.
func (m *machine) playRound(t *rapid.T) {
	code := rapid.SampledFrom([]string{pg, jili}).Draw(t, "game")
	stake, payout := rapid.Int64Range(1, 20).Draw(t, "stake"), rapid.Int64Range(0, 40).Draw(t, "payout")
	username, _, err := m.games.Username(m.t.Context(), m.member, code)
	if err != nil {
		t.Fatal(err)
	}
	held, err := m.providers.Balance(m.t.Context(), code, username)
	if err != nil || held.Amount < money.Units(stake) {
		return
	}
	m.post("/provider/"+code+"/players/"+username+"/play", fmt.Sprintf(`{"stake":%d,"payout":%d}`, stake, payout))
	m.model[code] += money.Units(payout - stake)
}

// end lets the faults stop and everything come to an end, and compares.
func (m *machine) end(t *rapid.T) {
	m.fault("provider", `{"mode":"off"}`)
	m.faulty = false
	for range 6 {
		count, _, err := m.transfers.UnderWay(m.t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if count == 0 {
			break
		}
		m.reconcile()
	}
	for _, input := range m.pending {
		leg, err := m.transfers.Transfer(m.t.Context(), input)
		if err != nil && !errors.Is(err, wallet.ErrTransferFail) || err == nil && leg.Status != wallet.LegSettled {
			t.Fatalf("%+v, %v", leg, err)
		}
		m.back(input)
	}
	m.pending = nil
	m.clock.Advance(5 * time.Second)
	if err := (games{m.games}).Refresh(m.t.Context(), m.member, ""); err != nil {
		t.Fatal(err)
	}
	now, err := m.book.Wallet(m.t.Context(), m.member)
	if err != nil {
		t.Fatal(err)
	}
	if now.Main != m.model[wallet.Main] || now.Game(pg).Balance != m.model[pg] || now.Game(jili).Balance != m.model[jili] || now.InTransit != 0 {
		t.Fatalf("the ledger has %+v, the model %v\n%s", now, m.model, m.story())
	}
	m.sound(m.member)
}

// Whatever members and providers do, in whatever order: what was answered is what happened, every invariant holds, and
// in the end each provider's book is the ledger's (I9).
func TestAnySequenceOfTransfersGamesAndFaultsAgreesWithTheModel(t *testing.T) {
	t.Parallel()
	b := newTransferEnv(t, baht(1))
	b.transfers.WaitTimeout = 40 * time.Millisecond
	rapid.Check(t, func(r *rapid.T) {
		m := &machine{transferEnv: b, member: id.NewMember(), model: accounts{wallet.Main: baht(100)}}
		b.fault("provider", `{"mode":"off"}`)
		b.open(m.member, baht(100))
		for range rapid.IntRange(5, 12).Draw(r, "steps") {
			switch rapid.IntRange(0, 6).Draw(r, "what") {
			case 0:
				m.switchFault(r)
			case 1:
				m.playRound(r)
			case 2:
				m.reconcile()
				m.checked()
			case 3: // the same request again, with its key
				if len(m.pending) > 0 {
					again := m.pending[0]
					m.pending = m.pending[1:]
					m.follow(r, again)
				}
			default:
				m.transfer(r)
			}
		}
		m.end(r)
	})
}

// story tells what the ledger has of the member.
func (m *machine) story() string {
	rows, err := m.database.DB.Querier(m.t.Context()).Query(m.t.Context(), `select account || ' ' || seq || ' ' || kind || ' ' || amount || ' ' || reference
		from ledger_posting where member_id = $1 and account <> 'main' order by transaction_id`, m.member)
	if err != nil {
		m.t.Fatal(err)
	}
	defer rows.Close()
	var lines []string
	for rows.Next() {
		var line string
		if err := rows.Scan(&line); err != nil {
			m.t.Fatal(err)
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}
