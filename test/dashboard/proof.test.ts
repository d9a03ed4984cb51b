import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { QueuedMail } from '../../src/env'
import type { Answer } from '../support/call'
import { clubOf, signedIn } from '../support/club'
import { addStaff, Browser, codeFrom, type Staff, staffOf } from '../support/dashboard'
import { leadsTo } from '../support/done'
import { formValues, inputValue, textOf } from '../support/html'
import { createPerson } from '../support/portal'
import { rows, type Workspace, workspace } from '../support/workspace'

const LONG_AGO = new Date(Date.now() - 31 * 60_000)

let queued: QueuedMail[]
const env = {
  PUBLIC_URL: 'https://members.example.org',
  MAILS: { send: async (mail: QueuedMail) => void queued.push(mail) } as unknown as Queue<QueuedMail>,
}
const options = { env, headers: { 'Accept-Language': 'en' } }

beforeEach(() => {
  queued = []
})

type Fields = [string, string][]

/** Sends a form, proves who sends it by a code, and sends it on as a browser does. */
async function prove(staff: Staff, path: string, fields: Fields): Promise<Answer> {
  const asked = await staff.submit(path, fields, options)
  expect([asked.status, asked.cost.rowsWritten]).toEqual([403, 0])
  expect(textOf(asked.text)).toContain('What you entered is kept')
  const coded = await staff.submit('/dashboard/prove', formValues(asked.text), options)
  expect([coded.status, coded.cost.trips]).toEqual([200, 1])
  const wrong = await staff.submit('/dashboard/sign-in/code', typed(coded, 'AAAA-AAAA'), options)
  expect(wrong.status).toBe(422)
  return sendOn(staff, typed(wrong, String(await codeFrom(queued))))
}

const typed = ({ text }: Answer, code: string): Fields => [
  ...formValues(text).filter(([name]) => name !== 'code'),
  ['code', code],
]

async function sendOn(staff: Staff, body: Fields): Promise<Answer> {
  const proved = await staff.submit('/dashboard/sign-in/code', body, options)
  expect(proved.status).toBe(307)
  return staff.submit(String(proved.headers.get('Location')), body, options)
}

async function fixture() {
  const { club, staff: owner } = await clubOf(signedIn('owner', { provedAt: LONG_AGO }))
  return { club, owner, base: `/dashboard/${club.id}` }
}

const members = (club: Workspace) =>
  Promise.all(['A', 'B'].map((last_name) => createPerson(club, { name: { last_name } })))

