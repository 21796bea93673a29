package main

import "testing"

func TestAWindowLeavesTheWarmUpOut(t *testing.T) {
	t.Parallel()
	samples := []float64{1, 1, 10, 11, 10, 50, 50, 50, 12, 12, 12, 14}
	if first, last := window(samples); first != 11 || last != 14 {
		t.Errorf("%v, %v", first, last)
	}
	if first, last := window(nil); first != 0 || last != 0 {
		t.Errorf("of nothing: %v, %v", first, last)
	}
}
