package main

import (
	"context"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"

	"krapao/server/httpapi/api/portal"
	"krapao/server/money"
)

// byGet tells whether a call is made in its old form now: by GET, and without a key.
func byGet(chance *rand.Rand) bool { return chance.IntN(6) == 0 }

// activate opens an account at a provider, and learns its username.
func (b *bank) activate(ctx context.Context, chance *rand.Rand, m *member, code string) {
	old := byGet(chance)
	answer := b.sendAs(m.as(ctx), chance, intent{Op: "activate", Member: m.id, About: code}, func(ctx context.Context, server int, key *string) (reply, error) {
		var answer reply
		var opened *portal.GameAccount
		if old {
			got, err := b.portals[server].ActivateGameAccountByGetWithResponse(ctx, code, &portal.ActivateGameAccountByGetParams{})
			if err != nil {
				return reply{}, err
			}
			answer, opened = said(got.StatusCode(), got.JSONDefault), got.JSON200
		} else {
			got, err := b.portals[server].ActivateGameAccountWithResponse(ctx, code, &portal.ActivateGameAccountParams{IdempotencyKey: key})
			if err != nil {
				return reply{}, err
			}
			answer, opened = said(got.StatusCode(), got.JSONDefault), got.JSON200
		}
		if opened != nil {
			answer.claimed = []claimed{{What: "game", Ref: opened.Code}}
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
	in := intent{Op: "resetPassword", Member: m.id, About: code}
	if byGet(chance) {
		b.sendAs(m.as(ctx), chance, in, func(ctx context.Context, server int, _ *string) (reply, error) {
			got, err := b.portals[server].ResetGamePasswordByGetWithResponse(ctx, code, &portal.ResetGamePasswordByGetParams{})
			if err != nil {
				return reply{}, err
			}
			return said(got.StatusCode(), got.JSONDefault), nil
		})
		return
	}
	b.send(m.as(ctx), chance, in, func(ctx context.Context, server int, key *string) (reply, error) {
		got, err := b.portals[server].ResetGamePasswordWithResponse(ctx, code, &portal.ResetGamePasswordParams{IdempotencyKey: key})
		if err != nil {
			return reply{}, err
		}
		return said(got.StatusCode(), got.JSONDefault), nil
	})
}

// launch asks for the link that opens a game, in one of its three forms, and plays a round at the table that the link
// leads to.
func (b *bank) launch(ctx context.Context, chance *rand.Rand, m *member, code string) {
	m.mutex.Lock()
	username := m.usernames[code]
	m.mutex.Unlock()
	if username == "" {
		return
	}
	var mutex sync.Mutex // two servers may answer at the same time
	link, form := "", chance.IntN(6)
	open := func(given *portal.GameLink) {
		mutex.Lock()
		defer mutex.Unlock()
		if given != nil {
			link = given.Link
		}
	}
	in := intent{Op: launchOp, Member: m.id, About: code}
	switch form {
	case 0:
		b.sendAs(m.as(ctx), chance, in, func(ctx context.Context, server int, _ *string) (reply, error) {
			got, err := b.portals[server].LaunchGameByGetWithResponse(ctx, code, username, &portal.LaunchGameByGetParams{})
			if err != nil {
				return reply{}, err
			}
			open(got.JSON200)
			return said(got.StatusCode(), got.JSONDefault), nil
		})
	case 1:
		b.sendAs(m.as(ctx), chance, in, func(ctx context.Context, server int, _ *string) (reply, error) {
			got, err := b.portals[server].LaunchGameWithPasswordByGetWithResponse(ctx, code, username, "ignored", &portal.LaunchGameWithPasswordByGetParams{})
			if err != nil {
				return reply{}, err
			}
			open(got.JSON200)
			return said(got.StatusCode(), got.JSONDefault), nil
		})
	default:
		in.Key = newKey(chance)
		b.sendAs(m.as(ctx), chance, in, func(ctx context.Context, server int, key *string) (reply, error) {
			got, err := b.portals[server].LaunchGameWithResponse(ctx, code, username, &portal.LaunchGameParams{IdempotencyKey: key})
			if err != nil {
				return reply{}, err
			}
			open(got.JSON200)
			return said(got.StatusCode(), got.JSONDefault), nil
		})
	}
	if link != "" {
		b.sitDown(ctx, m, code, link)
	}
}

// sitDown follows a launch link and plays one round at the table.
func (b *bank) sitDown(ctx context.Context, m *member, code, link string) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, link, nil)
	if err != nil {
		return
	}
	answer, err := b.http.Do(request)
	if err != nil {
		return
	}
	_ = answer.Body.Close()
	if table := answer.Request.URL.Path; strings.Contains(table, "/table/") {
		b.atParty(ctx, intent{Op: "spin", Member: m.id, About: code}, table+"/spin", map[string]string{"amount": money.Units(1).String()}, nothing)
	}
}

func nothing(map[string]any) []claimed { return nil }
