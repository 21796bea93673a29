package middleware

import "testing"

func TestBodiesAreTheSameWhenTheirValuesAre(t *testing.T) {
	t.Parallel()
	for what, pair := range map[string][2]string{
		"zeros after the point":   {`{"amount":20.5}`, `{"amount":20.50}`},
		"an exponent":             {`{"amount":100}`, `{"amount":1e2}`},
		"an exponent downwards":   {`{"amount":0.5}`, `{"amount":5E-1}`},
		"no zero but a sign":      {`{"amount":0}`, `{"amount":-0.00}`},
		"white space":             {`{"a":1,"b":2}`, "{ \"a\" : 1,\n\"b\":2 }"},
		"the order of fields":     {`{"a":1,"b":[{"x":1,"y":2}]}`, `{"b":[{"y":2,"x":1}],"a":1}`},
		"an escaped letter":       {`{"a":"b"}`, `{"a":"\u0062"}`},
		"a very large exponent":   {`{"a":1e999999999}`, `{"a":10e999999998}`},
		"an exponent with a plus": {`{"a":1e+2}`, `{"a":100.0}`},
	} {
		if one, other := string(canonicalJSON([]byte(pair[0]))), string(canonicalJSON([]byte(pair[1]))); one != other {
			t.Errorf("%s: %s and %s", what, one, other)
		}
	}
	for what, pair := range map[string][2]string{
		"another amount":     {`{"amount":20.5}`, `{"amount":20.51}`},
		"the other sign":     {`{"amount":1}`, `{"amount":-1}`},
		"ten times as much":  {`{"amount":10}`, `{"amount":100}`},
		"a text of a number": {`{"amount":1}`, `{"amount":"1"}`},
		"another order":      {`[1,2]`, `[2,1]`},
		"a field more":       {`{"a":1}`, `{"a":1,"b":null}`},
		"beyond any number":  {`{"a":1e99999999999999999999}`, `{"a":1e99999999999999999998}`},
	} {
		if one, other := string(canonicalJSON([]byte(pair[0]))), string(canonicalJSON([]byte(pair[1]))); one == other {
			t.Errorf("%s: both are %s", what, one)
		}
	}
}
