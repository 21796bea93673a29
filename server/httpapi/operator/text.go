package operator

import (
	"context"

	"krapao/server/httpapi/api/operator"
	"krapao/server/httpapi/convert"
	"krapao/server/site"
)

// textHandlers answers the texts that members read.
type textHandlers struct {
	site    *site.Service
	changes *site.Changes
}

// ListOperatorTexts gives every text in every language.
func (h textHandlers) ListOperatorTexts(ctx context.Context, _ operator.ListOperatorTextsRequestObject) (operator.ListOperatorTextsResponseObject, error) {
	texts, err := h.site.Texts(ctx)
	if err != nil {
		return nil, err
	}
	return operator.ListOperatorTexts200JSONResponse{Body: operator.OperatorTextList{Texts: convert.Each(texts, toOperatorText)}}, nil
}

// PutOperatorText replaces a text in one language, or asks a second person. Errors: KEY_INVALID.
func (h textHandlers) PutOperatorText(ctx context.Context, request operator.PutOperatorTextRequestObject) (operator.PutOperatorTextResponseObject, error) {
	text, asked, err := h.changes.Text(ctx, site.TextKey(request.Key), site.Locale(request.Locale), request.Body.Items)
	if err != nil {
		return nil, err
	}
	if !asked.ID.IsZero() {
		waits, err := toWaits(asked)
		return operator.PutOperatorText202JSONResponse{WaitsJSONResponse: waits}, err
	}
	return operator.PutOperatorText200JSONResponse{Body: toOperatorText(text)}, nil
}

func toOperatorText(from site.Text) operator.OperatorText {
	return operator.OperatorText{
		Key: string(from.Key), Form: operator.TextForm(from.Key.Form()), Locale: operator.OperatorLocale(from.Locale), Items: from.Items, IsOwn: from.Own,
	}
}
