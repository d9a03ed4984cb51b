import { messageIdOf } from '../../../src/domain/collections/collection'
import { writeFile } from '../../../src/domain/collections/file'
import { sepaText } from '../../../src/domain/collections/sepa-text'
import { recordEvents } from './events'
import { feeReference, newIds } from './ids'
import { type Call, json, NOW, query, rowsOf, type Statement, workspaceOfKey } from './query'

const PERMISSION = 'collections:write'
const WORKSPACE = workspaceOfKey(PERMISSION)

const CREDITOR = `
  SELECT creditor_name AS name, creditor_iban AS iban, creditor_id FROM workspaces WHERE id = ${WORKSPACE}`

// Each fee with its debtor, the account that the bank knows of the mandate, and whether a return blocks it.
const FEES = `
  WITH tenant AS MATERIALIZED (SELECT ${WORKSPACE} AS id)
  SELECT f.id AS fee_id, f.amount - paid_amount - waived_amount AS amount, description, p.id AS person_id,
    coalesce(bank_account ->> 'signatory',
      nullif(concat_ws(' ', first_name, last_name), ''), p.email, membership_number, p.external_id) AS name,
    bank_account ->> 'iban' AS iban, sepa_mandate ->> 'reference' AS mandate,
    sepa_mandate ->> 'signature_date' AS signed_on, (
      SELECT item.iban FROM collection_items AS item INDEXED BY collection_items_by_mandate CROSS JOIN collections AS run
      WHERE item.workspace_id = tenant.id AND item.mandate_reference = sepa_mandate ->> 'reference'
        AND run.workspace_id = tenant.id AND run.id = item.collection_id AND run.state IN ('submitted', 'settled')
        AND NOT (item.state = 'returned' AND has_new_account)
      ORDER BY item.id DESC LIMIT 1) AS last_iban
  FROM tenant CROSS JOIN json_each(?2) CROSS JOIN fees AS f CROSS JOIN persons AS p
  WHERE f.workspace_id = tenant.id AND f.id = value AND f.status IN ('open', 'returned')
    AND p.workspace_id = tenant.id AND p.list_id IN ('members', 'contacts') AND p.area IN ('regular', 'applications')
    AND p.id = f.person_id
    AND NOT EXISTS (
      SELECT 1 FROM collection_items AS item INDEXED BY collection_items_returned_by_mandate
      WHERE item.workspace_id = tenant.id AND item.mandate_reference = sepa_mandate ->> 'reference'
        AND item.state = 'returned' AND unblocked_at IS NULL)
    AND NOT EXISTS (
      SELECT 1 FROM collection_items AS item INDEXED BY collection_items_returned_by_iban
      WHERE item.workspace_id = tenant.id AND item.iban = bank_account ->> 'iban'
        AND item.state = 'returned' AND unblocked_at IS NULL)`

const INSERT = `
  INSERT INTO collections (workspace_id, id, state, collection_date, message_id, creditor, item_count, amount, sha256,
    created_at)
  VALUES (${WORKSPACE}, ?2, 'released', ?3, ?4, ?5, ?6, ?7, ?8, ?9)`

const INSERT_FILE = `
  INSERT INTO collection_files (workspace_id, collection_id, part, content) VALUES (${WORKSPACE}, ?2, ?3, ?4)`

const INSERT_ITEMS = `
  INSERT INTO collection_items (workspace_id, collection_id, state, id, reference, person_id, debtor_name, iban,
    mandate_reference, signed_on, amount, text, has_new_account)
  SELECT ${WORKSPACE}, ?3, 'live', value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5,
    value ->> 6, value ->> 7, value ->> 8, value ->> 9
  FROM (SELECT value FROM json_each(?2) LIMIT -1) WHERE TRUE`

const INSERT_FEES = `
  INSERT INTO collection_fees (workspace_id, fee_id, item_id, amount, state)
  SELECT ${WORKSPACE}, value ->> 0, value ->> 1, value ->> 2, 'live' FROM (SELECT value FROM json_each(?2) LIMIT -1) WHERE TRUE`

// The amounts are no equation of columns, by which the planner would join all fees with the links.
const UPDATE = `
  WITH tenant AS MATERIALIZED (SELECT ${WORKSPACE} AS id), links AS MATERIALIZED (
    SELECT value ->> 0 AS fee_id, value ->> 2 AS amount FROM json_each(?2))
  UPDATE fees SET status = 'collecting', collection_id = ?3, collection_date = ?4, revision = revision + 1,
    updated_at = ${NOW}
  FROM links
  WHERE workspace_id = (SELECT id FROM tenant) AND fees.id = fee_id AND status IN ('open', 'returned')
    AND fees.amount - paid_amount - waived_amount - links.amount = 0`

