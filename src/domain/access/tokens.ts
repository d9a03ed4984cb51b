import { crc32 } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { base62, randomBase62 } from '../shared/ids'

export const PERMISSIONS = [
  'members:read',
  'members:write',
  'contacts:read',
  'contacts:write',
  'fees:read',
  'fees:write',
  'bookkeeping:read',
  'bookkeeping:write',
  'member_portal_sessions:create',
] as const
export type Permission = (typeof PERMISSIONS)[number]

/** The condition that a row of `api_keys` is the caller's, and valid now. */
export const VALID_KEY = sql`token_hash = ${sql.placeholder('tokenHash')} AND revoked_at IS NULL
  AND (expires_at IS NULL OR expires_at > ${sql.placeholder('now')})`

const TOKEN = /^mas_([0-9A-Za-z]{30})([0-9A-Za-z]{6})$/

/** A new bearer key: `mas_`, 30 random base62 characters and their CRC-32 in six. Shown once, stored as its hash. */
export function mintToken(): string {
  const secret = randomBase62(30)
  return `mas_${secret}${checksum(secret)}`
}

/** The stored hash of a bearer key, or undefined where its checksum already tells that it was never issued. */
export async function tokenHash(token: string): Promise<string | undefined> {
  const [, secret, check] = TOKEN.exec(token) ?? []
  return secret && check === checksum(secret) ? sha256(token) : undefined
}

/** SHA-256 of a text or of bytes, in lower-case hex. */
export async function sha256(content: string | Uint8Array<ArrayBuffer>): Promise<string> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  // Node's own hash is a stream, which takes three times as long here.
  const digest = await crypto.subtle.digest('SHA-256', bytes)
  return Buffer.from(digest).toString('hex')
}

const checksum = (secret: string): string => base62(crc32(secret), 6)
