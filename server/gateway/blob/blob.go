// Package blob keeps files that members upload, in a folder or in an S3 bucket.
package blob

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"path/filepath"

	"gocloud.dev/blob"
	"gocloud.dev/blob/fileblob"
	_ "gocloud.dev/blob/s3blob" // s3://bucket?region=...
	"gocloud.dev/gcerrors"

	"krapao/server/fault"
)

// folderMode is of the folders: nobody else's to read.
const folderMode = 0o700

// Store keeps files by name. Make it with Open.
type Store struct{ bucket *blob.Bucket }

// Open gives the store of an address: s3://bucket with the options of gocloud.dev/blob/s3blob, file:///folder, or "" for the folder.
func Open(ctx context.Context, address, folder string) (*Store, error) {
	if address != "" {
		parsed, err := url.Parse(address)
		if err != nil {
			return nil, fmt.Errorf("blob: %w", err)
		}
		if parsed.Scheme != "file" {
			bucket, err := blob.OpenBucket(ctx, address)
			return &Store{bucket}, err
		}
		folder = filepath.FromSlash(parsed.Path)
	}
	bucket, err := fileblob.OpenBucket(folder, &fileblob.Options{
		CreateDir: true, DirFileMode: folderMode, NoTempDir: true, Metadata: fileblob.MetadataDontWrite,
	})
	return &Store{bucket}, err
}

// Of gives the store over a bucket, for tests of one that fails.
func Of(bucket *blob.Bucket) *Store { return &Store{bucket} }

// Put writes a new file. When it fails, or write does, nothing of it is kept.
func (s *Store) Put(ctx context.Context, name, contentType string, write func(io.Writer) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	file, err := s.bucket.NewWriter(ctx, name, &blob.WriterOptions{ContentType: contentType})
	if err != nil {
		return err
	}
	if err := write(file); err != nil {
		cancel() // a writer whose context has ended keeps nothing
		return errors.Join(err, notCancelled(file.Close()))
	}
	return file.Close()
}

func notCancelled(err error) error {
	if gcerrors.Code(err) == gcerrors.Canceled || errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// Get opens a file. Errors: NO_DATA.
func (s *Store) Get(ctx context.Context, name string) (io.ReadCloser, error) {
	file, err := s.bucket.NewReader(ctx, name, nil)
	if gcerrors.Code(err) == gcerrors.NotFound {
		return nil, fault.NoData.With(err)
	}
	if err != nil {
		return nil, err
	}
	return file, nil
}

// Delete removes a file; one that is not there is no error.
func (s *Store) Delete(ctx context.Context, name string) error {
	err := s.bucket.Delete(ctx, name)
	if gcerrors.Code(err) == gcerrors.NotFound {
		return nil
	}
	return err
}

// Close frees the store.
func (s *Store) Close() error { return s.bucket.Close() }