// Undoes the batch where a fee has changed since it was read: the column takes no NULL.
const ALL_OR_NOTHING = `INSERT INTO workspaces (id) SELECT NULL WHERE changes() < ?2 OR ?1 IS NULL`

const COLLECTING = `
  SELECT fees.id, description, json_object('status', json_array(status, 'collecting'),
    'collection_id', json_array(collection_id, ?5))
  FROM json_each(?4) AS link CROSS JOIN fees
  WHERE workspace_id = (SELECT id FROM tenant) AND fees.id = link.value ->> 0`

const RELEASED = `
  SELECT ?4, ?5, json_object('state', json_array(NULL, 'released'), 'collection_date', json_array(NULL, ?6),
    'items', json_array(NULL, ?7), 'amount', json_array(NULL, ?8), 'sha256', json_array(NULL, ?9))`

type FeeRow = {
  fee_id: string
  amount: number
  description: string
  person_id: string
  name: string
  iban: string
  mandate: string
  signed_on: string
  last_iban: string | null
}

/** Releases fees of persons who can all be debited, and whose descriptions fit into a debit together. Two trips. */
export async function releaseCollection(call: Call): Promise<Response> {
  const { fee_ids, collection_date } = await call.request.json<{
    fee_ids: string[]
    collection_date: string
  }>()
  const { results } = await query(call, PERMISSION, [CREDITOR], [FEES, JSON.stringify(fee_ids)])
  const [creditor] = rowsOf<{ name: string; iban: string; creditor_id: string }>(results[0])
  const fees = rowsOf<FeeRow>(results[1])
  if (!creditor || fees.length < fee_ids.length) return new Response(null, { status: 422 })
  const groups = [...Map.groupBy(fees, ({ iban, mandate }) => `${iban} ${mandate}`).values()]
  const ids = newIds('dbt', groups.length)
  const items = groups.map((group, index) => itemOf(String(ids[index]), group))
  const [id = ''] = newIds('run', 1)
  const now = new Date()
  const created_at = now.toISOString()
  const amount = items.reduce((sum, item) => sum + item.amount, 0)
  const file = await writeFile(messageIdOf(id, false), now, {
    creditor,
    collectionDate: collection_date,
    items,
  })
  const { messageId: message_id, sha256: digest, parts } = file
  const stored = JSON.stringify(items.map((item) => Object.values(item).slice(0, STORED)))
  const links = JSON.stringify(
    items.flatMap(({ id, fees }) => fees.map((fee) => [fee.fee_id, id, fee.amount])),
  )
  const creditorText = JSON.stringify(creditor)
  const kind = { permission: PERMISSION, action: 'fee.collecting', subject: 'fee' }
  const released = { permission: PERMISSION, action: 'collection.released', subject: 'collection' }
  const totals = [items.length, amount, digest]
  await query(
    call,
    PERMISSION,
    [INSERT, id, collection_date, message_id, creditorText, ...totals, created_at],
    ...parts.map((content, part): Statement => [INSERT_FILE, id, part, content]),
    [INSERT_ITEMS, stored, id],
    [INSERT_FEES, links],
    recordEvents(kind, COLLECTING, links, id),
    [UPDATE, links, id, collection_date],
    [ALL_OR_NOTHING, fees.length],
    recordEvents(released, RELEASED, id, message_id, collection_date, ...totals),
  )
  const head = {
    id,
    state: 'released',
    collection_date,
    message_id,
    creditor,
    item_count: items.length,
    amount,
  }
  const rest = { submitted_at: null, settled_on: null, discarded_at: null, discard_reason: null }
  const text = JSON.stringify({ ...head, sha256: digest, created_at, ...rest })
  return json(`{"data":${text.slice(0, -1)},"items":${JSON.stringify(items)}}}`, 201)
}

/** How many values of an item, the first of them, a row holds. */
const STORED = 10

function itemOf(id: string, group: FeeRow[]) {
  const { person_id, name, iban, mandate, signed_on, last_iban } = group[0] as FeeRow
  return {
    id,
    reference: feeReference(id),
    person_id,
    debtor_name: name.slice(0, 70),
    iban,
    mandate_reference: mandate,
    signed_on,
    amount: group.reduce((sum, { amount }) => sum + amount, 0),
    text: group.map(({ description }) => sepaText(description)).join(', '),
    has_new_account: last_iban !== null && last_iban !== iban,
    state: 'live',
    returned_on: null,
    return_code: null,
    charge: null,
    unblocked_at: null,
    removed_at: null,
    fees: group
      .map(({ fee_id, amount }) => ({ fee_id, amount }))
      .sort((one, other) => (one.fee_id < other.fee_id ? -1 : 1)),
  }
}
