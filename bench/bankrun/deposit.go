package main

import (
	"context"
	"math"
	"math/rand/v2"
	"time"

	"krapao/server/httpapi/api/portal"
	"krapao/server/money"
)

// makeQR asks for a QR code, and gives its id; "" when there is none.
func (b *bank) makeQR(ctx context.Context, chance *rand.Rand, m *member, gateway string) string {
	body := portal.QrCodeRequest{Amount: entryOf(m.currency, drawDeposit(chance))}
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
			answer.claimed = []claimed{{What: "qr", Ref: *got.JSON200.QrcodeID, State: "ACTIVE", Amount: body.Amount}}
		}
		if got.JSON200.QrcodeID != nil {
			m.mutex.Lock()
			m.qr, m.qrUntil = *got.JSON200.QrcodeID, time.Time{}
			if got.JSON200.ExpireIn != nil {
				m.qrUntil = *got.JSON200.ExpireIn
			}
			m.mutex.Unlock()
		}
		return answer, nil
	})
	if len(answer.claimed) == 0 {
		return ""
	}
	return answer.claimed[0].Ref
}

// cancelQR withdraws the member's latest QR code. One that has run out meanwhile stays as it is, so nothing is claimed
// of it.
func (b *bank) cancelQR(ctx context.Context, chance *rand.Rand, m *member) {
	m.mutex.Lock()
	code, until := m.qr, m.qrUntil
	m.qr, m.qrUntil = "", time.Time{}
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
		if got.JSON200 != nil && (until.IsZero() || time.Now().Before(until)) {
			answer.claimed = []claimed{{What: "qr", Ref: code, State: "CANCELLED"}}
		}
		return answer, nil
	})
}

// payQR pays a QR code at its gateway. The last gateway's payments arrive on an account of the house, whose bank
// reports them too; where it tells the reference, the member may show the transfer's slip besides: it is the same
// money.
func (b *bank) payQR(ctx context.Context, chance *rand.Rand, m *member, code, gateway string) {
	from, at := b.anyPayer(chance, m), waysIn[m.currency].settlesAt(gateway)
	fields := map[string]string{"bankCode": from.bank, "accountNo": from.number, "accountName": from.name, "toBankCode": at.bank, "toAccountNo": at.number}
	of := onSlip{bank: from.bank, qr: true}
	if chance.IntN(2) == 0 {
		fields["withReference"] = "yes"
	}
	b.atParty(ctx, intent{Op: "pay", Member: m.id, About: code}, "/gateway/qr/"+code+"/pay", fields, func(answer map[string]any) []claimed {
		of.reference, _ = answer["transactionReference"].(string)
		of.amount = amountOf(answer["amount"])
		return []claimed{{What: "payment", Ref: code}}
	})
	if of.reference != "" && fields["withReference"] != "" && from == b.own(m) && chance.IntN(3) == 0 {
		b.uploadPicture(ctx, chance, m, of)
	}
}

// amountOf reads an amount of an answer.
func amountOf(value any) money.Amount {
	number, _ := value.(float64)
	return money.Amount(math.Round(number * 100))
}

// deposit transfers from the member's own account to any of the house's; every third time the same again at once, which
// a member may do.
func (b *bank) deposit(ctx context.Context, chance *rand.Rand, m *member) {
	made := b.drawTransfer(chance, m)
	b.payBank(ctx, m, made)
	if chance.IntN(3) == 0 {
		again := b.drawTransfer(chance, m)
		again.amount = made.amount
		b.payBank(ctx, m, again)
	}
}

// drawTransfer draws an amount of the pool and an account of the house; the bank tells half of the references.
func (b *bank) drawTransfer(chance *rand.Rand, m *member) transfer {
	to := waysIn[m.currency].everyAccount()
	made := transfer{from: b.own(m), amount: drawDeposit(chance), to: to[chance.IntN(len(to))], unnamed: chance.IntN(2) == 0}
	// What does not tell its payer tells its reference: without both it could be anybody's, as it could where QR codes'
	// payments arrive.
	switch hide := chance.IntN(10); {
	case hide == 0:
		made.unnamed, made.feedPayer = false, "masked"
	case hide < 3 && made.to != waysIn[m.currency].qrAccount:
		made.unnamed, made.feedPayer = false, "none"
	}
	return made
}

