package portaltest

import (
	"context"
	"net/netip"

	"krapao/server/app"
	"krapao/server/fault"
	"krapao/server/httpapi/middleware"
	"krapao/server/id"
	"krapao/server/money"
)

// ByNumber takes a member's number for a token: the tests of a feature need no login. currency gives a member's; nil:
// baht.
func ByNumber(currency func(member id.MemberID) money.Currency) app.Option {
	if currency == nil {
		currency = func(id.MemberID) money.Currency { return money.Baht }
	}
	return app.WithSessions(byNumber{currency})
}

type byNumber struct {
	currency func(member id.MemberID) money.Currency
}

// ReadSession is described at httpapi/portal.SessionReader.
func (b byNumber) ReadSession(_ context.Context, token string, _ netip.Addr) (middleware.Session, error) {
	member, err := id.ParseMember(token)
	if err != nil {
		return middleware.Session{}, fault.New(fault.Unauthenticated, "invalid-token")
	}
	return middleware.Session{ID: id.NewID(), Member: member, Currency: b.currency(member)}, nil
}
