import { retryOnConflict, type Statement, trip } from '../../../db/client'
import { failUnless } from '../../../db/guard'
import { jsonArrays } from '../../../db/json'
import { NOW } from '../../../db/now'
import { type Sql, sql } from '../../../db/sql'
import { LISTS } from '../../access/lists'
import type { Principal } from '../../access/principal'
import { requireUnchanged } from '../../payments/fee-facts'
import { newId } from '../../shared/ids'
import { storedAudience } from '../audience'
import { DAILY_MAILS } from '../quota'
import { insertRecipients, markIn, markOf, type Range, type Sending } from '../recipients'
import { textFor } from '../rules/texts'
import { startSending } from '../start'
import type { ReminderPayer, Reminders } from './proposal'
import { type LoadedReminders, loadReminders } from './propose'
import type { Level } from './select'

/**
 * What became of reminders: they are being sent, which the queue is to be told; they would differ from what was shown; or
 * they are refused, since no one was chosen or the quota of the day does not allow them.
 */
export type RemindOutcome =
  | { outcome: 'sending'; mails: number; sendings: Sending[] }
  | { outcome: 'changed' | 'refused'; reminders: Reminders }

/**
 * Sends the reminders of the proposal with this mark to the chosen payers: a mail for each level and list, and a level more
 * for each fee. Two trips. Throws `permission_missing`.
 */
export async function sendReminders(
  principal: Principal,
  { personIds, mark }: { personIds: string[]; mark: string },
): Promise<RemindOutcome> {
  return retryOnConflict(async () => {
    const loaded = await loadReminders(principal, 'mails:send')
    const { reminders, sentToday, workspaceId } = loaded
    if (reminders.mark !== mark) return { outcome: 'changed', reminders }
    const chosen = new Set(personIds)
    const payers = reminders.payers.filter(({ person_id }) => chosen.has(person_id))
    if (payers.length === 0 || sentToday + payers.length > DAILY_MAILS)
      return { outcome: 'refused', reminders }
    const workspace = principal.writableWorkspace({ permission: 'mails:send' })
    const mails = mailsTo(payers, loaded, principal.now)
    const fees = payers.flatMap((payer) => payer.fees)
    const statements: Record<string, Statement | Statement[]> = {
      unchanged: requireUnchanged(workspace, fees),
    }
    for (const mail of mails)
      Object.assign(statements, sendStatements(principal, workspace, mail, loaded.today))
    const rows = await trip(principal.db, statements)
    const sendings = mails.map(({ id }) => ({
      workspaceId,
      mailId: id,
      ranges: (rows[`ranges ${id}`] ?? []) as Range[],
    }))
    return { outcome: 'sending', mails: payers.length, sendings }
  })
}

type ReminderMail = Pick<ReminderPayer, 'list'> & {
  id: string
  subject: string
  body: string
  payers: ReminderPayer[]
}

/** The mails to payers: one for each level and list. */
const mailsTo = (payers: ReminderPayer[], { rules }: LoadedReminders, now: Date): ReminderMail[] =>
  ([1, 2, 3] as Level[]).flatMap((level) =>
    LISTS.flatMap((list) => {
      const reached = payers.filter((payer) => payer.level === level && payer.list === list)
      const mail = { id: newId('mai', now), list, payers: reached, ...textFor(list, rules[level]) }
      return reached.length > 0 ? [mail] : []
    }),
  )

/** The statements that send a mail. They fail where someone can no longer be reached, or a level was sent meanwhile. */
function sendStatements(
  principal: Principal,
  workspace: Sql,
  { id, list, subject, body, payers }: ReminderMail,
  today: string,
): Record<string, Statement | Statement[]> {
  const selection = { ids: payers.map(({ person_id }) => person_id) }
  const reach = { kind: 'official', isPersonal: true } as const
  const levels = payers.flatMap(({ person_id, fees }) =>
    fees.map(({ id: feeId, next_level }) => [feeId, next_level, person_id]),
  )
  const started = startSending(principal, workspace, { id, subject })
  return {
    [`created ${id}`]: sql`
      INSERT INTO mails (workspace_id, id, state, kind, occasion, list_id, audience, subject, body, created_at, updated_at)
      SELECT ${workspace}, ${id}, 'draft', 'official', 'reminder', ${list}, ${storedAudience(selection)}, ${subject},
        ${body}, ${NOW}, ${NOW}`,
    [`recipients ${id}`]: insertRecipients(workspace, {
      mailId: id,
      audience: { list, selection },
      reach,
      today,
    }),
    [`confirmed ${id}`]: failUnless(
      sql`${markIn(workspace, id)} = ${markOf({ persons: payers.length, mails: payers.length })}`,
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
