package middleware

import (
	"unicode"

	"github.com/getkin/kin-openapi/openapi3"
)

// shape is what the strict reader knows of a schema: which fields an object has and what lies below them. Fields of all
// branches of allOf, oneOf and anyOf are taken together; which of them fit is the schema validation's to judge.
type shape struct {
	fields map[string]*shape
	folded map[string]string // case-folded name -> name
	items  *shape
}

// shapeOf reads a schema once; known breaks the circles of schemas that contain themselves.
func shapeOf(schema *openapi3.Schema, known map[*openapi3.Schema]*shape) *shape {
	if schema == nil {
		return nil
	}
	if made, ok := known[schema]; ok {
		return made
	}
	made := &shape{fields: map[string]*shape{}, folded: map[string]string{}}
	known[schema] = made
	made.take(schema, known)
	return made
}

func (s *shape) take(schema *openapi3.Schema, known map[*openapi3.Schema]*shape) {
	for name, property := range schema.Properties {
		s.fields[name] = shapeOf(property.Value, known)
		s.folded[fold(name)] = name
	}
	if schema.Items != nil {
		s.items = shapeOf(schema.Items.Value, known)
	}
	for _, branches := range []openapi3.SchemaRefs{schema.AllOf, schema.OneOf, schema.AnyOf} {
		for _, branch := range branches {
			s.take(branch.Value, known)
		}
	}
}

// field gives the shape below a field; nil is a shape that knows nothing.
func (s *shape) field(name string) *shape {
	if s == nil {
		return nil
	}
	return s.fields[name]
}

func (s *shape) element() *shape {
	if s == nil {
		return nil
	}
	return s.items
}

// fold maps names that encoding/json takes for one another to one text.
func fold(name string) string {
	folded := make([]rune, 0, len(name))
	for _, r := range name {
		smallest := r
		for next := unicode.SimpleFold(r); next != r; next = unicode.SimpleFold(next) {
			smallest = min(smallest, next)
		}
		folded = append(folded, smallest)
	}
	return string(folded)
}
