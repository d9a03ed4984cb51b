/** The JSON Schema `oneOf` that says: exactly one of these keys holds a text, the others are absent or `null`. */
export const exactlyOneOf = (keys: readonly string[]) =>
  keys.map((key) => ({ required: [key], properties: { [key]: { type: 'string' } } }))
