package main

import (
	"encoding/json"
	"net"
	"net/http"
	"path"
	"time"

	"krapao/server/simulator/api/provider"
)

// serveParties is a game provider that carries out every transfer at once: what is measured is us.
func serveParties(address string) (*http.Server, error) {
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return nil, err
	}
	server := &http.Server{ReadHeaderTimeout: 10 * time.Second, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodPut {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(provider.TransferOutcome{
			Reference: path.Base(r.URL.Path), Status: provider.TransferStatusAPPLIED, DecidedAt: time.Now(),
		})
	})}
	go func() { _ = server.Serve(listener) }()
	return server, nil
}
