import * as z from 'zod'
import { arrayOf, date, email, multiLine, tidyValue, valueLine, webAddress } from '../shared/text'
import type { CustomColumn } from './column'

/** The schema of a value of a custom column; `null` (not set) comes on top. */
export function valueSchema(column: CustomColumn): z.ZodType {
  const text = column.allowed_values ? choiceOf(column.allowed_values) : undefined
  switch (column.type) {
    case 'string':
      return text ?? multiLine(5000)
    case 'array':
      return arrayOf(text ?? valueLine(255), 200)
    case 'boolean':
      return z.boolean()
    case 'integer':
      return z.int()
    case 'number':
      return z.number()
    case 'date':
      return date
    case 'email':
      return email
    case 'url':
      return webAddress
  }
}

/** One of the allowed values. A text that is none of them is taken as it is stored. */
function choiceOf(allowed: string[]): z.ZodType {
  const values = new Set<unknown>(allowed)
  return z.preprocess(
    (given) => (typeof given === 'string' && !values.has(given) ? tidyValue(given) : given),
    z.enum(allowed),
  )
}
