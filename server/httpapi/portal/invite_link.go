package portal

import (
	"context"

	"krapao/server/emvco"
	"krapao/server/httpapi/api/portal"
	"krapao/server/httpapi/middleware"
	"krapao/server/member"
)

// inviteLinkHandlers answers how a member invites friends. The origin is the one that members open, without a slash at
// its end.
type inviteLinkHandlers struct{ origin string }

// GetInviteLink gives the address of the registration with the member's invite code, and the same as a QR code.
func (h inviteLinkHandlers) GetInviteLink(ctx context.Context, _ portal.GetInviteLinkRequestObject) (portal.GetInviteLinkResponseObject, error) {
	link := h.origin + "/register?code=" + member.InviteCode(middleware.MemberFrom(ctx))
	drawn, err := emvco.SVG(link)
	if err != nil {
		return nil, err
	}
	return portal.GetInviteLink200JSONResponse{Body: portal.InviteLink{Link: link, Qrcode: drawn}}, nil
}
