package operator

import (
	"context"
	"errors"
	"io"
	"mime/multipart"

	"krapao/server/fault"
	"krapao/server/httpapi/api/operator"
	"krapao/server/site"
)

// imageHandlers answers the image of the contact page.
type imageHandlers struct {
	site    *site.Service
	changes *site.Changes
}

// PutOperatorContactQr asks a second person to replace the image. Errors: KEY_MISSING, KEY_INVALID.
func (h imageHandlers) PutOperatorContactQr(ctx context.Context, request operator.PutOperatorContactQrRequestObject) (operator.PutOperatorContactQrResponseObject, error) {
	uploaded, err := readFile(request.Body, "file", site.MaxImageBytes)
	if err != nil {
		return nil, err
	}
	place, asked, err := h.changes.ContactQR(ctx, uploaded)
	if err != nil {
		return nil, err
	}
	if !asked.ID.IsZero() {
		waits, err := toWaits(asked)
		return operator.PutOperatorContactQr202JSONResponse{WaitsJSONResponse: waits}, err
	}
	return operator.PutOperatorContactQr200JSONResponse{Body: operator.OperatorContactQr{LineQR: place}}, nil
}

// DeleteOperatorContactQr removes the image.
func (h imageHandlers) DeleteOperatorContactQr(ctx context.Context, _ operator.DeleteOperatorContactQrRequestObject) (operator.DeleteOperatorContactQrResponseObject, error) {
	return operator.DeleteOperatorContactQr200JSONResponse{Body: ok}, h.site.RemoveContactQR(ctx)
}

// readFile gives the content of an upload's one file, which must come first. What the caller says of its name and type
// is not read. Errors: KEY_MISSING (no such field), KEY_INVALID (not readable, or more than limit bytes).
func readFile(form *multipart.Reader, field string, limit int64) ([]byte, error) {
	part, err := form.NextPart()
	if errors.Is(err, io.EOF) || err == nil && part.FormName() != field {
		return nil, fault.KeyMissing.Withf("no field %s in the upload", field)
	}
	if err != nil {
		return nil, fault.KeyInvalid.With(err)
	}
	content, err := io.ReadAll(io.LimitReader(part, limit+1))
	if err != nil {
		return nil, fault.KeyInvalid.With(err)
	}
	if int64(len(content)) > limit {
		return nil, fault.KeyInvalid.Withf("a file of more than %d bytes", limit)
	}
	return content, nil
}
