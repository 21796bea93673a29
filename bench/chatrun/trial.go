package main

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"krapao/server/httpapi/api/operator"
	operatorclient "krapao/server/httpapi/api/operator/client"
	portalclient "krapao/server/httpapi/api/portal/client"
)

// trial is one part of a run: who takes part, and what has been seen so far.
type trial struct {
	*cluster
	settings
	name, bus string
	base      uint64 // what this part's chance and members are counted from
	talks     []*talk
	portals   [2]*portalclient.ClientWithResponses
	operators [2]*operatorclient.ClientWithResponses
	tokens    [2]string // of two operators
	clients   uint64    // how many were made
	// balanced: requests go to a server that says it is ready, as a load balancer has it. It is asked all the time.
	balanced atomic.Bool
	ready    [2]atomic.Bool
	result
}

// speaker is who writes in a room: a member, or a guest.
type speaker struct {
	number, token string // a member's
	guestID       string
	address       string
}

// room is the name of their room.
func (s speaker) room() string {
	if s.guestID != "" {
		return "krapao-" + s.guestID
	}
	return "krapao-" + s.number
}

// talk is a room: what was written into it, and the clients that read it.
type talk struct {
	speaker
	name         string // begins each of its texts
	conversation string
	// manned: an operator took it, otherwise the bot answers.
	manned  bool
	devices []*device
	// said and replied are the ids of what was acknowledged, in the order of sending.
	said, replied []string
}

const firstMember = 40_000_001

func newTrial(ctx context.Context, s settings, at *cluster, one part, n int) (*trial, error) {
	t := &trial{cluster: at, settings: s, name: one.name, bus: one.bus, base: uint64(n) * 1_000_000, result: result{part: one.name, counts: map[string]int{}}}
	client := &http.Client{Timeout: 20 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: 256, IdleConnTimeout: time.Minute}}
	var errs [4]error
	for i := range t.portals {
		t.portals[i], errs[i] = portalclient.NewClientWithResponses(at.portal(i), portalclient.WithHTTPClient(client), portalclient.WithRequestEditorFn(identify))
		t.operators[i], errs[2+i] = operatorclient.NewClientWithResponses(at.operators(i), operatorclient.WithHTTPClient(client), operatorclient.WithRequestEditorFn(identify))
	}
	return t, errors.Join(errs[:]...)
}

func (t *trial) chance(stream uint64) *rand.Rand { return rand.New(rand.NewPCG(t.seed, t.base+stream)) }

// identity is who sends a request.
type identity struct{ token, address string }

type identityKey struct{}

func as(ctx context.Context, who identity) context.Context {
	return context.WithValue(ctx, identityKey{}, who)
}

func identify(ctx context.Context, r *http.Request) error {
	who, _ := ctx.Value(identityKey{}).(identity)
	r.Header.Set("X-Requested-With", "wallet-user")
	r.Header.Set("X-Forwarded-For", who.address)
	if who.token != "" {
		r.Header.Set("Authorization", "Bearer "+who.token)
	}
	return nil
}

// begin starts the servers and lets the talks' people in: every fifth is a guest where guests take part. Everybody has
// an address of their own.
func (t *trial) begin(ctx context.Context, drainDelay string, talks int, guests bool) error {
	if err := t.start(ctx, t.bus, drainDelay); err != nil {
		return err
	}
	var rows [][]any
	for i := range talks {
		made := &talk{name: fmt.Sprintf("%d-%d", t.base, i), manned: i%2 == 0}
		made.address = fmt.Sprintf("10.%d.%d.%d", 1+t.base/1_000_000, i>>8, i&255)
		if guests && i%5 == 4 {
			made.guestID = "guest-" + uuid.NewString()
		} else {
			number := firstMember + int64(t.base) + int64(i)
			sum := sha256.Sum256(fmt.Appendf(nil, "chatrun %d", number))
			made.number, made.token = fmt.Sprint(number), base64.RawURLEncoding.EncodeToString(sum[:])
			hash := sha256.Sum256([]byte(made.token))
			rows = append(rows, []any{number, hash[:]})
		}
		t.talks = append(t.talks, made)
	}
	if err := t.as(ctx, func(db *pgx.Conn) error { return seed(ctx, db, rows) }); err != nil {
		return fmt.Errorf("the members: %w", err)
	}
	for i, name := range operatorNames {
		answer, err := t.operators[i].LogInOperatorWithResponse(as(ctx, identity{address: fmt.Sprintf("10.255.0.%d", i+1)}), operator.OperatorLoginRequest{Username: name, Password: operatorPassword})
		if err != nil {
			return err
		}
		if answer.JSON200 == nil {
			return fmt.Errorf("logging an operator in: %d %s", answer.StatusCode(), answer.Body)
		}
		t.tokens[i] = answer.JSON200.Token
	}
	return nil
}

