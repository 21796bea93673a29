package app_test

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"io"
	"math/big"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"krapao/server/app"
	"krapao/server/portaltest"
	"krapao/server/postgres/postgrestest"
	"krapao/server/secret"
)

// writeCertificate makes a certificate for the loopback with a serial number, and gives who trusts it.
func writeCertificate(t *testing.T, certFile, keyFile string, serial int64) *x509.CertPool {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	made := &x509.Certificate{
		SerialNumber: big.NewInt(serial), NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		DNSNames: []string{"wallet.example"}, IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
	}
	signed, err := x509.CreateCertificate(rand.Reader, made, made, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	for file, block := range map[string]*pem.Block{certFile: {Type: "CERTIFICATE", Bytes: signed}, keyFile: {Type: "PRIVATE KEY", Bytes: secret}} {
		if err := os.WriteFile(file, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	trusted := x509.NewCertPool()
	parsed, err := x509.ParseCertificate(signed)
	if err != nil {
		t.Fatal(err)
	}
	trusted.AddCert(parsed)
	return trusted
}

func TestMembersAreServedOverHTTP2WithACertificateThatIsRenewedWithoutARestart(t *testing.T) {
	t.Parallel()
	certFile, keyFile := filepath.Join(t.TempDir(), "chain.pem"), filepath.Join(t.TempDir(), "key.pem")
	trusted := writeCertificate(t, certFile, keyFile, 1)
	s := portaltest.Start(t, portaltest.WithConfig(func(c *app.Config) {
		c.TLSCert, c.TLSKey, c.PublicURL = certFile, keyFile, "https://wallet.example"
	}))
	if !strings.HasPrefix(s.URL(), "https://") || !strings.HasPrefix(s.OpsURL(), "http://") {
		t.Fatalf("members at %s, operations at %s", s.URL(), s.OpsURL())
	}
	ask := func(trusted *x509.CertPool, protocols ...string) (*http.Response, error) {
		transport := &http.Transport{
			TLSClientConfig:   &tls.Config{RootCAs: trusted, ServerName: "wallet.example", MinVersion: tls.VersionTLS12, NextProtos: protocols},
			ForceAttemptHTTP2: len(protocols) == 0,
		}
		defer transport.CloseIdleConnections()
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL()+"/api/lookup/site", nil)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := transport.RoundTrip(request)
		if err == nil {
			_, _ = io.Copy(io.Discard, answer.Body)
			_ = answer.Body.Close()
		}
		return answer, err
	}
	answer, err := ask(trusted)
	if err != nil || answer.Proto != "HTTP/2.0" || answer.StatusCode != http.StatusOK || answer.Header.Get("Strict-Transport-Security") == "" {
		t.Fatalf("%+v, %v", answer, err)
	}
	// A socket of the chat needs HTTP/1.1, which who asks for it still gets.
	if answer, err := ask(trusted, "http/1.1"); err != nil || answer.Proto != "HTTP/1.1" {
		t.Errorf("%+v, %v", answer, err)
	}

	// Half a renewal leaves the certificate that was.
	whole, err := os.ReadFile(certFile)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(certFile, whole[:len(whole)/2], 0o600); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if _, err := ask(trusted); err != nil {
			t.Errorf("half a certificate ended the service: %v", err)
		}
		s.Clock.Advance(time.Second)
	}
	renewed := writeCertificate(t, certFile, keyFile, 2)
	answer, err = ask(renewed)
	if err != nil || answer.TLS.PeerCertificates[0].SerialNumber.Int64() != 2 {
		t.Errorf("the renewed certificate is not used: %v", err)
	}
	if got := strings.Count(s.Logs.String(), "cannot be used"); got != 1 {
		t.Errorf("half a certificate is logged %d times", got)
	}
}

func TestARenewedCertificateThatCouldNotBeReadAtFirstIsTakenUpOnceItCan(t *testing.T) {
	t.Parallel()
	certFile, keyFile := filepath.Join(t.TempDir(), "chain.pem"), filepath.Join(t.TempDir(), "key.pem")
	writeCertificate(t, certFile, keyFile, 1)
	s := portaltest.Start(t, portaltest.WithConfig(func(c *app.Config) {
		c.TLSCert, c.TLSKey, c.PublicURL = certFile, keyFile, "https://wallet.example"
	}))
	serial := func() int64 {
		// Trusted or not: the test looks at which one is served.
		dialer := tls.Dialer{Config: &tls.Config{InsecureSkipVerify: true}}
		connection, err := dialer.DialContext(t.Context(), "tcp", strings.TrimPrefix(s.URL(), "https://"))
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = connection.Close() }()
		return connection.(*tls.Conn).ConnectionState().PeerCertificates[0].SerialNumber.Int64() //nolint:forcetypeassert // a tls.Dialer's
	}
	// A file that looks the same before and after stands for one that could not be opened for a while.
	writeCertificate(t, certFile, keyFile, 2)
	renewed, err := os.ReadFile(certFile)
	if err != nil {
		t.Fatal(err)
	}
	changed := time.Now().Add(-time.Minute)
	write := func(content []byte) {
		if err := errors.Join(os.WriteFile(certFile, content, 0o600), os.Chtimes(certFile, changed, changed)); err != nil {
			t.Fatal(err)
		}
	}
	write(bytes.Repeat([]byte("x"), len(renewed)))
	for range 3 {
		if got := serial(); got != 1 {
			t.Errorf("certificate %d is served while the renewed one cannot be read", got)
		}
	}
	write(renewed)
	if got := serial(); got != 1 {
		t.Errorf("certificate %d: files that were no good are read for each handshake", got)
	}
	s.Clock.Advance(time.Second)
	if got := serial(); got != 2 {
		t.Errorf("certificate %d is served a second after the renewed one can be read", got)
	}
	if got := strings.Count(s.Logs.String(), "cannot be used"); got != 1 {
		t.Errorf("one failure is logged %d times", got)
	}
}

func TestAServerWithoutAUsableCertificateDoesNotStart(t *testing.T) {
	t.Parallel()
	config := portaltest.Config()
	config.DatabaseURL = secret.NewText(postgrestest.New(t).URL)
	config.DataDir, config.PublicURL = t.TempDir(), "https://wallet.example"
	config.TLSCert, config.TLSKey = "/nowhere/chain.pem", "/nowhere/key.pem"
	server, err := app.New(t.Context(), config, app.WithLog(app.NewLog(io.Discard, "error")))
	if err == nil {
		_ = server.Close()
	}
	if err == nil || !strings.Contains(err.Error(), "KRAPAO_TLS_CERT") {
		t.Errorf("it started: %v", err)
	}
}
