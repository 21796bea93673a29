package operator

import (
	"context"

	"krapao/server/audit"
	"krapao/server/httpapi/api/operator"
	"krapao/server/httpapi/convert"
)

// auditHandlers answers who changed what.
type auditHandlers struct{ log audit.Log }

// The page that is given where none is asked for, and the longest.
const operatorPage, maxOperatorPage = 10, 100

// ListOperatorAudit gives a page of the audit log, newest first.
func (h auditHandlers) ListOperatorAudit(ctx context.Context, request operator.ListOperatorAuditRequestObject) (operator.ListOperatorAuditResponseObject, error) {
	entries, total, err := h.log.List(ctx, pageOf(request.Params.Page, request.Params.Limit))
	if err != nil {
		return nil, err
	}
	return operator.ListOperatorAudit200JSONResponse{Body: operator.OperatorAuditPage{Total: total, Entries: convert.Each(entries, toOperatorEntry)}}, nil
}

func pageOf(page, limit *int) audit.Page {
	size := operatorPage
	if limit != nil {
		size = min(*limit, maxOperatorPage)
	}
	return audit.Page{Offset: (max(convert.Value(page), 1) - 1) * size, Limit: size}
}

func toOperatorEntry(from audit.Entry) operator.OperatorAuditEntry {
	values := func(m map[string]any) *map[string]any {
		if m == nil {
			return nil
		}
		return &m
	}
	return operator.OperatorAuditEntry{
		ID: from.ID, At: from.At, Actor: from.Actor.Name, Via: operator.AuditVia(from.Actor.Via), Address: from.Actor.Address, Action: string(from.Action),
		Subject: from.Subject, Before: values(from.Before), After: values(from.After), RequestID: from.Actor.RequestID,
	}
}
