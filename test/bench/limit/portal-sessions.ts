import { todayIn } from './person'
import { type Call, json, query, rowsOf, sha256, workspaceOfKey } from './query'

const SECONDS = 43_200

const BY_EMAIL = `
  SELECT id, leave_date FROM limit_persons
  WHERE workspace_id = ${workspaceOfKey('member_portal_sessions:create')} AND list_id = 'members' AND area = 'regular'
    AND lower(email) = lower(?2) AND email IS NOT NULL ORDER BY id`

/** Creates a portal link for the members with an email address. */
export async function createPortalSession(call: Call): Promise<Response> {
  const { env, request } = call
  const { email } = await request.json<{ email: string }>()
  const { key, results } = await query(call, 'member_portal_sessions:create', [BY_EMAIL, email])
  const today = todayIn(key)
  const ids = rowsOf<{ id: string; leave_date: string | null }>(results[0])
    .filter(({ leave_date }) => leave_date === null || leave_date >= today)
    .map(({ id }) => id)
  if (ids.length === 0) return new Response(null, { status: 404 })
  const token = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url')
  const link = {
    workspace_id: key.id,
    person_ids: { [key.id]: ids },
    former_ids: [],
    expires_at: new Date(Date.now() + SECONDS * 1000).toISOString(),
  }
  await env.PORTAL_LINKS.put(await sha256(token), JSON.stringify(link), { expirationTtl: SECONDS })
  const data = { url: `${env.PUBLIC_URL}/portal/${key.portal}/login/${token}`, person_ids: ids }
  return json(JSON.stringify({ data }), 201)
}
