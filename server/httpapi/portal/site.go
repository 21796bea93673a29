package portal

import (
	"context"
	"encoding/base64"

	"krapao/server/httpapi/api/portal"
	"krapao/server/httpapi/convert"
	"krapao/server/site"
)

// siteHandlers answers the lookups of what the operator has set and written. Errors of all: INTERNAL_SERVER_ERROR.
type siteHandlers struct{ site *site.Service }

// ClientVersion is the version that the clients report (product specification, section 1).
const ClientVersion = "1.1.14"

// in gives the settings and the reader's language.
func (h siteHandlers) in(ctx context.Context, language *string) (*site.Snapshot, site.Locale, error) {
	snapshot, err := h.site.Read(ctx)
	if err != nil {
		return nil, "", err
	}
	return snapshot, snapshot.Locale(convert.Value(language)), nil
}

// GetSiteSettings gives what a front end needs before its first screen.
func (h siteHandlers) GetSiteSettings(ctx context.Context, request portal.GetSiteSettingsRequestObject) (portal.GetSiteSettingsResponseObject, error) {
	snapshot, locale, err := h.in(ctx, request.Params.Language)
	if err != nil {
		return nil, err
	}
	return portal.GetSiteSettings200JSONResponse{Body: toAPISettings(snapshot, locale)}, nil
}

func toAPISettings(from *site.Snapshot, locale site.Locale) portal.SiteSettings {
	settings, rule := from.Settings(), from.PhoneRule()
	body := portal.SiteSettings{
		Name: settings.Name, Edition: portal.Edition(from.Edition()), Currencies: []portal.Currency{}, HelpVideos: []portal.HelpVideo{},
		DefaultLocale: portal.Locale(from.Edition().DefaultLocale()), PhoneRule: portal.PhoneRule{Pattern: rule.Pattern, Length: convert.OrNil(rule.Length)},
		GiftLinkKey: base64.StdEncoding.EncodeToString(settings.GiftLinkKey), GamesInNewTab: settings.GamesInNewTab, ChatSocket: convert.OrNil(settings.ChatSocket),
		Title: from.Text(site.TitleText, locale), MetaDescription: from.Text(site.DescriptionText, locale), MetaKeywords: from.Text(site.KeywordsText, locale),
		RecommendedBanks: from.RecommendedBanks(locale), LatinNameBanks: from.LatinNameBanks(), Version: ClientVersion,
	}
	for _, currency := range from.Currencies() {
		body.Currencies = append(body.Currencies, portal.Currency(currency))
	}
	for _, video := range from.HelpVideos(locale) {
		body.HelpVideos = append(body.HelpVideos, portal.HelpVideo{Title: video.Title, Video: video.Path, Poster: convert.OrNil(video.Poster), IsShow: video.IsShow})
	}
	return body
}

// ListBanks lists the banks that members may register.
func (h siteHandlers) ListBanks(ctx context.Context, _ portal.ListBanksRequestObject) (portal.ListBanksResponseObject, error) {
	snapshot, err := h.site.Read(ctx)
	if err != nil {
		return nil, err
	}
	body := []portal.BankLookup{}
	for _, bank := range snapshot.Banks() {
		body = append(body, portal.BankLookup{
			Code: bank.Code, NameTH: bank.NameLocal, NameEN: bank.NameEN, RequiresLatinName: bank.RequiresLatinName, Logo: bank.Logo(),
		})
	}
	return portal.ListBanks200JSONResponse{Body: body}, nil
}

// GetConditions gives the conditions of use.
func (h siteHandlers) GetConditions(ctx context.Context, request portal.GetConditionsRequestObject) (portal.GetConditionsResponseObject, error) {
	snapshot, locale, err := h.in(ctx, request.Params.Language)
	if err != nil {
		return nil, err
	}
	return portal.GetConditions200JSONResponse{Body: portal.ConditionsLookup{Conditions: snapshot.Items(site.ConditionsText, locale)}}, nil
}

