package middleware

import (
	"io"
	"net/http"
	"strings"
	"sync"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzhttp"
	"github.com/klauspost/compress/gzhttp/writer"
)

// minCompressed is the size in bytes from which an answer is compressed.
const minCompressed = 1024

const acceptEncoding = "Accept-Encoding"

// brotliLevel takes about the time that gzip takes, for fewer bytes.
const brotliLevel = 4

// compressedTypes are the media types that compressing makes smaller.
var compressedTypes = []string{
	"application/json", "text/html", "text/css", "text/javascript", "application/javascript", "image/svg+xml", "application/yaml",
}

// compressed compresses what handlers write and have not compressed: with zstd, which costs the least, else with
// Brotli, else with gzip, as far as the browser takes it. An answer with a secret (x-secret-answer) stays as it is:
// from the length of a compressed one, others could tell what is in it.
func compressed(next http.Handler) http.Handler {
	zstdOrGzip, err := gzhttp.NewWrapper(gzhttp.MinSize(minCompressed), gzhttp.ContentTypes(compressedTypes))
	if err != nil {
		panic("middleware: " + err.Error()) // the options are constants
	}
	// The wrapper knows gzip and zstd only. What writes its gzip here is Brotli; recorder.nameEncoding says so.
	brotliOnly, err := gzhttp.NewWrapper(
		gzhttp.MinSize(minCompressed), gzhttp.ContentTypes(compressedTypes), gzhttp.EnableZstd(false), gzhttp.CompressionLevel(brotliLevel),
		gzhttp.Implementation(writer.GzipWriterFactory{Levels: func() (least, most int) { return brotliLevel, brotliLevel }, New: newBrotli}),
	)
	if err != nil {
		panic("middleware: " + err.Error()) // the options are constants
	}
	usual := zstdOrGzip(next)
	brotlied := brotliOnly(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Header[acceptEncoding] = RequestInfoFrom(r.Context()).brotli
		next.ServeHTTP(w, r)
	}))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		offered := r.Header.Get(acceptEncoding)
		if r.Method == http.MethodHead || !Accepts(offered, "br") || Accepts(offered, "zstd") {
			usual.ServeHTTP(w, r)
			return
		}
		RequestInfoFrom(r.Context()).brotli = r.Header[acceptEncoding]
		r.Header[acceptEncoding] = []string{"gzip"}
		brotlied.ServeHTTP(w, r)
	})
}

// brotliWriters are kept: one needs some hundred kB.
var brotliWriters = sync.Pool{New: func() any { return brotli.NewWriterLevel(nil, brotliLevel) }}

// pooledBrotli goes back to its pool when it is closed.
type pooledBrotli struct{ *brotli.Writer }

func newBrotli(to io.Writer, _ int) writer.GzipWriter {
	taken, ok := brotliWriters.Get().(*brotli.Writer)
	if !ok {
		panic("middleware: the pool has Brotli writers only")
	}
	taken.Reset(to)
	return &pooledBrotli{taken}
}

// Close writes the end.
func (w *pooledBrotli) Close() error {
	err := w.Writer.Close()
	w.Reset(nil)
	brotliWriters.Put(w.Writer)
	return err
}

// Accepts tells whether an Accept-Encoding names an encoding, and not to refuse it.
func Accepts(header, encoding string) bool {
	for option := range strings.SplitSeq(header, ",") {
		name, quality, weighted := strings.Cut(strings.TrimSpace(option), ";")
		if strings.TrimSpace(name) == encoding {
			return !weighted || strings.Trim(strings.TrimPrefix(strings.TrimSpace(quality), "q="), "0.") != ""
		}
	}
	return false
}
