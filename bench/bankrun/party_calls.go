package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"math/rand/v2"
	"net/http"
	"time"

	"krapao/server/app"
	"krapao/server/money"
)

// atParty is something that happens at a party we do not own: it is written down like a call, but is none of Krapao's.
func (b *bank) atParty(ctx context.Context, in intent, path string, fields map[string]string, read func(map[string]any) []claimed) bool {
	in = b.journal.intend(in)
	status, made := b.callParty(context.WithoutCancel(ctx), path, fields)
	answer := outcome{Of: in.ID, Status: status}
	if status == http.StatusOK {
		answer.Claimed = read(made)
	}
	b.journal.write(answer)
	if status == http.StatusOK {
		b.counts.add(in.Op + " at the party")
	}
	return status == http.StatusOK
}

// party makes a control call; status 0: no answer.
func (b *bank) callParty(ctx context.Context, path string, fields map[string]string) (status int, answer map[string]any) {
	body, err := json.Marshal(fields)
	if err != nil || fields == nil {
		body = []byte("{}")
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+b.cluster.at(partiesPort)+path, bytes.NewReader(body))
	if err != nil {
		return 0, nil
	}
	request.Header.Set("Content-Type", "application/json")
	response, err := b.http.Do(request)
	if err != nil {
		return 0, nil
	}
	defer func() { _ = response.Body.Close() }()
	content, err := io.ReadAll(response.Body)
	if err != nil {
		return 0, nil
	}
	_ = json.Unmarshal(content, &answer) // a refusal's body is of no interest
	return response.StatusCode, answer
}

// mode is one way to misbehave, at the parties for which it leaves the truth to be found out. A lie about a payout or a
// bank transfer is not among them: it stops the payout until an operator looks at it, or is evidence that counts.
type mode struct {
	party, name, only string
}

var modes = func() (list []mode) {
	for _, name := range []string{"late", "lose", "error-after", "error-before", "reject", "apply-late", "down"} {
		list = append(list, mode{"provider", name, "/transfers/"}, mode{"provider", name, ""}, mode{"ewallet", name, ""}, mode{"bank", name, ""})
		if name != "reject" {
			list = append(list, mode{"gateway", name, ""})
		}
		list = append(list, mode{"payout", name, ""})
	}
	for _, party := range []string{"gateway", "payout", "bank", "ewallet"} {
		list = append(list, mode{party, "webhook-repeat", ""}, mode{party, "webhook-late", ""})
	}
	return append(list, mode{"provider", "lie", "/balance"}, mode{"gateway", "webhook-lie", ""}, mode{"gateway", "webhook-lose", ""}, mode{"payout", "webhook-lose", ""})
}()

// where draws whom a fault hits: now and then all of a kind, mostly one of them while the others go on.
func (m mode) where(edition app.Edition, chance *rand.Rand) string {
	codes := codesOf(edition, m.party)
	if len(codes) == 0 || chance.IntN(8) == 0 {
		return m.party
	}
	return m.party + "/" + codes[chance.IntN(len(codes))]
}

// codesOf are the parties of a kind, nil where there is one.
func codesOf(edition app.Edition, party string) []string {
	switch party {
	case "provider":
		return providers
	case "gateway", "payout":
		return gatewaysOf(edition)
	default:
		return nil
	}
}

// faults has the parties misbehave, one or two ways at a time, until ctx ends; then it stops them all.
func (b *bank) faults(ctx context.Context) {
	chance := b.chance(chanceOfFaults)
	for ctx.Err() == nil {
		drawn := modes[chance.IntN(len(modes))]
		at := drawn.where(b.edition, chance)
		b.callParty(ctx, "/faults/"+at, map[string]string{
			"mode": drawn.name, "only": drawn.only, "percent": []string{"30", "60", "100"}[chance.IntN(3)], "seconds": "0.7", "times": "3",
		})
		b.counts.add("fault " + drawn.party + " " + drawn.name)
		pause(ctx, time.Duration(200+chance.IntN(1300))*time.Millisecond)
		b.callParty(context.WithoutCancel(ctx), "/faults/"+at, map[string]string{"mode": "off"})
		pause(ctx, time.Duration(chance.IntN(800))*time.Millisecond)
	}
}

// calmParties stops every fault.
func (b *bank) calmParties(ctx context.Context) bool {
	for _, party := range []string{"sms", "bank", "ewallet", "gateway", "payout", "provider"} {
		for _, at := range append([]string{party}, withCode(party, codesOf(b.edition, party))...) {
			if status, _ := b.callParty(ctx, "/faults/"+at, map[string]string{"mode": "off"}); status != http.StatusOK {
				return false
			}
		}
	}
	return true
}

func withCode(party string, codes []string) (list []string) {
	for _, code := range codes {
		list = append(list, party+"/"+code)
	}
	return list
}

func pause(ctx context.Context, wait time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(wait):
	}
}

// play settles a bet at a provider, without Krapao knowing: a small stake and up to twice as much back.
func (b *bank) play(ctx context.Context, chance *rand.Rand, m *member, code string) {
	m.mutex.Lock()
	username := m.usernames[code]
	m.mutex.Unlock()
	if username == "" {
		return
	}
	b.bet(ctx, m.id, code, username, amount(1, int64(chance.IntN(60))), amount(0, int64(chance.IntN(200))))
}

func (b *bank) bet(ctx context.Context, member, code, username string, stake, payout money.Amount) bool {
	return b.atParty(ctx, intent{Op: "play", Member: member, About: code}, "/provider/"+code+"/players/"+username+"/play", map[string]string{
		"stake": stake.String(), "payout": payout.String(),
	}, nothing)
}

// fetch reads something from the parties' pages; nil when they do not give it.
func (b *bank) fetch(ctx context.Context, path string) []byte {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+b.cluster.at(partiesPort)+path, nil)
	if err != nil {
		return nil
	}
	answer, err := b.http.Do(request)
	if err != nil {
		return nil
	}
	defer func() { _ = answer.Body.Close() }()
	content, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		return nil
	}
	return content
}
