// Package blob keeps files that members upload, in a folder or in an S3 bucket.
package blob

import (
	"context"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
)

// Store keeps files by name: words with slashes between them.
type Store interface {
	// Put writes a new file. When it fails, or write does, nothing of it is kept. One name is put by one caller at a
	// time.
	Put(ctx context.Context, name, contentType string, write func(io.Writer) error) error
	// Get opens a file. Errors: NO_DATA.
	Get(ctx context.Context, name string) (io.ReadCloser, error)
	// Delete removes a file, and what is left of a Put whose server died; one that is not there is no error.
	Delete(ctx context.Context, name string) error
}

// Open gives the store of an address: s3://bucket?region=... (s3.go has the options), file:///folder, or "" for the
// folder. Nothing is read or written yet.
func Open(ctx context.Context, address, folder string) (Store, error) {
	if address == "" {
		return Folder(folder), nil
	}
	parsed, err := url.Parse(address)
	if err != nil {
		return nil, fmt.Errorf("blob: %w", err)
	}
	switch parsed.Scheme {
	case "file":
		return Folder(filepath.FromSlash(parsed.Path)), nil
	case "s3":
		return openBucket(ctx, parsed, timeouts{dial: dialTimeout, answer: answerTimeout, call: callTimeout})
	}
	return nil, fmt.Errorf("blob: %q is neither s3 nor file", parsed.Scheme)
}
