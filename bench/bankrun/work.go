package main

import (
	"context"
	"math/rand/v2"
	"time"

	"krapao/server/app"
	"krapao/server/money"
)

// deeds are what members do, with how often of the sum of all shares. Most cost little, so that many are done.
var deeds = []struct {
	share int
	do    func(b *bank, ctx context.Context, chance *rand.Rand, m *member)
}{
	{24, func(b *bank, ctx context.Context, chance *rand.Rand, m *member) {
		b.transfer(ctx, chance, m, mainWallet, m.game(chance))
	}},
	{10, func(b *bank, ctx context.Context, chance *rand.Rand, m *member) {
		b.transfer(ctx, chance, m, m.game(chance), mainWallet)
	}},
	{4, func(b *bank, ctx context.Context, chance *rand.Rand, m *member) {
		if from, to := m.game(chance), m.game(chance); from != to {
			b.transfer(ctx, chance, m, from, to)
		}
	}},
	{1, func(b *bank, ctx context.Context, chance *rand.Rand, m *member) {
		b.transferAll(ctx, chance, m, []string{mainWallet, mainWallet, m.game(chance)}[chance.IntN(3)])
	}},
	{6, func(b *bank, ctx context.Context, chance *rand.Rand, m *member) {
		b.play(ctx, chance, m, m.game(chance))
	}},
	{3, func(b *bank, ctx context.Context, chance *rand.Rand, m *member) { b.refresh(ctx, chance, m) }},
	{18, func(b *bank, ctx context.Context, chance *rand.Rand, m *member) { b.withdraw(ctx, chance, m, false) }},
	{1, func(b *bank, ctx context.Context, chance *rand.Rand, m *member) { b.withdraw(ctx, chance, m, true) }},
	{18, func(b *bank, ctx context.Context, chance *rand.Rand, m *member) { b.cancelWithdrawal(ctx, chance, m) }},
	{8, func(b *bank, ctx context.Context, chance *rand.Rand, m *member) { b.spin(ctx, chance, m) }},
	{6, func(b *bank, ctx context.Context, chance *rand.Rand, m *member) { b.claimCoupon(ctx, chance, m) }},
	{5, func(b *bank, ctx context.Context, chance *rand.Rand, _ *member) {
		b.receiveBonus(ctx, chance, b.bonusTaker(chance))
	}},
	{1, func(b *bank, ctx context.Context, chance *rand.Rand, _ *member) {
		b.receivePromotion(ctx, chance, b.bonusTaker(chance))
	}},
	{2, func(b *bank, ctx context.Context, chance *rand.Rand, _ *member) {
		b.receiveRefund(ctx, chance, b.bonusTaker(chance))
	}},
	{1, func(b *bank, ctx context.Context, chance *rand.Rand, _ *member) {
		b.receiveInvite(ctx, chance, b.bonusTaker(chance))
	}},
	{8, func(b *bank, ctx context.Context, chance *rand.Rand, _ *member) {
		b.endCondition(ctx, chance, b.bonusTaker(chance))
	}},
	{10, func(b *bank, ctx context.Context, chance *rand.Rand, _ *member) {
		b.gamble(ctx, chance, b.bonusTaker(chance))
	}},
	{4, func(b *bank, ctx context.Context, chance *rand.Rand, _ *member) {
		b.loseCondition(ctx, chance, b.bonusTaker(chance))
	}},
	{2, func(b *bank, ctx context.Context, chance *rand.Rand, _ *member) {
		b.deposit(ctx, chance, b.bonusTaker(chance))
	}},
	{4, func(b *bank, ctx context.Context, chance *rand.Rand, _ *member) {
		m := b.bonusTaker(chance)
		b.spin(ctx, chance, m)
		b.claimCoupon(ctx, chance, m)
	}},
	{4, func(b *bank, ctx context.Context, chance *rand.Rand, m *member) {
		gateway := m.gateway(chance)
		if code := b.makeQR(ctx, chance, m, gateway); code != "" {
			b.payQR(ctx, chance, m, code, gateway)
		}
	}},
	{1, func(b *bank, ctx context.Context, chance *rand.Rand, m *member) {
		if chance.IntN(4) == 0 {
			b.makeQR(ctx, chance, m, m.gateway(chance))
		}
		b.cancelQR(ctx, chance, m)
	}},
	{3, func(b *bank, ctx context.Context, chance *rand.Rand, m *member) { b.deposit(ctx, chance, m) }},
	{1, func(b *bank, ctx context.Context, chance *rand.Rand, m *member) { b.payStray(ctx, chance, m) }},
	{1, func(b *bank, ctx context.Context, chance *rand.Rand, m *member) {
		if m.currency == money.Baht {
			b.payEWallet(ctx, chance, m)
		}
	}},
	{1, func(b *bank, ctx context.Context, chance *rand.Rand, m *member) {
		if b.edition == app.Thai {
			b.giveLink(ctx, chance, m)
		}
	}},
	{2, func(b *bank, ctx context.Context, chance *rand.Rand, m *member) {
		b.launch(ctx, chance, m, m.game(chance))
	}},
	{1, func(b *bank, ctx context.Context, chance *rand.Rand, m *member) { b.claim(ctx, chance, m) }},
	{1, func(b *bank, ctx context.Context, chance *rand.Rand, m *member) {
		if m.currency == b.edition.Currencies()[0] { // baht in the Lao edition come from a bank that prints no code
			b.showSlip(ctx, chance, m)
		}
	}},
	{1, func(b *bank, ctx context.Context, chance *rand.Rand, m *member) {
		b.activate(ctx, chance, m, providers[chance.IntN(len(providers))])
	}},
	{1, func(b *bank, ctx context.Context, chance *rand.Rand, m *member) {
		if chance.IntN(4) == 0 {
			b.resetPassword(ctx, chance, m, m.game(chance))
		}
	}},
}

// game draws a provider at which the member has an account; any, while there is none.
func (m *member) game(chance *rand.Rand) string {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	start := chance.IntN(len(providers))
	for i := range providers {
		if code := providers[(start+i)%len(providers)]; m.usernames[code] != "" {
			return code
		}
	}
	return providers[start]
}

// work is one worker: again and again some member does something. Workers meet at members by chance.
func (b *bank) work(ctx context.Context, chance *rand.Rand) {
	sum := 0
	for _, deed := range deeds {
		sum += deed.share
	}
	for ctx.Err() == nil {
		if b.soak != nil { // members of a quiet day
			pause(ctx, time.Duration(chance.IntN(200))*time.Millisecond)
		}
		if b.cluster.isDown() { // asking again and again would only be a flood of 503
			pause(ctx, time.Duration(chance.IntN(400))*time.Millisecond)
		}
		m, drawn := b.members[chance.IntN(len(b.members))], chance.IntN(sum)
		for _, deed := range deeds {
			if drawn -= deed.share; drawn < 0 {
				deed.do(b, ctx, chance, m)
				break
			}
		}
	}
}
