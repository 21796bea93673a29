package deposit_test

import (
	"testing"

	"krapao/server/portaltest"
)

func TestMain(m *testing.M) { portaltest.Main(m) }
