package chat_test

import (
	"context"
	"net/http"
	"slices"
	"sync"
	"testing"

	"krapao/server/chat"
	"krapao/server/id"
)

// firstMessage is a store in which the member's first message comes while a guest's conversation becomes theirs.
type firstMessage struct {
	chat.Store
	t    *testing.T
	once sync.Once
}

func (f *firstMessage) PutConversation(ctx context.Context, talk chat.Conversation) error {
	f.once.Do(func() { // outside of the caller's transaction
		if err := f.AddConversation(f.t.Context(), chat.Conversation{
			ID: id.NewID(), Party: talk.Party, Locale: "en", State: chat.Closed, Session: id.NewID(), CreatedAt: talk.CreatedAt, LastAt: talk.LastAt,
		}); err != nil {
			f.t.Error(err)
		}
	})
	return f.Store.PutConversation(ctx, talk)
}

func TestAMembersFirstMessageMayComeWhileTheyTakeAGuestsConversation(t *testing.T) {
	t.Parallel()
	e := newEnv(t)
	guest, member := e.guest(), e.member(somchai)
	guest.tell("as a guest")
	e.App.Chat.Store = &firstMessage{Store: e.App.Chat.Store, t: t}
	member.bringing(guest).tell("as a member")
	if said := member.own(); !slices.Equal(said, []string{"as a guest", "as a member"}) {
		t.Errorf("%q", said)
	}
}

func TestAGuestIdWithoutAConversationDiesTooWhenItsHolderLogsIn(t *testing.T) {
	t.Parallel()
	e := newEnv(t)
	guest, member := e.guest(), e.member(somchai)
	for range 2 {
		member.bringing(guest).history()
	}
	refused(t, "the dead guest's message", guest.send(text("hello?")), "UNAUTHORIZED")
	refused(t, "the dead guest's history", guest.Do(http.MethodPost, "/api/chat/history", guest.says(map[string]any{"limit": 1, "skip": 0})), "UNAUTHORIZED")
	e.member(malee).bringing(guest).tell("a shared phone")
	if said := e.member(malee).own(); !slices.Equal(said, []string{"a shared phone"}) {
		t.Errorf("%q", said)
	}
}
