package operator

import (
	"context"

	"krapao/server/httpapi/api/operator"
	"krapao/server/httpapi/convert"
	"krapao/server/site"
)

// lookupHandlers answers the lists that registration and help offer. Errors of all that write: KEY_INVALID.
type lookupHandlers struct {
	site    *site.Service
	changes *site.Changes
}

// ListOperatorSources gives the sources, closed ones too.
func (h lookupHandlers) ListOperatorSources(ctx context.Context, _ operator.ListOperatorSourcesRequestObject) (operator.ListOperatorSourcesResponseObject, error) {
	sources, err := h.site.SourceEntries(ctx)
	if err != nil {
		return nil, err
	}
	return operator.ListOperatorSources200JSONResponse{Body: operator.OperatorSourceList{Sources: convert.Each(sources, toOperatorSource)}}, nil
}

// PutOperatorSource writes a source.
func (h lookupHandlers) PutOperatorSource(ctx context.Context, request operator.PutOperatorSourceRequestObject) (operator.PutOperatorSourceResponseObject, error) {
	source := site.SourceEntry{Code: request.Code, Position: request.Body.Position, Open: request.Body.IsOpen}
	return operator.PutOperatorSource200JSONResponse{Body: toOperatorSource(source)}, h.site.PutSource(ctx, source)
}

func toOperatorSource(from site.SourceEntry) operator.OperatorSource {
	return operator.OperatorSource{Code: from.Code, Position: from.Position, IsOpen: from.Open}
}

// ListOperatorVideos gives the help videos, hidden ones too.
func (h lookupHandlers) ListOperatorVideos(ctx context.Context, _ operator.ListOperatorVideosRequestObject) (operator.ListOperatorVideosResponseObject, error) {
	videos, err := h.site.Videos(ctx)
	if err != nil {
		return nil, err
	}
	return operator.ListOperatorVideos200JSONResponse{Body: operator.OperatorVideoList{Videos: convert.Each(videos, toOperatorVideo)}}, nil
}

// PutOperatorVideo writes a help video, or asks a second person.
func (h lookupHandlers) PutOperatorVideo(ctx context.Context, request operator.PutOperatorVideoRequestObject) (operator.PutOperatorVideoResponseObject, error) {
	body := request.Body
	video := site.Video{Code: request.Code, Position: body.Position, Path: body.Video, Poster: body.Poster, IsShow: body.IsShow}
	asked, err := h.changes.Video(ctx, video)
	if !asked.ID.IsZero() {
		waits, err := toWaits(asked)
		return operator.PutOperatorVideo202JSONResponse{WaitsJSONResponse: waits}, err
	}
	return operator.PutOperatorVideo200JSONResponse{Body: toOperatorVideo(video)}, err
}

func toOperatorVideo(from site.Video) operator.OperatorVideo {
	return operator.OperatorVideo{Code: from.Code, Position: from.Position, Video: from.Path, Poster: from.Poster, IsShow: from.IsShow}
}

// ListOperatorBanks gives the banks of both editions, closed ones too.
func (h lookupHandlers) ListOperatorBanks(ctx context.Context, _ operator.ListOperatorBanksRequestObject) (operator.ListOperatorBanksResponseObject, error) {
	banks, err := h.site.Banks(ctx)
	if err != nil {
		return nil, err
	}
	return operator.ListOperatorBanks200JSONResponse{Body: operator.OperatorBankList{Banks: convert.Each(banks, toOperatorBank)}}, nil
}

// PutOperatorBank writes a bank, or asks a second person.
func (h lookupHandlers) PutOperatorBank(ctx context.Context, request operator.PutOperatorBankRequestObject) (operator.PutOperatorBankResponseObject, error) {
	body := request.Body
	bank := site.Bank{
		Code: request.Code, Number: body.Number, NameLocal: body.NameLocal, NameEN: body.NameEN, Edition: site.Edition(body.Edition), IsWallet: body.IsWallet,
		RequiresLatinName: body.RequiresLatinName, Position: body.Position, Open: body.IsOpen,
	}
	asked, err := h.changes.Bank(ctx, bank)
	if !asked.ID.IsZero() {
		waits, err := toWaits(asked)
		return operator.PutOperatorBank202JSONResponse{WaitsJSONResponse: waits}, err
	}
	return operator.PutOperatorBank200JSONResponse{Body: toOperatorBank(bank)}, err
}

func toOperatorBank(from site.Bank) operator.OperatorBank {
	return operator.OperatorBank{
		Code: from.Code, Number: from.Number, NameLocal: from.NameLocal, NameEN: from.NameEN, Edition: operator.OperatorEdition(from.Edition), IsWallet: from.IsWallet,
		RequiresLatinName: from.RequiresLatinName, Position: from.Position, IsOpen: from.Open,
	}
}
