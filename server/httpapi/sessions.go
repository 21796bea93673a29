package httpapi

import (
	"context"

	"krapao/server/httpapi/api/portal"
	"krapao/server/member"
)

// sessionHandlers answers where a member is logged in.
type sessionHandlers struct{ members *member.Service }

// ListSessions gives the member's sessions.
func (h sessionHandlers) ListSessions(ctx context.Context, _ portal.ListSessionsRequestObject) (portal.ListSessionsResponseObject, error) {
	asking := SessionFrom(ctx)
	sessions, err := h.members.Sessions(ctx, asking.Member, asking.ID)
	if err != nil {
		return nil, err
	}
	body := portal.SessionList{Sessions: []portal.MemberSession{}}
	for _, session := range sessions {
		body.Sessions = append(body.Sessions, toAPISession(session, asking))
	}
	return portal.ListSessions200JSONResponse{Body: body}, nil
}

func toAPISession(from member.StoredSession, asking Session) portal.MemberSession {
	session := portal.MemberSession{
		ID: from.ID.String(), Device: from.Device, CreatedAt: from.CreatedAt, LastSeenAt: from.SeenAt, ExpiresAt: from.ExpiresAt, IsCurrent: from.ID == asking.ID,
	}
	if from.Addr.IsValid() {
		session.Address = from.Addr.String()
	}
	return session
}

// RevokeOtherSessions ends the member's sessions but the asking one.
func (h sessionHandlers) RevokeOtherSessions(ctx context.Context, _ portal.RevokeOtherSessionsRequestObject) (portal.RevokeOtherSessionsResponseObject, error) {
	asking := SessionFrom(ctx)
	ended, err := h.members.EndOtherSessions(ctx, asking.Member, asking.ID)
	if err != nil {
		return nil, err
	}
	return portal.RevokeOtherSessions200JSONResponse{Body: portal.RevokedSessions{Ended: ended}}, nil
}
