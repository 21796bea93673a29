package blob

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"
	"time"
)

// TestABucketThatDoesNotAnswerIsGivenUp holds two kinds of silence: no answer at all, and an answer that stops in the
// middle of a file. The test's own minute is only for a bucket that is waited for without end.
func TestABucketThatDoesNotAnswerIsGivenUp(t *testing.T) {
	t.Setenv("AWS_ACCESS_KEY_ID", "us")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "secret")
	t.Setenv("AWS_MAX_ATTEMPTS", "1")
	over := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/slips/half.jpg" {
			w.Header().Set("Content-Length", "1000")
			_, _ = io.WriteString(w, "the first half")
			_ = http.NewResponseController(w).Flush()
		}
		<-over
	}))
	t.Cleanup(server.Close)
	t.Cleanup(func() { close(over) }) // first: the server waits for its calls
	address, err := url.Parse("s3://slips?region=x&use_path_style=true&endpoint=" + url.QueryEscape(server.URL))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	silent, err := openBucket(ctx, address, timeouts{dial: time.Minute, answer: 50 * time.Millisecond, call: time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	write := func(to io.Writer) error { _, err := io.WriteString(to, "x"); return err }
	if err := silent.Put(ctx, "a.jpg", "image/jpeg", write); err == nil || ctx.Err() != nil {
		t.Errorf("a file that is put: %v", err)
	}
	if err := silent.Delete(ctx, "a.jpg"); err == nil || ctx.Err() != nil {
		t.Errorf("a file that is deleted: %v", err)
	}
	stalled, err := openBucket(ctx, address, timeouts{dial: time.Minute, answer: time.Minute, call: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	file, err := stalled.Get(ctx, "half.jpg")
	if err == nil {
		_, err = io.Copy(io.Discard, file)
		if err := file.Close(); err != nil {
			t.Error(err)
		}
	}
	if err == nil || ctx.Err() != nil {
		t.Errorf("a file that stops in the middle: %v", err)
	}
}
