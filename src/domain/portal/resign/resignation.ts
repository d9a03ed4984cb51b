import * as z from 'zod'
import { failUnless } from '../../../db/guard'
import { type Sql, sql } from '../../../db/sql'
import { instant } from '../../shared/text'

/** How long a resignation waits for the link in a mail that confirms it. */
export const CONFIRM_SECONDS = 2 * 86_400

/** How long a member takes a resignation back alone. Later the association has to agree. */
export const TAKE_BACK_SECONDS = 86_400

/** A resignation as the API shows it. */
export const resignation = z
  .object({
    id: z.string(),
    person_id: z.string(),
    state: z
      .enum(['sent', 'confirmed', 'accepted', 'withdrawn'])
      .describe(
        '`sent` until the member confirms it by a mail, `confirmed` until it is entered, `accepted` once the membership ends by it',
      ),
    leave_date: z.iso.date().describe('The last day that the member asked for'),
    cause: z.string().nullable().describe('The good cause for which it is to end without notice'),
    note: z.string().nullable().describe('Why the member leaves'),
    sent_at: instant.describe('When it arrived, from which the notice counts'),
    sent_by: z.string().describe('The member, or the person who acts for a minor'),
    confirmed_at: instant.nullable(),
    accepted_at: instant.nullable(),
    withdrawal_asked_at: instant
      .nullable()
      .describe('When the member asked to take it back later than a day after'),
    withdrawn_at: instant.nullable(),
  })
  .meta({ id: 'Resignation' })
export type Resignation = z.infer<typeof resignation>

/** A stored resignation. */
export type ResignationRow = Resignation & { revision: number; expires_at: string }

const COLUMNS = sql.raw(
  [...Object.keys(resignation.shape), 'revision', 'expires_at']
    .map((key) => `resignations.${key}`)
    .join(', '),
)

/** The last resignation of the persons whose ids a query gives, a row for each, that was not taken back or forgotten. */
export const selectResignation = (workspace: Sql, personId: Sql): Sql<ResignationRow> => sql<ResignationRow>`
  SELECT ${COLUMNS} FROM resignations
  WHERE resignations.workspace_id = ${workspace} AND resignations.person_id IN (${personId})
  ORDER BY resignations.id DESC LIMIT 1`

/** The resignation of an id. */
export const selectResignationById = (workspace: Sql, id: string): Sql<ResignationRow> => sql<ResignationRow>`
  SELECT ${COLUMNS} FROM resignations WHERE resignations.workspace_id = ${workspace} AND resignations.id = ${id}`

/** A stored resignation as the API shows it. */
export const toApi = ({ revision: _, expires_at: __, ...shown }: ResignationRow): Resignation => shown

/** Whether a resignation still means something, for a member with a last day: another one waits for its end. */
export function isLiving(
  row: ResignationRow | undefined,
  leaveDate: unknown,
  now: Date,
): row is ResignationRow {
  if (!row || row.state === 'withdrawn') return false
  if (row.state === 'sent') return row.expires_at > now.toISOString()
  return row.state === 'confirmed' || leaveDate !== null
}

/** Whether the member takes a resignation back alone. */
export const isTakenBackAlone = ({ state, confirmed_at }: ResignationRow, now: Date): boolean =>
  state === 'sent' ||
  confirmed_at === null ||
  Date.parse(confirmed_at) + TAKE_BACK_SECONDS * 1000 > now.getTime()

/** Makes the batch fail unless a resignation is as it was read. */
export const failUnlessSame = (
  workspace: Sql,
  { id, revision }: Pick<ResignationRow, 'id' | 'revision'>,
): Sql =>
  failUnless(sql`EXISTS (
    SELECT 1 FROM resignations WHERE workspace_id = ${workspace} AND id = ${id} AND revision = ${revision})`)

/** What may be written of a resignation, with its revision. */
export const writeResignation = (
  workspace: Sql,
  { id, revision }: Pick<ResignationRow, 'id' | 'revision'>,
  changes: Partial<
    Record<'state' | 'confirmed_at' | 'accepted_at' | 'withdrawal_asked_at' | 'withdrawn_at', string | null>
  >,
): Sql<{ id: string }> => sql<{ id: string }>`
  UPDATE resignations SET ${sql.join([
    ...Object.entries(changes).map(([column, value]) => sql`${sql.raw(column)} = ${value}`),
    sql`revision = revision + 1`,
  ])}
  WHERE workspace_id = ${workspace} AND id = ${id} AND revision = ${revision} RETURNING id`