// payBank transfers to an account of the house, and gives the transfer's reference. It comes from the member's own
// account unless the transfer says otherwise.
func (b *bank) payBank(ctx context.Context, m *member, made transfer) (reference string) {
	if made.from == (payer{}) {
		made.from = b.own(m)
	}
	b.payers.sent(made)
	fields := map[string]string{
		"toBankCode": made.to.bank, "toAccountNo": made.to.number, "currency": string(m.currency), "amount": made.amount.String(),
		"fromBankCode": made.from.bank, "fromAccountNo": made.from.number, "fromAccountName": made.from.name,
	}
	if made.unnamed {
		fields["withoutReference"] = "yes"
	}
	if made.feedPayer != "" {
		fields["feedPayer"] = made.feedPayer
	}
	b.atParty(ctx, intent{Op: "bank", Member: m.id, Amount: made.amount, About: made.to.number}, "/bank/transfers", fields, func(answer map[string]any) []claimed {
		reference, _ = answer["transactionReference"].(string)
		line, _ := answer["lineId"].(string)
		b.payers.listed(line, reference)
		if made.feedPayer != "" {
			b.payers.hid(line, made)
		}
		return []claimed{{What: "line", Ref: line, Amount: made.amount}}
	})
	return reference
}

// payStray transfers a member's money from an account that nobody has registered: it matches nobody.
func (b *bank) payStray(ctx context.Context, chance *rand.Rand, m *member) {
	made := b.drawTransfer(chance, m)
	made.from = b.stranger(m)
	b.payBank(ctx, m, made)
}

// payEWallet transfers from the member's e-wallet, which the phone number names: also to the phone where gift links are
// redeemed.
func (b *bank) payEWallet(ctx context.Context, chance *rand.Rand, m *member) {
	to := houseAccount{walletBank, []string{feedPhone, giftPhone}[chance.IntN(2)]}
	b.payBank(ctx, m, transfer{from: m.eWallet(), amount: drawDeposit(chance), to: to, unnamed: chance.IntN(2) == 0})
}

// giveLink makes a gift link and sends it. Redeemed, it is a line in the e-wallet's feed too.
func (b *bank) giveLink(ctx context.Context, chance *rand.Rand, m *member) {
	amount, link, hash := drawDeposit(chance), "", ""
	b.atParty(ctx, intent{Op: "gift", Member: m.id, Amount: amount}, "/ewallet/gift-links", map[string]string{
		"amount": amount.String(), "phone": m.phone, "accountName": m.name, "reported": "yes",
	}, func(made map[string]any) []claimed {
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
			answer.claimed = []claimed{{What: "gift", Ref: hash, State: string(got.JSON200.Status), Amount: amount}}
		}
		return answer, nil
	})
}

// claim says that an amount was paid; half of the time it then is, and the claim closes by itself.
func (b *bank) claim(ctx context.Context, chance *rand.Rand, m *member) {
	body := portal.DepositClaimRequest{Amount: entryOf(m.currency, drawDeposit(chance))}
	b.send(m.as(ctx), chance, intent{Op: "claim", Member: m.id, Amount: body.Amount}, func(ctx context.Context, server int, key *string) (reply, error) {
		got, err := b.portals[server].ClaimDepositWithResponse(ctx, &portal.ClaimDepositParams{IdempotencyKey: key}, body)
		if err != nil {
			return reply{}, err
		}
		answer := said(got.StatusCode(), got.JSONDefault)
		if got.JSON200 != nil {
			answer.claimed = []claimed{{What: "claim", Ref: got.JSON200.UnderscoreID, Amount: body.Amount}}
		}
		return answer, nil
	})
	if chance.IntN(2) == 0 {
		made := b.drawTransfer(chance, m)
		made.amount = body.Amount
		b.payBank(ctx, m, made)
	}
}
