import { type Sql, sql } from '../../db/sql'
import { act, type Tx } from '../access/act'
import { TENANT } from '../access/principal'
import { insertEvents } from '../events/record'
import { DomainError } from '../shared/errors'
import type { Restore } from '../shared/restores'
import type { StaffPrincipal } from '../staff/principal'
import { TO_COLLECT } from './propose'
import { uncheckedRestore } from './unchecked'

/** What staff say of the files that went to the bank before a restore: that there are none, or that their fees are recorded. */
export const ANSWERS = ['none_submitted', 'fees_recorded'] as const
export type Answer = (typeof ANSWERS)[number]

/** Throws `restore_unconfirmed` unless a release names the restore that nobody has checked yet. */
export function requireChecked(unchecked: Restore | undefined, confirmed: unknown): void {
  if (!unchecked || unchecked.epoch === confirmed) return
  throw new DomainError(
    'restore_unconfirmed',
    `The data was restored to its state of ${unchecked.bookmark}. If no file of direct debits went to the bank since then that /collections does not show, send "confirms_restore": ${unchecked.epoch}.`,
  )
}

/** The statements that record what somebody said of the files before a restore. */
export function checkedStatements(tx: Tx, { epoch, bookmark }: Restore, answer: Answer): Sql[] {
  const workspace = tx.writable()
  const changes = JSON.stringify({ restored_to: [null, bookmark], answer: [null, answer] })
  return [
    sql`UPDATE workspaces SET debits_checked_for = ${epoch} WHERE id = ${workspace}`,
    insertEvents(
      tx.actor,
      workspace,
      { action: 'workspace.debits_checked', subject: 'workspace' },
      sql`SELECT id, name, ${changes} FROM workspaces WHERE id = ${TENANT}`,
    ),
  ]
}

/**
 * Records what staff say of the files that went to the bank before a restore, once: nothing if it is recorded already, or was of
 * an earlier restore. Two trips. Throws `permission_missing`.
 */
export async function checkDebits(
  principal: StaffPrincipal,
  { epoch, answer }: { epoch: number; answer: Answer },
): Promise<void> {
  await act(principal, TO_COLLECT, async (tx) => {
    const { credential } = await tx.read({})
    const unchecked = uncheckedRestore(credential.workspace)
    if (unchecked?.epoch === epoch) await tx.write({ checked: checkedStatements(tx, unchecked, answer) })
  })
}
