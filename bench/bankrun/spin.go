package main

import (
	"context"
	"math/rand/v2"
	"sync"
	"time"

	"krapao/server/httpapi/api/portal"
	"krapao/server/money"
	"krapao/server/postgres"
	"krapao/server/spin"
)

// The wheel's sectors, and what deposits bring: verify-spins.sql knows them too.
const (
	cashSector, coinSector, codeSector, bonusSector = "CASH", "COIN", "CODE", "BONUS"

	cashPrize, bonusPrize   = 5_00, 7_00
	coinsBack               = 2
	depositPer              = 100_00 // brings depositCoins, and a deposit at most mostCoins
	depositCoins, mostCoins = 1, 2
)

// openWheels writes a wheel and the rule by which deposits bring coins, for each currency.
func (b *bank) openWheels(ctx context.Context) error {
	store, now := postgres.Spin{DB: b.db}, time.Now()
	sector := func(code string, weight int64, prize spin.Prize) spin.Slice {
		prize.Name = spin.Text{"en": code}
		return spin.Slice{Code: code, Label: prize.Name, Background: "#f7b500", Foreground: "#1a1a1a", Weight: weight, Prize: prize}
	}
	for _, currency := range b.edition.Currencies() {
		wheel := spin.Wheel{
			Code: "WHEEL_" + string(currency), Version: 1, Currency: currency, Name: spin.Text{"en": "Wheel"}, CoinPerSpin: 1, Open: true, From: now.Add(-time.Hour),
			Slices: []spin.Slice{
				sector(cashSector, 5, spin.Prize{Type: spin.Cash, Amount: cashPrize}), sector(coinSector, 3, spin.Prize{Type: spin.Coins, Coins: coinsBack}),
				sector(codeSector, 2, spin.Prize{Type: spin.Code, Code: "SECRET"}),
				sector(bonusSector, 6, spin.Prize{Type: spin.Bonus, Amount: bonusPrize, Terms: spin.Terms{SuccessPercent: 150, FailPercent: 99}}),
			},
		}
		if err := wheel.Validate(); err != nil {
			return err
		}
		if err := store.PutWheel(ctx, wheel, now); err != nil {
			return err
		}
		if err := store.PutRule(ctx, spin.Rule{Currency: currency, PerAmount: depositPer, Coins: depositCoins, MaxCoins: mostCoins, ReviewAbove: money.Max}, now); err != nil {
			return err
		}
	}
	return nil
}

// twice has the same done once, or by two at the same time.
func twice(chance *rand.Rand, do func(chance *rand.Rand)) {
	if chance.IntN(4) > 0 {
		do(chance)
		return
	}
	var group sync.WaitGroup
	for range 2 {
		own := rand.New(rand.NewPCG(chance.Uint64(), chance.Uint64()))
		group.Go(func() { do(own) })
	}
	group.Wait()
}

// refused is an answer of the wheel that says no.
func refused(answer reply, why *portal.SpinError) reply {
	if why != nil {
		answer.code = string(*why)
	}
	return answer
}

// spin spends a coin with an id of the member's making, now and then by two at once; an id of before now and then,
// whose spin is answered again.
func (b *bank) spin(ctx context.Context, chance *rand.Rand, m *member) {
	requestID := newKey(chance)
	m.mutex.Lock()
	if m.lastSpin != "" && chance.IntN(5) == 0 {
		requestID = m.lastSpin
	}
	m.lastSpin = requestID
	m.mutex.Unlock()
	twice(chance, func(chance *rand.Rand) {
		b.send(m.as(ctx), chance, intent{Op: "spin", Member: m.id, About: requestID}, func(ctx context.Context, server int, key *string) (reply, error) {
			got, err := b.portals[server].SpinWheelWithResponse(ctx, &portal.SpinWheelParams{IdempotencyKey: key}, portal.SpinRequest{RequestID: &requestID})
			if err != nil {
				return reply{}, err
			}
			answer := said(got.StatusCode(), got.JSONDefault)
			if got.JSON200 != nil {
				answer = refused(answer, got.JSON200.Error)
				if won := got.JSON200.Result; won != nil {
					answer.claimed = []claimed{{What: "spin", Ref: won.CouponID, State: won.Code}}
					m.mutex.Lock()
					if won.Code != bonusSector || m.takesBonuses {
						m.coupons = append(m.coupons, won.CouponID)
					}
					m.mutex.Unlock()
				}
			}
			return answer, nil
		})
	})
}

// claimCoupon claims one of the member's coupons, and sometimes one that was claimed before.
func (b *bank) claimCoupon(ctx context.Context, chance *rand.Rand, m *member) {
	m.mutex.Lock()
	coupon := ""
	if all := len(m.coupons); all > 0 {
		at := chance.IntN(all)
		if coupon = m.coupons[at]; chance.IntN(3) > 0 {
			m.coupons[at] = m.coupons[all-1]
			m.coupons = m.coupons[:all-1]
		}
	}
	m.mutex.Unlock()
	var choice portal.SpinCouponChoice
	if coupon == "" || choice.FromSpinCouponID(coupon) != nil {
		return
	}
	twice(chance, func(chance *rand.Rand) {
		b.send(m.as(ctx), chance, intent{Op: "coupon", Member: m.id, About: coupon}, func(ctx context.Context, server int, key *string) (reply, error) {
			got, err := b.portals[server].ClaimSpinCouponWithResponse(ctx, &portal.ClaimSpinCouponParams{IdempotencyKey: key}, portal.SpinClaimRequest{Coupon: choice})
			if err != nil {
				return reply{}, err
			}
			answer := said(got.StatusCode(), got.JSONDefault)
			if got.JSON200 != nil {
				answer = refused(answer, got.JSON200.Error)
				if got.JSON200.Success || answer.code == string(portal.SpinErrorNOCLAIMABLECOUPON) { // claimed now, or before
					answer.claimed = []claimed{{What: "coupon", Ref: coupon, State: "CLAIMED"}}
				}
			}
			return answer, nil
		})
	})
}
