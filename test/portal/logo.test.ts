import { describe, expect, it } from 'vitest'
import { call } from '../support/call'
import { type Staff, staffOf } from '../support/dashboard'
import { eventsOf } from '../support/events'
import { createPerson, deliverMails, PUBLIC_URL, requestLink } from '../support/portal'
import { rows, workspace } from '../support/workspace'

const PNG = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3])
const JPEG = Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3])
const WEBP = new TextEncoder().encode('RIFF\u0000\u0000\u0000\u0000WEBPVP8 ')

async function fixture() {
  const club = await workspace({ member_portal: { slug: 'tsv' } })
  const owner = await staffOf(club, 'owner')
  return { club, owner, at: `/dashboard/${club.id}/settings/portal` }
}

async function upload(staff: Staff, at: string, bytes: Uint8Array) {
  const form = new FormData()
  form.append('logo', new Blob([Uint8Array.from(bytes)], { type: 'image/png' }), 'logo.png')
  const body = new Response(form)
  return call('POST', `${at}/logo`, {
    raw: await body.arrayBuffer(),
    headers: {
      'Content-Type': String(body.headers.get('Content-Type')),
      'Sec-Fetch-Site': 'same-origin',
      Cookie: `__Host-staff=${staff.cookie('__Host-staff')}`,
    },
  })
}

const logoIn = (text: string) => String(/src="(\/portal\/logo\/[^"]+)"/.exec(text)?.[1])

describe('a logo', () => {
  it.each([
    ['image/png', PNG],
    ['image/jpeg', JPEG],
    ['image/webp', WEBP],
  ])('of type %s is on pages and in mails, by its version', async (type, bytes) => {
    const { club, owner, at } = await fixture()
    const answer = await upload(owner, at, bytes)
    expect([answer.status, answer.cost.trips]).toEqual([303, 2])
    const page = await call('GET', '/portal/tsv')
    const path = logoIn(page.text)
    expect(page.headers.get('Content-Security-Policy')).toContain("img-src 'self'")
    const served = await call('GET', path)
    expect([served.status, served.cost.trips]).toEqual([200, 1])
    expect(served.headers.get('Content-Type')).toBe(type)
    expect(served.headers.get('Cache-Control')).toContain('immutable')
    expect(served.headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(served.headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin')
    expect(page.headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin')
    await createPerson(club, { name: { first_name: 'Ada' }, email: 'ada@example.org' })
    const { sent } = await deliverMails((await requestLink('tsv', 'ada@example.org')).queued)
    expect(sent[0]?.html).toContain(`<img src="${PUBLIC_URL}${path}" alt="TSV Aufbau 04"`)
    const version = path.split('/').at(-1)
    expect((await eventsOf(club)).at(-2)).toMatchObject({
      action: 'workspace.updated',
      actor_id: owner.id,
      changes: { 'member_portal.logo': [null, version] },
    })
  })

  it('is replaced and removed, and its former address ends', async () => {
    const { owner, at } = await fixture()
    await upload(owner, at, PNG)
    const first = logoIn((await call('GET', '/portal/tsv')).text)
    await upload(owner, at, JPEG)
    const second = logoIn((await call('GET', '/portal/tsv')).text)
    expect(second).not.toBe(first)
    expect((await call('GET', first)).status).toBe(404)
    expect((await owner.submit(`${at}/logo/remove`)).status).toBe(303)
    expect((await call('GET', second)).status).toBe(404)
    expect((await call('GET', '/portal/tsv')).text).not.toContain('<img')
    expect(await rows('SELECT * FROM workspace_logos')).toEqual([])
  })

  it.each([
    ['too large', Uint8Array.from([...PNG, ...new Uint8Array(102_400)])],
    ['no image', new TextEncoder().encode('<svg onload="alert(1)"/>')],
    ['empty', new Uint8Array()],
  ])('is refused where it is %s', async (_, bytes) => {
    const { owner, at } = await fixture()
    const { status, text } = await upload(owner, at, bytes)
    expect(status).toBe(422)
    expect(text).toContain('Bitte wähle ein Bild als PNG, JPEG oder WebP mit höchstens 100 KB.')
    expect(await rows('SELECT * FROM workspace_logos')).toEqual([])
  })

  it('is set by owners alone, and seen in no other workspace', async () => {
    const { club, owner, at } = await fixture()
    const office = await staffOf(club, 'office')
    expect((await upload(office, at, PNG)).status).not.toBe(303)
    expect(await rows('SELECT * FROM workspace_logos')).toEqual([])
    await upload(owner, at, PNG)
    const other = await workspace({ name: 'Other' })
    const path = logoIn((await call('GET', '/portal/tsv')).text)
    expect((await call('GET', path.replace(club.id, other.id))).status).toBe(404)
  })
})

it('lets the portal settings choose how German texts address members', async () => {
  const { club, owner, at } = await fixture()
  const page = (await owner.get(at)).text
  expect(page).toMatch(/<option value="sie" selected/)
  await owner.submit(at, {
    enabled: 'on',
    functions: 'view_data',
    colour: '#2f5d62',
    slug: 'tsv',
    address_form: 'du',
  })
  const [stored] = await rows('SELECT portal_address_form FROM workspaces WHERE id = ?', club.id)
  expect(stored).toEqual({ portal_address_form: 'du' })
})
