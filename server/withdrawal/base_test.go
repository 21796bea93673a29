package withdrawal_test

import (
	"fmt"
	"testing"

	"krapao/server/portaltest"
	"krapao/server/portaltest/paymenttest"
)

const (
	// parallel is how many do a thing at the same moment.
	parallel     = 50
	gateway      = paymenttest.Gateway
	otherGateway = paymenttest.OtherGateway
	kipGateway   = paymenttest.KipGateway
	somchai      = paymenttest.Somchai
	malee        = paymenttest.Malee
	bounmy       = paymenttest.Bounmy // counts kip
)

// base is the product of these tests.
type base struct {
	*paymenttest.Product
	t *testing.T
}

func newBase(t *testing.T, options ...portaltest.Option) *base {
	t.Helper()
	return &base{paymenttest.Start(t, options...), t}
}

func text[T ~string](of *T) string {
	if of == nil {
		return ""
	}
	return string(*of)
}

func key(value string) portaltest.Header {
	return portaltest.Header{Name: "Idempotency-Key", Value: fmt.Sprintf("test-key-%s", value)}
}
