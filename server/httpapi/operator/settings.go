package operator

import (
	"context"

	"krapao/server/httpapi/api/operator"
	"krapao/server/httpapi/convert"
	"krapao/server/site"
)

// settingsHandlers answers the switches and settings.
type settingsHandlers struct {
	site    *site.Service
	changes *site.Changes
}

// GetOperatorSettings gives the settings as they are stored.
func (h settingsHandlers) GetOperatorSettings(ctx context.Context, _ operator.GetOperatorSettingsRequestObject) (operator.GetOperatorSettingsResponseObject, error) {
	settings, err := h.site.Settings(ctx)
	if err != nil {
		return nil, err
	}
	return operator.GetOperatorSettings200JSONResponse{Body: toOperatorSettings(settings)}, nil
}

// ChangeOperatorSettings changes some settings, or asks a second person. Errors: KEY_INVALID.
func (h settingsHandlers) ChangeOperatorSettings(ctx context.Context, request operator.ChangeOperatorSettingsRequestObject) (operator.ChangeOperatorSettingsResponseObject, error) {
	settings, asked, err := h.changes.Settings(ctx, fromOperatorSettings(*request.Body))
	if err != nil {
		return nil, err
	}
	if !asked.ID.IsZero() {
		waits, err := toWaits(asked)
		return operator.ChangeOperatorSettings202JSONResponse{WaitsJSONResponse: waits}, err
	}
	return operator.ChangeOperatorSettings200JSONResponse{Body: toOperatorSettings(settings)}, nil
}

func fromOperatorSettings(body operator.ChangeOperatorSettingsRequest) site.SettingsChange {
	return site.SettingsChange{
		Name: body.Name, Website: body.Website, LineLink: body.LineLink, LineName: body.LineName, ChatSocket: body.ChatSocket, AgreementVersion: body.AgreementVersion,
		RegisterOTP: body.RegisterOTP, EnableChatWidget: body.EnableChatWidget, GamesInNewTab: body.GamesInNewTab, Terminated: body.Terminated,
		SingleSession: body.SingleSession, AddressBinding: (*site.Binding)(body.AddressBinding), RecommendedBanks: body.RecommendedBanks,
	}
}

func toOperatorSettings(from site.Settings) operator.OperatorSettings {
	return operator.OperatorSettings{
		Name: from.Name, Website: from.Website, LineLink: from.LineLink, LineName: from.LineName, LineQR: convert.OrNil(from.LineQR), ChatSocket: from.ChatSocket,
		AgreementVersion: from.AgreementVersion, RegisterOTP: from.RegisterOTP, EnableChatWidget: from.EnableChatWidget, GamesInNewTab: from.GamesInNewTab,
		Terminated: from.Terminated, SingleSession: from.SingleSession, AddressBinding: operator.AddressBinding(from.AddressBinding),
		RecommendedBanks: append([]string{}, from.RecommendedBanks...),
	}
}
