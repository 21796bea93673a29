package main

import (
	"log/slog"
	"net"
	"strings"
	"testing"
)

func TestThePartiesStopThoughSomebodyHasConnectedAndAskedNothing(t *testing.T) {
	t.Parallel()
	at, err := startParties(t.Context(), partiesInput{address: "127.0.0.1:0", credentials: freshCredentials(), clock: &clock{}, log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	silent, err := net.Dial("tcp", strings.TrimPrefix(at.local, "http://")) // as a client does that found another connection free while it dialled
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = silent.Close() }()
	if err := at.stop(); err != nil {
		t.Error(err)
	}
}
