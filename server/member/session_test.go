package member_test

import (
	"crypto/rand"
	"errors"
	"net/netip"
	"strings"
	"testing"
	"time"

	"krapao/server/fault"
	"krapao/server/member"
)

// Each of many uses, and each alone, gets the same answer: what is asked for twice, and what is no token, among them.
func TestManySessionsAreCheckedAsOneIs(t *testing.T) {
	t.Parallel()
	service, db := open(t, time.Now, rand.Reader)
	var tokens []string
	var homes []netip.Addr
	for n := range 7 {
		who := somebody(n)
		who.Caller.Addr = netip.AddrFrom4([4]byte{10, byte(n), 0, 1})
		homes = append(homes, who.Caller.Addr)
		if _, err := service.Register(t.Context(), who); err != nil {
			t.Fatal(err)
		}
		opened, err := service.LogIn(t.Context(), member.LogInInput{Caller: who.Caller, Phone: who.Phone, Password: who.Password})
		if err != nil {
			t.Fatal(err)
		}
		tokens = append(tokens, opened.Token.Reveal())
	}
	for _, sql := range []string{
		`update session set expires_at = now() - interval '1 second' where member_id = (select id from member where phone = '0800000001')`,
		`update session set ended_at = now(), ended_by = 'REVOKED' where member_id = (select id from member where phone = '0800000002')`,
		`update session set ended_at = now(), ended_by = 'SUPERSEDED' where member_id = (select id from member where phone = '0800000003')`,
		`update member set status = 'CLOSED' where phone = '0800000004'`,
		`update member set status = 'INACTIVE' where phone = '0800000005'`,
	} {
		if tag, err := db.Querier(t.Context()).Exec(t.Context(), sql); err != nil || tag != 1 {
			t.Fatal(tag, err)
		}
	}
	wants := []struct {
		use  member.SessionUse
		want error
	}{
		{member.SessionUse{Token: tokens[0], From: homes[0]}, nil},
		{member.SessionUse{Token: tokens[1], From: homes[1]}, member.ErrExpiredToken},
		{member.SessionUse{Token: tokens[2], From: homes[2]}, member.ErrRevoked},
		{member.SessionUse{Token: tokens[3], From: homes[3]}, member.ErrSuperseded},
		{member.SessionUse{Token: tokens[4], From: homes[4]}, member.ErrClosed},
		{member.SessionUse{Token: tokens[5], From: homes[5]}, member.ErrInactive},
		{member.SessionUse{Token: tokens[6], From: homes[0]}, member.ErrAddress},
		{member.SessionUse{Token: tokens[6], From: homes[6]}, nil},
		{member.SessionUse{From: homes[0]}, member.ErrInvalidToken},
		{member.SessionUse{Token: "none", From: homes[0]}, member.ErrInvalidToken},
		{member.SessionUse{Token: strings.Repeat("A", len(tokens[0])), From: homes[0]}, member.ErrInvalidToken},
		{member.SessionUse{Token: tokens[0], From: homes[0]}, nil},
	}
	var uses []member.SessionUse
	for _, row := range wants {
		uses = append(uses, row.use)
	}
	errs, err := service.CheckSessions(t.Context(), uses)
	if err != nil {
		t.Fatal(err)
	}
	for i, err := range errs {
		_, alone := service.CheckSession(t.Context(), uses[i].Token, uses[i].From)
		if !errors.Is(err, wants[i].want) || !errors.Is(alone, wants[i].want) {
			t.Errorf("%d: %v among many, %v alone, want %v", i, err, alone, wants[i].want)
		}
	}
	db.Close()
	if errs, err := service.CheckSessions(t.Context(), uses); errs != nil || fault.From(err).Kind != fault.Unavailable {
		t.Errorf("%v, %v without a database", errs, err)
	}
}
