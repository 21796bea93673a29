package portaltest

import (
	"testing"

	"krapao/server/postgres"
	"krapao/server/postgres/postgrestest"
)

// NewDB gives the test a migrated, empty database of its own, dropped when the test ends.
func NewDB(t testing.TB) *postgres.DB { return postgrestest.NewDB(t) }

// Main runs a package's tests and stops their PostgreSQL: func TestMain(m *testing.M) { portaltest.Main(m) }.
func Main(m *testing.M) { postgrestest.Main(m) }
