import { type Call, json, rowsOf, VALID_KEY } from './query'

const ME = `
  SELECT w.*, k.id AS key_id, k.name AS key_name, k.permissions, k.expires_at,
    (SELECT coalesce(max(number), 0) FROM events WHERE workspace_id = w.id) AS last_event FROM api_keys AS k
  JOIN workspaces AS w ON w.id = k.workspace_id WHERE ${VALID_KEY}`

const LISTS = ['members', 'contacts']

/** The workspace and the key. */
export async function me({ env, hash }: Call): Promise<Response> {
  const [rows] = await env.DB.batch([env.DB.prepare(ME).bind(hash)])
  // biome-ignore lint/suspicious/noExplicitAny: rows of a hand-written query
  const [row] = rowsOf<any>(rows)
  if (!row) return new Response(null, { status: 401 })
  const permissions: string[] = JSON.parse(row.permissions)
  const data = {
    id: row.id,
    name: row.name,
    locale: row.locale,
    timezone: row.timezone,
    currency: row.currency,
    subscription: { variant: row.subscription_variant, lists: LISTS },
    sandbox: row.is_sandbox === 1,
    lists: LISTS.map((id) => ({
      id,
      permissions: ['read', 'write'].filter((action) => permissions.includes(`${id}:${action}`)),
    })),
    member_portal: {
      enabled: row.portal_enabled === 1,
      url: `${env.PUBLIC_URL}/portal/${row.id}`,
      functions: JSON.parse(row.portal_functions),
      managed_by: row.portal_managed_by,
    },
    last_event_id: permissions.includes('audit:read')
      ? `evt_${String(row.last_event).padStart(12, '0')}`
      : null,
    keeps_book: row.keeps_book === 1,
    book_begins_on: row.book_begins_on,
    leaving: {
      notice_weeks: row.leaving_notice_weeks,
      end: row.leaving_end,
      takes_effect: row.resignations_take_effect,
    },
    superordinate_workspace: null,
    api_key: { id: row.key_id, name: row.key_name, permissions, expires_at: row.expires_at },
  }
  return json(JSON.stringify({ data }))
}
