package simulator

import (
	"context"

	"github.com/go-chi/chi/v5"

	"krapao/server/simulator/api/payment"
)

// notServed answers 404 to the calls of payment.yaml that a party does not have; each party embeds it and overrides its
// own.
type notServed struct{}

var _ payment.StrictServerInterface = notServed{}

func (notServed) RedeemGiftLink(context.Context, payment.RedeemGiftLinkRequestObject) (payment.RedeemGiftLinkResponseObject, error) {
	return nil, errNotServed
}

func (notServed) GetPayout(context.Context, payment.GetPayoutRequestObject) (payment.GetPayoutResponseObject, error) {
	return nil, errNotServed
}

func (notServed) CreatePayout(context.Context, payment.CreatePayoutRequestObject) (payment.CreatePayoutResponseObject, error) {
	return nil, errNotServed
}

func (notServed) GetQrPayment(context.Context, payment.GetQrPaymentRequestObject) (payment.GetQrPaymentResponseObject, error) {
	return nil, errNotServed
}

func (notServed) CreateQrPayment(context.Context, payment.CreateQrPaymentRequestObject) (payment.CreateQrPaymentResponseObject, error) {
	return nil, errNotServed
}

func (notServed) CancelQrPayment(context.Context, payment.CancelQrPaymentRequestObject) (payment.CancelQrPaymentResponseObject, error) {
	return nil, errNotServed
}

func (notServed) VerifySlip(context.Context, payment.VerifySlipRequestObject) (payment.VerifySlipResponseObject, error) {
	return nil, errNotServed
}

func (notServed) SendSms(context.Context, payment.SendSmsRequestObject) (payment.SendSmsResponseObject, error) {
	return nil, errNotServed
}

func (notServed) TellHelpDesk(context.Context, payment.TellHelpDeskRequestObject) (payment.TellHelpDeskResponseObject, error) {
	return nil, errNotServed
}

// mountPayment puts a party's calls of payment.yaml on a router.
func mountPayment(router chi.Router, party payment.StrictServerInterface) {
	strict := payment.NewStrictHandlerWithOptions(party, nil, payment.StrictHTTPServerOptions{
		RequestErrorHandlerFunc: writeMalformed, ResponseErrorHandlerFunc: writeFailure,
	})
	payment.HandlerWithOptions(strict, payment.ChiServerOptions{BaseRouter: router, ErrorHandlerFunc: writeMalformed})
}

// codeOf gives the {code} of the path that a call came by.
func codeOf(ctx context.Context) string {
	return chi.RouteContext(ctx).URLParam("code")
}
