import { isObject } from '../shared/validation'

/** A value as a short text, for samples and contradictions. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(textOf).join(', ')
  if (!isObject(value)) return String(value)
  const { label, number, ...parts } = value
  if (number !== undefined) return label ? `${label}: ${number}` : String(number)
  return Object.values(parts).map(textOf).filter(Boolean).join(' ')
}

/** The same values in an object that was made at once: of one that was filled cell by cell, V8 holds several times as much. */
export const compact = <T extends Record<string, unknown>>(values: T): T => JSON.parse(JSON.stringify(values))
