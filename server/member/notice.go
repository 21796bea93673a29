package member

import (
	"context"
	"errors"
	"strings"
	"time"

	"krapao/server/id"
)

// NoticeKind is what a member is told by SMS; the texts are in locales.
type NoticeKind string

// The kinds.
const (
	BankChanged  NoticeKind = "bankChanged"
	PhoneChanged NoticeKind = "phoneChanged"
)

// Notice is a message that is to be sent. It is written with the change that it tells of, and sent after it.
type Notice struct {
	ID     id.ID
	Member id.MemberID
	Phone  string
	Kind   NoticeKind
	// Locale is the member's language, empty: unknown. AddNotice does not read it.
	Locale string
	// CreatedAt is when the change was made.
	CreatedAt time.Time
}

// NoticeStore keeps what is to be sent.
type NoticeStore interface {
	// TakeNotices gives up to limit messages that are due, and puts each off for longer with every try, until it is
	// given up after a day.
	TakeNotices(ctx context.Context, now time.Time, limit int) ([]Notice, error)
	// NoticeSent notes that a message was sent.
	NoticeSent(ctx context.Context, notice id.ID, at time.Time) error
}

// SendNotices sends what is due. A message whose sending was not noted is sent again: twice is better than never.
func (s *Service) SendNotices(ctx context.Context) error {
	const batch = 20
	notices, err := s.Store.TakeNotices(ctx, s.Now(), batch)
	if err != nil || len(notices) == 0 {
		return err
	}
	rules, err := s.Site.Rules(ctx)
	if err != nil {
		return err
	}
	var failed error
	for _, notice := range notices {
		text := strings.ReplaceAll(s.text(notice.Locale, string(notice.Kind)), "{site}", rules.SiteName)
		err := s.SMS.Send(ctx, notice.Phone, text)
		if err == nil {
			err = s.Store.NoticeSent(ctx, notice.ID, s.Now())
		}
		failed = errors.Join(failed, err)
	}
	return failed
}
