package main

import (
	"bytes"
	"context"
	"math/rand/v2"
	"mime/multipart"
	"time"

	"krapao/server/httpapi/api/portal"
	"krapao/server/money"
)

// said begins a reply with what every answer has.
func said(status int, failed *portal.Error) reply {
	answer := reply{status: status}
	if failed != nil {
		answer.code = failed.Message
	}
	return answer
}

const mainWallet = "WALLET"

// transfer moves the member's next amount between two of the member's accounts.
func (b *bank) transfer(ctx context.Context, chance *rand.Rand, m *member, from, to string) {
	b.transferAmount(ctx, chance, m, from, to, m.nextTransfer())
}

func (b *bank) transferAmount(ctx context.Context, chance *rand.Rand, m *member, from, to string, amount money.Amount) {
	body := portal.TransferRequest{From: from, To: to, Amount: amount}
	b.send(m.as(ctx), chance, intent{Op: "transfer", Member: m.id, Amount: body.Amount, About: from + ">" + to}, func(ctx context.Context, server int, key *string) (reply, error) {
		got, err := b.portals[server].TransferFundsWithResponse(ctx, &portal.TransferFundsParams{IdempotencyKey: key}, body)
		if err != nil {
			return reply{}, err
		}
		answer := said(got.StatusCode(), got.JSONDefault)
		for _, result := range []*portal.TransferResult{got.JSON200, got.JSON202} {
			if result != nil {
				answer.claimed = []claimed{{What: "transfer", Ref: result.Reference, State: string(result.Status), Amount: result.Amount}}
			}
		}
		return answer, nil
	})
}

func legs(of []portal.TransferLeg) (list []claimed) {
	for _, leg := range of {
		list = append(list, claimed{What: "transfer", Ref: leg.Reference, State: string(leg.Status), Amount: leg.Amount})
	}
	return list
}

func (b *bank) transferAll(ctx context.Context, chance *rand.Rand, m *member, to string) {
	b.send(m.as(ctx), chance, intent{Op: "transferAll", Member: m.id, About: to}, func(ctx context.Context, server int, key *string) (reply, error) {
		got, err := b.portals[server].TransferAllFundsWithResponse(ctx, &portal.TransferAllFundsParams{IdempotencyKey: key}, portal.TransferAllRequest{To: to})
		if err != nil {
			return reply{}, err
		}
		answer := said(got.StatusCode(), got.JSONDefault)
		for _, report := range []*portal.TransferAllReport{got.JSON200, got.JSON202} {
			if report != nil {
				answer.claimed = legs(report.Legs)
			}
		}
		return answer, nil
	})
}

func (b *bank) refresh(ctx context.Context, chance *rand.Rand, m *member) reply {
	in := intent{Op: "refresh", Member: m.id}
	if byGet(chance) {
		return b.sendAs(m.as(ctx), chance, in, func(ctx context.Context, server int, _ *string) (reply, error) {
			got, err := b.portals[server].RefreshGameAccountsByGetWithResponse(ctx, &portal.RefreshGameAccountsByGetParams{})
			if err != nil {
				return reply{}, err
			}
			return refreshed(said(got.StatusCode(), got.JSONDefault), got.JSON200), nil
		})
	}
	return b.send(m.as(ctx), chance, in, func(ctx context.Context, server int, key *string) (reply, error) {
		got, err := b.portals[server].RefreshGameAccountsWithResponse(ctx, &portal.RefreshGameAccountsParams{IdempotencyKey: key})
		if err != nil {
			return reply{}, err
		}
		return refreshed(said(got.StatusCode(), got.JSONDefault), got.JSON200), nil
	})
}

// refreshed adds to an answer which accounts' providers did not tell.
func refreshed(answer reply, report *portal.RefreshReport) reply {
	if report == nil {
		return answer
	}
	for _, account := range report.Accounts {
		if !account.IsFresh {
			answer.claimed = append(answer.claimed, claimed{What: "stale", Ref: account.Code})
		}
	}
	return answer
}

