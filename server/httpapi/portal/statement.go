package portal

import (
	"cmp"
	"context"

	"krapao/server/httpapi/api/portal"
	"krapao/server/httpapi/convert"
	"krapao/server/httpapi/middleware"
	"krapao/server/site"
	"krapao/server/statement"
)

// statementHandlers answers the member's history.
type statementHandlers struct {
	statement *statement.Service
	site      *site.Service
}

// ListStatements gives one page of what happened to the main wallet, newest first.
func (h statementHandlers) ListStatements(ctx context.Context, request portal.ListStatementsRequestObject) (portal.ListStatementsResponseObject, error) {
	page, err := h.statement.List(ctx, statement.Query{
		Member: middleware.MemberFrom(ctx), Types: fromAPITypes(request.Body.Types), Page: int64(request.Body.Page), Limit: int64(request.Body.Limit),
	})
	if err != nil {
		return nil, err
	}
	snapshot, err := h.site.Read(ctx)
	if err != nil {
		return nil, err
	}
	locale := string(snapshot.Locale(convert.Value(request.Params.Language)))
	body := portal.StatementPage{Total: int(page.Total), Statements: make([]portal.StatementEntry, len(page.Lines))}
	for i, line := range page.Lines {
		body.Statements[i] = toAPIStatementEntry(line, locale)
	}
	return portal.ListStatements200JSONResponse{Body: body}, nil
}

func fromAPITypes(types *[]portal.StatementType) []statement.Type {
	wanted := convert.Value(types)
	result := make([]statement.Type, len(wanted))
	for i, kind := range wanted {
		result[i] = statement.Type(kind)
	}
	return result
}

func toAPIStatementEntry(line statement.Line, locale string) portal.StatementEntry {
	entry := portal.StatementEntry{
		UnderscoreID: line.ID.String(), StatementType: portal.StatementType(line.Type), From: line.From, To: line.To,
		Amount: line.Amount, WalletChange: line.WalletChange, Status: portal.StatementStatus(line.Status), Reference: convert.OrNil(line.Reference), CreatedAt: line.At,
	}
	if line.ReturnOf != "" {
		returnOf := portal.StatementType(line.ReturnOf)
		entry.ReturnOf = &returnOf
	}
	origin := &portal.StatementOrigin{Description: cmp.Or(line.Origin.Name[locale], line.Origin.Name["en"])}
	switch line.Origin.Kind {
	case statement.OfBonus:
		entry.Bonus = origin
	case statement.OfPromotion:
		entry.Promotion = origin
	case statement.OfInvite:
		entry.Invite = origin
	case statement.OfRefund:
		entry.Refund = origin
	case statement.OfPrize:
		entry.Luckydraw = origin
	}
	return entry
}
