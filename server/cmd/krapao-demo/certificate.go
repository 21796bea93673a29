package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"io/fs"
	"log"
	"log/slog"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// The files of the authority that signs development certificates. Its key never leaves the data folder; who trusts the
// certificate on a phone trusts whoever has this key, for private addresses only (name constraints).
const (
	authorityFile    = "development-ca.crt"
	authorityKeyFile = "development-ca.key"
)

// developmentCertificate makes a certificate for host and this machine, signed by the folder's authority. That is made
// on first use, and anew for a host that it may not speak for.
func developmentCertificate(data, host string, now time.Time) (tls.Certificate, error) {
	authority, err := readAuthority(data)
	if errors.Is(err, fs.ErrNotExist) || err == nil && !mayNameHost(authority.Leaf, host) {
		authority, err = makeAuthority(data, host, now)
	}
	if err != nil {
		return tls.Certificate{}, err
	}
	return sign(authority, host, now)
}

// sign makes a certificate for host and this machine.
func sign(authority tls.Certificate, host string, now time.Time) (tls.Certificate, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return tls.Certificate{}, err
	}
	wanted := &x509.Certificate{
		SerialNumber: big.NewInt(now.UnixNano()),
		Subject:      pkix.Name{CommonName: host},
		NotBefore:    now.Add(-time.Hour), NotAfter: now.Add(90 * 24 * time.Hour),
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
		DNSNames: []string{"localhost"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1), net.IPv6loopback},
	}
	if ip := net.ParseIP(host); ip != nil {
		wanted.IPAddresses = append(wanted.IPAddresses, ip)
	} else if host != "localhost" {
		wanted.DNSNames = append(wanted.DNSNames, host)
	}
	signed, err := x509.CreateCertificate(rand.Reader, wanted, authority.Leaf, &key.PublicKey, authority.PrivateKey)
	if err != nil {
		return tls.Certificate{}, err
	}
	return tls.Certificate{Certificate: [][]byte{signed, authority.Leaf.Raw}, PrivateKey: key}, nil
}

func readAuthority(data string) (tls.Certificate, error) {
	return tls.LoadX509KeyPair(filepath.Join(data, authorityFile), filepath.Join(data, authorityKeyFile))
}

// mayNameHost tells whether an authority's name constraints let it speak for a host.
func mayNameHost(authority *x509.Certificate, host string) bool {
	ip := net.ParseIP(host)
	return ip == nil || slices.ContainsFunc(authority.PermittedIPRanges, func(network *net.IPNet) bool { return network.Contains(ip) })
}

// makeAuthority makes an authority for private addresses and, where it is none, the host's.
func makeAuthority(data, host string, now time.Time) (tls.Certificate, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return tls.Certificate{}, err
	}
	ranges := []*net.IPNet{}
	for _, text := range []string{"127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "::1/128", host + "/32", host + "/128"} {
		if _, network, err := net.ParseCIDR(text); err == nil { // a host that is a name adds none
			ranges = append(ranges, network)
		}
	}
	wanted := &x509.Certificate{
		SerialNumber: big.NewInt(now.UnixNano()),
		Subject:      pkix.Name{CommonName: "Krapao development", Organization: []string{"Krapao demo, never for real members"}},
		NotBefore:    now.Add(-time.Hour), NotAfter: now.AddDate(2, 0, 0),
		IsCA: true, BasicConstraintsValid: true, MaxPathLenZero: true, KeyUsage: x509.KeyUsageCertSign,
		PermittedDNSDomainsCritical: true, PermittedDNSDomains: []string{"localhost", "local", "lan"},
		PermittedIPRanges: ranges,
	}
	signed, err := x509.CreateCertificate(rand.Reader, wanted, wanted, &key.PublicKey, key)
	if err != nil {
		return tls.Certificate{}, err
	}
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return tls.Certificate{}, err
	}
	if err := os.MkdirAll(data, 0o755); err != nil {
		return tls.Certificate{}, err
	}
	if err := os.WriteFile(filepath.Join(data, authorityKeyFile), pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret}), 0o600); err != nil {
		return tls.Certificate{}, err
	}
	if err := os.WriteFile(filepath.Join(data, authorityFile), pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: signed}), 0o644); err != nil {
		return tls.Certificate{}, err
	}
	return readAuthority(data)
}

// quiet sends a server's own complaints (a browser that does not trust the certificate yet) to the log, or nowhere.
func quiet(to *slog.Logger) *log.Logger {
	if to == nil {
		to = slog.New(slog.DiscardHandler)
	}
	return slog.NewLogLogger(to.Handler(), slog.LevelDebug)
}
