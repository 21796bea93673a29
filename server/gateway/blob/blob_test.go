package blob_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"krapao/server/fault"
	"krapao/server/gateway/blob"
)

// bucketServer is what speaks S3: objects by path, as a party that we do not own.
func bucketServer(t *testing.T) (endpoint string, objects *sync.Map) {
	t.Helper()
	objects = &sync.Map{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasPrefix(r.Header.Get("Authorization"), "AWS4-HMAC-SHA256 Credential=us/") {
			http.Error(w, "who is it", http.StatusForbidden)
			return
		}
		switch r.Method {
		case http.MethodPut:
			content, err := io.ReadAll(r.Body)
			if err != nil {
				return // the caller left
			}
			objects.Store(r.URL.Path, r.Header.Get("Content-Type")+":"+string(content))
		case http.MethodGet:
			content, there := objects.Load(r.URL.Path)
			if !there {
				w.WriteHeader(http.StatusNotFound)
				_, _ = io.WriteString(w, `<?xml version="1.0"?><Error><Code>NoSuchKey</Code></Error>`)
				return
			}
			_, text, _ := strings.Cut(content.(string), ":") //nolint:forcetypeassert // a string was stored
			_, _ = io.WriteString(w, text)
		case http.MethodDelete:
			objects.Delete(r.URL.Path)
			w.WriteHeader(http.StatusNoContent)
		}
	}))
	t.Cleanup(server.Close)
	return server.URL, objects
}

func TestAFileIsKeptWholeOrNotAtAll(t *testing.T) {
	endpoint, _ := bucketServer(t)
	t.Setenv("AWS_ACCESS_KEY_ID", "us")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "secret")
	folder := filepath.Join(t.TempDir(), "uploads")
	for name, address := range map[string]string{
		"the data folder": "",
		"a folder":        "file://" + filepath.ToSlash(t.TempDir()),
		"a bucket":        "s3://slips?region=ap-southeast-1&use_path_style=true&prefix=thai%2F&endpoint=" + url.QueryEscape(endpoint),
	} {
		t.Run(name, func(t *testing.T) {
			store, err := blob.Open(t.Context(), address, folder)
			if err != nil {
				t.Fatal(err)
			}
			const file = "slip/2026/03/a.jpg"
			if _, err := store.Get(t.Context(), file); !errors.Is(err, fault.NoData) {
				t.Errorf("before it was written: %v", err)
			}
			if err := store.Delete(t.Context(), file); err != nil {
				t.Errorf("deleting what is not there: %v", err)
			}
			broken := errors.New("the picture ends early")
			err = store.Put(t.Context(), file, "image/jpeg", func(to io.Writer) error {
				_, _ = io.WriteString(to, "half a pic")
				return broken
			})
			if _, missing := store.Get(t.Context(), file); !errors.Is(err, broken) || !errors.Is(missing, fault.NoData) {
				t.Errorf("half a file: %v, then %v", err, missing)
			}
			left, leave := context.WithCancel(t.Context())
			err = store.Put(left, file, "image/jpeg", func(to io.Writer) error {
				leave()
				_, err := io.WriteString(to, "for nobody")
				return err
			})
			if _, missing := store.Get(t.Context(), file); !errors.Is(err, context.Canceled) || !errors.Is(missing, fault.NoData) {
				t.Errorf("whoever uploads has left: %v, then %v", err, missing)
			}
			put := func(text string) {
				err := store.Put(t.Context(), file, "image/jpeg", func(to io.Writer) error { _, err := io.WriteString(to, text); return err })
				if err != nil {
					t.Fatal(err)
				}
				read, err := store.Get(t.Context(), file)
				if err != nil {
					t.Fatal(err)
				}
				content, err := io.ReadAll(read)
				if err := errors.Join(err, read.Close()); err != nil || string(content) != text {
					t.Errorf("%q, %v", content, err)
				}
			}
			put("a picture")
			put("another picture")
			if err := store.Delete(t.Context(), file); err != nil {
				t.Error(err)
			}
			if _, err := store.Get(t.Context(), file); !errors.Is(err, fault.NoData) {
				t.Errorf("after it was deleted: %v", err)
			}
		})
	}
	parts, err := filepath.Glob(filepath.Join(folder, "slip", "2026", "03", "*"))
	if err != nil || len(parts) != 0 {
		t.Errorf("left behind: %v, %v", parts, err)
	}
	if info, err := os.Stat(folder); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("others may look into it: %v, %v", info, err)
	}
}

func TestABucketHasItsPrefixAndContentType(t *testing.T) {
	endpoint, objects := bucketServer(t)
	t.Setenv("AWS_ACCESS_KEY_ID", "us")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "secret")
	store, err := blob.Open(t.Context(), "s3://slips?region=ap-southeast-1&use_path_style=true&prefix=thai%2F&endpoint="+url.QueryEscape(endpoint), "")
	if err != nil {
		t.Fatal(err)
	}
	if err := store.Put(t.Context(), "a.jpg", "image/jpeg", func(to io.Writer) error { _, err := io.WriteString(to, "x"); return err }); err != nil {
		t.Fatal(err)
	}
	if kept, there := objects.Load("/slips/thai/a.jpg"); !there || !strings.HasPrefix(kept.(string), "image/jpeg:") { //nolint:forcetypeassert // a string was stored
		t.Errorf("%v", kept)
	}
}

func TestAFileOfANameOutsideTheFolderIsNotReached(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "secret.key"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	store, err := blob.Open(t.Context(), "", filepath.Join(folder, "uploads"))
	if err != nil {
		t.Fatal(err)
	}
	if err := store.Put(t.Context(), "x", "", func(io.Writer) error { return nil }); err != nil {
		t.Fatal(err)
	}
	if file, err := store.Get(t.Context(), "../secret.key"); err == nil {
		_ = file.Close()
		t.Error("a file beside the store was opened")
	}
	if err := store.Put(t.Context(), "../secret.key", "", func(io.Writer) error { return nil }); err == nil {
		t.Error("a file beside the store was written")
	}
}

func TestAnAddressThatNamesNoStoreIsRefused(t *testing.T) {
	t.Parallel()
	for _, address := range []string{"gs://slips", "s3://", "s3://slips?region=x&colour=blue", "s3://slips?use_path_style=perhaps", "%"} {
		if _, err := blob.Open(t.Context(), address, "uploads"); err == nil {
			t.Errorf("%s was taken", address)
		}
	}
}
