package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"path"
	"sync/atomic"
	"time"

	"krapao/server/money"
	"krapao/server/simulator/api/provider"
)

// serveParties is a game provider that carries out every transfer at once. What is measured is us: it reads no more of
// a call than it must, as a caller does (line), for net/http's server would take as much CPU as a part of ours.
func serveParties(address string) (io.Closer, error) {
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return nil, err
	}
	go func() {
		for {
			connection, err := listener.Accept()
			if err != nil {
				return
			}
			go func() {
				defer func() { _ = connection.Close() }()
				_ = answerAll(connection)
			}()
		}
	}()
	return listener, nil
}

// answerAll answers the calls of a connection, one after the other, until it ends.
func answerAll(connection net.Conn) error {
	calls := &line{connection: connection, answers: bufio.NewReader(connection)}
	for {
		first, err := calls.answers.ReadSlice('\n')
		if err != nil {
			return err
		}
		words := bytes.Fields(first)
		if len(words) != 3 {
			return fmt.Errorf("the call %.80q", first)
		}
		method, reference := string(words[0]), path.Base(string(words[1]))
		length, err := calls.headers()
		if err != nil {
			return err
		}
		if _, err := calls.answers.Discard(int(max(0, length))); err != nil {
			return err
		}
		if _, err := connection.Write(partyAnswer(method, reference)); err != nil {
			return err
		}
	}
}

// sequence numbers the balances of all players; those of the setup have 1.
var sequence atomic.Int64

func init() { sequence.Store(1) }

func partyAnswer(method, reference string) []byte {
	if method != http.MethodPut {
		return []byte("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
	}
	balance, number := money.Units(1), sequence.Add(1)
	body, err := json.Marshal(provider.TransferOutcome{
		Reference: reference, Status: provider.TransferStatusAPPLIED, DecidedAt: time.Now(), Balance: &balance, Sequence: &number,
	})
	if err != nil {
		panic(err) // no input of ours cannot be written
	}
	return fmt.Appendf(nil, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", len(body), body)
}
