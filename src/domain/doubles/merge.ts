import * as z from 'zod'
import { failUnless } from '../../db/guard'
import { strictlyAfter } from '../../db/now'
import { type Sql, sql } from '../../db/sql'
import { act, CHECKED_BY_READS, only, type Tx } from '../access/act'
import { requirePermission } from '../access/authorize'
import { storeResult } from '../access/idempotency'
import { inList, type Principal, TENANT, workspaceCte } from '../access/principal'
import { type ListContext, queryList, writableList } from '../custom-columns/query-list'
import { insertEvents } from '../events/record'
import { GUARDIAN, LEAVE_REASON, PAYER } from '../person-fields/fields'
import { isAccountField, LOST_VALUES } from '../person-fields/list-fields'
import { isAdult } from '../persons/adult'
import { requirePerson } from '../persons/get'
import { endAccess } from '../persons/guards'
import { MandateReferences } from '../persons/mandate-references'
import { changeNamed } from '../persons/payers/dependants'
import { failUnlessGuarded, failUnlessPaid } from '../persons/payers/guard'
import { PERSON_ROW, type PersonRow, parseFixedFields, parsePerson } from '../persons/person'
import { mergeRows } from '../persons/person-tables'
import { type PlannedUpdate, planUpdate } from '../persons/plan-update'
import {
  type Precondition,
  requirePrecondition,
  toVersioned,
  type VersionedPerson,
} from '../persons/precondition'
import { recordDeletions, recordMerge } from '../persons/store/events'
import { clearLinked } from '../persons/store/linked-values'
import type { Patch } from '../persons/store/patches'
import { lastDeletedAt, nextDeletedAt, nextUpdatedAt } from '../persons/store/timestamps'
import { asReadSql } from '../persons/store/write'
import { afterPatch, personFromResult, resultSql } from '../persons/stored-result'
import { uniqueStrings } from '../shared/text'
import { requireNoErrors, validate } from '../shared/validation'
import { mergedLinked } from './merged-payer'
import { mergedValues, takeIssues, takePayerIssues } from './merged-values'
import { asReadPair, type PairRows, pairIssues, selectPair } from './select-pair'

/** Which person goes, and of which fields its values stay. */
export const mergeInput = z
  .strictObject({
    from: z.string().min(1).max(255).describe('The `id` or `external_id` of the person who goes'),
    take: z
      .array(z.string().min(1).max(255))
      .max(300)
      .default([])
      .describe(
        'Fields and custom columns that get the value of the person who goes, also if that is `null`. By default the person ' +
          'who stays keeps its values and gets those that it has not.',
      ),
  })
  .meta({ id: 'MergeInput', examples: [{ from: 'm-1016', take: ['address'] }] })

type Asked = {
  list: string
  idOrExternalId: string
  body: unknown
  /** What must hold for the person who stays, and for the one who goes. */
  precondition?: Precondition | undefined
  goneAs?: Precondition | undefined
}

/**
 * Merges two regular persons of a list: the one of `from` goes, and all that is of it goes with the one who stays, but its
 * events, which are sealed. Those for whom it paid get the one who stays as payer, or pay for themselves if that has a payer or
 * has died. Those for whom it acted get the one who stays as guardian, if that is a living adult. Its tombstone says into whom it was merged. There is no undo. Two trips. Throws what `queryList`
 * throws, `not_found`, `changed_meanwhile`, `permission_missing` for staff who may not write the account or mandate that the
 * merge would give the one who stays, and `invalid`, also if one is an applicant or has a fee in a live debit, if both have a
 * living mandate, and if the one who stays would get a mandate whose reference a third person has.
 */
export async function mergePersons(principal: Principal, asked: Asked): Promise<VersionedPerson> {
  const stored = await act(principal, CHECKED_BY_READS, (tx) => merge(tx, asked))
  return personFromResult(stored)
}

async function merge(tx: Tx, asked: Asked): Promise<string> {
  const { list, idOrExternalId, precondition, goneAs } = asked
  const { from = '' } = Object(asked.body)
  const pair = { kept: idOrExternalId, gone: typeof from === 'string' ? from : '' }
  const { credential, context, rows } = await queryList(
    tx,
    list,
    'write',
    selectPair(tx.workspace(), list, pair),
  )
  const { take } = validate(mergeInput, asked.body, (given) =>
    Array.isArray(given.take) ? takeIssues(uniqueStrings(given.take), context) : [],
  )
  const [kept, gone] = [requirePerson(rows.keptPersons), requirePerson(rows.gonePersons)]
  requirePrecondition(kept, context, precondition)
  requirePrecondition(gone, context, goneAs)
  requireNoErrors(pairIssues(kept, gone, rows, context.today))
  const [stored, other] = [parsePerson(kept, context), parsePerson(gone, context)]
  const both = { kept: stored, gone: other, pays: rows.paid.length > 0 }
  requireNoErrors(takePayerIssues(both, take, context))
  const values = mergedValues(both, take, context)
  // Staff who may not write accounts do not move them; keys write them with persons.
  if (tx.actor.door === 'dashboard' && Object.keys(values).some(isAccountField))
    requirePermission(credential, 'bank_accounts:write')
  // The mandate of the person who goes is that of the one who stays by then.
  const references = rows.references.map((row) =>
    row.personId === gone.id ? { ...row, personId: kept.id } : row,
  )
  const planned = planUpdate(context, kept, values, (given) =>
    new MandateReferences(references).issuesOf(given, stored),
  )
  const update = { ...planned, patch: { ...planned.patch, ...linkedOf(planned, rows) } }
  const merged = afterPatch(kept, update.patch)
  const { changed } = await tx.write({
    ...mergeStatements(tx, context, update, gone),
    result: storeResult(tx, resultSql(tx, context, merged), kept.id),
  })
  const { version, json } = toVersioned(only(changed), context)
  return `${version}${json}`
}

