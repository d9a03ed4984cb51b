import { NOW } from '../../db/now'
import { sql } from '../../db/sql'
import { act } from '../access/act'
import type { Principal } from '../access/principal'
import { recordEvents } from '../events/record'
import { DomainError } from '../shared/errors'
import { requireMail } from './get'
import { type MailRow, selectMail, TO_SEND } from './mail'
import { type Range, type Sending, selectRanges } from './recipients'

/**
 * What a member of staff does to a mail that is or was being sent: `stop` keeps what still waits from being sent, `continue`
 * sends it after all, and `retry` sends again what failed. A mail that is held since a restore is dropped by `stop`, and released
 * by `continue`.
 */
export const STEERING = ['stop', 'continue', 'retry'] as const
export type Steering = (typeof STEERING)[number]

const POSSIBLE: Record<Steering, (mail: MailRow) => boolean> = {
  stop: ({ state, heldFor }) => state === 'sending' || heldFor !== null,
  continue: ({ state, waiting, recipientsSweptAt }) =>
    state === 'stopped' && waiting > 0 && recipientsSweptAt === null,
  retry: ({ failed, heldFor, recipientsSweptAt }) =>
    failed > 0 && heldFor === null && recipientsSweptAt === null,
}

/** Whether an act is possible now. */
export const isPossible = (steering: Steering, mail: MailRow): boolean => POSSIBLE[steering](mail)

/**
 * Stops a mail, continues it, or sends again what failed, and returns what the queue is to be told, and whether it was held. Two trips. Throws
 * `permission_missing`, `not_found`, and `changed_meanwhile` if that is not possible any more.
 */
export async function steerMail(
  principal: Principal,
  { id, steering }: { id: string; steering: Steering },
): Promise<{ sending: Sending; wasHeld: boolean }> {
  return act(principal, TO_SEND, async (tx) => {
    const { credential, mails } = await tx.read({ mails: selectMail(tx.workspace(), id) })
    const mail = requireMail(mails)
    if (!isPossible(steering, mail))
      throw new DomainError('changed_meanwhile', 'The mail has been sent or stopped meanwhile.')
    const workspace = tx.writable()
    const mailSql = sql`workspace_id = ${workspace} AND id = ${id}`
    const { ranges } = await tx.write({
      retried:
        steering === 'retry'
          ? [
              sql`
              UPDATE mail_recipients SET state = 'waiting', reason = NULL, claim = NULL, at = ${NOW}
              WHERE workspace_id = ${workspace} AND mail_id = ${id} AND state = 'failed'`,
              sql`UPDATE mails SET waiting = waiting + failed, failed = 0 WHERE ${mailSql}`,
            ]
          : [],
      state: sql`
      UPDATE mails SET state = ${steering === 'stop' ? 'stopped' : 'sending'}, held_for = NULL, held_on = NULL,
        revision = revision + 1, updated_at = ${NOW}
      WHERE ${mailSql}`,
      recorded: recordEvents(tx.actor, workspace, { action: eventOf(steering, mail), subject: 'mail' }, [
        {
          id,
          name: mail.subject,
          changes: { waiting: [mail.waiting, mail.waiting + (steering === 'retry' ? mail.failed : 0)] },
        },
      ]),
      ranges: steering === 'stop' ? [] : [selectRanges(workspace, id)],
    })
    const sending = { workspaceId: credential.workspace.id, mailId: id, ranges: ranges as Range[] }
    return { sending, wasHeld: mail.heldFor !== null }
  })
}

const eventOf = (steering: Steering, { heldFor }: MailRow) =>
  heldFor === null || steering === 'retry' ? EVENTS[steering] : OF_HELD[steering]

/** What is recorded of a mail that was held. */
export const OF_HELD = { stop: 'mail.dropped', continue: 'mail.released' } as const

const EVENTS = {
  stop: 'mail.stopped',
  continue: 'mail.continued',
  retry: 'mail.retried',
} as const
