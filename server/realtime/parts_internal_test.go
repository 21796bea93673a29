package realtime

import (
	"maps"
	"testing"
)

func TestSocketsAreInPartsOfOneSizeAndEachInOne(t *testing.T) {
	t.Parallel()
	s := newSockets()
	open := map[*socket]bool{}
	for range 3*socketParts + 7 {
		one := &socket{}
		s.add(one)
		open[one] = true
	}
	for turn := range socketParts {
		if n := len(s.part(turn)); n != 3 && n != 4 {
			t.Errorf("part %d has %d", turn, n)
		}
	}
	for _, one := range s.part(5) {
		if !s.remove(one) || s.remove(one) {
			t.Error("it was there once")
		}
		delete(open, one)
	}
	next := &socket{} // it goes where others went
	s.add(next)
	open[next] = true
	if again := s.part(socketParts + 5); len(again) != 1 || again[0] != next {
		t.Errorf("the part's next turn has %d", len(again))
	}
	found := map[*socket]bool{}
	for _, one := range s.all() {
		if found[one] {
			t.Error("a socket is there twice")
		}
		found[one] = true
	}
	if !maps.Equal(found, open) {
		t.Errorf("%d sockets, %d are open", len(found), len(open))
	}
}