/** The values that are linked to the payer of the person who stays, after the merge. */
function linkedOf({ row: kept, patch }: PlannedUpdate, { linked: [own, other] }: PairRows): Patch {
  return own && other ? mergedLinked(payerAfter(kept, patch), own, other) : {}
}

/** Who pays for the person who stays, afterwards. */
const payerAfter = (kept: PersonRow, patch: Patch): unknown =>
  'payer_id' in patch ? patch.payer_id : payerIn(kept)

function mergeStatements(principal: Principal, context: ListContext, update: PlannedUpdate, gone: PersonRow) {
  const { actor, now } = principal
  const { list, today } = context
  const { row: kept, stored, patch } = update
  const workspace = writableList(principal, context)
  const email = ('email' in patch ? patch.email : stored.email) as string | null
  // Who has died pays and acts for nobody. Nobody pays who has a payer, and nobody acts who is under 18.
  const isDead = { ...stored, ...patch }[LEAVE_REASON] === 'deceased'
  const paysForThem = !isDead && payerAfter(kept, patch) === null
  const birthdate = ('birthdate' in patch ? patch.birthdate : stored.birthdate) as string | null
  const actsForThem = !isDead && isAdult(birthdate, today)
  const asRead = sql`${inList(workspace, list)} AND ${asReadSql(gone)}`
  return {
    unchanged: failUnless(asReadPair(workspace, list, kept, gone)),
    fees: recordFees(principal, workspace, kept.id, gone.id),
    deletion: recordDeletions(actor, workspace, list, asReadSql(gone)),
    merged: recordMerge(actor, workspace, list, { patch, condition: asReadSql(kept), gone: gone.id }),
    tombstone: sql`
      INSERT INTO deleted_persons (workspace_id, list_id, deleted_at, id, external_id, merged_into)
      SELECT workspace_id, list_id, ${nextDeletedAt(workspace, list)}, id,
        ${patch.external_id === undefined ? sql`external_id` : sql`nullif(external_id, ${patch.external_id as string | null})`},
        ${kept.id}
      FROM persons WHERE ${asRead}`,
    // Those of the person who goes pay for themselves if the one who stays pays for nobody.
    dependants: changeNamed(
      actor,
      workspace,
      {
        relation: PAYER,
        of: () => (isDead ? sql`VALUES (${gone.id}), (${kept.id})` : sql`SELECT ${gone.id}`),
        except: () => sql`SELECT ${kept.id}`,
      },
      paysForThem ? kept.id : null,
      { lostOn: today, isSame: paysForThem },
    ),
    wards: changeNamed(
      actor,
      workspace,
      {
        relation: GUARDIAN,
        of: () => (actsForThem ? sql`SELECT ${gone.id}` : sql`VALUES (${gone.id}), (${kept.id})`),
        except: () => sql`VALUES (${gone.id}), (${kept.id})`,
      },
      actsForThem ? kept.id : null,
      { lostOn: today },
    ),
    moved: mergeRows({ workspace, kept: kept.id, gone: gone.id, email }),
    deleted: sql`DELETE FROM persons WHERE ${asRead}`,
    changed: writeMerged(workspace, context, kept, patch),
    paid: failUnlessPaid(principal.workspace(), [kept.id]),
    guarded: patch[GUARDIAN] ? failUnlessGuarded(principal.workspace(), [kept.id]) : [],
    ended: list === 'members' ? [endAccess(workspace, sql`persons.id = ${kept.id}`, now)] : [],
  }
}

/** The payer of a stored person, also in a list that has a custom column of that key instead. */
const payerIn = (row: PersonRow): unknown => parseFixedFields(row)[PAYER] ?? null

/** Records for each fee that it is now of the person who stays, so that copies of fees follow. */
const recordFees = ({ actor }: Principal, workspace: Sql, kept: string, gone: string): Sql =>
  insertEvents(
    actor,
    workspace,
    { action: 'fee.updated', subject: 'fee' },
    sql`
      SELECT id, description, json_object('person_id', json_array(${gone}, ${kept}))
      FROM fees INDEXED BY fees_by_person WHERE workspace_id = ${TENANT} AND person_id = ${gone}`,
  )

/** Writes the person who stays, also if none of its values changes, later than the deletion of the other one. */
function writeMerged(workspace: Sql, { list }: ListContext, { id, revision }: PersonRow, patch: Patch) {
  const assignments = Object.entries(patch).map(([column, value]) =>
    column === 'custom_values'
      ? sql`custom_values = json_patch(custom_values, ${JSON.stringify(value)})`
      : sql`${sql.raw(column)} = ${value as string | null}`,
  )
  for (const { column, lostOn } of LOST_VALUES)
    if (patch[column]) assignments.push(sql`${sql.raw(lostOn)} = NULL`)
  return sql<PersonRow>`
    WITH ${workspaceCte(workspace)}
    UPDATE persons SET ${sql.join([...assignments, ...clearLinked(patch), sql`revision = revision + 1`])},
      updated_at = max(${nextUpdatedAt(TENANT, list)}, ${strictlyAfter(lastDeletedAt(TENANT, list))})
    WHERE ${inList(TENANT, list)} AND area = 'regular' AND id = ${id} AND revision = ${revision}
    RETURNING ${PERSON_ROW}`
}
