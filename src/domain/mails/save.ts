import * as z from 'zod'
import { NOW } from '../../db/now'
import { sql } from '../../db/sql'
import { act, only, type Tx } from '../access/act'
import { requirePermission } from '../access/authorize'
import { LISTS } from '../access/lists'
import type { Principal } from '../access/principal'
import { query } from '../access/query'
import { type ListContext, queryList } from '../custom-columns/query-list'
import type { Selection } from '../persons/bulk/selection'
import { newId } from '../shared/ids'
import { validate } from '../shared/validation'
import { storedAudience } from './audience'
import { requireDraft } from './get'
import { mailContent, selectMail, TO_SEND } from './mail'
import { mailIssues } from './mail-issues'

const draft = z.object({ ...mailContent, list: z.enum(LISTS) })

/** A mail as it is written: its content as the body of a form, and to whom it goes; see `Audience`. */
export type Draft = { list: string; selection: Selection; toPayers: boolean; body: Record<string, unknown> }

/**
 * Saves a mail as a draft, once for an idempotent request, and returns its id. Two trips. Throws what `queryList`
 * throws, `permission_missing`, and `invalid` for the content, also for an unknown placeholder.
 */
export function createDraft(principal: Principal, draft: Draft): Promise<string> {
  return act(principal, TO_SEND, async (tx) => {
    const { context } = await queryList(tx, draft.list, 'read', {})
    return saveDraft(tx, context, draft)
  })
}

/** Writes a draft in an act that has read its list, and returns its id. One trip. Throws `invalid` for the content. */
export async function saveDraft(
  tx: Tx,
  context: ListContext,
  { list, selection, toPayers, body }: Draft,
): Promise<string> {
  const content = contentOf({ ...body, list }, context)
  const id = newId('mai', tx.now)
  return tx.finish(id, {
    created: sql`
      INSERT INTO mails (workspace_id, id, state, kind, list_id, audience, subject, body, created_at, updated_at)
      SELECT ${tx.writable()}, ${id}, 'draft', ${content.kind}, ${list}, ${storedAudience({ selection, toPayers })},
        ${content.subject}, ${content.body}, ${NOW}, ${NOW}`,
  })
}

/**
 * Changes what a draft says. Two trips. Throws what {@link createDraft} throws, `not_found`, and `changed_meanwhile` if
 * the draft has been sent, or no longer has the revision.
 */
export async function updateDraft(
  principal: Principal,
  { id, list, revision, toPayers, body }: Omit<Draft, 'selection'> & { id: string; revision: number },
): Promise<void> {
  await act(principal, TO_SEND, async (tx) => {
    const { context, rows } = await queryList(tx, list, 'read', {
      mails: selectMail(tx.workspace(), id),
    })
    requireDraft(rows.mails, { list, revision })
    const content = contentOf({ ...body, list }, context)
    const { saved } = await tx.write({
      saved: sql<{ id: string }>`
        UPDATE mails SET kind = ${content.kind}, subject = ${content.subject}, body = ${content.body},
          audience = ${toPayers ? sql`json_set(audience, '$.to_payers', json('true'))` : sql`json_remove(audience, '$.to_payers')`},
          revision = revision + 1, updated_at = ${NOW}
        WHERE workspace_id = ${tx.writable()} AND id = ${id}
          AND state = 'draft' AND revision = ${revision} RETURNING id`,
    })
    only(saved)
  })
}

/** Deletes a draft. One trip. Throws `permission_missing` and `not_found`. */
export async function deleteDraft(principal: Principal, { id }: { id: string }): Promise<void> {
  const { rows } = await query(
    principal,
    {
      mails: selectMail(principal.workspace(), id),
      deleted: sql`
        DELETE FROM mails WHERE workspace_id = ${principal.writableWorkspace(TO_SEND)}
          AND id = ${id} AND state = 'draft'`,
    },
    (credential) => requirePermission(credential, TO_SEND.permission),
  )
  requireDraft(rows.mails)
}

/** What a mail says. Throws `invalid`. */
export const contentOf = (body: Record<string, unknown>, context: ListContext) =>
  validate(draft, body, (given) => mailIssues(given, context, null))
