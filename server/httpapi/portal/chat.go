package portal

import (
	"context"
	"errors"
	"io"
	"mime/multipart"
	"net/http"
	"net/netip"

	"krapao/server/chat"
	"krapao/server/fault"
	"krapao/server/httpapi/api/portal"
	"krapao/server/httpapi/convert"
	"krapao/server/httpapi/middleware"
	"krapao/server/site"
)

// chatHandlers answers the support chat. Who speaks comes from the token or the guest's secret; what a body says of it
// is compared only.
type chatHandlers struct {
	chat    *chat.Service
	site    *site.Service
	sockets Sockets
}

// Sockets makes sockets of requests. Errors: KEY_INVALID, REQUEST_LIMIT, SERVER_BUSY.
type Sockets interface {
	Open(w http.ResponseWriter, r *http.Request, client netip.Addr) error
}

// OpenChatSocket makes a socket of the request. Errors: KEY_INVALID, REQUEST_LIMIT, SERVER_BUSY.
func (h chatHandlers) OpenChatSocket(ctx context.Context, _ portal.OpenChatSocketRequestObject) (portal.OpenChatSocketResponseObject, error) {
	return upgrade{h.sockets, middleware.RequestInfoFrom(ctx)}, nil
}

// upgrade is the answer that becomes a socket.
type upgrade struct {
	sockets Sockets
	asked   *middleware.RequestInfo
}

// VisitOpenChatSocketResponse gives the connection to the sockets.
func (u upgrade) VisitOpenChatSocketResponse(w http.ResponseWriter) error {
	return u.sockets.Open(w, u.asked.Request, u.asked.Client)
}

// chatClaim is what a body says of who speaks.
type chatClaim struct {
	userID, guestID *string
	sender          *portal.ChatSender
}

// identify gives who speaks. Errors: UNAUTHORIZED, KEY_INVALID.
func (h chatHandlers) identify(ctx context.Context, claim chatClaim) (chat.Party, error) {
	member := middleware.MemberFrom(ctx)
	if said := convert.Value(claim.userID); said != "" && (member == 0 || said != member.String()) {
		return chat.Party{}, fault.KeyInvalid.Withf("a userId that is not the caller's")
	}
	if claim.sender != nil && *claim.sender != portal.Customer {
		return chat.Party{}, fault.KeyInvalid.Withf("a customer speaks as %.20q", *claim.sender)
	}
	return h.chat.Identify(ctx, chat.Caller{Member: member, GuestID: convert.Value(claim.guestID)})
}

// GetChatConfig tells how rooms are named, and when people answer.
func (h chatHandlers) GetChatConfig(ctx context.Context, _ portal.GetChatConfigRequestObject) (portal.GetChatConfigResponseObject, error) {
	hours, isOpen, err := h.chat.Hours(ctx)
	if err != nil {
		return nil, err
	}
	return portal.GetChatConfig200JSONResponse{Body: portal.ChatConfig{
		PREFIX: chat.Prefix, IsOpen: isOpen, OpenFrom: convert.Clock(hours.OpenFrom), OpenTo: convert.Clock(hours.OpenTo),
	}}, nil
}

// SendChatMessage keeps a message. Errors: UNAUTHORIZED, KEY_INVALID, REQUEST_LIMIT_1MIN.
func (h chatHandlers) SendChatMessage(ctx context.Context, request portal.SendChatMessageRequestObject) (portal.SendChatMessageResponseObject, error) {
	body := request.Body
	party, err := h.identify(ctx, chatClaim{body.UserID, body.GuestID, body.Sender})
	if err != nil {
		return nil, err
	}
	content, err := convert.FromChatContent(body.Message)
	if err != nil {
		return nil, err
	}
	snapshot, err := h.site.Read(ctx)
	if err != nil {
		return nil, err
	}
	at, err := h.chat.Send(ctx, chat.SendInput{
		Party: party, ID: convert.Value(body.UnderscoreID), GuestName: convert.Value(body.Name), DeviceToken: convert.Value(body.DeviceToken), Content: content,
		Locale: string(snapshot.Locale(convert.Value(request.Params.Language))), Address: middleware.AddrBucket(middleware.ClientAddr(ctx)),
	})
	if err != nil {
		return nil, err
	}
	return portal.SendChatMessage200JSONResponse{Body: at}, nil
}

