package page

import (
	"bytes"
	"sync"
	"testing"

	lru "github.com/hashicorp/golang-lru/v2"
)

// TestAPageThatManyAskForAtOnceIsCompressedOnce: after a start everybody asks for the same few pages, and each takes
// tens of milliseconds.
func TestAPageThatManyAskForAtOnceIsCompressedOnce(t *testing.T) {
	t.Parallel()
	pages, err := lru.New[string, []byte](packedPages)
	if err != nil {
		t.Fatal(err)
	}
	p := &Page{pages: pages}
	content := bytes.Repeat([]byte("<p>a page of the shell</p>"), 5000)
	answers := make([][]byte, 50)
	var asked sync.WaitGroup
	for i := range answers {
		asked.Go(func() { answers[i] = p.packed("tag", content) })
	}
	asked.Wait()
	for _, answer := range answers {
		if len(answer) == 0 || &answer[0] != &answers[0][0] {
			t.Fatal("compressed a second time")
		}
	}
}
