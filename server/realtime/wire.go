package realtime

import (
	"encoding/json"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"sync/atomic"
	"time"

	"github.com/gorilla/websocket"
	"github.com/olahol/melody"

	"krapao/server/background"
	"krapao/server/fault"
	"krapao/server/httpapi/api/portal"
)

// wire is a client's connection, of a member, a guest or an operator.
type wire struct {
	log *slog.Logger
	// request is the id of the request that opened it: error frames quote it.
	request string
	session atomic.Pointer[melody.Session]
	slow    atomic.Bool
	opened  chan error

	frames, second int64     // how many frames came in this second
	asked          time.Time // when what it asked of joins so far is paid off
}

func newWire(log *slog.Logger, w http.ResponseWriter) wire {
	return wire{log: log, request: w.Header().Get("X-Request-Id"), opened: make(chan error, 1)}
}

// errStops is answered to who opens a socket while the server stops.
var errStops = fault.ServerBusy.Withf("the server stops")

const (
	// maxFrame is the longest frame that a client sends (contract), buffered how many frames wait for a client who
	// reads slowly before it is closed.
	maxFrame, buffered = 16 << 10, 256
	// writeWait ends a write that nobody takes, pongWait a socket that is silent.
	writeWait, pongWait = 10 * time.Second, 60 * time.Second
	// sendBuffer is what the system keeps for a client who reads slowly, in bytes: by itself it would take megabytes.
	sendBuffer = 32 << 10
	// framesASecond bounds what a client may send; beyond it the socket is closed.
	framesASecond = 20
	// wireKey is where a session keeps its wire.
	wireKey = "wire"
)

func wireOf(s *melody.Session) *wire {
	found, _ := s.MustGet(wireKey).(*wire) // set before the session begins
	if found.session.Load() == nil {
		found.session.Store(s)
	}
	return found
}

// newMelody makes what opens sockets; wasSlow is told of each that was closed because it read too slowly.
func newMelody(wasSlow func()) *melody.Melody {
	made := melody.New()
	made.Config = &melody.Config{
		WriteWait: writeWait, PongWait: pongWait, PingPeriod: pongWait * 9 / 10, MaxMessageSize: maxFrame, MessageBufferSize: buffered,
	}
	made.Upgrader = &websocket.Upgrader{
		ReadBufferSize: 1024, WriteBufferSize: 1024, CheckOrigin: func(*http.Request) bool { return true }, // Open has checked it
		Error: func(http.ResponseWriter, *http.Request, int, error) {}, // Open's caller answers
	}
	made.HandleConnect(func(s *melody.Session) {
		if direct, is := s.WebsocketConnection().NetConn().(*net.TCPConn); is {
			_ = direct.SetWriteBuffer(sendBuffer) // without it the system's own bound holds
		}
		wireOf(s).opened <- nil
	})
	made.HandleMessageBinary(func(s *melody.Session, _ []byte) { wireOf(s).close(melody.CloseUnsupportedData) })
	made.HandleError(func(s *melody.Session, err error) {
		if err == melody.ErrMessageBufferFull { //nolint:errorlint // the library's own value
			if one := wireOf(s); one.slow.CompareAndSwap(false, true) {
				wasSlow()
				one.drop() // it fetches from the history what it missed
			}
		}
	})
	return made
}

// mayUpgrade refuses what is no upgrade to a socket, and pages of other sites. Origin is the site's own, empty: the
// address that was asked alone. Errors: KEY_INVALID.
func mayUpgrade(r *http.Request, origin string) error {
	if !websocket.IsWebSocketUpgrade(r) {
		return fault.KeyInvalid.Withf("no upgrade to a socket")
	}
	if !ours(r, origin) {
		return fault.KeyInvalid.Withf("a socket from the origin %.100q", r.Header.Get("Origin"))
	}
	return nil
}

// ours tells whether a browser's page is the site's own; other clients send no origin.
func ours(r *http.Request, own string) bool {
	origin := r.Header.Get("Origin")
	if origin == "" || origin == own {
		return len(r.Header.Values("Origin")) <= 1
	}
	parsed, err := url.Parse(origin)
	return err == nil && len(r.Header.Values("Origin")) == 1 && parsed.Host != "" && parsed.Host == r.Host && (parsed.Scheme == "http" || parsed.Scheme == "https") &&
		origin == parsed.Scheme+"://"+parsed.Host
}

