import { beforeEach, describe, expect, it } from 'vitest'
import { call, type Options } from '../support/call'
import { type Staff, staffOf } from '../support/dashboard'
import { leadsTo, openAfter } from '../support/done'
import { cookieFor, DONE_COOKIE } from '../support/done-cookie'
import { textOf } from '../support/html'
import { createPerson } from '../support/portal'
import { type Workspace, workspace } from '../support/workspace'

const OPTIONS = { headers: { 'Accept-Language': 'en-GB' } }
const PREFETCH = { headers: { 'Accept-Language': 'en-GB', 'Sec-Purpose': 'prefetch' } }

let club: Workspace
let staff: Staff
let settings: string
let account: string

beforeEach(async () => {
  club = await workspace()
  staff = await staffOf(club, 'owner')
  settings = `/dashboard/${club.id}/settings/contact`
  account = `/dashboard/${club.id}/account`
})

const save = () => staff.submit(settings, { name: 'Office' }, OPTIONS)
const saveAccount = () => staff.submit(account, { name: 'Anna' }, OPTIONS)
const says = async (path: string, options: Options = OPTIONS) => {
  const { status, text } = await staff.get(path, options)
  expect(status).toBe(200)
  return textOf(text).includes('Saved.')
}

describe('what a form did', () => {
  it('is told by a cookie of a minute, and the browser forgets pages that it prefetched', async () => {
    const { status, headers } = await save()
    expect([status, headers.get('Location')]).toEqual([303, settings])
    expect(headers.getSetCookie()).toEqual([
      `${DONE_COOKIE}=${cookieFor(settings, 'saved')}; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Lax`,
    ])
    expect(headers.get('Clear-Site-Data')).toBe('"prefetchCache", "prerenderCache"')
  })

  it('is said once, and not again when the page is loaded again', async () => {
    await save()
    const page = await staff.get(settings, OPTIONS)
    expect(textOf(page.text)).toContain('Saved.')
    expect(page.headers.getSetCookie()).toEqual([
      `${DONE_COOKIE}=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax`,
    ])
    expect(await says(settings)).toBe(false)
  })

  it('is said by no other page, and waits for its own, whatever the query of that', async () => {
    await save()
    for (const other of [account, `/dashboard/${club.id}`, `/dashboard/${club.id}/settings/workspace`])
      expect(await says(other)).toBe(false)
    expect(await says(`${settings}?from=list`)).toBe(true)
  })

  it.each(['prefetch', 'prefetch;prerender', 'prefetch;anonymous-client-ip'])(
    'is not taken by a page that is loaded for "%s"',
    async (purpose) => {
      await save()
      expect(await says(settings, { headers: { ...OPTIONS.headers, 'Sec-Purpose': purpose } })).toBe(false)
      expect(await says(settings)).toBe(true)
    },
  )

  it('is taken neither by HEAD nor by a form that comes back', async () => {
    await save()
    const cookies = ['__Host-staff', DONE_COOKIE].map((name) => `${name}=${staff.cookie(name)}`)
    const head = await call('HEAD', settings, { headers: { Cookie: cookies.join('; ') } })
    expect([head.status, head.headers.getSetCookie()]).toEqual([200, []])
    const refused = await staff.submit(settings, { email: 'x' }, OPTIONS)
    expect([refused.status, textOf(refused.text).includes('Saved.')]).toEqual([422, false])
    expect(await says(settings)).toBe(true)
  })

  it('is that of the last form, if two were sent before a page was loaded', async () => {
    await save()
    await saveAccount()
    expect(await says(settings)).toBe(false)
    expect(await says(account)).toBe(true)
  })

  it('is said under the slug of the workspace, too', async () => {
    const named = await workspace({ member_portal: { enabled: true, slug: 'ruderclub' } })
    const owner = await staffOf(named, 'owner')
    const answer = await owner.submit(`/dashboard/${named.id}/settings/contact`, { name: 'Office' }, OPTIONS)
    expect(leadsTo(answer)).toBe('/dashboard/ruderclub/settings/contact after saved')
    const { text } = await owner.get(String(answer.headers.get('Location')), OPTIONS)
    expect(textOf(text)).toContain('Saved.')
  })

  it.each([
    '',
    'x',
    '%',
    '%7B',
    'null',
    '[]',
    '{"word":"saved"}',
    '{"path":"PATH"}',
    '{"path":"PATH","word":"<b>"}',
    '{"path":"PATH","word":"constructor"}',
    '{"path":"PATH","word":"__proto__"}',
    '{"path":"PATH","word":["saved"]}',
    '{"path":"PATH","word":"saved","numbers":{"count":"1"}}',
    '{"path":"PATH","word":"saved","numbers":{"count":-1}}',
    '{"path":"PATH","word":"saved","batch":"\'"}',
    '{"path":"PATH","word":"saved","about":"<i>"}',
    '{"path":"PATH","word":"saved","days":["2026-02-30"]}',
    '{"path":"//example.org","word":"saved"}',
  ])('is nothing, if the cookie is %s', async (cookie) => {
    staff.setCookie(DONE_COOKIE, encodeURIComponent(cookie.replace('PATH', settings)))
    expect(await says(settings)).toBe(false)
    staff.setCookie(DONE_COOKIE, cookie)
    expect(await says(settings)).toBe(false)
  })

  it('is not told to a redirect that was prefetched, which is asked for again', async () => {
    const reject = `/dashboard/${club.id}/applications/reject`
    const ahead = await staff.get(reject, PREFETCH)
    expect([ahead.status, ahead.headers.getSetCookie()]).toEqual([503, []])
    expect(leadsTo(await staff.get(reject, OPTIONS))).toBe(
      `/dashboard/${club.id}/applications after none?count=0`,
    )
  })
})

describe('an undo', () => {
  it('is offered with the batch of the cookie, but not for that of another workspace', async () => {
    const id = await createPerson(club, { name: { last_name: 'Ada' } })
    const path = `/dashboard/${club.id}/members/${id}`
    const ended = await staff.submit(`${path}/end`, { leave_date: '2030-01-01' }, OPTIONS)
    const place = leadsTo(ended)
    const undo = '>Undo</button>'
    expect((await openAfter(staff, place, OPTIONS)).text).toContain(undo)
    const other = await workspace()
    const stranger = await staffOf(other, 'owner')
    const list = `/dashboard/${other.id}/members after changed?${place.split('?')[1]}&count=1`
    const shown = await openAfter(stranger, list, OPTIONS)
    expect(textOf(shown.text)).toContain('Changed 1 member.')
    expect(shown.text).not.toContain(undo)
  })
})
