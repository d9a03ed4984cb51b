import { eq } from 'drizzle-orm'
import { type Db, trip } from '../../db/client'
import { staff } from '../../db/schema'
import { sql } from '../../db/sql'
import { hourOf, increment, isOver, sweepCounts } from '../access/hourly-limits'
import { knownBrowserSql } from '../access/known-browsers'
import { countMailRequest, type MailRequestOutcome } from '../access/mail-requests'
import { sha256 } from '../shared/hash'
import { email } from '../shared/text'
import { codeHash, newCode } from './codes'
import { selectStaffSession, signedOut } from './principal'
import { insertRequest, newRequest, type SignInRequest, sweepRequests } from './sign-in-requests'

/** How many codes a session can ask for in an hour to prove who uses it. */
export const PROOFS_PER_HOUR = 5

/** How long a code is valid, in milliseconds. */
const CODE_MILLISECONDS = 15 * 60 * 1000

/** A code to mail. */
export type CodeRequest = { request_hash: string; email: string; requested_at: string }

/** What the browser keeps of a request for a code, and the mail to queue. */
export type RequestedCode = SignInRequest & { mail: CodeRequest }

/**
 * Requests a code for an email address, and counts the request as `access/mail-requests.ts` does. The outcome cannot tell
 * who is staff: no one is looked up but the owner of a browser that was signed in, and every address gets a request. One trip.
 */
export async function requestCode(
  db: Db,
  { now, typed, caller, browser }: { now: Date; typed: string; caller: string; browser: string },
): Promise<RequestedCode | 'no_address' | Exclude<MailRequestOutcome, 'taken'>> {
  const address = email.safeParse(typed.normalize('NFKC').trim().toLowerCase()).data
  if (!address) return 'no_address'
  const request = newRequest(now, CODE_MILLISECONDS)
  const owner = sql`(SELECT id FROM staff WHERE email = ${address})`
  const knownSql = knownBrowserSql(browser, owner, now)
  const counted = countMailRequest({ now, kind: 'staff', caller, address, browser, knownSql })
  const rows = await trip(db, {
    swept: [sweepCounts(db, now), sweepRequests(db, now)],
    ...counted.statements,
    requested: insertRequest(request, sql`SELECT NULL WHERE ${counted.takenSql}`),
  })
  const outcome = counted.outcome(rows)
  if (outcome !== 'taken') return outcome
  const mail = { request_hash: request.requestHash, email: address, requested_at: now.toISOString() }
  return { ...request, mail }
}

/**
 * Requests a code with which the owner of a session proves again who uses it. One trip. Throws `unauthenticated` if
 * the session has ended; `too_many` if the address has had its mails of this hour.
 */
export async function requestProof(
  db: Db,
  { now, sessionId }: { now: Date; sessionId: string },
): Promise<RequestedCode | 'too_many'> {
  const sessionHash = sha256(sessionId)
  const session = selectStaffSession(sessionHash, now)
  const request = newRequest(now, CODE_MILLISECONDS)
  const bySession = {
    hour: hourOf(now),
    subject: sha256(`proof ${sessionHash}`),
    max: PROOFS_PER_HOUR,
  }
  const { owners, counts } = await trip(db, {
    owners: db
      .select({ email: staff.email })
      .from(staff)
      .where(eq(staff.id, sql`(SELECT staff_id FROM ${session})`)),
    swept: sweepRequests(db, now),
    counts: increment(bySession, sql`EXISTS (SELECT 1 FROM ${session})`),
    requested: insertRequest(request, sql`SELECT ${sessionHash} FROM ${session}`),
  })
  const [owner] = owners
  if (!owner) throw signedOut()
  if (isOver(counts, bySession)) return 'too_many'
  const mail = { request_hash: request.requestHash, email: owner.email, requested_at: now.toISOString() }
  return { ...request, mail }
}

/** A code to mail, in the language of its reader. */
export type CodeToMail = { to: string; code: string; locale: string | null }

/** Creates the code of a request, if its address is that of staff. A newer one replaces it. One trip. */
export async function createCodeToMail(
  db: Db,
  { now, request_hash, email }: { now: Date; request_hash: string; email: string },
): Promise<CodeToMail | undefined> {
  const code = newCode()
  const { known } = await trip(db, {
    known: db.select().from(staff).where(eq(staff.email, email)),
    coded: sql`
      UPDATE sign_in_requests SET code_hash = ${codeHash(request_hash, code)},
        staff_id = (SELECT id FROM staff WHERE email = ${email})
      WHERE request_hash = ${request_hash} AND expires_at > ${now.toISOString()}
        AND EXISTS (SELECT 1 FROM staff WHERE email = ${email})`,
  })
  const [reader] = known
  return reader && { to: reader.email, code, locale: reader.locale }
}
