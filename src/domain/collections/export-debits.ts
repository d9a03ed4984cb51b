import { trip } from '../../db/client'
import { type Sql, sql } from '../../db/sql'
import { permits, requirePermission } from '../access/authorize'
import { requireFreshProof } from '../access/fresh-proof'
import { TENANT, workspaceCte } from '../access/principal'
import { query } from '../access/query'
import { recordEvents } from '../events/record'
import { ofPayer } from '../fees/payer'
import { maskIban } from '../persons/mask'
import { requireNoErrors } from '../shared/validation'
import type { StaffPrincipal } from '../staff/principal'
import { needsProof } from '../staff/proofs'
import { type Collection, type CollectionRow, selectCollections, toApi } from './collection'
import { requireCollection } from './get'
import { TO_COLLECT } from './propose'
import { stateIssues } from './submit'

/** A debit as its announcement names it: amount in cents, the IBAN masked, and its country. */
export type AnnouncedDebit = {
  debtor_name: string
  email: string | null
  amount: number
  mandate_reference: string
  country: string
  iban: string
  reference: string
}

/** The states of collections whose debits can be announced. */
export const ANNOUNCEABLE: Collection['state'][] = ['released', 'submitted']

/**
 * Reads all debits of a collection for their announcement, in their order, and records that they were exported. Two trips.
 * Throws `permission_missing`, `not_found`, `invalid` for a collection that is settled or discarded, and `proof_required` for
 * more than a hundred debits.
 */
export async function exportDebits(
  principal: StaffPrincipal,
  { id }: { id: string },
): Promise<{ collection: Collection; debits: AnnouncedDebit[] }> {
  const { credential, rows } = await query(
    principal,
    {
      collections: selectCollections(principal.workspace(), sql`id = ${id}`),
      debits: selectDebits(principal.workspace(), id),
    },
    (credential) => requirePermission(credential, TO_COLLECT.permission),
  )
  const collection = toApi(requireCollection(rows.collections as CollectionRow[]))
  requireNoErrors(stateIssues(collection, ANNOUNCEABLE))
  const freshProof = needsProof('export_debits', collection.item_count)
  if (freshProof) requireFreshProof(credential, principal.now)
  await trip(principal.db, {
    recorded: recordEvents(
      principal.actor,
      principal.writableWorkspace({ ...TO_COLLECT, freshProof }),
      { action: 'collection.exported', subject: 'collection' },
      [{ id, name: collection.message_id, changes: { debits: [null, collection.item_count] } }],
    ),
  })
  const debits = rows.debits.map(({ list, email, ...debit }) => ({
    ...debit,
    iban: maskIban(debit.iban),
    email: list && permits(credential, `${list}:read`) ? email : null,
  }))
  return { collection, debits }
}

type DebitRow = AnnouncedDebit & { list: 'members' | 'contacts' | null }

const selectDebits = (workspace: Sql, collectionId: string): Sql<DebitRow> => sql<DebitRow>`
  WITH ${workspaceCte(workspace)}
  SELECT debtor_name, coalesce(${ofPayer(sql`persons.list_id`)}, persons.list_id) AS list,
    iif(${ofPayer(sql`persons.id`)} IS NULL, persons.email, ${ofPayer(sql`persons.email`)}) AS email, amount, mandate_reference, substr(iban, 1, 2) AS country, iban, reference
  FROM collection_items AS item LEFT JOIN persons ON persons.workspace_id = ${TENANT}
    AND list_id IN ('members', 'contacts') AND area IN ('regular', 'applications') AND persons.id = item.person_id
  WHERE item.workspace_id = ${TENANT} AND collection_id = ${collectionId} AND removed_at IS NULL ORDER BY item.id`
