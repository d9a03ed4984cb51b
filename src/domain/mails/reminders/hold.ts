import * as z from 'zod'
import { strictlyAfter } from '../../../db/now'
import { sql } from '../../../db/sql'
import { act } from '../../access/act'
import type { Principal } from '../../access/principal'
import { changesBetween } from '../../events/changes'
import { recordEvents } from '../../events/record'
import type { ReminderHold } from '../../fees/reminder-hold'
import { requireUnchanged } from '../../payments/fee-facts'
import { requireRevision } from '../../payments/load-fee'
import { todayIn } from '../../shared/dates'
import { DomainError } from '../../shared/errors'
import { multiLine } from '../../shared/text'
import { isGiven, validate } from '../../shared/validation'

const hold = z.strictObject({
  kind: z.enum(['deferred', 'disputed']),
  until: z.iso.date().nullish(),
  note: multiLine(500).nullish(),
})

type Hold = {
  feeId: string
  body: Record<string, unknown>
  revision?: number | undefined
}

/**
 * Stops reminders of a fee: `deferred` until a date has passed, or `disputed` until it is released. Two trips. Throws
 * `permission_missing`, `not_found`, `invalid`, and `changed_meanwhile` if the fee no longer has the `revision`.
 */
export const holdReminders = (principal: Principal, { feeId, body, revision }: Hold): Promise<void> =>
  writeHold(principal, { feeId, revision }, ({ status }, today) => {
    const { kind, until, note } = validate(hold, body, function* (given) {
      if (status === 'paid' || status === 'cancelled') yield [['fee_id'], { code: 'nothing_open' }] as const
      if (given.kind === 'deferred' && !isGiven(given.until))
        yield [['until'], { code: 'until_missing' }] as const
      if (given.kind === 'deferred' && typeof given.until === 'string' && given.until < today)
        yield [['until'], { code: 'until_past' }] as const
      if (given.kind === 'disputed' && isGiven(given.until))
        yield [['until'], { code: 'until_of_dispute' }] as const
    })
    return { kind, until: until ?? null, note: note?.trim() || null }
  })

/**
 * Lets reminders of a fee be sent again. Two trips. Throws `permission_missing`, `not_found`, and `changed_meanwhile` if
 * the fee no longer has the `revision`.
 */
export const releaseHold = (principal: Principal, { feeId, revision }: Omit<Hold, 'body'>): Promise<void> =>
  writeHold(principal, { feeId, revision }, () => null)

type Stored = { id: string; description: string; status: string; revision: number; hold: string | null }

const TO_HOLD = { permission: 'fees:write' } as const

async function writeHold(
  principal: Principal,
  { feeId, revision }: Omit<Hold, 'body'>,
  holdOf: (fee: Stored, today: string) => ReminderHold | null,
): Promise<void> {
  await act(principal, TO_HOLD, async (tx) => {
    const { credential, ...rows } = await tx.read({
      fees: sql<Stored>`
        SELECT id, description, status, revision, reminder_hold AS hold FROM fees
        WHERE workspace_id = ${tx.workspace()} AND id = ${feeId}`,
    })
    const [fee] = rows.fees
    if (!fee) throw new DomainError('not_found', 'There is no such fee.')
    requireRevision(fee, revision)
    const held = holdOf(fee, todayIn(credential.workspace.timezone, tx.now))
    const json = held && JSON.stringify(held)
    if (json === fee.hold) return
    const workspace = tx.writable()
    const action = held ? 'fee.reminders_held' : 'fee.reminders_released'
    await tx.write({
      guard: requireUnchanged(workspace, [fee]),
      updated: sql`
        UPDATE fees SET reminder_hold = ${json}, revision = revision + 1, updated_at = ${strictlyAfter(sql`updated_at`)}
        WHERE workspace_id = ${workspace} AND id = ${feeId}`,
      recorded: recordEvents(tx.actor, workspace, { action, subject: 'fee' }, [
        {
          id: feeId,
          name: fee.description,
          changes: changesBetween(fieldsOf(fee.hold && JSON.parse(fee.hold)), fieldsOf(held)),
        },
      ]),
    })
  })
}

const fieldsOf = (held: ReminderHold | null) => ({
  reminder_hold: held ?? { kind: null, until: null, note: null },
})