// seed writes members with a session each, past the product's functions: what they write is proven, not how they came.
func seed(ctx context.Context, db *pgx.Conn, rows [][]any) error {
	if _, err := db.Exec(ctx, "create temp table opened (member_id bigint, token_hash bytea)"); err != nil {
		return err
	}
	if _, err := db.CopyFrom(ctx, pgx.Identifier{"opened"}, []string{"member_id", "token_hash"}, pgx.CopyFromRows(rows)); err != nil {
		return err
	}
	for _, sql := range []string{
		`insert into member (id, phone, name, password_hash, currency, created_at, last_login_at) select member_id, '0' || member_id, 'Member', 'x', 'BAHT', now(), now() from opened`,
		`insert into session (token_hash, id, member_id, address, device, created_at, expires_at, seen_at)
			select token_hash, uuidv7(), member_id, '127.0.0.1', '', now(), now() + interval '1 day', now() from opened`,
	} {
		if _, err := db.Exec(ctx, sql); err != nil {
			return err
		}
	}
	return nil
}

// hello has everybody write first, so that conversations are there, and operators take those that they answer.
func (t *trial) hello(ctx context.Context) error {
	var group sync.WaitGroup
	for i, one := range t.talks {
		group.Go(func() { t.say(ctx, one, t.chance(uint64(i))) })
		if i%32 == 31 {
			group.Wait()
		}
	}
	group.Wait()
	if err := t.as(ctx, t.findConversations); err != nil {
		return err
	}
	for i, one := range t.talks {
		if !one.manned {
			continue
		}
		answer, err := t.operators[i/2%2].TakeOperatorConversationWithResponse(t.by(ctx, i/2%2), one.conversation)
		if err != nil || answer.JSON200 == nil {
			return errors.Join(err, fmt.Errorf("taking a conversation: %+v", answer))
		}
	}
	return ctx.Err()
}

func (t *trial) findConversations(db *pgx.Conn) error {
	for _, one := range t.talks {
		hash := sha256.Sum256([]byte(one.guestID))
		var member *string
		if one.number != "" {
			member = &one.number
		}
		err := db.QueryRow(context.Background(), "select id::text from chat_conversation where member_id = $1::text::bigint or guest_hash = $2", member, hash[:]).Scan(&one.conversation)
		if err != nil {
			return fmt.Errorf("the conversation of %s: %w", one.name, err)
		}
	}
	return nil
}

// by is the context of one of the two operators.
func (t *trial) by(ctx context.Context, which int) context.Context {
	return as(ctx, identity{token: t.tokens[which], address: "10.255.0.1"})
}

func (s speaker) as(ctx context.Context) context.Context {
	return as(ctx, identity{token: s.token, address: s.address})
}

// server gives one of the two servers: any, or one that says it is ready, where readiness is looked at (balance).
func (t *trial) server(chance *rand.Rand) int {
	first := chance.IntN(2)
	if t.balanced.Load() && !t.ready[first].Load() {
		return 1 - first
	}
	return first
}

// pause waits, or until ctx ends.
func pause(ctx context.Context, wait time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(wait):
	}
}
