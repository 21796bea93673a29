package main

import (
	"context"
	"math/rand/v2"

	"krapao/server/httpapi/api/portal"
	"krapao/server/money"
)

// makeQR asks for a QR code, and gives its id; "" when there is none.
func (b *bank) makeQR(ctx context.Context, chance *rand.Rand, m *member) string {
	body, gateway := portal.QrCodeRequest{Amount: m.nextDeposit()}, m.gateway(chance)
	answer := b.send(m.as(ctx), chance, intent{Op: "qr", Member: m.id, Amount: body.Amount, About: gateway}, func(ctx context.Context, server int, key *string) (reply, error) {
		got, err := b.portals[server].CreateQrCodeWithResponse(ctx, gateway, &portal.CreateQrCodeParams{IdempotencyKey: key}, body)
		if err != nil {
			return reply{}, err
		}
		answer := said(got.StatusCode(), got.JSONDefault)
		if got.JSON200 == nil {
			return answer, nil
		}
		if got.JSON200.Message != nil {
			answer.code = *got.JSON200.Message
		}
		if got.JSON200.HasQrcode && got.JSON200.QrcodeID != nil {
			answer.told = []told{{What: "qr", Ref: *got.JSON200.QrcodeID, State: "ACTIVE", Amount: body.Amount}}
		}
		if got.JSON200.QrcodeID != nil {
			m.mutex.Lock()
			m.qr = *got.JSON200.QrcodeID
			m.mutex.Unlock()
		}
		return answer, nil
	})
	if len(answer.told) == 0 {
		return ""
	}
	return answer.told[0].Ref
}

// cancelQR withdraws the member's latest QR code.
func (b *bank) cancelQR(ctx context.Context, chance *rand.Rand, m *member) {
	m.mutex.Lock()
	code := m.qr
	m.qr = ""
	m.mutex.Unlock()
	if code == "" {
		return
	}
	b.send(m.as(ctx), chance, intent{Op: "cancelQR", Member: m.id, About: code}, func(ctx context.Context, server int, key *string) (reply, error) {
		got, err := b.portals[server].CancelQrCodeWithResponse(ctx, code, &portal.CancelQrCodeParams{IdempotencyKey: key})
		if err != nil {
			return reply{}, err
		}
		answer := said(got.StatusCode(), got.JSONDefault)
		if got.JSON200 != nil {
			answer.told = []told{{What: "qr", Ref: code, State: "CANCELLED"}}
		}
		return answer, nil
	})
}

// payQR pays a QR code at its gateway, now and then twice at once: a code can be paid once.
func (b *bank) payQR(ctx context.Context, m *member, code string) {
	b.atParty(ctx, intent{Op: "pay", Member: m.id, About: code}, "/gateway/qr/"+code+"/pay", nil, func(map[string]any) []told {
		return []told{{What: "payment", Ref: code}}
	})
}

// payBank transfers from the member's own bank account to the house's, and gives the transfer's reference.
func (b *bank) payBank(ctx context.Context, m *member, amount money.Amount) (reference string) {
	to := tills[m.currency]
	b.atParty(ctx, intent{Op: "bank", Member: m.id, Amount: amount}, "/bank/transfers", map[string]string{
		"toBankCode": to.bank, "toAccountNo": to.account, "currency": string(m.currency), "amount": amount.String(),
		"fromBankCode": homeBank(b.edition), "fromAccountNo": m.bankAccount, "fromAccountName": m.name,
	}, func(made map[string]any) []told {
		reference, _ = made["transactionReference"].(string)
		line, _ := made["lineId"].(string)
		return []told{{What: "line", Ref: line, Amount: amount}}
	})
	return reference
}

// strangers begin the account numbers that no member has registered; the rest is whose money it is, which only the operators will find out.
const strangers = "77"

// payStray transfers a member's money from an account that nobody has registered: it matches nobody.
func (b *bank) payStray(ctx context.Context, m *member) {
	amount, to := m.nextDeposit(), tills[m.currency]
	b.atParty(ctx, intent{Op: "stray", Member: m.id, Amount: amount}, "/bank/transfers", map[string]string{
		"toBankCode": to.bank, "toAccountNo": to.account, "currency": string(m.currency), "amount": amount.String(),
		"fromBankCode": homeBank(b.edition), "fromAccountNo": strangers + m.id, "fromAccountName": "A FRIEND OF " + m.name,
	}, func(made map[string]any) []told {
		line, _ := made["lineId"].(string)
		return []told{{What: "stray", Ref: line, Amount: amount}}
	})
}

// payEWallet transfers from the member's e-wallet, which the phone number names.
func (b *bank) payEWallet(ctx context.Context, m *member) {
	amount := m.nextDeposit()
	b.atParty(ctx, intent{Op: "ewallet", Member: m.id, Amount: amount}, "/ewallet/transfers", map[string]string{
		"toPhone": feedPhone, "amount": amount.String(), "phone": m.phone, "accountName": m.name,
	}, func(made map[string]any) []told {
		line, _ := made["lineId"].(string)
		return []told{{What: "line", Ref: line, Amount: amount}}
	})
}

// giveLink makes a gift link and sends it.
func (b *bank) giveLink(ctx context.Context, chance *rand.Rand, m *member) {
	amount, link, hash := m.nextDeposit(), "", ""
	b.atParty(ctx, intent{Op: "gift", Member: m.id, Amount: amount}, "/ewallet/gift-links", map[string]string{
		"amount": amount.String(), "phone": m.phone, "accountName": m.name,
	}, func(made map[string]any) []told {
		link, _ = made["link"].(string)
		hash, _ = made["voucherHash"].(string)
		return nil
	})
	if hash == "" {
		return
	}
	body := portal.GiftLinkRequest{Link: link + "::" + m.name}
	b.send(m.as(ctx), chance, intent{Op: "giftLink", Member: m.id, Amount: amount, About: hash}, func(ctx context.Context, server int, key *string) (reply, error) {
		got, err := b.portals[server].SubmitGiftLinkWithResponse(ctx, &portal.SubmitGiftLinkParams{IdempotencyKey: key}, body)
		if err != nil {
			return reply{}, err
		}
		answer := said(got.StatusCode(), got.JSONDefault)
		if got.JSON200 != nil {
			answer.told = []told{{What: "gift", Ref: hash, State: string(got.JSON200.Status), Amount: amount}}
		}
		return answer, nil
	})
}

// claim says that an amount was paid; half of the time it then is, and the claim closes by itself.
func (b *bank) claim(ctx context.Context, chance *rand.Rand, m *member) {
	body := portal.DepositClaimRequest{Amount: m.nextDeposit()}
	b.send(m.as(ctx), chance, intent{Op: "claim", Member: m.id, Amount: body.Amount}, func(ctx context.Context, server int, key *string) (reply, error) {
		got, err := b.portals[server].ClaimDepositWithResponse(ctx, &portal.ClaimDepositParams{IdempotencyKey: key}, body)
		if err != nil {
			return reply{}, err
		}
		answer := said(got.StatusCode(), got.JSONDefault)
		if got.JSON200 != nil {
			answer.told = []told{{What: "claim", Ref: got.JSON200.UnderscoreID, Amount: body.Amount}}
		}
		return answer, nil
	})
	if chance.IntN(2) == 0 {
		b.payBank(ctx, m, body.Amount)
	}
}
