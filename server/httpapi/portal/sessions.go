package portal

import (
	"context"

	"krapao/server/fault"
	"krapao/server/httpapi/api/portal"
	"krapao/server/httpapi/middleware"
	"krapao/server/id"
	"krapao/server/member"
)

// sessionHandlers answers where a member is logged in.
type sessionHandlers struct{ members *member.Service }

// ListSessions gives the member's sessions.
func (h sessionHandlers) ListSessions(ctx context.Context, _ portal.ListSessionsRequestObject) (portal.ListSessionsResponseObject, error) {
	asking := middleware.SessionFrom(ctx)
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

func toAPISession(from member.StoredSession, asking middleware.Session) portal.MemberSession {
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
	asking := middleware.SessionFrom(ctx)
	ended, err := h.members.EndOtherSessions(ctx, asking.Member, asking.ID)
	if err != nil {
		return nil, err
	}
	return portal.RevokeOtherSessions200JSONResponse{Body: portal.RevokedSessions{Ended: ended}}, nil
}

// RevokeSession ends one of the member's sessions. Errors: NO_DATA.
func (h sessionHandlers) RevokeSession(ctx context.Context, request portal.RevokeSessionRequestObject) (portal.RevokeSessionResponseObject, error) {
	session, err := id.Parse(request.SessionID)
	if err != nil {
		return nil, fault.NoData.With(err)
	}
	ended, err := h.members.EndSession(ctx, middleware.MemberFrom(ctx), session)
	if err != nil {
		return nil, err
	}
	body := portal.RevokedSessions{}
	if ended {
		body.Ended = 1
	}
	return portal.RevokeSession200JSONResponse{Body: body}, nil
}

// LogOut ends the calling session.
func (h sessionHandlers) LogOut(ctx context.Context, _ portal.LogOutRequestObject) (portal.LogOutResponseObject, error) {
	asking := middleware.SessionFrom(ctx)
	_, err := h.members.EndSession(ctx, asking.Member, asking.ID)
	return portal.LogOut200JSONResponse{Body: ok}, err
}
