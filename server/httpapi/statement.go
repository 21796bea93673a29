package httpapi

import (
	"cmp"
	"context"

	"krapao/server/httpapi/api/portal"
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
	page, err := h.statement.List(ctx, MemberFrom(ctx), int64(request.Body.Page), int64(request.Body.Limit))
	if err != nil {
		return nil, err
	}
	snapshot, err := h.site.Read(ctx)
	if err != nil {
		return nil, err
	}
	locale := string(snapshot.Locale(valueOf(request.Params.Language)))
	body := portal.StatementPage{Total: int(page.Total), Statements: make([]portal.StatementEntry, len(page.Lines))}
	for i, line := range page.Lines {
		body.Statements[i] = toAPIStatementEntry(line, locale)
	}
	return portal.ListStatements200JSONResponse{Body: body}, nil
}

func toAPIStatementEntry(line statement.Line, locale string) portal.StatementEntry {
	entry := portal.StatementEntry{
		UnderscoreID: line.ID.String(), StatementType: portal.StatementType(line.Type), From: line.From, To: line.To,
		Amount: line.Amount, WalletChange: line.WalletChange, Status: portal.StatementStatus(line.Status), Reference: optional(line.Reference), CreatedAt: line.At,
	}
	if line.ReturnOf != "" {
		returnOf := portal.StatementType(line.ReturnOf)
		entry.ReturnOf = &returnOf
	}
	if line.Luckydraw != nil {
		entry.Luckydraw = &portal.StatementOrigin{Description: cmp.Or(line.Luckydraw[locale], line.Luckydraw["en"])}
	}
	return entry
}
