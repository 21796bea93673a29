package portal

import (
	"context"
	"errors"
	"fmt"
	"io"
	"mime/multipart"

	"krapao/server/fault"
	"krapao/server/httpapi/api/portal"
	"krapao/server/httpapi/convert"
	"krapao/server/httpapi/media"
	"krapao/server/httpapi/middleware"
	"krapao/server/slip"
)

// slipHandlers answers uploaded transfer slips.
type slipHandlers struct {
	slips *slip.Service
	links media.SlipLinks
}

// UploadSlip keeps a slip and has it checked. Errors: SLIP_NO_FILE, SLIP_INVALID_FILE, SLIP_UPLOAD_FAIL, SLIP_CLOSED,
// KEY_INVALID, REQUEST_LIMIT, IDEMPOTENCY_CONFLICT.
func (h slipHandlers) UploadSlip(ctx context.Context, request portal.UploadSlipRequestObject) (portal.UploadSlipResponseObject, error) {
	file, err := slipFile(request.Body)
	if err != nil {
		middleware.Drain(ctx)
		return nil, err
	}
	session := middleware.SessionFrom(ctx)
	slip, err := h.slips.Upload(ctx, slip.UploadInput{Member: session.Member, Currency: session.Currency, File: file, Key: middleware.KeyFrom(ctx)})
	if err != nil {
		middleware.Drain(ctx)
		return nil, err
	}
	return portal.UploadSlip200JSONResponse{Body: portal.SlipReceipt{
		Message: "SUCCESS", Reference: slip.Reference, Status: portal.StatementStatus(slip.Status), CreatedAt: slip.CreatedAt,
	}}, nil
}

// The fields of text that a form may have beside its file; they are not read.
const (
	maxFormFields = 8
	maxFormField  = 4 << 10
)

// slipFile gives the form's one file. What the caller says of its name and type is not read. Errors: SLIP_NO_FILE,
// KEY_INVALID.
func slipFile(form *multipart.Reader) (io.Reader, error) {
	file := &formFile{form: form}
	part, err := file.next()
	switch {
	case errors.Is(err, io.EOF):
		return nil, slip.ErrNoFile
	case err != nil:
		return nil, fault.KeyInvalid.With(err)
	case part.FormName() != "file":
		return nil, fault.KeyInvalid.Withf("field %.40q in the upload", part.FormName())
	}
	file.part = part
	return file, nil
}

// formFile is the one file of a form. Its end comes when the form is seen to have no other one.
type formFile struct {
	form   *multipart.Reader
	part   *multipart.Part
	fields int
}

// Read reads the file. An error that is not its end: the form broke off, or has a second file.
func (f *formFile) Read(into []byte) (int, error) {
	n, err := f.part.Read(into)
	if !errors.Is(err, io.EOF) {
		return n, err
	}
	another, err := f.next()
	if err == nil {
		err = fmt.Errorf("a second file, %.40q, in the upload", another.FormName())
	}
	return n, err
}

// next gives the form's next part that is no field of text; io.EOF: there is none.
func (f *formFile) next() (*multipart.Part, error) {
	for {
		part, err := f.form.NextPart()
		if err != nil || part.FileName() != "" || part.FormName() == "file" {
			return part, err
		}
		size, err := io.Copy(io.Discard, io.LimitReader(part, maxFormField+1))
		if f.fields++; err != nil || size > maxFormField || f.fields > maxFormFields {
			return nil, errors.Join(err, fmt.Errorf("field %.40q in the upload", part.FormName()))
		}
	}
}

// ListSlips gives one page of the member's slips, newest first. None has a `link`: an address that lasted as long as a
// page may stay open would be no short-lived one.
func (h slipHandlers) ListSlips(ctx context.Context, request portal.ListSlipsRequestObject) (portal.ListSlipsResponseObject, error) {
	slips, total, err := h.slips.List(ctx, middleware.MemberFrom(ctx), request.Body.Page, request.Body.Limit)
	if err != nil {
		return nil, err
	}
	return portal.ListSlips200JSONResponse{Body: portal.SlipPage{Total: total, Slips: convert.Each(slips, toAPISlip)}}, nil
}

func toAPISlip(slip slip.Slip) portal.Slip {
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

// GetSlipReference gives where one of the member's slips can be seen for a few minutes. Errors: NO_DATA, also once its
// image was removed.
func (h slipHandlers) GetSlipReference(ctx context.Context, request portal.GetSlipReferenceRequestObject) (portal.GetSlipReferenceResponseObject, error) {
	slip, err := h.slips.ImageOf(ctx, middleware.MemberFrom(ctx), request.Reference)
	if err != nil {
		return nil, err
	}
	return portal.GetSlipReference200JSONResponse{Body: portal.SlipReference{URL: h.links.Origin + h.links.Path(media.ToMember, slip.ID)}}, nil
}
