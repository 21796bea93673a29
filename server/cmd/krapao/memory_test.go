package main

import "testing"

func TestGarbageIsBoundedTheMoreMemoryLives(t *testing.T) {
	t.Parallel()
	for living, want := range map[uint64]int{0: 400, 7 << 20: 400, 32 << 20: 200, 64 << 20: 100, 1 << 30: 100} {
		if got := garbagePercent(living); got != want {
			t.Errorf("with %d MB alive: %d %%, want %d", living>>20, got, want)
		}
	}
}
