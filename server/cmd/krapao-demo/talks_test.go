package main

import (
	"testing"
	"time"

	"krapao/server/app"
	"krapao/server/chat"
	"krapao/server/postgres"
)

// talked: a talk with a past and one that waits are there, once, and what operators answer often in three languages.
func talked(t *testing.T, config app.Config) {
	t.Helper()
	db, err := postgres.Open(t.Context(), postgres.Config{URL: config.DatabaseURL.Reveal(), MaxConnections: 2})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	store := postgres.Chat{DB: db}
	waiting, count, err := store.Inbox(t.Context(), chat.InboxFilter{States: []chat.State{chat.Waiting}, Page: 1, Limit: 10})
	if err != nil || count != 1 || waiting[0].Party.Member != 0 {
		t.Errorf("%d wait for a person: %v", count, err)
	}
	ended, count, err := store.Inbox(t.Context(), chat.InboxFilter{States: []chat.State{chat.Closed}, Page: 1, Limit: 10})
	if err != nil || count != 1 || ended[0].LastSeq < 6 || time.Since(ended[0].LastAt) < 48*time.Hour {
		t.Errorf("talks that ended: %+v %v", ended, err)
	}
	replies, err := store.CannedReplies(t.Context())
	if err != nil || len(replies) != 3 {
		t.Errorf("%d canned replies: %v", len(replies), err)
	}
	for _, reply := range replies {
		if len(reply.Texts) != 3 {
			t.Errorf("%s is in %d languages", reply.Code, len(reply.Texts))
		}
	}
}
