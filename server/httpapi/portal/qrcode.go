package portal

import (
	"context"
	"errors"

	"krapao/server/deposit"
	"krapao/server/emvco"
	"krapao/server/fault"
	"krapao/server/httpapi/api/portal"
	"krapao/server/httpapi/middleware"
)

// qrcodeHandlers answers the calls of payment QR codes.
type qrcodeHandlers struct{ deposits *deposit.Service }

// GetQrCode shows the member's QR code at a gateway, or what became of the latest one. Errors: NO_DATA.
func (h qrcodeHandlers) GetQrCode(ctx context.Context, request portal.GetQrCodeRequestObject) (portal.GetQrCodeResponseObject, error) {
	session := middleware.SessionFrom(ctx)
	qr, err := h.deposits.CurrentQR(ctx, session.Member, session.Currency, request.Code)
	if err != nil {
		return nil, err
	}
	body, err := toAPIQRCode(qr)
	return portal.GetQrCode200JSONResponse{Body: body}, err
}

// GetWaitingQrCode shows the member's QR code that waits to be paid.
func (h qrcodeHandlers) GetWaitingQrCode(ctx context.Context, _ portal.GetWaitingQrCodeRequestObject) (portal.GetWaitingQrCodeResponseObject, error) {
	qr, err := h.deposits.WaitingQR(ctx, middleware.MemberFrom(ctx))
	if err != nil {
		return nil, err
	}
	body, err := toAPIQRCode(qr)
	return portal.GetWaitingQrCode200JSONResponse{Body: body}, err
}

// CreateQrCode makes a QR code. Errors: NO_DATA, REQUEST_LIMIT_1MIN, IDEMPOTENCY_CONFLICT, IDEMPOTENCY_IN_PROGRESS;
// QR_MINIMUM, QR_ACTIVE and QR_FAIL are answers of 200.
func (h qrcodeHandlers) CreateQrCode(ctx context.Context, request portal.CreateQrCodeRequestObject) (portal.CreateQrCodeResponseObject, error) {
	session := middleware.SessionFrom(ctx)
	qr, err := h.deposits.CreateQR(ctx, deposit.CreateQRInput{
		Member: session.Member, Currency: session.Currency, Gateway: request.Code, Amount: request.Body.Amount, Key: middleware.KeyFrom(ctx),
	})
	if refused := qrRefusal(err); refused != nil {
		return portal.CreateQrCode200JSONResponse{Body: toAPIRefusedQR(qr, refused)}, nil
	} else if err != nil {
		return nil, err
	}
	body, err := toAPIQRCode(qr)
	if qr.Status == deposit.Expired || qr.Status == deposit.Cancelled {
		message := string(deposit.ErrQRFail.Code)
		body.Message = &message
	}
	return portal.CreateQrCode200JSONResponse{Body: body}, err
}

// CancelQrCode withdraws a QR code. Errors: NO_DATA, QR_PAID, IDEMPOTENCY_CONFLICT.
func (h qrcodeHandlers) CancelQrCode(ctx context.Context, request portal.CancelQrCodeRequestObject) (portal.CancelQrCodeResponseObject, error) {
	if err := h.deposits.CancelQR(ctx, middleware.MemberFrom(ctx), request.Code, middleware.KeyFrom(ctx)); err != nil {
		return nil, err
	}
	return portal.CancelQrCode200JSONResponse{Body: portal.Ok{Message: "SUCCESS"}}, nil
}

// qrRefusal gives the fault in err that the specification answers with status 200 (its `{hasQrcode: false, message}`);
// nil for any other.
func qrRefusal(err error) *fault.Fault {
	for _, refused := range []*fault.Fault{deposit.ErrQRMinimum, deposit.ErrQRActive, deposit.ErrQRFail} {
		if errors.Is(err, refused) {
			return refused
		}
	}
	return nil
}

func toAPIRefusedQR(qr deposit.QR, refused *fault.Fault) portal.QrCode {
	body := portal.QrCode{}
	if refused == deposit.ErrQRActive {
		body = describeQR(qr)
		alive := portal.QrCodeStatusACTIVE // also while it is being made
		body.Status = &alive
	}
	message := string(refused.Code)
	body.Message = &message
	return body
}

// describeQR gives everything about a QR code but the means to pay it.
func describeQR(qr deposit.QR) portal.QrCode {
	if qr.ID.IsZero() {
		return portal.QrCode{}
	}
	qrID, status := qr.ID.String(), portal.QrCodeStatus(qr.Status)
	return portal.QrCode{QrcodeID: &qrID, GatewayCode: &qr.Gateway, Status: &status, Amount: &qr.Amount}
}

func toAPIQRCode(qr deposit.QR) (portal.QrCode, error) {
	body := describeQR(qr)
	if qr.Status != deposit.Active {
		return body, nil
	}
	picture, err := emvco.SVG(qr.Payload)
	body.HasQrcode, body.ExpireIn, body.Payload, body.Qrcode = true, &qr.ExpiresAt, &qr.Payload, &picture
	return body, err
}
