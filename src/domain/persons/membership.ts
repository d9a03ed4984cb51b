import * as z from 'zod'
import { PERSON_FIELDS } from '../person-fields/fields'

const number = PERSON_FIELDS.membership_number.schema.nullable()
const joinDate = PERSON_FIELDS.join_date.schema.nullable()

/** What a person gets on becoming a member. */
export const membership = z.object({ membership_number: number, join_date: joinDate })

/** What applicants get on becoming members; `numbers` are by id. */
export const admission = z.object({ joinDate, numbers: z.record(z.string(), number) })
