/** The bindings of the limit. */
export type Env = { DB: D1Database; PORTAL_LINKS: KVNamespace; PUBLIC_URL: string }

/** A request, and the hash of the key that it carries. */
export type Call = { env: Env; request: Request; url: URL; hash: string }

/** The workspace of a valid key, its time zone, and the address of its portal. */
export type Key = { id: string; timezone: string; portal: string }

/** SQL with the values of its parameters from `?2` on; `?1` is the hash of the key. */
export type Statement = readonly [sql: string, ...values: unknown[]]

export const NOW = `strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`

export const VALID_KEY = `token_hash = ?1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ${NOW})`

/** The workspace of the key, as SQL; NULL for a key that is not valid or lacks the permission. */
export const workspaceOfKey = (permission: string): string =>
  `(SELECT workspace_id FROM api_keys WHERE ${VALID_KEY} AND instr(permissions, '"${permission}"'))`

/** The condition that a person belongs to the members of the key's workspace. */
export const members = (permission: 'members:read' | 'members:write'): string =>
  `workspace_id = ${workspaceOfKey(permission)} AND list_id = 'members'`

const KEY = `
  SELECT w.id, timezone, coalesce(portal_slug, w.id) AS portal, subscription_variant, permissions FROM api_keys
  JOIN workspaces AS w ON w.id = workspace_id WHERE ${VALID_KEY}`

/** Runs statements in one trip together with the look-up of the key. Throws the response to a key that may not do this. */
export async function query({ env, hash }: Call, permission: string, ...statements: Statement[]) {
  const [keys, ...results] = await env.DB.batch(
    [[KEY] as const, ...statements].map(([sql, ...values]) => env.DB.prepare(sql).bind(hash, ...values)),
  )
  const [key] = rowsOf<Key & { subscription_variant: string; permissions: string }>(keys)
  if (!key) throw new Response(null, { status: 401 })
  if (key.subscription_variant === 'contacts') throw new Response(null, { status: 402 })
  if (!key.permissions.includes(`"${permission}"`)) throw new Response(null, { status: 403 })
  return { key: key as Key, results }
}

export const rowsOf = <Row>(result: D1Result | undefined): Row[] => (result?.results ?? []) as Row[]

export const json = (text: string, status = 200): Response =>
  new Response(text, { status, headers: { 'Content-Type': 'application/json' } })

export async function sha256(text: string): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))).toString('hex')
}
