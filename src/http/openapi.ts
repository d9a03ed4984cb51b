import { resolver } from 'hono-openapi'
import type { z } from 'zod'

// Not in `content`: generated clients would make every caller tell JSON and CSV apart.
export const ALTERNATIVE_CONTENT = 'x-alternative-content'

/** The description of a schema, without what zod adds by default. */
export const described = (schema: z.ZodType, io: 'input' | 'output') =>
  resolver(schema, { options: { io, override: io === 'input' ? withoutDefaults : open } })

type Override = { jsonSchema: Record<string, unknown> }

/** Answers gain fields: a client that was made from an older description takes them. */
function open({ jsonSchema }: Override): void {
  withoutDefaults({ jsonSchema })
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
}

// Every integer is within ±2^53, and what is left out is `null` wherever it can be. The pattern of a format says the
// same as the format, and long ones are not for readers.
function withoutDefaults({ jsonSchema }: Override): void {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  if (jsonSchema.default === null) delete jsonSchema.default
  if (jsonSchema.format || String(jsonSchema.pattern ?? '').length > READABLE) delete jsonSchema.pattern
}

const READABLE = 40