// withdraw asks for the member's next amount, from the main wallet or with the games' money brought home first.
func (b *bank) withdraw(ctx context.Context, chance *rand.Rand, m *member, all bool) {
	in := intent{Op: "withdraw", Member: m.id, Amount: m.nextWithdrawal()}
	body := portal.WithdrawRequest{Amount: in.Amount}
	one := func(w portal.Withdrawal) claimed {
		return claimed{What: "withdrawal", Ref: w.Reference, State: string(w.Status), Amount: w.Amount}
	}
	withdraw := func(ctx context.Context, server int, key *string) (reply, error) {
		got, err := b.portals[server].WithdrawFundsWithResponse(ctx, &portal.WithdrawFundsParams{IdempotencyKey: key}, body)
		if err != nil {
			return reply{}, err
		}
		answer := said(got.StatusCode(), got.JSONDefault)
		if got.JSON200 != nil {
			answer.claimed = []claimed{one(*got.JSON200)}
		}
		return answer, nil
	}
	if all {
		in.Op = "withdrawAll"
		withdraw = func(ctx context.Context, server int, key *string) (reply, error) {
			got, err := b.portals[server].WithdrawAllFundsWithResponse(ctx, &portal.WithdrawAllFundsParams{IdempotencyKey: key}, body)
			if err != nil {
				return reply{}, err
			}
			answer := said(got.StatusCode(), got.JSONDefault)
			if got.JSON200 != nil {
				answer.claimed = append(legs(got.JSON200.Legs), one(got.JSON200.Withdrawal))
			}
			if got.JSON409 != nil {
				answer.code = got.JSON409.Message
			}
			return answer, nil
		}
	}
	answer := b.send(m.as(ctx), chance, in, withdraw)
	for _, one := range answer.claimed {
		if one.What == "withdrawal" {
			m.mutex.Lock()
			m.withdrawal = one.Ref
			m.mutex.Unlock()
		}
	}
}

// cancelWithdrawal takes the member's latest withdrawal back. It is repeatable by its reference, without a key.
func (b *bank) cancelWithdrawal(ctx context.Context, chance *rand.Rand, m *member) {
	m.mutex.Lock()
	reference := m.withdrawal
	m.withdrawal = ""
	m.mutex.Unlock()
	if reference == "" {
		return
	}
	b.sendAs(m.as(ctx), chance, intent{Op: "cancel", Member: m.id, About: reference}, func(ctx context.Context, server int, _ *string) (reply, error) {
		got, err := b.portals[server].CancelWithdrawalWithResponse(ctx, reference)
		if err != nil {
			return reply{}, err
		}
		answer := said(got.StatusCode(), got.JSONDefault)
		if got.JSON200 != nil {
			answer.claimed = []claimed{{What: "withdrawal", Ref: reference, State: string(got.JSON200.Status), Amount: got.JSON200.Amount}}
		}
		return answer, nil
	})
}

// onSlip is what a person reads on a slip's picture.
type onSlip struct {
	bank, reference string
	amount          money.Amount
	// qr: the transfer is a QR code's payment.
	qr bool
}

// showSlip transfers and uploads the picture of it; every second time the same amount is transferred again, without a
// slip.
func (b *bank) showSlip(ctx context.Context, chance *rand.Rand, m *member) {
	made, again := b.drawTransfer(chance, m), b.drawTransfer(chance, m)
	of := onSlip{bank: homeBank(b.edition), amount: made.amount}
	if of.reference = b.payBank(ctx, m, made); of.reference == "" {
		return
	}
	if chance.IntN(3) == 0 {
		pause(ctx, time.Duration(chance.IntN(8000))*time.Millisecond) // operators may decide about its line first
	}
	b.uploadPicture(ctx, chance, m, of)
	if chance.IntN(2) == 0 {
		again.amount = made.amount
		pause(ctx, time.Duration(chance.IntN(4000))*time.Millisecond) // its check may be over by then, or not
		b.payBank(ctx, m, again)
	}
}

// uploadPicture takes the picture of a transfer, and uploads it.
func (b *bank) uploadPicture(ctx context.Context, chance *rand.Rand, m *member, of onSlip) {
	if picture := b.fetch(ctx, "/bank/transfers/"+of.reference+"/slip.png"); picture != nil {
		b.uploadSlip(ctx, chance, m, of, picture)
	}
}

// uploadSlip sends the picture of a transfer.
func (b *bank) uploadSlip(ctx context.Context, chance *rand.Rand, m *member, of onSlip, picture []byte) {
	var form bytes.Buffer
	writer := multipart.NewWriter(&form)
	part, err := writer.CreateFormFile("file", "slip.png")
	if err == nil {
		_, err = part.Write(picture)
	}
	if err != nil || writer.Close() != nil {
		return
	}
	b.send(m.as(ctx), chance, intent{Op: "slip", Member: m.id, Amount: of.amount}, func(ctx context.Context, server int, key *string) (reply, error) {
		got, err := b.portals[server].UploadSlipWithBodyWithResponse(ctx, &portal.UploadSlipParams{IdempotencyKey: key}, writer.FormDataContentType(), bytes.NewReader(form.Bytes()))
		if err != nil {
			return reply{}, err
		}
		answer := said(got.StatusCode(), got.JSONDefault)
		if got.JSON200 != nil {
			answer.claimed = []claimed{{What: "slip", Ref: got.JSON200.Reference}}
			b.pictures.Store(got.JSON200.Reference, of)
		}
		return answer, nil
	})
}
