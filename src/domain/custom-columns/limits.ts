/** How many custom columns a list can have. */
export const MAX_COLUMNS = 200

/** How many characters the name of a column has. */
export const MAX_COLUMN_NAME = 64

/** How many allowed values a column can have. */
export const MAX_ALLOWED_VALUES = 500

/** How many characters an allowed value has. */
export const MAX_VALUE = 255

/** How many characters all allowed values of a list have together as JSON: an isolate keeps them while it serves the list. */
export const MAX_ALLOWED_CHARACTERS = 200_000

/** How many characters the allowed values have as JSON. Only texts count: what is not validated yet may be anything. */
export const allowedCharacters = (columns: { allowed_values?: unknown }[]): number =>
  columns
    .map(({ allowed_values }) => (Array.isArray(allowed_values) ? allowed_values : []))
    .map((values) => values.filter((value) => typeof value === 'string'))
    .reduce((sum, texts) => sum + (texts.length > 0 ? JSON.stringify(texts).length : 0), 0)
