package postgres_test

import (
	"testing"

	"krapao/server/postgres/postgrestest"
)

func TestMain(m *testing.M) { postgrestest.Main(m) }
