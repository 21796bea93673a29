package httpapi

import (
	"context"
	"errors"
	"io"
	"mime/multipart"

	"krapao/server/cashier"
	"krapao/server/fault"
	"krapao/server/httpapi/api/portal"
)

// slipHandlers answers uploaded transfer slips.
type slipHandlers struct {
	slips *cashier.Slips
	links SlipLinks
}

// UploadSlip keeps a slip and has it checked. Errors: SLIP_NO_FILE, SLIP_INVALID_FILE, SLIP_UPLOAD_FAIL, SLIP_CLOSED, KEY_INVALID, REQUEST_LIMIT, IDEMPOTENCY_CONFLICT.
func (h slipHandlers) UploadSlip(ctx context.Context, request portal.UploadSlipRequestObject) (portal.UploadSlipResponseObject, error) {
	file, err := slipFile(request.Body)
	if err != nil {
		return nil, err
	}
	session := SessionFrom(ctx)
	slip, err := h.slips.Upload(ctx, cashier.UploadSlipInput{Member: session.Member, Currency: session.Currency, File: file, Key: keyFrom(ctx)})
	if err != nil {
		_, _ = io.Copy(io.Discard, file) // a browser that is still sending would not read the answer
		return nil, err
	}
	return portal.UploadSlip200JSONResponse{Body: portal.SlipReceipt{
		Message: "SUCCESS", Reference: slip.Reference, Status: portal.StatementStatus(slip.Status), CreatedAt: slip.CreatedAt,
	}}, nil
}

// slipFile gives the form's one file. What the caller says of its name and type is not read. Errors: SLIP_NO_FILE, KEY_INVALID.
func slipFile(form *multipart.Reader) (io.Reader, error) {
	part, err := form.NextPart()
	switch {
	case errors.Is(err, io.EOF):
		return nil, cashier.ErrSlipNoFile
	case err != nil:
		return nil, fault.KeyInvalid.With(err)
	case part.FormName() != "file":
		return nil, fault.KeyInvalid.Withf("field %.40q in the upload", part.FormName())
	}
	return part, nil
}

// ListSlips gives one page of the member's slips, newest first. None has a `link`: an address that lasted as long as a page may stay open would
// be no short-lived one.
func (h slipHandlers) ListSlips(ctx context.Context, request portal.ListSlipsRequestObject) (portal.ListSlipsResponseObject, error) {
	slips, total, err := h.slips.List(ctx, MemberFrom(ctx), request.Body.Page, request.Body.Limit)
	if err != nil {
		return nil, err
	}
	return portal.ListSlips200JSONResponse{Body: portal.SlipPage{Total: total, Slips: each(slips, toAPISlip)}}, nil
}

func toAPISlip(slip cashier.Slip) portal.Slip {
	shown := portal.Slip{
		UnderscoreID: slip.ID.String(), Reference: slip.Reference, Amount: slip.Amount, Status: portal.StatementStatus(slip.Status), CreatedAt: slip.CreatedAt,
	}
	if slip.Reason != "" {
		note := portal.SlipReason(slip.Reason)
		shown.Note = &note
	}
	if slip.Review != "" {
		inReview := true
		shown.InReview = &inReview
	}
	return shown
}

// GetSlipReference gives where one of the member's slips can be seen for a few minutes. Errors: NO_DATA.
func (h slipHandlers) GetSlipReference(ctx context.Context, request portal.GetSlipReferenceRequestObject) (portal.GetSlipReferenceResponseObject, error) {
	slip, err := h.slips.Slip(ctx, MemberFrom(ctx), request.Reference)
	if err != nil {
		return nil, err
	}
	return portal.GetSlipReference200JSONResponse{Body: portal.SlipReference{URL: h.links.Origin + h.links.path(toMember, slip.ID)}}, nil
}
