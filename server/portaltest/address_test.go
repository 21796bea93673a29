package portaltest_test

import (
	"testing"

	"krapao/server/portaltest"
)

func TestNoFreeAddressIsGivenTwice(t *testing.T) {
	t.Parallel()
	given := map[string]bool{}
	for range 300 {
		address := portaltest.FreeAddress(t)
		if given[address] {
			t.Fatalf("%s is given twice", address)
		}
		given[address] = true
	}
}
