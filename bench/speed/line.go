package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httputil"
	"strconv"
	"time"
)

// line is a caller's connection, kept open. It does no more for a call than pgbench does: net/http's client would take
// more CPU than the server that is measured.
type line struct {
	connection net.Conn
	answers    *bufio.Reader
	body       bytes.Buffer
	tag        []byte // the ETag of the last answer, empty where it had none
}

func dial(ctx context.Context, host string) (*line, error) {
	connection, err := (&net.Dialer{}).DialContext(ctx, "tcp", host)
	if err != nil {
		return nil, err
	}
	return &line{connection: connection, answers: bufio.NewReader(connection)}, connection.SetDeadline(time.Now().Add(time.Hour))
}

func (l *line) close() { _ = l.connection.Close() }

// request gives the bytes of a call.
func request(host, method, path string, body []byte, headers ...string) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s %s HTTP/1.1\r\nHost: %s\r\n", method, path, host)
	for i := 0; i < len(headers); i += 2 {
		fmt.Fprintf(&b, "%s: %s\r\n", headers[i], headers[i+1])
	}
	if method != http.MethodGet {
		fmt.Fprintf(&b, "Content-Type: application/json\r\nContent-Length: %d\r\n", len(body))
	}
	b.WriteString("\r\n")
	b.Write(body)
	return b.Bytes()
}

// call makes a call that must be answered with 200, and reads the whole answer.
func (l *line) call(request []byte) error { return l.callFor(request, "200") }

// callUnchanged makes a call that must be answered with 304.
func (l *line) callUnchanged(request []byte) error { return l.callFor(request, "304") }

func (l *line) callFor(request []byte, want string) error {
	if _, err := l.connection.Write(request); err != nil {
		return err
	}
	status, err := l.answers.ReadSlice('\n')
	if err != nil {
		return err
	}
	ok := bytes.HasPrefix(status, []byte("HTTP/1.1 "+want+" "))
	isEmpty := bytes.HasPrefix(status, []byte("HTTP/1.1 304 "))
	said := ""
	if !ok {
		said = string(bytes.TrimSpace(status))
	}
	length, err := l.headers()
	if err != nil {
		return err
	}
	l.body.Reset()
	if isEmpty {
		length = 0
	}
	if length >= 0 {
		_, err = io.CopyN(&l.body, l.answers, length)
	} else if _, err = l.body.ReadFrom(httputil.NewChunkedReader(l.answers)); err == nil {
		_, err = l.answers.ReadSlice('\n') // the line after the last chunk
	}
	if err == nil && !ok {
		first, _, _ := bytes.Cut(request, []byte("\r\n"))
		err = fmt.Errorf("%s: %s %s", first, said, l.body.Bytes())
	}
	return err
}

var lengthHeader, tagHeader = []byte("Content-Length: "), []byte("Etag: ")

// headers reads past an answer's headers and gives the length of its body, -1 for one in chunks.
func (l *line) headers() (length int64, err error) {
	length, l.tag = -1, l.tag[:0]
	for {
		header, err := l.answers.ReadSlice('\n')
		if err != nil {
			return 0, err
		}
		if len(header) == len("\r\n") {
			return length, nil
		}
		if value, found := bytes.CutPrefix(header, tagHeader); found {
			l.tag = append(l.tag, bytes.TrimSpace(value)...)
		}
		if value, found := bytes.CutPrefix(header, lengthHeader); found {
			if length, err = strconv.ParseInt(string(bytes.TrimSpace(value)), 10, 64); err != nil {
				return 0, err
			}
		}
	}
}
