package simulator

import (
	"context"
	"encoding/base64"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"

	"krapao/server/money"
	"krapao/server/simulator/api/provider"
)

// play is the player's side: POST /provider/{code}/players/{username}/play settles one bet of a stake and a payout.
// With the phase OPEN it only places the stake, with SETTLE it settles one that was placed before.
func (p *providers) play(r *http.Request, in input) (any, error) {
	stake, err := in.amount("stake")
	if err != nil {
		return nil, err
	}
	payout, err := in.amount("payout")
	if err != nil {
		return nil, err
	}
	if stake < 0 || payout < 0 {
		return nil, malformed("stake and payout are not below 0")
	}
	p.mutex.Lock()
	defer p.mutex.Unlock()
	known, err := p.player(r.Context(), chi.URLParam(r, "username"))
	if err != nil {
		return nil, err
	}
	switch in.or("phase", "") {
	case "OPEN":
		return known.place(stake)
	case "SETTLE":
		if stake > known.inPlay {
			return nil, &refusal{http.StatusConflict, "NO_BET", "The player has " + known.inPlay.String() + " in play."}
		}
		known.inPlay -= stake
		known.change(stake) // the bet takes it again
	}
	return p.of(chi.URLParam(r, "code")).bet(known, stake, payout, in.or("gameCode", "fortune-tiger"), p.config.Now())
}

// place stakes an amount in a bet that stays open. The mutex is held.
func (p *player) place(stake money.Amount) (provider.Balance, error) {
	if stake > p.balance {
		return provider.Balance{}, &refusal{http.StatusConflict, "INSUFFICIENT_FUNDS", "The player holds " + p.balance.String() + "."}
	}
	p.change(-stake)
	p.inPlay += stake
	p.keep()
	inPlay := p.inPlay
	return provider.Balance{Username: p.Username, Amount: p.balance, InPlay: &inPlay, Currency: p.Currency, Sequence: p.sequence}, nil
}

// bet settles one bet. The mutex is held.
func (g *gameProvider) bet(known *player, stake, payout money.Amount, gameCode string, now time.Time) (provider.Bet, error) {
	if stake > known.balance {
		return provider.Bet{}, &refusal{http.StatusConflict, "INSUFFICIENT_FUNDS", "The player holds " + known.balance.String() + "."}
	}
	if payout != stake {
		known.change(payout - stake)
	}
	bet := provider.Bet{
		ID: "B-" + random(capitals, 10), Username: known.Username, GameCode: gameCode, Status: provider.SETTLED,
		Stake: stake, Payout: payout, Currency: known.Currency, PlacedAt: now, SettledAt: now,
	}
	g.bets = append(g.bets, bet)
	known.keep(recordOf(kindBet, g.code+"/"+bet.ID, bet))
	return bet, nil
}

func (p *providers) playAndReturn(w http.ResponseWriter, r *http.Request) {
	control("/provider/"+chi.URLParam(r, "code"), p.play)(w, r)
}

func (p *providers) setBalanceAndReturn(w http.ResponseWriter, r *http.Request) {
	control("/provider/"+chi.URLParam(r, "code"), p.setBalance)(w, r)
}

const longestSpan = 24 * time.Hour

// ListBets gives settled bets in pages. A cursor is the number of bets before the page: the list only grows at its end.
func (p *providers) ListBets(ctx context.Context, request provider.ListBetsRequestObject) (provider.ListBetsResponseObject, error) {
	ask := request.Params
	if span := ask.To.Sub(ask.From); span < 0 || span > longestSpan {
		return nil, malformed("the span is at most 24 hours")
	}
	limit, offset := 200, 0
	if ask.Limit != nil {
		limit = *ask.Limit
	}
	if limit < 1 || limit > 1000 {
		return nil, malformed("limit is 1 to 1000")
	}
	if ask.Cursor != nil {
		text, err := base64.RawURLEncoding.DecodeString(*ask.Cursor)
		if err == nil {
			offset, err = strconv.Atoi(strings.TrimPrefix(string(text), "offset:"))
		}
		if err != nil || offset < 0 {
			return nil, malformed("the cursor is none of ours")
		}
	}
	p.mutex.Lock()
	defer p.mutex.Unlock()
	found := slices.Clone(p.of(codeOf(ctx)).bets)
	found = slices.DeleteFunc(found, func(bet provider.Bet) bool {
		return bet.SettledAt.Before(ask.From) || !bet.SettledAt.Before(ask.To) || (ask.Username != nil && bet.Username != *ask.Username)
	})
	page := provider.ListBets200JSONResponse{Bets: []provider.Bet{}}
	if offset < len(found) {
		page.Bets = found[offset:min(offset+limit, len(found))]
	}
	if offset+limit < len(found) {
		next := base64.RawURLEncoding.EncodeToString([]byte("offset:" + strconv.Itoa(offset+limit)))
		page.NextCursor = &next
	}
	return page, nil
}
