package remote

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"sync"

	"github.com/klauspost/compress/zstd"
)

// cacheSize bounds the verified files kept in memory, in bytes.
const cacheSize = 64 << 20

// minCompressed is the size in bytes from which compressing pays.
const minCompressed = 512

// Asset is a file as it is served, its bytes verified.
type Asset struct {
	// Type is its media type.
	Type string
	// Integrity is its hash with the hash's name; it makes the entity tag.
	Integrity string
	Content   []byte
	// Brotli, Zstd and Gzip are the compressed forms, the smallest first; nil where there is none.
	Brotli, Zstd, Gzip []byte
}

func (a Asset) size() int { return len(a.Content) + len(a.Brotli) + len(a.Zstd) + len(a.Gzip) }

// Asset gives a file of a published version, verified against the hash recorded when it was published. The verdict and
// the bytes are kept, so a file that changes on disk is either refused or never read again. Errors: ErrUnknown (no such
// version or file), ErrChanged.
func (s *Service) Asset(ctx context.Context, name, version, file string) (Asset, error) {
	key := name + "/" + version + "/" + file
	if asset, ok := s.files.get(key); ok {
		return asset, nil
	}
	description, err := s.describe(ctx, name, version)
	if err != nil {
		return Asset{}, err
	}
	asset, err := Verified(description, file, func(file string) ([]byte, error) { return s.store.Read(ctx, name, version, file) })
	if err == nil {
		s.files.put(key, asset)
	}
	return asset, err
}

// Verified reads a described file and its compressed forms, and checks their bytes. Errors: ErrUnknown, ErrChanged.
func Verified(description Description, file string, read func(file string) ([]byte, error)) (Asset, error) {
	if !description.Has(file) || strings.HasSuffix(file, compressed) {
		return Asset{}, fmt.Errorf("%w: no file %.200q", ErrUnknown, file)
	}
	content, err := verifiedBytes(description, file, read)
	if err != nil {
		return Asset{}, err
	}
	asset := Asset{Type: mimeOf(file), Integrity: description.Files[file].Integrity(), Content: content}
	if description.Has(file + compressed) {
		if asset.Brotli, err = verifiedBytes(description, file+compressed, read); err != nil {
			return Asset{}, err
		}
		asset.Zstd, asset.Gzip = zstandard(content), gzipped(content)
	}
	return asset, nil
}

func verifiedBytes(description Description, file string, read func(file string) ([]byte, error)) ([]byte, error) {
	content, err := read(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%w: %s of %s %s is gone", ErrChanged, file, description.Name, description.Version)
	}
	if err != nil {
		return nil, err
	}
	return content, verify(content, description, file)
}

// gzipped gives the compressed form, or nil when it is not smaller.
func gzipped(content []byte) []byte {
	if len(content) < minCompressed {
		return nil
	}
	var buffer bytes.Buffer
	writer, err := gzip.NewWriterLevel(&buffer, gzip.BestCompression)
	if err != nil {
		return nil
	}
	if _, err := writer.Write(content); err != nil || writer.Close() != nil || buffer.Len() >= len(content) {
		return nil
	}
	return buffer.Bytes()
}

// zstandard gives the compressed form, or nil when it is not smaller.
func zstandard(content []byte) []byte {
	if len(content) < minCompressed {
		return nil
	}
	packed := zstdEncoder().EncodeAll(content, nil)
	if len(packed) >= len(content) {
		return nil
	}
	return packed
}

// zstdEncoder serves everybody; what it gives is kept, so it may take its time.
var zstdEncoder = sync.OnceValue(func() *zstd.Encoder {
	encoder, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression), zstd.WithEncoderConcurrency(1))
	if err != nil {
		panic("remote: " + err.Error()) // the options are constants
	}
	return encoder
})

// cache keeps verified files. When it is full it starts afresh: the files of live versions are few and come back at
// once.
type cache struct {
	mu     sync.RWMutex
	limit  int
	size   int
	assets map[string]Asset
}

func newCache(limit int) *cache { return &cache{limit: limit, assets: map[string]Asset{}} }

func (c *cache) get(key string) (Asset, bool) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	asset, ok := c.assets[key]
	return asset, ok
}

func (c *cache) put(key string, asset Asset) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.size+asset.size() > c.limit {
		c.assets, c.size = map[string]Asset{}, 0
	}
	if _, known := c.assets[key]; !known {
		c.size += asset.size()
	}
	c.assets[key] = asset
}
