package sandbox_test

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/draw"
	"image/jpeg"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	qrcode "github.com/skip2/go-qrcode"
	"golang.org/x/sys/unix"

	"krapao/server/picture"
	"krapao/server/picture/picturetest"
	"krapao/server/picture/sandbox"
)

var box sandbox.Sandbox

// kept writes a file that is read.
func kept(t *testing.T, content []byte) *os.File {
	t.Helper()
	file := empty(t)
	if _, err := file.Write(content); err != nil {
		t.Fatal(err)
	}
	return file
}

func empty(t *testing.T) *os.File {
	t.Helper()
	file, err := os.Create(filepath.Join(t.TempDir(), "picture"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = file.Close() })
	return file
}

// usage is what ended processes took: together, and the largest in MB.
func usage(t *testing.T) (cpu time.Duration, memory int64) {
	t.Helper()
	var used unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_CHILDREN, &used); err != nil {
		t.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano()), used.Maxrss >> 10
}

func TestPicturesMadeToKeepTheReaderBusyEndWithinTheBounds(t *testing.T) {
	for name, content := range picturetest.Costly() {
		before, _ := usage(t)
		drawn := empty(t)
		if _, err := box.Redraw(t.Context(), kept(t, content), drawn); err != nil {
			t.Errorf("%s, drawn anew: %v", name, err)
			continue
		}
		redrawn, _ := usage(t)
		texts, err := box.Codes(t.Context(), drawn)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		after, largest := usage(t)
		t.Logf("%s: %d bytes, %v of CPU to draw, %v to read, at most %d MB until now, %d codes", name, len(content), redrawn-before, after-redrawn, largest, len(texts))
	}
}

func TestAPictureIsDrawnAndItsCodeReadInAProcessOfItsOwn(t *testing.T) {
	t.Parallel()
	const payload = "004100060000010103014022000111222233344ABCD125102TH910417DF"
	code, err := qrcode.New(payload, qrcode.Medium)
	if err != nil {
		t.Fatal(err)
	}
	page := image.NewRGBA(image.Rect(0, 0, 900, 1400))
	draw.Draw(page, page.Bounds(), image.White, image.Point{}, draw.Src)
	draw.Draw(page, image.Rect(530, 1010, 830, 1310), code.Image(300), image.Point{}, draw.Src)
	var asPNG, asJPEG bytes.Buffer
	if err := errors.Join(png.Encode(&asPNG, page), jpeg.Encode(&asJPEG, page, nil)); err != nil {
		t.Fatal(err)
	}
	for want, content := range map[picture.Type][]byte{picture.PNG: asPNG.Bytes(), picture.JPEG: asJPEG.Bytes()} {
		drawn := empty(t)
		kind, err := box.Redraw(t.Context(), kept(t, content), drawn)
		if err != nil || kind != want {
			t.Errorf("%q, %v, want %s", kind, err, want)
		}
		if texts, err := box.Codes(t.Context(), drawn); err != nil || !slices.Equal(texts, []string{payload}) {
			t.Errorf("%s: %q, %v", want, texts, err)
		}
	}
	for name, content := range picturetest.Hostile() {
		drawn := empty(t)
		if kind, err := box.Redraw(t.Context(), kept(t, content), drawn); !errors.Is(err, picture.ErrRefused) {
			t.Errorf("%s: %q, %v", name, kind, err)
		}
		if size, err := drawn.Seek(0, io.SeekEnd); err != nil || size != 0 {
			t.Errorf("%s: %d bytes were drawn (%v)", name, size, err)
		}
	}
}

func TestTheLargestPictureNeedsAPartOfTheBoundsOnly(t *testing.T) {
	var largest bytes.Buffer
	if err := jpeg.Encode(&largest, image.NewYCbCr(image.Rect(0, 0, 6000, 4000), image.YCbCrSubsampleRatio420), nil); err != nil {
		t.Fatal(err)
	}
	before, _ := usage(t)
	drawn := empty(t)
	if _, err := box.Redraw(t.Context(), kept(t, largest.Bytes()), drawn); err != nil {
		t.Fatal(err)
	}
	if _, err := box.Codes(t.Context(), drawn); err != nil {
		t.Fatal(err)
	}
	after, memory := usage(t)
	t.Logf("24 megapixels: %v of CPU, at most %d MB until now", after-before, memory)
}

func TestWhatGoesBeyondItsBoundsIsKilled(t *testing.T) {
	t.Parallel()
	for _, call := range []string{"burn", "eat"} {
		if call == "eat" && sandbox.Raced {
			continue // the race detector needs more than any bound
		}
		if err := sandbox.Run(t.Context(), call, kept(t, nil)); !errors.Is(err, sandbox.ErrKilled) {
			t.Errorf("%s: %v", call, err)
		}
	}
}

func TestEveryThreadOfAReadingLetsRequestsGoFirst(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		return // only there has each thread a niceness of its own
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	deadline := time.Now().Add(time.Minute)
	ended, file := make(chan error, 1), kept(t, nil)
	go func() { ended <- sandbox.Run(ctx, "sleep", file) }()
	ours := strconv.Itoa(os.Getpid())
	var seen []string
	asMeant := func() bool {
		return len(seen) > 1 && !slices.ContainsFunc(seen, func(is string) bool { return is != "10" })
	}
	for !asMeant() && time.Now().Before(deadline) {
		time.Sleep(10 * time.Millisecond)
		seen = nil
		stats, _ := filepath.Glob("/proc/[0-9]*/task/*/stat")
		for _, path := range stats {
			stat, _ := os.ReadFile(path)
			_, fields, _ := strings.Cut(string(stat), ") ") // the state, the parent, ...; the niceness is the seventeenth
			if is := strings.Fields(fields); len(is) > 16 && is[1] == ours && sleeps(path) {
				seen = append(seen, is[16])
			}
		}
	}
	if !asMeant() {
		t.Errorf("the threads' niceness is %q, want 10 of each", seen)
	}
	cancel()
	if err := <-ended; err == nil {
		t.Error("a reading that sleeps has ended by itself")
	}
}

// sleeps tells whether a thread's process is the reading that sleeps.
func sleeps(stat string) bool {
	line, _ := os.ReadFile(filepath.Join(stat, "../../../cmdline"))
	return strings.HasSuffix(strings.TrimRight(string(line), "\x00"), "=sleep")
}

func TestAReadingEndsWithItsContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	start := time.Now()
	err := sandbox.Run(ctx, "sleep", kept(t, nil))
	if !errors.Is(err, context.DeadlineExceeded) || errors.Is(err, sandbox.ErrKilled) || time.Since(start) > 10*time.Second {
		t.Errorf("%v after %v", err, time.Since(start))
	}
}

// It is not parallel: the bound is the package's.
func TestAReadingThatStallsIsKilledAtTheBoundOfTime(t *testing.T) {
	sandbox.SetMaxWall(t, 50*time.Millisecond)
	err := sandbox.Run(t.Context(), "sleep", kept(t, nil))
	if !errors.Is(err, sandbox.ErrKilled) || !strings.Contains(err.Error(), "signal: killed") {
		t.Errorf("%v, want that it is killed", err)
	}
}

func TestAReadingThatStallsEndsByItselfAtTheBoundOfTime(t *testing.T) {
	t.Parallel()
	err := sandbox.Run(t.Context(), sandbox.Stall, kept(t, nil))
	if !errors.Is(err, sandbox.ErrKilled) || !strings.HasSuffix(err.Error(), `exit status 1 ""`) {
		t.Errorf("%v, want that it ends before it is killed", err)
	}
}
