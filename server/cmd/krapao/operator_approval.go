package main

import (
	"context"
	"time"

	"krapao/server/app"
	"krapao/server/approval"
	"krapao/server/audit"
	"krapao/server/id"
)

// approvalCommand is the queue of what takes two people. Who asked cannot approve.
type approvalCommand struct {
	List    listApprovalsCommand `cmd:"" default:"withargs" help:"List what waits, oldest first, or what was decided."`
	Approve approveCommand       `cmd:"" help:"Do what another operator asked for."`
	Reject  rejectCommand        `cmd:"" help:"End a request without doing anything."`
}

type listApprovalsCommand struct {
	openedServices
	State string `enum:"WAITING,APPROVED,REJECTED,EXPIRED," default:"WAITING" help:"WAITING, APPROVED, REJECTED or EXPIRED; empty: all."`
	Limit int    `default:"100" help:"How many."`
}

// Run lists requests.
func (c *listApprovalsCommand) Run(ctx context.Context) error {
	return c.do(ctx, func(ctx context.Context, services *app.Services) error {
		requests, _, err := services.Approvals.Requests(ctx, approval.Filter{State: approval.State(c.State), Page: audit.Page{Limit: c.Limit}})
		if err != nil {
			return err
		}
		return table(func(row func(...any)) {
			row("ID", "STATE", "KIND", "SUBJECT", "DETAILS", "NOTE", "REQUESTER", "REQUESTED", "DECIDER")
			for _, r := range requests {
				row(r.ID, r.State, r.Kind, r.Subject, string(r.Body), r.Note, r.Requester, r.RequestedAt.Format(time.DateTime), r.Decider)
			}
		})
	})
}

type chosenApproval struct {
	openedServices
	ID string `arg:"" help:"The request's id, from the list."`
}

func (c chosenApproval) decide(ctx context.Context, decide func(ctx context.Context, approvals *approval.Approvals, requestID id.ID) (approval.Request, error)) error {
	requestID, err := id.Parse(c.ID)
	if err != nil {
		return err
	}
	return c.do(ctx, func(ctx context.Context, services *app.Services) error {
		decided, err := decide(ctx, services.Approvals, requestID)
		if err == nil {
			say("%s %s is %s.", decided.Kind, decided.Subject, decided.State)
		}
		return err
	})
}

type approveCommand struct{ chosenApproval }

// Run approves.
func (c *approveCommand) Run(ctx context.Context) error {
	return c.decide(ctx, func(ctx context.Context, approvals *approval.Approvals, requestID id.ID) (approval.Request, error) {
		return approvals.Approve(ctx, requestID)
	})
}

type rejectCommand struct {
	chosenApproval
	Reason string `arg:"" help:"Why; the audit log has it."`
}

// Run rejects.
func (c *rejectCommand) Run(ctx context.Context) error {
	return c.decide(ctx, func(ctx context.Context, approvals *approval.Approvals, requestID id.ID) (approval.Request, error) {
		return approvals.Reject(ctx, requestID, c.Reason)
	})
}
