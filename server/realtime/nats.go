package realtime

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/nats-io/nats.go"
)

// NATS is a bus over a NATS server. Make it with NewNATS.
type NATS struct {
	connection *nats.Conn
	subject    string
}

// natsAgain is the wait before another connection is tried.
const natsAgain = 250 * time.Millisecond

// NewNATS makes a bus over the NATS server of a URL. One that does not answer is tried again without end.
func NewNATS(url, subject string, log *slog.Logger) (*NATS, error) {
	connection, err := nats.Connect(url, nats.Name("krapao"), nats.RetryOnFailedConnect(true), nats.MaxReconnects(-1), nats.ReconnectWait(natsAgain),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil {
				log.Warn("the connection to NATS broke; it is tried again", "error", err)
			}
		}))
	if err != nil {
		return nil, fmt.Errorf("realtime: NATS: %w", err)
	}
	return &NATS{connection: connection, subject: subject}, nil
}

// Publish gives a payload to every server that listens. While the connection is broken the library keeps payloads for
// it.
func (n *NATS) Publish(_ context.Context, payload []byte) error {
	return n.connection.Publish(n.subject, payload)
}

// Listen gives what is published to receive until ctx ends.
func (n *NATS) Listen(ctx context.Context, receive func(payload []byte)) error {
	subscription, err := n.connection.Subscribe(n.subject, func(message *nats.Msg) { receive(message.Data) })
	if err != nil {
		return fmt.Errorf("realtime: NATS: %w", err)
	}
	<-ctx.Done()
	return subscription.Unsubscribe()
}

// Close ends the connection; what was published is sent first.
func (n *NATS) Close() error {
	_ = n.connection.FlushTimeout(publishWait) // it may be broken, and then nothing can be sent
	n.connection.Close()
	return nil
}
