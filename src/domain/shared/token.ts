import { randomBytes } from 'node:crypto'
import { letterOf, type Place } from '../../db/places'

/** A secret for a link or a cookie: 256 random bits as base64url, 43 characters. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** As {@link newToken}, for a secret whose address names no workspace: `b.` and the like goes before it in other databases than the first. */
export function newTokenAt(place: Place): string {
  const letter = letterOf(place)
  return `${letter && `${letter}.`}${newToken()}`
}
