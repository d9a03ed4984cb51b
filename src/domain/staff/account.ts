import * as z from 'zod'
import { type Answers, type Statements, trip } from '../../db/client'
import { HOME } from '../../db/places'
import { sql } from '../../db/sql'
import { act, CHECKED_BY_READS } from '../access/act'
import { requireFreshProof } from '../access/fresh-proof'
import { query } from '../access/query'
import { singleLine } from '../shared/text'
import { validate } from '../shared/validation'
import type { PasskeyNotice } from './passkeys/notice'
import { deletePasskeys } from './passkeys/removed'
import { endLeases } from './places'
import type { StaffCredential, StaffPrincipal } from './principal'
import { needsProof } from './proofs'

/** Where a member of staff is signed in, and their passkeys: the newest first, instants in RFC 3339. */
export type Account = { sessions: OpenSession[]; passkeys: Passkey[] }

type OpenSession = { id: string; userAgent: string; createdAt: string }
type Passkey = { id: string; name: string; createdAt: string; usedAt: string | null }

/** The body that changes an account; a `locale` of null follows the browser. */
export const accountChange = z.strictObject({
  name: singleLine(255),
  locale: z.enum(['de', 'en']).nullable(),
  has_shortcuts: z.boolean(),
})

/** Gets the sessions and passkeys of who asks. One trip. */
export async function viewAccount(principal: StaffPrincipal): Promise<Account> {
  return inFirst(principal, {
    sessions: sql<OpenSession>`
      SELECT id, user_agent AS userAgent, created_at AS createdAt FROM staff_sessions
      WHERE staff_id = ${principal.staffId()} AND expires_at > ${principal.now.toISOString()}
      ORDER BY created_at DESC`,
    passkeys: sql<Passkey>`
      SELECT credential_id AS id, name, created_at AS createdAt, used_at AS usedAt FROM passkeys
      WHERE staff_id = ${principal.staffId()} ORDER BY created_at DESC`,
  })
}

/**
 * Runs statements about an account where its session was proved, and in the first database, if that is another one: the account is
 * there. Returns the rows of the latter.
 */
async function inFirst<S extends Statements>(
  principal: StaffPrincipal,
  statements: S,
  authorize?: (credential: StaffCredential) => void,
): Promise<Answers<S>> {
  const { rows } = await query(principal, statements, authorize)
  const { db } = principal
  return db.place === HOME ? rows : trip(db.at(HOME), statements)
}

/** Changes the account of who asks. Two trips. Throws `invalid`. */
export async function updateAccount(
  principal: StaffPrincipal,
  { body }: { body: Record<string, unknown> },
): Promise<void> {
  await act(principal, CHECKED_BY_READS, async (tx) => {
    await tx.read({})
    const { name, locale, has_shortcuts } = validate(accountChange, body)
    const updated = sql`
      UPDATE staff SET name = ${name}, locale = ${locale}, has_shortcuts = ${has_shortcuts ? 1 : 0}
      WHERE id = ${tx.staffId()}`
    if (tx.db.place !== HOME) await trip(tx.db.at(HOME), { updated })
    await tx.write({ updated })
  })
}

/** Ends a session of who asks; without an id, all but the one that asks. One trip. */
export async function endSessions(
  principal: StaffPrincipal,
  { id }: { id: string | undefined },
): Promise<void> {
  const which = id === undefined ? sql`session_hash <> ${principal.sessionHash}` : sql`id = ${id}`
  await inFirst(principal, {
    ended: sql`DELETE FROM staff_sessions WHERE staff_id = ${principal.staffId()} AND ${which}`,
  })
  const staffId = principal.current().staff.id
  await endLeases(principal.db, {
    staffId,
    which: sql`staff_id = ${staffId} AND ${which}`,
  })
}

/**
 * Removes a passkey of the principal. Returns the mail about it; undefined if there was no such passkey. One trip.
 * Throws `proof_required`.
 */
export async function removePasskey(
  principal: StaffPrincipal,
  { id }: { id: string },
): Promise<PasskeyNotice | undefined> {
  const staffId = principal.staffId({ freshProof: needsProof('remove_passkey') })
  const { removed: passkeys } = await inFirst(
    principal,
    deletePasskeys(sql`credential_id = ${id} AND staff_id = ${staffId}`, principal.now),
    (credential) => requireFreshProof(credential, principal.now),
  )
  const [removed] = passkeys
  const { email, locale } = principal.current().staff
  const requested_at = principal.now.toISOString()
  return removed && { email, locale, change: 'removed', passkey: removed.name, requested_at }
}