// GetAgreements gives the agreement in force.
func (h siteHandlers) GetAgreements(ctx context.Context, request portal.GetAgreementsRequestObject) (portal.GetAgreementsResponseObject, error) {
	snapshot, locale, err := h.in(ctx, request.Params.Language)
	if err != nil {
		return nil, err
	}
	return portal.GetAgreements200JSONResponse{Body: portal.AgreementsLookup{
		Version: snapshot.Settings().AgreementVersion, Agreements: snapshot.Items(site.AgreementsText, locale),
	}}, nil
}

// GetSiteInfo gives the operator's name and website.
func (h siteHandlers) GetSiteInfo(ctx context.Context, _ portal.GetSiteInfoRequestObject) (portal.GetSiteInfoResponseObject, error) {
	snapshot, err := h.site.Read(ctx)
	if err != nil {
		return nil, err
	}
	settings := snapshot.Settings()
	return portal.GetSiteInfo200JSONResponse{Body: portal.InfoLookup{Name: settings.Name, Website: settings.Website}}, nil
}

// GetNotice gives the notice shown with every bonus.
func (h siteHandlers) GetNotice(ctx context.Context, request portal.GetNoticeRequestObject) (portal.GetNoticeResponseObject, error) {
	snapshot, locale, err := h.in(ctx, request.Params.Language)
	if err != nil {
		return nil, err
	}
	return portal.GetNotice200JSONResponse{Body: portal.NoticeLookup{Notice: snapshot.Text(site.NoticeText, locale)}}, nil
}

// GetContact gives how to reach the operator.
func (h siteHandlers) GetContact(ctx context.Context, request portal.GetContactRequestObject) (portal.GetContactResponseObject, error) {
	snapshot, locale, err := h.in(ctx, request.Params.Language)
	if err != nil {
		return nil, err
	}
	settings := snapshot.Settings()
	return portal.GetContact200JSONResponse{Body: portal.ContactLookup{
		ContactText: snapshot.Text(site.ContactText, locale), LineLink: settings.LineLink, LineName: settings.LineName, LineQR: convert.OrNil(settings.LineQR),
	}}, nil
}

// ListSources lists the answers to "how did you find us".
func (h siteHandlers) ListSources(ctx context.Context, request portal.ListSourcesRequestObject) (portal.ListSourcesResponseObject, error) {
	snapshot, locale, err := h.in(ctx, request.Params.Language)
	if err != nil {
		return nil, err
	}
	body := []portal.SourceLookup{}
	for _, source := range snapshot.Sources(locale) {
		body = append(body, portal.SourceLookup{Code: source.Code, Description: source.Description})
	}
	return portal.ListSources200JSONResponse{Body: body}, nil
}

// GetSiteActive tells whether the site is shut.
func (h siteHandlers) GetSiteActive(ctx context.Context, _ portal.GetSiteActiveRequestObject) (portal.GetSiteActiveResponseObject, error) {
	snapshot, err := h.site.Read(ctx)
	if err != nil {
		return nil, err
	}
	state := portal.SiteStateActive
	if snapshot.Settings().Terminated {
		state = portal.SiteStateGone
	}
	return portal.GetSiteActive200JSONResponse{Body: portal.ActiveLookup{Terminated: state}}, nil
}

// GetRegisterOtp tells whether registration asks for an OTP.
func (h siteHandlers) GetRegisterOtp(ctx context.Context, _ portal.GetRegisterOtpRequestObject) (portal.GetRegisterOtpResponseObject, error) {
	snapshot, err := h.site.Read(ctx)
	if err != nil {
		return nil, err
	}
	return portal.GetRegisterOtp200JSONResponse{Body: portal.RegisterOtpLookup{RegisterOTP: snapshot.Settings().RegisterOTP}}, nil
}

// GetEnableChatWidget tells whether the support chat is shown.
func (h siteHandlers) GetEnableChatWidget(ctx context.Context, _ portal.GetEnableChatWidgetRequestObject) (portal.GetEnableChatWidgetResponseObject, error) {
	snapshot, err := h.site.Read(ctx)
	if err != nil {
		return nil, err
	}
	return portal.GetEnableChatWidget200JSONResponse{Body: portal.ChatWidgetLookup{EnableChatWidget: snapshot.Settings().EnableChatWidget}}, nil
}
