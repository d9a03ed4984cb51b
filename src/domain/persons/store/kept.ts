import type { KeptPart } from '../../person-fields/fields'

type Kept = { kept?: KeptPart | undefined }

/** A stored value as SQL, with the part that rows from before it was declared lack. */
export const wholeValue = ({ kept }: Kept, stored: string): string =>
  kept ? `json_insert(${stored}, '$.${kept.part}', NULL)` : stored

/** What a write makes of a stored value, as SQL: the given one, with the part that it leaves out as `kept` of the field says. */
export const mergedValue = ({ kept }: Kept, stored: string, given: string): string =>
  kept
    ? `json_insert(${given}, '$.${kept.part}',
        CASE WHEN ${stored} ->> '${kept.with}' = ${given} ->> '${kept.with}' THEN ${stored} ->> '${kept.part}' END)`
    : given
