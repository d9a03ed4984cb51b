import { sql } from '../../db/sql'
import { TENANT } from '../access/principal'

/** A reference has at most 35 characters; a number behind it tells the later ones of a person apart. */
const MAX_SLUG = 20

/**
 * What the references of a person begin with, as an expression over a row of `persons`: the slug of the workspace, then its
 * membership number, or letters of its id. Within a {@link TENANT}.
 */
export const REFERENCE_STEM = sql`
  upper(rtrim(substr(coalesce((SELECT portal_slug FROM workspaces WHERE workspaces.id = ${TENANT}), 'M'), 1, ${MAX_SLUG}), '-'))
  || '-' || CASE
    WHEN length(membership_number) <= 10 AND membership_number NOT GLOB '*[^0-9A-Za-z-]*' THEN membership_number
    ELSE upper(substr(persons.id, -8)) END`

/** The reference that begins with a slug as {@link REFERENCE_STEM} says, and ends with letters. */
export const referenceWith = (slug: string | null, letters: string): string =>
  `${(slug ?? 'M').slice(0, MAX_SLUG).replace(/-+$/, '').toUpperCase()}-${letters}`

/** The references of a workspace, without regard to case, that begin with the stem of a row of `persons`; a JSON array. Within a {@link TENANT}. */
export const TAKEN_REFERENCES = sql`(
  SELECT json_group_array(reference_key) FROM mandates
  WHERE workspace_id = ${TENANT} AND reference_key >= lower(${REFERENCE_STEM}) AND reference_key < lower(${REFERENCE_STEM}) || '.')`

/**
 * The reference of the next mandate of a person: the stem, or the stem with a number that no mandate has had. It is the same until
 * it is used, so that the one on a printed form is still right when the form comes back.
 */
export function proposeReference(stem: string, taken: string[]): string {
  const isTaken = (reference: string) => taken.includes(reference.toLowerCase())
  let reference = stem
  for (let number = 2; isTaken(reference); number++) reference = `${stem}-${number}`
  return reference
}
