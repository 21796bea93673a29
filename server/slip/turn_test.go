package slip_test

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/png"
	"io"
	"os"
	"slices"
	"sync"
	"testing"

	"krapao/server/picture/sandbox"
)

func TestWhoSendsManySlipsKeepsNobodyElseWaiting(t *testing.T) {
	t.Parallel()
	s := newEnv(t)
	const many, wide = 12, 600
	var mu sync.Mutex
	var widths []int // of the pictures, in the order in which they are read
	var begin sync.Once
	reading, goOn := make(chan struct{}), make(chan struct{})
	slow := func(_ context.Context, file *os.File) ([]string, error) {
		begin.Do(func() { close(reading) })
		<-goOn
		config, _, err := image.DecodeConfig(io.NewSectionReader(file, 0, sandbox.MaxFile))
		mu.Lock()
		defer mu.Unlock()
		widths = append(widths, config.Width)
		return nil, err
	}
	s.pictures.codes.Store(&slow)
	for i := range many {
		s.upload(malee, slipOf(t, fmt.Sprintf("the %dth of malee", i)))
	}
	<-reading
	var one bytes.Buffer
	if err := png.Encode(&one, image.NewGray(image.Rect(0, 0, wide, 700))); err != nil {
		t.Fatal(err)
	}
	s.upload(somchai, one.Bytes())
	close(goOn)
	s.until("all are decided", func() bool { return s.count("slip where decided_at is null") == 0 })
	// Four are under way when it comes.
	if place := slices.Index(widths, wide); len(widths) != many+1 || place > 5 {
		t.Errorf("it was read in place %d of %v", place, widths)
	}
}
