import { trip } from '../../db/client'
import { failUnless } from '../../db/guard'
import { type Sql, sql } from '../../db/sql'
import { act, CHECKED_BY_READS } from '../access/act'
import { requirePermission } from '../access/authorize'
import { requireFreshProof } from '../access/fresh-proof'
import { inList, type Principal } from '../access/principal'
import { query } from '../access/query'
import { ofBatchSql } from '../events/batch'
import { insertEvents } from '../events/record'
import { deletePersons } from '../persons/store/bulk-write'
import { undoBatch } from '../persons/undo'
import { undoableSince } from '../persons/undo-offer'
import { todayIn } from '../shared/dates'
import { DomainError } from '../shared/errors'
import { instantOfId } from '../shared/ids'
import { needsProof } from '../staff/proofs'
import { fromRow, type ImportRow, type StoredImport } from './import'
import { requireImport } from './prepare'
import { asReadSql, deleteParts, importById, withoutHeaders, withoutTexts } from './store'

/**
 * What an undo does: how many persons that the import created it deletes, and how many it leaves, since they were changed,
 * charged or mailed since. What the import changed of others is undone as far as they are as it left them; `leftAlone` of
 * them are not restored in full. Accounts that it changed stay, since events do not hold what they were.
 */
export type UndoneImport = { deleted: number; kept: number; restored: number; leftAlone: number }

/** What an undo would do, and a mark of it. */
export type UndoPreview = { deleted: number; kept: number; mark: string }

/** Counts what {@link undoImport} would do. Two trips. Throws what it throws. */
export async function previewUndo(principal: Principal, { id }: { id: string }): Promise<UndoPreview> {
  return (await load(principal, id)).preview
}

/**
 * Undoes a run of the last 24 hours: deletes the persons whom it created and nobody touched since, and undoes what it
 * changed of others. Its custom columns stay. Repeated, it undoes what is left. Up to four trips. Throws `not_found`, what
 * `requireList` throws, `proof_required` for staff and over 100 persons, and `changed_meanwhile` for what was not run, was run
 * earlier, or would now do something else than the `mark` tells.
 */
export async function undoImport(
  principal: Principal,
  { id, mark }: { id: string; mark?: string | undefined },
): Promise<UndoneImport> {
  const result = await act(principal, CHECKED_BY_READS, async (tx) => {
    const { stored, preview, untouched, today } = await load(tx, id)
    if (mark !== undefined && mark !== preview.mark) throw outdated()
    const workspace = tx.writableWorkspace({
      permission: `${stored.listId}:write`,
      freshProof: tx.actor.door === 'dashboard' && needsProof('undo_import', preview.deleted),
    })
    const chosenSql = sql`area = 'regular' AND persons.id IN (SELECT value FROM json_each(${JSON.stringify(untouched)}))`
    await tx.write({
      current: failUnless(sql`EXISTS (SELECT 1 FROM imports WHERE ${asReadSql(workspace, stored)})`),
      // Deleting records an event of each person, so that they are chosen before.
      untouched: failUnless(sql`(
        SELECT count(*) FROM persons
        WHERE ${inList(workspace, stored.listId)} AND ${chosenSql} AND ${untouchedSql(stored)}) = ${untouched.length}`),
      ...deletePersons(tx.actor, workspace, stored.listId, chosenSql, today),
      parts: deleteParts(workspace, id),
      undoneEvent: insertEvents(
        tx.actor,
        workspace,
        { action: 'import.undone', subject: 'import' },
        sql`SELECT ${id}, NULL, ${JSON.stringify({ list: [stored.listId, null], created: [preview.deleted, null] })}`,
      ),
      state: sql`
        UPDATE imports SET state = 'undone', revision = revision + 1, updated_at = ${tx.now.toISOString()},
          settings = ${withoutTexts}, head = ${withoutHeaders}, expires_at = NULL
        WHERE ${asReadSql(workspace, stored)}`,
    })
    return { batchId: String(stored.batchId), deleted: preview.deleted, kept: preview.kept }
  })
  const { batchId, ...counts } = result
  const undone = await undoBatch(principal, { batchId, countsCreated: false })
  return { ...counts, restored: undone?.restored ?? 0, leftAlone: undone?.leftAlone ?? 0 }
}

async function load(
  principal: Principal,
  id: string,
): Promise<{ stored: StoredImport; preview: UndoPreview; untouched: string[]; today: string }> {
  const workspace = principal.workspace()
  const { credential, rows } = await query(
    principal,
    { imports: importById(workspace, id) },
    (credential, { imports }) => {
      requireImport(credential, imports)
      requirePermission(credential, `${(imports[0] as ImportRow).listId}:write`)
    },
  )
  const stored = fromRow(rows.imports[0] as ImportRow)
  const { batchId, listId } = stored
  if (
    stored.state === 'undone' ||
    batchId === null ||
    new Date(instantOfId(batchId)) <= undoableSince(principal)
  )
    throw outdated()
  const { created } = await trip(principal.db, {
    created: sql<{ id: string; isUntouched: number }>`
      SELECT persons.id AS id, ${untouchedSql(stored)} AS isUntouched FROM persons
      WHERE ${inList(workspace, listId)} AND ${createdSql(workspace, batchId)}`,
  })
  const untouched = created.flatMap(({ id, isUntouched }) => (isUntouched ? [id] : []))
  if (needsProof('undo_import', untouched.length)) requireFreshProof(credential, principal.now)
  const mark = [stored.revision, created.length, untouched.length].join('.')
  return {
    stored,
    untouched,
    today: todayIn(credential.workspace.timezone, principal.now),
    preview: { deleted: untouched.length, kept: created.length - untouched.length, mark },
  }
}

/** The condition that a person was created by a batch. */
const createdSql = (workspace: Sql, batchId: string): Sql => sql`
  area = 'regular' AND persons.id IN (
    SELECT subject_id FROM events WHERE ${ofBatchSql(workspace, batchId)} AND action = 'person.created')`

/** Whether nothing but the import happened to a new person: no change, no fee, no mail, and no event of another batch. */
const untouchedSql = ({ batchId, accountsBatchId }: StoredImport): Sql => sql`(
  persons.revision <= ${accountsBatchId ? 2 : 1}
  AND NOT EXISTS (SELECT 1 FROM fees INDEXED BY fees_by_person
    WHERE fees.workspace_id = persons.workspace_id AND fees.person_id = persons.id)
  AND NOT EXISTS (SELECT 1 FROM mail_recipients INDEXED BY mail_recipients_by_person
    WHERE mail_recipients.workspace_id = persons.workspace_id AND mail_recipients.person_id = persons.id)
  AND NOT EXISTS (SELECT 1 FROM events INDEXED BY events_of_subject
    WHERE events.workspace_id = persons.workspace_id AND events.subject_id = persons.id
      AND events.batch_id IS NOT ${batchId} AND events.batch_id IS NOT ${accountsBatchId}))`

const outdated = () =>
  new DomainError('changed_meanwhile', 'The import cannot be undone as it was shown. Read it again.')
