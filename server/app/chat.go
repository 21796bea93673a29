package app

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"path/filepath"
	"strings"
	"time"

	"krapao/server/background"
	"krapao/server/chat"
	"krapao/server/gateway/blob"
	"krapao/server/helpdesk"
	"krapao/server/httpapi/convert"
	operatorhttp "krapao/server/httpapi/operator"
	"krapao/server/id"
	"krapao/server/member"
	"krapao/server/picture/sandbox"
	"krapao/server/postgres"
	"krapao/server/realtime"
	"krapao/server/secret"
)

// busChannel is the name that servers of one database share.
const busChannel = "krapao"

// ChatConfig says how servers tell each other of what happens, and how much of the chat is kept.
type ChatConfig struct {
	NATSURL secret.Text `env:"KRAPAO_NATS_URL" placeholder:"URL" help:"A NATS server, nats://host:4222, over which servers tell each other of messages; without one they do by PostgreSQL's NOTIFY."`

	LinkHosts []string `env:"KRAPAO_CHAT_LINK_HOSTS" placeholder:"HOST,..." help:"Hosts that messages of the bot and of operators may link to by https, besides our own; comma-separated."`

	GuestUploads  int64         `env:"KRAPAO_CHAT_GUEST_UPLOADS" default:"2147483648" help:"Most bytes of files that all guests of the chat upload in a day."`
	FileRetention time.Duration `env:"KRAPAO_CHAT_FILE_RETENTION" default:"9600h" help:"How long a file of the chat is kept that a message names; one that none names goes after an hour."`
}

func (c ChatConfig) check() error {
	if c.GuestUploads <= 0 || c.FileRetention <= 0 {
		return errors.New("KRAPAO_CHAT_GUEST_UPLOADS, KRAPAO_CHAT_FILE_RETENTION: must be above 0")
	}
	return nil
}

// newExchange makes what tells all servers of events.
func newExchange(f floor) (*realtime.Exchange, error) {
	if f.Chat.NATSURL.Empty() {
		return realtime.NewExchange(postgres.Bus{DB: f.db, Channel: busChannel, Log: f.Log}, f.Log), nil
	}
	bus, err := realtime.NewNATS(f.Chat.NATSURL.Reveal(), busChannel, f.Log)
	if err != nil {
		return nil, err
	}
	return realtime.NewExchange(bus, f.Log), nil
}

// newChat makes the support chat.
func newChat(ctx context.Context, f floor, exchange *realtime.Exchange, desk *helpdesk.Service) (*chat.Service, error) {
	store, err := blob.Open(ctx, f.Slip.BlobURL, filepath.Join(f.DataDir, "uploads"))
	if err != nil {
		return nil, fmt.Errorf("the store of uploads: %w", err)
	}
	bounds := chat.DefaultUploadBounds
	bounds.Guests = f.Chat.GuestUploads
	config := chat.Config{
		Store: postgres.Chat{DB: f.db}, Members: chatMembers{postgres.Members{DB: f.db}}, Limit: f.limit, Announcer: exchange, Trail: f.trail,
		Blobs: store, Pictures: sandbox.Sandbox{}, TempDir: f.incoming(), Links: chat.NewLinks(strings.TrimSuffix(f.PublicURL, "/"), f.Chat.LinkHosts),
		UploadBounds: bounds, FileRetention: f.Chat.FileRetention, Now: f.Now, Log: f.Log,
	}
	if desk != nil {
		config.Outbox = helpDeskOutbox{desk, strings.TrimSuffix(f.PublicURL, "/")}
	}
	return chat.New(config), nil
}

// filesRemoved is how often files of the chat are looked for that nobody needs any more.
const filesRemoved = 10 * time.Minute

// chatMembers gives the chat the members' names.
type chatMembers struct{ members postgres.Members }

// Profile is described at chat.Members.
func (m chatMembers) Profile(ctx context.Context, member id.MemberID) (chat.Profile, error) {
	found, err := m.members.Member(ctx, member)
	return chat.Profile{Name: found.Name, Phone: found.Phone}, err
}

// socketGoodbye is how long clients have to take the word that the server restarts.
const socketGoodbye = 2 * time.Second

// newHub makes the open sockets, and has them looked after until the server stops.
func (a *App) newHub() {
	a.hub = realtime.New(realtime.Config{
		Chat: a.Chat, Sessions: socketSessions{a}, Missed: postgres.Chat{DB: a.DB}, Exchange: a.Exchange, Item: convert.ToChatItem,
		Changes: &postgres.AccountChanges{DB: a.DB},
		Origin:  strings.TrimSuffix(a.Config.PublicURL, "/"), Log: a.Log,
	})
	for _, metric := range a.hub.Metrics() {
		a.metrics.Register(metric)
	}
	a.inBackground = append(a.inBackground, a.hub.Run)
	a.onClose(func() {
		if err := a.Exchange.Close(); err != nil {
			a.Log.Warn("the bus between servers was not closed", "error", err)
		}
	})
	a.every("forget what changed of accounts", time.Minute, func(ctx context.Context) error { return a.DB.ForgetAccountChanges(ctx, 10*time.Minute) })
}

// closeSockets asks every client to come back, to another server or to the next one here.
func (a *App) closeSockets(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, socketGoodbye)
	defer cancel()
	group := background.Group{Log: a.Log, Name: "closing sockets"} // a slow client of one takes no time from the other's
	group.Go(func() { a.operatorHub.Close(ctx) })
	group.Go(func() { a.hub.Close(ctx) })
	group.Wait()
}

// newOperatorHub makes the operators' open sockets.
func (a *App) newOperatorHub() {
	a.operatorHub = realtime.NewOperatorHub(realtime.OperatorConfig{
		Chat: a.Chat, Sessions: operatorSocketSessions{a}, Changed: postgres.Chat{DB: a.DB}, Exchange: a.Exchange,
		Conversation: operatorhttp.ToConversation, Message: operatorhttp.ToChatMessage, Log: a.Log,
	})
	for _, metric := range a.operatorHub.Metrics() {
		a.metrics.Register(metric)
	}
	a.inBackground = append(a.inBackground, a.operatorHub.Run)
}

// operatorSocketSessions gives the operators' sockets their sessions.
type operatorSocketSessions struct{ app *App }

// CheckOperatorSession is described at realtime.OperatorSessions.
func (s operatorSocketSessions) CheckOperatorSession(ctx context.Context, token string, client netip.Addr) (string, error) {
	var sessions operatorhttp.SessionReader = operatorSessions{s.app.Operators}
	if s.app.operators != nil {
		sessions = s.app.operators
	}
	found, err := sessions.ReadOperatorSession(ctx, token, client)
	return found.Username, err
}

// socketSessions gives the sockets their sessions.
type socketSessions struct{ app *App }

// CheckSession is described at realtime.Sessions.
func (s socketSessions) CheckSession(ctx context.Context, token string, client netip.Addr) (id.MemberID, error) {
	if s.app.sessions != nil {
		found, err := s.app.sessions.ReadSession(ctx, token, client)
		return found.Member, err
	}
	found, err := s.app.Members.CheckSession(ctx, token, client)
	return found.Member, err
}

// CheckSessions is described at realtime.Sessions.
func (s socketSessions) CheckSessions(ctx context.Context, uses []member.SessionUse) ([]error, error) {
	if s.app.sessions == nil {
		return s.app.Members.CheckSessions(ctx, uses)
	}
	errs := make([]error, len(uses))
	for i, use := range uses {
		_, errs[i] = s.app.sessions.ReadSession(ctx, use.Token, use.From)
	}
	return errs, context.Cause(ctx)
}
