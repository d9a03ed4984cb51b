import { env } from 'cloudflare:workers'
import type { Role } from '../../src/domain/staff/roles'
import type { QueuedMail } from '../../src/env'
import { type Answer, call, type Options } from './call'
import { deliverMails, PUBLIC_URL, submit } from './portal'
import type { Workspace } from './workspace'

/** A browser that keeps its cookies, on pages of the dashboard. */
export class Browser {
  private readonly cookies = new Map<string, string>()

  async get(path: string, options: Options = {}): Promise<Answer> {
    return this.keep(
      await call('GET', path, { ...options, headers: { ...this.headers(), ...options.headers } }),
    )
  }

  async submit(
    path: string,
    fields: Record<string, string> | [string, string][] = {},
    options: Options = {},
  ): Promise<Answer> {
    return this.keep(
      await submit(path, fields, { ...options, headers: { ...this.headers(), ...options.headers } }),
    )
  }

  cookie(name: string): string | undefined {
    return this.cookies.get(name)
  }

  setCookie(name: string, value: string): void {
    this.cookies.set(name, value)
  }

  private headers(): Record<string, string> {
    const pairs = [...this.cookies].map(([name, value]) => `${name}=${value}`)
    return pairs.length > 0 ? { Cookie: pairs.join('; ') } : {}
  }

  private keep(answer: Answer): Answer {
    for (const cookie of answer.headers.getSetCookie()) {
      const [pair = '', ...attributes] = cookie.split('; ')
      const [name = '', value = ''] = pair.split('=')
      if (attributes.includes('Max-Age=0')) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    return answer
  }
}

export type Staff = Browser & { id: string; email: string }

/** Makes a member of staff, and a browser that is signed in as them. */
export async function staffOf(
  club: Workspace,
  role: Role,
  { email, provedAt }: { email?: string; provedAt?: Date } = {},
): Promise<Staff> {
  const id = await addStaff(club, role, email)
  const browser = new Browser()
  browser.setCookie(SESSION, await insertSession(id, provedAt))
  return Object.assign(browser, { id, email: email ?? addressOf(id) })
}

/** Inserts a member of staff who works for a workspace, and returns their id. */
export async function addStaff(club: Workspace, role: Role, email?: string): Promise<string> {
  const id = `stf_${crypto.randomUUID().replaceAll('-', '')}`
  const now = new Date().toISOString()
  await env.DB.batch([
    env.DB.prepare('INSERT INTO staff (id, email, name, created_at) VALUES (?, ?, ?, ?)').bind(
      id,
      email ?? addressOf(id),
      `Staff ${role}`,
      now,
    ),
    env.DB.prepare(
      'INSERT INTO memberships (workspace_id, staff_id, role, created_at, accepted_at) VALUES (?, ?, ?, ?, ?)',
    ).bind(club.id, id, role, now, now),
  ])
  return id
}

/** Submits an address and returns the browser, the answer and the queued mails. */
export async function requestCode(
  email: string,
  {
    browser = new Browser(),
    caller = '192.0.2.254',
    env: bindings = {},
  }: { browser?: Browser; caller?: string; env?: object } = {},
) {
  const queued: QueuedMail[] = []
  const MAILS = { send: async (mail: QueuedMail) => void queued.push(mail) } as unknown as Queue<QueuedMail>
  const answer = await browser.submit(
    '/dashboard/sign-in',
    { email },
    { env: { PUBLIC_URL, MAILS, ...bindings }, headers: { 'CF-Connecting-IP': caller } },
  )
  return { browser, answer, queued }
}

/** Delivers queued mails and returns the code of the last one; undefined if none was sent. */
export async function codeFrom(queued: QueuedMail[]): Promise<string | undefined> {
  const { sent } = await deliverMails(queued)
  return /[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(sent.at(-1)?.text ?? '')?.[0]
}

const SESSION = '__Host-staff'

const addressOf = (id: string): string => `${id.toLowerCase()}@example.org`

async function insertSession(staffId: string, provedAt = new Date()): Promise<string> {
  const session = crypto.randomUUID()
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(session))
  const hash = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString()
  await env.DB.prepare(
    'INSERT INTO staff_sessions (session_hash, id, staff_id, user_agent, created_at, proved_at, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
  )
    .bind(
      hash,
      `ses_${session}`,
      staffId,
      'Test',
      new Date().toISOString(),
      provedAt.toISOString(),
      expiresAt,
    )
    .run()
  return session
}
