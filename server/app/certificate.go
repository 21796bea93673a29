package app

import (
	"crypto/tls"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"time"
)

// secure has a listener speak TLS with the configured certificate, and HTTP/2 with who offers it. Nothing changes
// without one. Errors: files that hold no certificate and its key.
func (a *App) secure(name string) error {
	if a.Config.TLSCert == "" {
		return nil
	}
	certificate, err := readCertificate(a.Config.TLSCert, a.Config.TLSKey, a.Log, a.Now)
	if err != nil {
		return fmt.Errorf("KRAPAO_TLS_CERT, KRAPAO_TLS_KEY: %w", err)
	}
	for _, l := range a.listeners {
		if l.name == name {
			l.tls = true
			l.server.TLSConfig = &tls.Config{MinVersion: tls.VersionTLS12, GetCertificate: certificate.get}
		}
	}
	return nil
}

// certificateRetry is how long files that could not be used are left alone while they look the same.
const certificateRetry = time.Second

// certificate is one that two files hold. Who renews it writes the files; the next handshake has the new one.
type certificate struct {
	certFile, keyFile string
	log               *slog.Logger
	now               func() time.Time

	mu      sync.Mutex
	current *tls.Certificate
	// seen are the files as they were last looked at, none where one is missing.
	seen stamps
	// failed is why they could not be used then, at triedAt; nil: they could.
	failed  error
	triedAt time.Time
}

// stamps tell versions of the two files apart.
type stamps [2]struct {
	changed time.Time
	size    int64
}

// readCertificate reads the files. Errors: files that hold no certificate and its key.
func readCertificate(certFile, keyFile string, log *slog.Logger, now func() time.Time) (*certificate, error) {
	c := &certificate{certFile: certFile, keyFile: keyFile, log: log, now: now}
	return c, c.read()
}

// read takes what the files hold, if they changed. Files that could not be used are tried again though they look the
// same, since the reason may have passed: too many open files, or a permission. Errors: files that hold no certificate
// and its key, once for each reason.
func (c *certificate) read() error {
	found, err := c.stamps()
	same := c.current != nil && found == c.seen
	// Abs: a clock that was set back delays nothing.
	if same && (c.failed == nil || c.now().Sub(c.triedAt).Abs() < certificateRetry) {
		return nil
	}
	c.seen, c.triedAt = found, c.now()
	if err == nil {
		var pair tls.Certificate
		if pair, err = tls.LoadX509KeyPair(c.certFile, c.keyFile); err == nil {
			c.current = &pair
		}
	}
	before := c.failed
	c.failed = err
	if same && err != nil && before.Error() == err.Error() {
		return nil // it was reported
	}
	return err
}

// get gives the certificate for a handshake, beside which looking at two files costs nothing. Files that are no good
// leave the certificate that was: one that is written before the other, for instance.
func (c *certificate) get(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	before := c.current
	if err := c.read(); err != nil {
		c.log.Error("the certificate changed and cannot be used; the one before goes on", "file", c.certFile, "error", err)
	} else if c.current != before {
		c.log.Info("the certificate was read again", "file", c.certFile)
	}
	return c.current, nil
}

func (c *certificate) stamps() (stamps, error) {
	var found stamps
	for i, file := range []string{c.certFile, c.keyFile} {
		info, err := os.Stat(file)
		if err != nil {
			return stamps{}, err
		}
		found[i].changed, found[i].size = info.ModTime(), info.Size()
	}
	return found, nil
}
