import { type Call, json, query, rowsOf, sha256, workspaceOfKey } from './query'

const PER_PAGE = 500

const PAGE = `
  SELECT f.id, json_object('id', f.id, 'reference', reference, 'amount', amount, 'description', description,
    'person_name', person_name, 'person_id', person_id, 'status', status, 'external_id', f.external_id,
    'payer_id', (
      SELECT payer.id FROM persons AS debtor CROSS JOIN persons AS payer
      WHERE debtor.workspace_id = f.workspace_id AND debtor.list_id IN ('members', 'contacts')
        AND debtor.area IN ('regular', 'applications') AND debtor.id = f.person_id
        AND payer.workspace_id = f.workspace_id AND payer.list_id IN ('members', 'contacts')
        AND payer.area IN ('regular', 'applications') AND payer.id = debtor.payer_id), 'due_on', due_on,
    'paid_amount', paid_amount,
    'open_amount', CASE status WHEN 'cancelled' THEN 0 ELSE amount - paid_amount - waived_amount END, 'paid_on', paid_on,
    'collection', CASE WHEN collection_id IS NOT NULL
      THEN json_object('id', collection_id, 'collection_date', collection_date) END,
    'last_return', json_remove(last_return, '$.payments'), 'cancellation', json(cancellation),
    'attached_expense', CASE WHEN f.cost_unit_id IS NOT NULL OR f.sphere IS NOT NULL
      THEN json_object('costunit_name', u.name, 'category_name', c.name, 'sphere', f.sphere) END,
    'dues', (
      SELECT CASE WHEN count(*) > 0 THEN json_object('run_id', min(p.run_id), 'plan_id', min(p.plan_id),
        'period', coalesce(min(p.basis ->> 'period'), min(p.period)),
        'parts', json_group_array(json_object('name', p.name, 'amount', p.amount) ORDER BY p.position)) END
      FROM dues_parts AS p INDEXED BY dues_parts_by_fee
      WHERE p.workspace_id = f.workspace_id AND p.fee_id = f.id),
    'created_at', f.created_at, 'updated_at', f.updated_at) AS document
  FROM fees AS f INDEXED BY fees_by_status
  LEFT JOIN cost_units AS u ON u.workspace_id = f.workspace_id AND u.id = f.cost_unit_id
  LEFT JOIN cost_unit_categories AS c
    ON c.workspace_id = f.workspace_id AND c.cost_unit_id = f.cost_unit_id AND c.id = f.category_id
  WHERE f.workspace_id = ${workspaceOfKey('fees:read')} AND status = ?2 ORDER BY f.id LIMIT ${PER_PAGE + 1}`

/** The first page of the fees in a status. */
export async function listFees(call: Call): Promise<Response> {
  const status = call.url.searchParams.get('status')
  const { key, results } = await query(call, 'fees:read', [PAGE, status])
  const rows = rowsOf<{ id: string; document: string }>(results[0])
  const hasMore = rows.length > PER_PAGE
  if (hasMore) rows.pop()
  const scope = JSON.stringify([key.id, 'fees', { status }])
  const next = hasMore ? rows.at(-1)?.id : undefined
  return json(await pageText(call, rows, scope, next))
}

/** A first page of finished rows; `next` is the key of its last row where there are more. */
export async function pageText(
  { env, url }: Call,
  rows: { document: string }[],
  scope: string,
  next: string | undefined,
): Promise<string> {
  const meta = {
    path: `${env.PUBLIC_URL}${url.pathname}`,
    per_page: PER_PAGE,
    next_cursor: next ? `next-${next}-${(await sha256(`${scope} next ${next}`)).slice(0, 16)}` : null,
    prev_cursor: null,
  }
  return `{"data":[${rows.map(({ document }) => document).join(',')}],"meta":${JSON.stringify(meta)}}`
}
