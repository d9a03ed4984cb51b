import type { Statement } from '../../../db/client'
import { failUnless } from '../../../db/guard'
import { jsonArrays } from '../../../db/json'
import { NOW } from '../../../db/now'
import { type Sql, sql } from '../../../db/sql'
import { act } from '../../access/act'
import { TENANT, workspaceCte } from '../../access/principal'
import { requireUnchanged } from '../../payments/fee-facts'
import { newId } from '../../shared/ids'
import type { StaffPrincipal } from '../../staff/principal'
import { leftOutReason, storedAudience } from '../audience'
import { TO_SEND } from '../mail'
import { markIn, markOf, type Range, type Sending } from '../recipients'
import { startSending } from '../start'
import type { ReminderMail } from './mails'
import { viewReminders } from './propose'
import { isOverQuota, type ReminderReview, reviewOf } from './review'

/**
 * What became of reminders: they are being sent, which the queue is to be told; they would differ from what was shown; or
 * they are refused, since no one can be reminded or the quota of the day does not allow them.
 */
export type RemindOutcome =
  | { outcome: 'sending'; mails: number; sendings: Sending[] }
  | { outcome: 'changed' | 'refused'; review: ReminderReview }

/**
 * Sends the reminders of the review with this mark to the chosen persons: a mail to each address, and a level more for each
 * fee. Two trips. Throws `permission_missing`.
 */
export async function sendReminders(
  principal: StaffPrincipal,
  { personIds, mark }: { personIds: string[]; mark: string },
): Promise<RemindOutcome> {
  return act(principal, TO_SEND, async (tx) => {
    const loaded = await viewReminders(tx, 'mails:send')
    const review = reviewOf(loaded, personIds)
    if (review.mark !== mark) return { outcome: 'changed', review }
    if (review.mails.length === 0 || isOverQuota(review)) return { outcome: 'refused', review }
    const workspace = tx.writable()
    const batches = batchesOf(review.mails, tx.now)
    const fees = review.mails.filter(isOfLevel).flatMap(({ payers }) => payers.flatMap((payer) => payer.fees))
    const statements: Record<string, Statement | Statement[]> = {
      unchanged: requireUnchanged(workspace, fees),
    }
    for (const batch of batches) Object.assign(statements, sendStatements(tx, workspace, batch))
    const rows = await tx.write(statements)
    const sendings = batches.map(({ id }) => ({
      workspaceId: loaded.workspace.id,
      mailId: id,
      ranges: (rows[`ranges ${id}`] ?? []) as Range[],
    }))
    return { outcome: 'sending', mails: review.mails.length, sendings }
  })
}

/** Whether a mail takes its fees to a level. A copy says what the mail to the payer does. */
const isOfLevel = ({ isCopy }: ReminderMail): boolean => !isCopy

/** Mails that are stored as one, since they have one text and are to one list. */
type Batch = Pick<ReminderMail, 'list' | 'subject' | 'body'> & { id: string; mails: ReminderMail[] }

const batchesOf = (mails: ReminderMail[], now: Date): Batch[] =>
  [...Map.groupBy(mails, ({ level, list }) => `${level} ${list}`).values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    const { list, subject, body } = first
    return { id: newId('mai', now), list, subject, body, mails: group }
  })

/** The statements that send a batch. They fail if someone can no longer be reached, or a level was sent meanwhile. */
function sendStatements(
  principal: StaffPrincipal,
  workspace: Sql,
  { id, list, subject, body, mails }: Batch,
): Record<string, Statement | Statement[]> {
  const reached = mails.flatMap(({ address, payers }) =>
    payers.map((payer) => [payer.person_id, payer.list, payers[0]?.person_id, address.toLowerCase()]),
  )
  const selection = { ids: mails.flatMap(({ payers }) => payers.map(({ person_id }) => person_id)) }
  const levels = mails
    .filter(isOfLevel)
    .flatMap(({ payers }) =>
      payers.flatMap(({ fees }) => fees.map((fee) => [fee.id, fee.next_level, payers[0]?.person_id])),
    )
  const started = startSending(principal, workspace, { id, subject })
  return {
    [`created ${id}`]: sql`
      INSERT INTO mails (workspace_id, id, state, kind, occasion, list_id, audience, subject, body, created_at, updated_at)
      SELECT ${workspace}, ${id}, 'draft', 'official', 'reminder', ${list}, ${storedAudience({ selection })}, ${subject},
        ${body}, ${NOW}, ${NOW}`,
    [`recipients ${id}`]: jsonArrays(reached).map((array) => insertReminded(workspace, id, array)),
    [`confirmed ${id}`]: failUnless(
      sql`${markIn(workspace, id)} = ${markOf({ persons: reached.length, mails: mails.length })}`,
    ),
    [`reminders ${id}`]: jsonArrays(levels).map(
      (array) => sql`
        INSERT INTO reminders (workspace_id, fee_id, level, person_id, mail_id, created_at)
        SELECT ${workspace}, value ->> 0, value ->> 1, value ->> 2, ${id}, ${principal.now.toISOString()}
        FROM json_each(${array})`,
    ),
    ...Object.fromEntries(Object.entries(started).map(([name, statement]) => [`${name} ${id}`, statement])),
  }
}

/** Makes persons recipients who still have the address that was shown, from JSON of `[person, list, lead, address]`. */
const insertReminded = (workspace: Sql, mailId: string, array: string): Sql => sql`
  WITH ${workspaceCte(workspace)}
  INSERT INTO mail_recipients (workspace_id, mail_id, person_id, address, sent_with, state, at)
  SELECT ${TENANT}, ${mailId}, persons.id, persons.email, nullif(value ->> 2, persons.id),
    CASE WHEN value ->> 2 = persons.id THEN 'waiting' ELSE 'covered' END, ${NOW}
  FROM json_each(${array}) CROSS JOIN persons
  WHERE persons.workspace_id = ${TENANT} AND persons.list_id = value ->> 1 AND persons.area = 'regular'
    AND persons.id = value ->> 0 AND lower(persons.email) = value ->> 3
    AND ${leftOutReason({ kind: 'official' })} IS NULL`
