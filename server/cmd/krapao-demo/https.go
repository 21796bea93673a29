package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"path/filepath"
	"strconv"
	"time"
)

// httpsCommand puts HTTPS in front of development servers.
type httpsCommand struct {
	Ports     []int  `default:"5173" help:"Ports on this machine that are served; each is answered with HTTPS on the port 2000 above."`
	Listen    string `default:"0.0.0.0" help:"Address to listen on."`
	Data      string `default:"data" type:"path" help:"Folder that keeps the authority that browsers are told to trust."`
	PrintHost bool   `help:"Print the host that browsers use, and serve nothing."`
}

// httpsOffset is how far above a plain port its HTTPS twin lies in development.
const httpsOffset = 2000

// Run serves until ctx ends.
func (c *httpsCommand) Run(ctx context.Context) error {
	host := publicHost(c.Listen)
	if c.PrintHost {
		_, err := fmt.Println(host)
		return err
	}
	var stops []func() error
	for _, port := range c.Ports {
		stop, err := serveHTTPS(ctx, httpsInput{data: c.Data, host: host, listen: c.Listen, port: port + httpsOffset, target: port})
		if err != nil {
			return err
		}
		stops = append(stops, stop)
		say("  https://%s  ->  port %d", net.JoinHostPort(host, strconv.Itoa(port+httpsOffset)), port)
	}
	say("  To trust it on a phone: %s", filepath.Join(c.Data, authorityFile))
	<-ctx.Done()
	var errs []error
	for _, stop := range stops {
		errs = append(errs, stop())
	}
	return errors.Join(errs...)
}

// httpsInput says what stands behind which HTTPS address.
type httpsInput struct {
	data   string // keeps the authority
	host   string // what the certificate is for, besides this machine
	listen string
	port   int
	target int // a port of this machine that speaks HTTP
	log    *slog.Logger
}

// serveHTTPS answers with HTTPS for a plain server of this machine, because clipboard, crypto and sharing exist in a
// phone's browser on secure pages only. Nothing it answers makes a browser insist on HTTPS for this host: other
// projects have it too.
func serveHTTPS(ctx context.Context, in httpsInput) (stop func() error, err error) {
	certificate, err := developmentCertificate(in.data, in.host, time.Now())
	if err != nil {
		return nil, fmt.Errorf("certificate: %w", err)
	}
	target := &url.URL{Scheme: "http", Host: net.JoinHostPort("127.0.0.1", strconv.Itoa(in.target))}
	proxy := &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(target)
			r.Out.Host = r.In.Host
			r.SetXForwarded()
		},
		ModifyResponse: func(answer *http.Response) error {
			answer.Header.Del("Strict-Transport-Security")
			return nil
		},
		ErrorLog: quiet(in.log),
	}
	socket, err := new(net.ListenConfig).Listen(ctx, "tcp", net.JoinHostPort(in.listen, strconv.Itoa(in.port)))
	if err != nil {
		return nil, err
	}
	server := &http.Server{Handler: proxy, ReadHeaderTimeout: 5 * time.Second, ErrorLog: quiet(in.log), TLSConfig: &tls.Config{
		Certificates: []tls.Certificate{certificate}, MinVersion: tls.VersionTLS12, NextProtos: []string{"h2", "http/1.1"},
	}}
	go func() { _ = server.ServeTLS(socket, "", "") }()
	return server.Close, nil
}
