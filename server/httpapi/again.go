package httpapi

import (
	"context"
	"net/http"
	"strconv"

	lru "github.com/hashicorp/golang-lru/v2"

	"krapao/server/id"
)

const (
	// maxSent is how many members' answers are remembered of a call; a wallet's takes 1 kB compressed, 5 kB for a caller who takes no compression.
	maxSent = 4096
	// maxAccepted and maxKept bound what a caller can have us remember.
	maxAccepted, maxKept = 256, 16 << 10
)

// sentAnswers remembers the last answer of a call to each member as it was sent, compressed, so that it need not be made and compressed again while
// nothing changed. T is all that the answer is made of.
type sentAnswers[T comparable] struct {
	last *lru.Cache[id.MemberID, sentAnswer[T]]
}

type sentAnswer[T comparable] struct {
	asOf     T
	accepted string // the caller's Accept-Encoding: by it the encoding was chosen
	encoding string // "": none
	body     []byte
}

func newSentAnswers[T comparable]() *sentAnswers[T] {
	last, err := lru.New[id.MemberID, sentAnswer[T]](maxSent)
	if err != nil {
		panic("httpapi: " + err.Error()) // the size is a constant
	}
	return &sentAnswers[T]{last}
}

// find gives the answer that the member who asks was sent last, if it is as of the same and in an encoding that this caller would get.
func (s *sentAnswers[T]) find(ctx context.Context, asOf T) (sentAnswer[T], bool) {
	sent, known := s.last.Get(MemberFrom(ctx))
	return sent, known && sent.asOf == asOf && sent.accepted == exchangeFrom(ctx).accepted
}

// remember keeps the answer that is about to be made, once it is sent and if it is a 200.
func (s *sentAnswers[T]) remember(ctx context.Context, asOf T) {
	x, member := exchangeFrom(ctx), MemberFrom(ctx)
	if len(x.accepted) > maxAccepted {
		return
	}
	x.keep = func(encoding string, body []byte) {
		s.last.Add(member, sentAnswer[T]{asOf: asOf, accepted: x.accepted, encoding: encoding, body: body})
	}
}

// write sends the answer once more.
func (s sentAnswer[T]) write(w http.ResponseWriter) error {
	header := w.Header()
	header.Set("Content-Type", "application/json")
	header.Set("Content-Length", strconv.Itoa(len(s.body)))
	if s.encoding != "" {
		header.Set("Content-Encoding", s.encoding) // so that it is not compressed again
	}
	w.WriteHeader(http.StatusOK)
	_, err := w.Write(s.body)
	return err
}
