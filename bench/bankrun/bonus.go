package main

import (
	"context"
	"math/rand/v2"
	"net/http"

	"krapao/server/httpapi/api/portal"
	"krapao/server/money"
)

// takesBonuses tells whether the i-th member takes credits that come with a condition. The others do not: under one,
// hardly anything can be withdrawn.
func takesBonuses(i int) bool { return i%4 == 0 }

// isInvited tells whether the i-th member was invited, by a member who takes bonuses and counts the same currency.
func isInvited(i int) bool { return i%4 == inviteeAfter }

const inviteeAfter = 2

// bonusTaker draws one of the members who take bonuses.
func (b *bank) bonusTaker(chance *rand.Rand) *member {
	for at := chance.IntN(len(b.members)); ; at = (at + 1) % len(b.members) {
		if takesBonuses(at) {
			return b.members[at]
		}
	}
}

// effect is the end of a call: what it answered, and the one thing that it says it did.
func effect(status int, failed *portal.Error, done bool, what claimed) reply {
	answer := said(status, failed)
	if done {
		answer.claimed = []claimed{what}
	}
	return answer
}

// receiveBonus asks for a bonus, now and then by two at once or in the old form.
func (b *bank) receiveBonus(ctx context.Context, chance *rand.Rand, m *member) {
	code := []string{fixedBonus, depositBonus}[chance.IntN(2)] + "_" + string(m.currency)
	claim := func(made *portal.UserBonus) claimed {
		if made == nil {
			return claimed{}
		}
		return claimed{What: "bonus", Ref: made.UnderscoreID, State: code, Amount: money.Amount(len(made.Received))}
	}
	if byGet(chance) {
		b.sendAs(m.as(ctx), chance, intent{Op: "bonusByGet", Member: m.id, About: code}, func(ctx context.Context, server int, _ *string) (reply, error) {
			got, err := b.portals[server].ActivateBonusByGetWithResponse(ctx, code, &portal.ActivateBonusByGetParams{})
			if err != nil {
				return reply{}, err
			}
			return effect(got.StatusCode(), got.JSONDefault, got.JSON200 != nil, claim(got.JSON200)), nil
		})
		return
	}
	twice(chance, func(chance *rand.Rand) {
		b.send(m.as(ctx), chance, intent{Op: "bonus", Member: m.id, About: code}, func(ctx context.Context, server int, key *string) (reply, error) {
			got, err := b.portals[server].ActivateBonusWithResponse(ctx, code, &portal.ActivateBonusParams{IdempotencyKey: key})
			if err != nil {
				return reply{}, err
			}
			return effect(got.StatusCode(), got.JSONDefault, got.JSON200 != nil, claim(got.JSON200)), nil
		})
	})
}

// receivePromotion tries the promotion's code, which is received once.
func (b *bank) receivePromotion(ctx context.Context, chance *rand.Rand, m *member) {
	code := promotion + "_" + string(m.currency)
	twice(chance, func(chance *rand.Rand) {
		b.send(m.as(ctx), chance, intent{Op: "promotion", Member: m.id, About: code}, func(ctx context.Context, server int, key *string) (reply, error) {
			got, err := b.portals[server].ActivatePromotionWithResponse(ctx, code, &portal.ActivatePromotionParams{IdempotencyKey: key})
			if err != nil {
				return reply{}, err
			}
			return effect(got.StatusCode(), got.JSONDefault, got.JSON200 != nil, claimed{What: "promotion", Ref: code}), nil
		})
	})
}

// endCondition ends the condition that the member is under.
func (b *bank) endCondition(ctx context.Context, chance *rand.Rand, m *member) {
	ended := claimed{What: "ended", Ref: m.id}
	if byGet(chance) {
		b.sendAs(m.as(ctx), chance, intent{Op: "clearByGet", Member: m.id}, func(ctx context.Context, server int, _ *string) (reply, error) {
			got, err := b.portals[server].ClearBonusByGetWithResponse(ctx, &portal.ClearBonusByGetParams{})
			if err != nil {
				return reply{}, err
			}
			return effect(got.StatusCode(), got.JSONDefault, got.StatusCode() == http.StatusOK, ended), nil
		})
		return
	}
	twice(chance, func(chance *rand.Rand) {
		b.send(m.as(ctx), chance, intent{Op: "clear", Member: m.id}, func(ctx context.Context, server int, key *string) (reply, error) {
			got, err := b.portals[server].ClearBonusWithResponse(ctx, &portal.ClearBonusParams{IdempotencyKey: key})
			if err != nil {
				return reply{}, err
			}
			return effect(got.StatusCode(), got.JSONDefault, got.StatusCode() == http.StatusOK, ended), nil
		})
	})
}

