package main

import (
	"math/rand/v2"
	"sync"

	"krapao/server/money"
)

// transfer is money that somebody sends to an account of the house.
type transfer struct {
	from   payer
	amount money.Amount
	to     houseAccount
	// unnamed: the house's bank does not tell the sending bank's reference.
	unnamed bool
	// feedPayer is what its line tells of the payer: "" all, "masked" a number with hidden digits, "none" nothing.
	feedPayer string
}

// payer is the account that somebody pays from.
type payer struct{ bank, number, name string }

// strangers begin the account numbers that no member has registered; the rest is whose money it is, which only the
// operators will find out.
const strangers = "77"

// own is the account that the member has registered.
func (b *bank) own(m *member) payer { return payer{homeBank(b.edition), m.bankAccount, m.name} }

// stranger is an account that nobody has registered.
func (b *bank) stranger(m *member) payer {
	return payer{homeBank(b.edition), strangers + m.id, "A FRIEND OF " + m.name}
}

// eWallet is the member's e-wallet.
func (m *member) eWallet() payer { return payer{walletBank, m.phone, m.name} }

// anyPayer is who pays a member's QR code: mostly the member, now and then another member or somebody unknown.
func (b *bank) anyPayer(chance *rand.Rand, m *member) payer {
	switch n := chance.IntN(100); {
	case n < 60:
		return b.own(m)
	case n < 80:
		return b.own(b.members[chance.IntN(len(b.members))])
	default:
		return b.stranger(m)
	}
}

// alike names transfers that nobody can tell apart.
type alike struct {
	from, to string
	amount   money.Amount
}

// payers is what the run's operators find out by looking around: whose an account is, and how many transfers somebody
// made. It only steers them: what is verified comes from the journals.
type payers struct {
	mutex  sync.Mutex
	owners map[string]string // an account's number -> the member's
	direct map[alike]int     // transfers that no report tells of, less those that an operator has decided about
	ours   map[string]bool   // the payments in suspense among those
	asked  map[string]int    // how often a second person was asked about a payment
	lines  map[string]alike  // what the operators find out about a line that does not tell its payer, by its id
	listAs map[string]string // the id of a transfer's line, by the transfer's reference
}

func (p *payers) add(m *member) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.owners == nil {
		p.owners, p.direct, p.ours, p.asked, p.lines = map[string]string{}, map[alike]int{}, map[string]bool{}, map[string]int{}, map[string]alike{}
		p.listAs = map[string]string{}
	}
	p.owners[m.bankAccount], p.owners[m.phone], p.owners[strangers+m.id] = m.id, m.id, m.id
}

// owner gives whose an account is, "" when it is nobody's.
func (p *payers) owner(number string) string {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return p.owners[number]
}

func (p *payers) sent(t transfer) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.direct[alike{t.from.number, t.to.number, t.amount}]++
}

// hid notes whose a line is that does not tell its payer.
func (p *payers) hid(line string, t transfer) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.lines[line] = alike{t.from.number, t.to.number, t.amount}
}

// listed notes which line a transfer is at the house's bank.
func (p *payers) listed(line, reference string) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.listAs[reference] = line
}

// lineOf gives the line that a transfer is.
func (p *payers) lineOf(reference string) string {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return p.listAs[reference]
}

// of gives what a line is: what its bank tells, or what was found out.
func (p *payers) of(line string, shown alike) alike {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if found, hidden := p.lines[line]; hidden {
		return found
	}
	return shown
}

// decide tells whether a payment in suspense may be decided about. A line in suspense may be a QR code's payment or a
// gift, which its report has credited: of lines that are alike, no more are anybody's than were transferred directly.
func (p *payers) decide(payment string, which alike) bool {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.ours[payment] || p.direct[which] == 0 {
		return p.ours[payment]
	}
	p.direct[which]--
	p.ours[payment] = true
	return true
}

// mostAsked bounds how often a second person is asked about a payment: some requests are turned down, and some answers
// are lost.
const mostAsked = 4

// askAgain lets a second person be asked about every payment anew.
func (p *payers) askAgain() {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	clear(p.asked)
}

// ask counts one more time.
func (p *payers) ask(payment string) bool {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.asked[payment]++
	return p.asked[payment] <= mostAsked
}