// ListChatHistory gives the caller's own messages, newest first. Errors: UNAUTHORIZED, KEY_INVALID.
func (h chatHandlers) ListChatHistory(ctx context.Context, request portal.ListChatHistoryRequestObject) (portal.ListChatHistoryResponseObject, error) {
	body := request.Body
	party, err := h.identify(ctx, chatClaim{userID: body.UserID, guestID: body.GuestID})
	if err != nil {
		return nil, err
	}
	found, err := h.chat.History(ctx, chat.HistoryInput{Party: party, Limit: body.Limit, Skip: body.Skip, After: convert.Value(body.After)})
	if err != nil {
		return nil, err
	}
	items := convert.Each(found, convert.ToChatItem)
	for i := range items {
		if party.Member == 0 {
			items[i].GuestID = body.GuestID
		}
	}
	return portal.ListChatHistory200JSONResponse{Body: items}, nil
}

// MarkChatRead marks all as read. Errors: UNAUTHORIZED, KEY_INVALID, REQUEST_LIMIT.
func (h chatHandlers) MarkChatRead(ctx context.Context, request portal.MarkChatReadRequestObject) (portal.MarkChatReadResponseObject, error) {
	party, err := h.identify(ctx, chatClaim{userID: request.Body.UserID, guestID: request.Body.GuestID})
	if err == nil {
		err = h.chat.Read(ctx, party)
	}
	return portal.MarkChatRead200JSONResponse{Body: portal.Ok{Message: "SUCCESS"}}, err
}

// UploadChatImage keeps an image for a message. Errors: UNAUTHORIZED, KEY_MISSING, KEY_INVALID, REQUEST_LIMIT_1MIN.
func (h chatHandlers) UploadChatImage(ctx context.Context, request portal.UploadChatImageRequestObject) (portal.UploadChatImageResponseObject, error) {
	path, err := h.upload(ctx, chat.Image, request.Body)
	return portal.UploadChatImage200JSONResponse{Body: portal.ChatUpload{Path: path}}, err
}

// UploadChatVideo keeps a video for a message. Errors: those of UploadChatImage.
func (h chatHandlers) UploadChatVideo(ctx context.Context, request portal.UploadChatVideoRequestObject) (portal.UploadChatVideoResponseObject, error) {
	path, err := h.upload(ctx, chat.Video, request.Body)
	return portal.UploadChatVideo200JSONResponse{Body: portal.ChatUpload{Path: path}}, err
}

func (h chatHandlers) upload(ctx context.Context, kind string, form *multipart.Reader) (path string, err error) {
	defer func() {
		if err != nil {
			middleware.Drain(ctx)
		}
	}()
	guestID, file, err := chatForm(form)
	if err != nil {
		return "", err
	}
	party, err := h.identify(ctx, chatClaim{guestID: guestID})
	if err != nil {
		return "", err
	}
	kept, err := h.chat.Keep(ctx, chat.UploadInput{Party: party, Kind: kind, File: file, Address: middleware.AddrBucket(middleware.ClientAddr(ctx))})
	return chat.FilePath + kept.Name, err
}

// chatForm gives a form's guest id, which comes before the file, and its one file. Errors: KEY_MISSING, KEY_INVALID.
func chatForm(form *multipart.Reader) (guestID *string, file io.Reader, err error) {
	found := &formFile{form: form}
	for range maxFormFields {
		part, err := form.NextPart()
		switch {
		case errors.Is(err, io.EOF):
			return nil, nil, fault.KeyMissing.Withf("an upload without a file")
		case err != nil:
			return nil, nil, fault.KeyInvalid.With(err)
		case part.FormName() == "file":
			found.part = part
			return guestID, found, nil
		case part.FileName() != "":
			return nil, nil, fault.KeyInvalid.Withf("field %.40q in the upload", part.FormName())
		}
		value, err := io.ReadAll(io.LimitReader(part, maxFormField+1))
		if err != nil || len(value) > maxFormField {
			return nil, nil, fault.KeyInvalid.Withf("field %.40q in the upload", part.FormName())
		}
		if part.FormName() == "guestId" {
			text := string(value)
			guestID = &text
		}
	}
	return nil, nil, fault.KeyInvalid.Withf("an upload of more than %d fields", maxFormFields)
}
