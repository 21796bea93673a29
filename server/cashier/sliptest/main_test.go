// Package sliptest holds uploaded slips against the whole product: real database, real files, real HTTP to the simulated bank.
package sliptest

import (
	"testing"

	"krapao/server/portaltest"
)

func TestMain(m *testing.M) { portaltest.Main(m) }
