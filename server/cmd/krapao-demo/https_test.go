package main

import (
	"crypto/tls"
	"crypto/x509"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"krapao/server/portaltest"
)

func TestADevelopmentServerIsReachedWithHTTPSByWhoTrustsItsAuthority(t *testing.T) {
	t.Parallel()
	plain := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Strict-Transport-Security", "max-age=63072000")
		w.Header().Set("X-Seen", r.Host+" "+r.Header.Get("X-Forwarded-Proto"))
	}))
	t.Cleanup(plain.Close)
	at, _ := url.Parse(plain.URL)
	target, _ := strconv.Atoi(at.Port())
	_, free, _ := net.SplitHostPort(portaltest.FreeAddress(t))
	data := t.TempDir()
	port, _ := strconv.Atoi(free)
	serve := func() {
		stop, err := serveHTTPS(t.Context(), httpsInput{data: data, host: "192.168.7.8", listen: "127.0.0.1", port: port, target: target})
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = stop() }()
		authority, err := os.ReadFile(filepath.Join(data, authorityFile))
		if err != nil {
			t.Fatal(err)
		}
		trusted := x509.NewCertPool()
		trusted.AppendCertsFromPEM(authority)
		for _, name := range []string{"localhost", "192.168.7.8"} {
			client := &http.Client{Timeout: 5 * time.Second, Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: trusted, ServerName: name, MinVersion: tls.VersionTLS12}}}
			address := net.JoinHostPort("127.0.0.1", strconv.Itoa(port))
			answer, err := client.Get("https://" + address + "/")
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			_ = answer.Body.Close()
			if seen := answer.Header.Get("X-Seen"); seen != address+" https" {
				t.Errorf("the server behind sees %q", seen)
			}
			if answer.Header.Get("Strict-Transport-Security") != "" {
				t.Error("browsers are told to insist on HTTPS for a host that other projects use too")
			}
		}
	}
	serve()
	made, _ := os.ReadFile(filepath.Join(data, authorityFile))
	serve() // the second start keeps the authority, so that a phone trusts it once
	if kept, _ := os.ReadFile(filepath.Join(data, authorityFile)); string(kept) != string(made) {
		t.Error("the authority is another one after a restart")
	}
	if about, err := os.Stat(filepath.Join(data, authorityKeyFile)); err != nil || about.Mode().Perm() != 0o600 {
		t.Errorf("the authority's key: %v %v", about.Mode(), err)
	}
}

func TestTheDevelopmentAuthoritySpeaksForPrivateNamesOnly(t *testing.T) {
	t.Parallel()
	authority, err := makeAuthority(t.TempDir(), "192.168.7.8", time.Now())
	if err != nil {
		t.Fatal(err)
	}
	certificate, err := sign(authority, "8.8.8.8", time.Now())
	if err != nil {
		t.Fatal(err)
	}
	leaf, _ := x509.ParseCertificate(certificate.Certificate[0])
	roots := x509.NewCertPool()
	roots.AddCert(authority.Leaf)
	if _, err := leaf.Verify(x509.VerifyOptions{Roots: roots}); err == nil {
		t.Error("who trusts the authority would trust it for a public address")
	}
}