describe('a form that needs a fresh proof', () => {
  it('issues a key with what was typed', async () => {
    const { owner, base } = await fixture()
    const fields: Fields = [
      ['name', 'Web "site" <ü>'],
      ['members:read', '1'],
      ['expires_on', '2030-01-31'],
    ]
    const answer = await prove(owner, `${base}/settings/api-keys/new`, fields)
    expect(answer.status).toBe(200)
    expect(await rows(`SELECT name, permissions FROM api_keys WHERE name <> 'test'`)).toEqual([
      { name: 'Web "site" <ü>', permissions: '["members:read"]' },
    ])
  })

  it.each([
    ['29 minutes and 59 seconds', 30 * 60_000 - 1000, 200],
    ['30 minutes and 1 second', 30 * 60_000 + 1000, 403],
  ])('takes a proof of %s ago: %#', async (_, age, status) => {
    const now = new Date('2026-06-15T12:00:00Z')
    vi.useFakeTimers({ now, toFake: ['Date'] })
    const club = await workspace()
    const owner = await staffOf(club, 'owner', { provedAt: new Date(now.getTime() - age) })
    const fields = { name: 'Web', 'members:read': '1', expires_on: '2030-01-31' }
    const answer = await owner.submit(`/dashboard/${club.id}/settings/api-keys/new`, fields, options)
    vi.useRealTimers()
    expect([answer.status, (await rows("SELECT 1 FROM api_keys WHERE name = 'Web'")).length]).toEqual([
      status,
      status === 200 ? 1 : 0,
    ])
  })

  it('shows it once more where it has an issue', async () => {
    const { owner, base } = await fixture()
    const answer = await prove(owner, `${base}/settings/api-keys/new`, [['name', 'No permission']])
    expect([answer.status, inputValue(answer.text, 'name')]).toEqual([422, 'No permission'])
  })

  it('is refused with a page where it is too large to wait', async () => {
    const { owner, base } = await fixture()
    const path = `${base}/settings/staff/${owner.id}/remove`
    const { status, headers } = await owner.submit(path, { note: 'x'.repeat(65_536) }, options)
    expect([status, headers.get('Content-Type')]).toEqual([413, 'text/html; charset=UTF-8'])
  })

  it('invites the person whose data was typed', async () => {
    const { owner, base } = await fixture()
    const fields: Fields = [
      ['name', 'Bea'],
      ['email', 'bea@example.org'],
      ['role', 'treasurer'],
    ]
    const answer = await prove(owner, `${base}/settings/staff/new`, fields)
    expect(leadsTo(answer)).toContain(' after invited')
    expect(
      await rows(
        `SELECT name, role FROM staff JOIN memberships ON staff_id = id WHERE email = 'bea@example.org'`,
      ),
    ).toEqual([{ name: 'Bea', role: 'treasurer' }])
  })

  it('changes and removes a member of staff', async () => {
    const { club, owner, base } = await fixture()
    const id = await addStaff(club, 'office')
    const path = `${base}/settings/staff/${id}`
    const roles = () => rows('SELECT role FROM memberships WHERE staff_id = ?', id)
    await prove(owner, path, [['role', 'auditor']])
    expect(await roles()).toEqual([{ role: 'auditor' }])
    await rows('UPDATE staff_sessions SET proved_at = ?', LONG_AGO.toISOString())
    await prove(owner, `${path}/remove`, [])
    expect(await roles()).toEqual([])
  })

  it('deletes the chosen persons, after the page that asks', async () => {
    const { club, owner, base } = await fixture()
    const ids = await members(club)
    const fields: Fields = [...ids.map((id): [string, string] => ['id', id]), ['action', 'delete']]
    const asked = await prove(owner, `${base}/members/bulk`, fields)
    expect([asked.status, textOf(asked.text)]).toEqual([200, expect.stringContaining('2')])
    await rows('UPDATE staff_sessions SET proved_at = ?', LONG_AGO.toISOString())
    const confirmed = ['bulk.mark', 'bulk.seal'].map((name): [string, string] => [
      name,
      String(inputValue(asked.text, name)),
    ])
    const deleted = await prove(owner, `${base}/members/bulk/run`, [...fields, ...confirmed])
    expect(leadsTo(deleted)).toMatch(/ after deleted\?.*count=2/)
    expect(await rows('SELECT id FROM persons')).toEqual([])
  })

  it('sends another code, and keeps the form where the code has ended', async () => {
    const { owner, base } = await fixture()
    const asked = await owner.submit(`${base}/settings/api-keys/new`, [['name', 'Kept']], options)
    const coded = await owner.submit('/dashboard/prove', formValues(asked.text), options)
    let last = coded
    for (let attempt = 0; attempt < 5; attempt++)
      last = await owner.submit('/dashboard/sign-in/code', typed(last, 'AAAA-AAAA'), options)
    expect([last.status, inputValue(last.text, 'name')]).toEqual([410, 'Kept'])
    const again = await owner.submit('/dashboard/prove', formValues(last.text), options)
    expect([again.status, inputValue(again.text, 'name')]).toEqual([200, 'Kept'])
  })

  it('is never taken from an address, and leads to no other site', async () => {
    const { owner, base } = await fixture()
    const act = encodeURIComponent(`${base}/settings/api-keys/new`)
    for (const path of ['/dashboard/prove', '/dashboard/sign-in/code'])
      expect((await owner.get(`${path}?proof.act=${act}&name=X`)).text).not.toContain('proof.act')
    for (const to of ['https://example.org/', '//example.org', '/portal', '/dashboard/../portal']) {
      await rows('UPDATE staff_sessions SET proved_at = ?', LONG_AGO.toISOString())
      const coded = await owner.submit('/dashboard/prove', [['proof.act', to]], options)
      const body = typed(coded, String(await codeFrom(queued)))
      const proved = await owner.submit('/dashboard/sign-in/code', body, options)
      expect(proved.headers.get('Location')).toBe('/dashboard')
    }
  })

  it('needs a session', async () => {
    const { base } = await fixture()
    const answer = await new Browser().submit('/dashboard/prove', [['proof.act', base]], options)
    expect(answer.headers.get('Location')).toBe('/dashboard/sign-in')
  })
})
