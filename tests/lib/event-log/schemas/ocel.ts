/**
 * Schema of OCEL 2.0 in JSON (draft 7), written from the text of the specification, section 8, and what
 * the schema published beside it asks for: that one has no licence that allows a copy. Stricter where the
 * text is: types of attributes are the five that there are, and nothing else stands in the file.
 */
const text = { type: 'string' };
const instant = { type: 'string', format: 'date-time' };

const listOf = (properties: Record<string, object>, optional: readonly string[] = []) => ({
  type: 'array',
  items: {
    type: 'object',
    properties,
    required: Object.keys(properties).filter((name) => !optional.includes(name)),
    additionalProperties: false,
  },
});

const types = listOf({
  name: text,
  attributes: listOf({
    name: text,
    type: { enum: ['string', 'time', 'integer', 'float', 'boolean'] },
  }),
});
const relationships = listOf({ objectId: text, qualifier: text });
const optional = ['attributes', 'relationships'];

export const ocelSchema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  type: 'object',
  properties: {
    eventTypes: types,
    objectTypes: types,
    events: listOf(
      {
        id: text,
        type: text,
        time: instant,
        attributes: listOf({ name: text, value: text }),
        relationships,
      },
      optional,
    ),
    objects: listOf(
      {
        id: text,
        type: text,
        attributes: listOf({ name: text, value: text, time: instant }),
        relationships,
      },
      optional,
    ),
  },
  required: ['eventTypes', 'objectTypes', 'events', 'objects'],
  additionalProperties: false,
};
