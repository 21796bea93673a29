package main

import (
	"bytes"
	"context"
	"math/rand/v2"
	"mime/multipart"

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
	body := portal.TransferRequest{From: from, To: to, Amount: m.nextTransfer()}
	b.send(m.as(ctx), chance, intent{Op: "transfer", Member: m.id, Amount: body.Amount, About: from + ">" + to}, func(ctx context.Context, server int, key *string) (reply, error) {
		got, err := b.portals[server].TransferFundsWithResponse(ctx, &portal.TransferFundsParams{IdempotencyKey: key}, body)
		if err != nil {
			return reply{}, err
		}
		answer := said(got.StatusCode(), got.JSONDefault)
		for _, result := range []*portal.TransferResult{got.JSON200, got.JSON202} {
			if result != nil {
				answer.told = []told{{What: "transfer", Ref: result.Reference, State: string(result.Status), Amount: result.Amount}}
			}
		}
		return answer, nil
	})
}

func legs(of []portal.TransferLeg) (list []told) {
	for _, leg := range of {
		list = append(list, told{What: "transfer", Ref: leg.Reference, State: string(leg.Status), Amount: leg.Amount})
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
				answer.told = legs(report.Legs)
			}
		}
		return answer, nil
	})
}

func (b *bank) refresh(ctx context.Context, chance *rand.Rand, m *member) reply {
	return b.send(m.as(ctx), chance, intent{Op: "refresh", Member: m.id}, func(ctx context.Context, server int, key *string) (reply, error) {
		got, err := b.portals[server].RefreshGameAccountsWithResponse(ctx, &portal.RefreshGameAccountsParams{IdempotencyKey: key})
		if err != nil {
			return reply{}, err
		}
		answer := said(got.StatusCode(), got.JSONDefault)
		if got.JSON200 != nil {
			for _, account := range got.JSON200.Accounts {
				if !account.IsFresh {
					answer.told = append(answer.told, told{What: "stale", Ref: account.Code})
				}
			}
		}
		return answer, nil
	})
}

// activate opens an account at a provider, and learns its username.
func (b *bank) activate(ctx context.Context, m *member, code string) {
	answer := b.sendAs(m.as(ctx), b.chance(0), intent{Op: "activate", Member: m.id, About: code}, func(ctx context.Context, server int, key *string) (reply, error) {
		got, err := b.portals[server].ActivateGameAccountWithResponse(ctx, code, &portal.ActivateGameAccountParams{IdempotencyKey: key})
		if err != nil {
			return reply{}, err
		}
		answer := said(got.StatusCode(), got.JSONDefault)
		if got.JSON200 != nil {
			answer.told = []told{{What: "game", Ref: got.JSON200.Code}}
		}
		return answer, nil
	})
	if !answer.ok() && answer.code != "SLOT_ALREADY_ACTIVE" {
		return
	}
	for server := range b.portals {
		got, err := b.portals[server].GetGameCredentialsWithResponse(m.as(ctx), code, &portal.GetGameCredentialsParams{})
		if err == nil && got.JSON200 != nil {
			m.mutex.Lock()
			m.usernames[code] = got.JSON200.Username
			m.mutex.Unlock()
			return
		}
	}
}

func (b *bank) resetPassword(ctx context.Context, chance *rand.Rand, m *member, code string) {
	b.send(m.as(ctx), chance, intent{Op: "resetPassword", Member: m.id, About: code}, func(ctx context.Context, server int, key *string) (reply, error) {
		got, err := b.portals[server].ResetGamePasswordWithResponse(ctx, code, &portal.ResetGamePasswordParams{IdempotencyKey: key})
		if err != nil {
			return reply{}, err
		}
		return said(got.StatusCode(), got.JSONDefault), nil
	})
}

// withdraw asks for the member's next amount, from the main wallet or with the games' money brought home first.
func (b *bank) withdraw(ctx context.Context, chance *rand.Rand, m *member, all bool) {
	in := intent{Op: "withdraw", Member: m.id, Amount: m.nextWithdrawal()}
	body := portal.WithdrawRequest{Amount: in.Amount}
	one := func(w portal.Withdrawal) told {
		return told{What: "withdrawal", Ref: w.Reference, State: string(w.Status), Amount: w.Amount}
	}
	make := func(ctx context.Context, server int, key *string) (reply, error) {
		got, err := b.portals[server].WithdrawFundsWithResponse(ctx, &portal.WithdrawFundsParams{IdempotencyKey: key}, body)
		if err != nil {
			return reply{}, err
		}
		answer := said(got.StatusCode(), got.JSONDefault)
		if got.JSON200 != nil {
			answer.told = []told{one(*got.JSON200)}
		}
		return answer, nil
	}
	if all {
		in.Op = "withdrawAll"
		make = func(ctx context.Context, server int, key *string) (reply, error) {
			got, err := b.portals[server].WithdrawAllFundsWithResponse(ctx, &portal.WithdrawAllFundsParams{IdempotencyKey: key}, body)
			if err != nil {
				return reply{}, err
			}
			answer := said(got.StatusCode(), got.JSONDefault)
			if got.JSON200 != nil {
				answer.told = append(legs(got.JSON200.Legs), one(got.JSON200.Withdrawal))
			}
			return answer, nil
		}
	}
	answer := b.send(m.as(ctx), chance, in, make)
	for _, one := range answer.told {
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
			answer.told = []told{{What: "withdrawal", Ref: reference, State: string(got.JSON200.Status), Amount: got.JSON200.Amount}}
		}
		return answer, nil
	})
}

// uploadSlip sends the picture of a transfer.
func (b *bank) uploadSlip(ctx context.Context, chance *rand.Rand, m *member, of money.Amount, picture []byte) {
	var form bytes.Buffer
	writer := multipart.NewWriter(&form)
	part, err := writer.CreateFormFile("file", "slip.png")
	if err == nil {
		_, err = part.Write(picture)
	}
	if err != nil || writer.Close() != nil {
		return
	}
	b.send(m.as(ctx), chance, intent{Op: "slip", Member: m.id, Amount: of}, func(ctx context.Context, server int, key *string) (reply, error) {
		got, err := b.portals[server].UploadSlipWithBodyWithResponse(ctx, &portal.UploadSlipParams{IdempotencyKey: key}, writer.FormDataContentType(), bytes.NewReader(form.Bytes()))
		if err != nil {
			return reply{}, err
		}
		answer := said(got.StatusCode(), got.JSONDefault)
		if got.JSON200 != nil {
			answer.told = []told{{What: "slip", Ref: got.JSON200.Reference}}
		}
		return answer, nil
	})
}