// receiveRefund reserves the refund of the day before, or has it paid.
func (b *bank) receiveRefund(ctx context.Context, chance *rand.Rand, m *member) {
	refund := func(made *portal.RefundReceipt, status string) claimed {
		if made == nil {
			return claimed{}
		}
		return claimed{What: "refund", Ref: m.id, State: status, Amount: made.RefundAmount}
	}
	if chance.IntN(2) == 0 {
		twice(chance, func(chance *rand.Rand) {
			b.send(m.as(ctx), chance, intent{Op: "reserveRefund", Member: m.id}, func(ctx context.Context, server int, key *string) (reply, error) {
				got, err := b.portals[server].ReceiveRefundWithResponse(ctx, &portal.ReceiveRefundParams{IdempotencyKey: key})
				if err != nil {
					return reply{}, err
				}
				return effect(got.StatusCode(), got.JSONDefault, got.JSON200 != nil, refund(got.JSON200, "RESERVED")), nil
			})
		})
	}
	twice(chance, func(chance *rand.Rand) {
		b.send(m.as(ctx), chance, intent{Op: "payRefund", Member: m.id}, func(ctx context.Context, server int, key *string) (reply, error) {
			got, err := b.portals[server].AddRefundToWalletWithResponse(ctx, &portal.AddRefundToWalletParams{IdempotencyKey: key})
			if err != nil {
				return reply{}, err
			}
			return effect(got.StatusCode(), got.JSONDefault, got.JSON200 != nil, refund(got.JSON200, "PAID")), nil
		})
	})
}

// receiveInvite takes what the member's invitees have earned.
func (b *bank) receiveInvite(ctx context.Context, chance *rand.Rand, m *member) {
	twice(chance, func(chance *rand.Rand) {
		b.send(m.as(ctx), chance, intent{Op: "invite", Member: m.id}, func(ctx context.Context, server int, key *string) (reply, error) {
			got, err := b.portals[server].ReceiveInviteBonusWithResponse(ctx, &portal.ReceiveInviteBonusParams{IdempotencyKey: key})
			if err != nil {
				return reply{}, err
			}
			answer := said(got.StatusCode(), got.JSONDefault)
			if got.JSON200 != nil {
				answer.claimed = []claimed{{What: "invite", Ref: m.id, Amount: got.JSON200.Amount}}
			}
			return answer, nil
		})
	})
}

// sitAt transfers a stake into a game, and gives the game and who the member is there; "" where they have no account.
func (b *bank) sitAt(ctx context.Context, chance *rand.Rand, m *member) (code, username string) {
	code = m.game(chance)
	b.transferAmount(ctx, chance, m, mainWallet, code, m.nextStake())
	m.mutex.Lock()
	defer m.mutex.Unlock()
	return code, m.usernames[code]
}

// gamble plays so that a condition is met or lost: a transfer into a game, and a stake that is lost or comes back twice
// over. A stake that the member does not have there, the provider refuses.
func (b *bank) gamble(ctx context.Context, chance *rand.Rand, m *member) {
	code, username := b.sitAt(ctx, chance, m)
	if username == "" {
		return
	}
	stake, payout := amount(8, int64(chance.IntN(60))), money.Amount(0)
	if chance.IntN(2) == 0 {
		payout = 2 * stake
	}
	b.bet(ctx, m.id, code, username, stake, payout)
	if chance.IntN(2) == 0 {
		b.endCondition(ctx, chance, m)
	}
}

// loseCondition loses most of what it brings into a game, and ends the condition: a lost one takes what is left there.
func (b *bank) loseCondition(ctx context.Context, chance *rand.Rand, m *member) {
	code, username := b.sitAt(ctx, chance, m)
	if username == "" {
		return
	}
	for range 2 {
		b.bet(ctx, m.id, code, username, amount(8, int64(chance.IntN(60))), 0)
	}
	b.endCondition(ctx, chance, m)
}

// conditionsEndedInEachWay tells whether a condition has ended in each of the ways that a run has to have seen
// (hasToHappen): until then it goes on, as chance may leave one out.
func (b *bank) conditionsEndedInEachWay(ctx context.Context) (is bool) {
	err := b.db.Querier(ctx).QueryRow(ctx, `
		with ended as (
			select c.outcome, c.cut, exists (
				select from ledger_posting p where p.member_id = c.member_id and p.account = 'main'
					and p.kind = 'FINISH_BONUS' and p.reference = c.id::text
			) as by_withdrawal
			from bonus_condition c
		)
		select count(*) filter (where outcome = 'LOST' and cut > 0) > 0
			and count(*) filter (where outcome = 'MET' and by_withdrawal) > 0
			and count(*) filter (where outcome = 'MET' and not by_withdrawal) > 0
		from ended`).Scan(&is)
	return err == nil && is
}