// serve makes a socket of a request; it returns once it is one. The keys are what its session finds, the wire among
// them; gone is called when it is a socket no more. Errors: KEY_INVALID.
func (s *wire) serve(by *melody.Melody, w http.ResponseWriter, r *http.Request, keys map[string]any, gone func()) error {
	background.Go(s.log, "a socket", func() {
		err := error(fault.ServiceUnavailable.Withf("a socket's work panicked"))
		defer func() {
			gone()
			s.opened <- err // nobody reads it where the socket was opened
		}()
		if err = by.HandleRequestWithKeys(w, r, keys); err != nil {
			err = fault.KeyInvalid.With(err)
		}
	})
	return <-s.opened
}

// frame is what either side sends.
type frame struct {
	Event string          `json:"event"`
	Data  json.RawMessage `json:"data"`
}

// read takes a client's frame; false when there are too many of them, or it is none, and then the client was told.
func (s *wire) read(raw []byte) (got frame, good bool) {
	if second := time.Now().Unix(); second != s.second {
		s.second, s.frames = second, 0
	}
	if s.frames++; s.frames > framesASecond {
		s.end(fault.RequestLimit)
		return got, false
	}
	if err := json.Unmarshal(raw, &got); err != nil {
		s.fail(fault.KeyInvalid)
		return got, false
	}
	return got, true
}

// joinEvery is how often a client may ask to be let in, since each time the database is asked; joinBurst is how many of
// them may come at once.
const (
	joinEvery = time.Second
	joinBurst = 3
)

// mayAsk counts that the client asks to be let in, unless it asks too often.
func (s *wire) mayAsk(now time.Time) bool {
	due := s.asked
	if due.Before(now) {
		due = now
	}
	if due.Sub(now) > (joinBurst-1)*joinEvery {
		return false
	}
	s.asked = due.Add(joinEvery)
	return true
}

// drop closes the connection at once, without a word: the client may be one that reads nothing.
func (s *wire) drop() {
	if session := s.session.Load(); session != nil {
		background.Go(s.log, "closing a socket", func() {
			_ = session.WebsocketConnection().Close() // it may be closed already
		})
	}
}

// write sends a frame. A client whose buffer is full is closed by the library's error handler.
func (s *wire) write(frame []byte) {
	if session := s.session.Load(); session != nil {
		_ = session.Write(frame) // the client may be gone
	}
}

// restart asks the client to come back (1012).
func (s *wire) restart() {
	if session := s.session.Load(); session != nil {
		_ = session.CloseWithMsg(melody.FormatCloseMessage(melody.CloseServiceRestart, "")) // it may be closed already
	}
}

// fail says why something was refused; the frame is the same for operators.
func (s *wire) fail(err error) {
	s.write(encode(portal.ChatErrorFrame{Event: portal.ChatEventError, Data: portal.APIError{Message: string(fault.From(err).Code), RequestID: s.request}}))
}

// end says why and closes: what was opened may stay open no longer.
func (s *wire) end(err error) {
	s.fail(err)
	s.close(melody.ClosePolicyViolation)
}

// close ends the connection with a code of RFC 6455.
func (s *wire) close(code int) {
	if session := s.session.Load(); session != nil {
		_ = session.CloseWithMsg(melody.FormatCloseMessage(code, "")) // it may be closed already
		background.Go(s.log, "closing a socket", func() {
			time.Sleep(time.Second) // a client that reads nothing
			s.drop()
		})
	}
}

// encode writes a frame; frames always can be written.
func encode(frame any) []byte {
	written, err := json.Marshal(frame)
	if err != nil {
		panic("realtime: a frame that cannot be written: " + err.Error())
	}
	return written
}

// typingEvery is how often a client may tell that it writes; more often is not passed on. That it ceased is passed on
// once after that, so as seldom.
const typingEvery = 900 * time.Millisecond

// typing is what a client told of its writing.
type typing struct {
	last   time.Time // when it last told that it writes
	writes bool      // what was passed on last
}

// mayTell tells whether what a client says now is passed on.
func (t *typing) mayTell(is bool, now time.Time) bool {
	if is && now.Sub(t.last) < typingEvery || !is && !t.writes {
		return false
	}
	if t.writes = is; is {
		t.last = now
	}
	return true
}
