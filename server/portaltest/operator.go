package portaltest

import (
	"bytes"
	"encoding/json"
	"errors"
	"mime/multipart"
	"net/http"
	"testing"

	"krapao/server/operator"
	"krapao/server/secret"
)

// OperatorPassword is the password of every operator that Operator makes.
const OperatorPassword = "correct horse battery"

// Operator gives a client of the back office that is logged in as an operator of this name, who is made when there is
// none.
func (s *Server) Operator(t testing.TB, username string) *Client {
	t.Helper()
	_, err := s.App.Operators.Create(t.Context(), operator.CreateInput{Username: username, Password: secret.NewText(OperatorPassword)})
	if err != nil && !errors.Is(err, operator.ErrTaken) {
		t.Fatal(err)
	}
	client := s.OperatorClient(t)
	answer := client.Do(http.MethodPost, "/operator/login", `{"username":"`+username+`","password":"`+OperatorPassword+`"}`)
	var opened struct{ Token string }
	if err := json.Unmarshal(answer.Body, &opened); err != nil || answer.Status != http.StatusOK {
		t.Fatalf("logging in as %s: %d %s %v", username, answer.Status, answer.Body, err)
	}
	return client.As(opened.Token)
}

// Upload sends a file in a field of a multipart form.
func (c *Client) Upload(method, path, field, filename string, content []byte, headers ...Header) Answer {
	c.t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile(field, filename)
	if err == nil {
		_, err = part.Write(content)
	}
	if err := errors.Join(err, form.Close()); err != nil {
		c.t.Fatal(err)
	}
	return c.Do(method, path, body.String(), append(headers, Header{Name: "Content-Type"}, Header{Name: "Content-Type", Value: form.FormDataContentType()})...)
}
