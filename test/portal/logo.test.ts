import { describe, expect, it } from 'vitest'
import { call } from '../support/call'
import { clubOf, settings, signedIn } from '../support/club'
import { type Staff, staffOf } from '../support/dashboard'
import { eventsOf } from '../support/events'
import {
  bytesOf,
  JPEG,
  jpegWith,
  PNG,
  pngChunk,
  pngWith,
  WEBP,
  WEBP_LOSSLESS,
  webpWith,
} from '../support/images'
import { createPerson, deliverMails, PUBLIC_URL, requestLink } from '../support/portal'
import { rows, workspace } from '../support/workspace'

async function fixture() {
  const { club, staff: owner } = await clubOf(settings({ member_portal: { slug: 'tsv' } }), signedIn('owner'))
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

/** The bytes of the only logo. */
async function stored(): Promise<Buffer> {
  const [logo] = await rows<{ content: string }>('SELECT content FROM workspace_logos')
  return Buffer.from(String(logo?.content), 'base64')
}

const TEXT = new TextEncoder().encode('Comment\u0000taken at 52.5,13.4')

const logoIn = (text: string) => String(/src="(\/portal\/logo\/[^"]+)"/.exec(text)?.[1])

describe('a logo', () => {
  it.each([
    ['image/png', PNG],
    ['image/jpeg', JPEG],
    ['image/webp', WEBP],
    ['image/webp', WEBP_LOSSLESS],
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
    expect(await stored()).toEqual(Buffer.from(bytes))
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
    ['PNG', pngWith([pngChunk('tEXt', TEXT), pngChunk('eXIf', TEXT)]), PNG],
    ['PNG with more behind it', bytesOf(PNG, 'secret'), PNG],
    [
      'JPEG',
      jpegWith([
        [0xe1, 'Exif\0\0taken at 52.5,13.4'],
        [0xed, 'Photoshop'],
        [0xfe, 'secret'],
      ]),
      JPEG,
    ],
    ['JPEG with more behind it', bytesOf(JPEG, 'secret'), JPEG],
  ])('is stored without the metadata of a %s', async (_, bytes, clean) => {
    const { owner, at } = await fixture()
    expect((await upload(owner, at, bytes)).status).toBe(303)
    expect(await stored()).toEqual(Buffer.from(clean))
  })

  it('is stored without the metadata of a WebP, which then announces none', async () => {
    const { owner, at } = await fixture()
    await upload(
      owner,
      at,
      webpWith([
        ['EXIF', 'taken at 52.5,13.4'],
        ['XMP ', 'secret1'],
        ['ICCP', 'profile'],
      ]),
    )
    const kept = await stored()
    expect(kept.toString('latin1')).not.toMatch(/taken at 52|secret1/)
    expect(kept.toString('latin1')).toContain('profile')
    expect([kept.readUInt32LE(4), kept[20]]).toEqual([kept.length - 8, 0])
  })

  it.each([
    ['PNG', pngWith([], [4000, 4000]), pngWith([], [4001, 1])],
    ['PNG on its side', pngWith([], [1, 4000]), pngWith([], [1, 4001])],
    ['JPEG', jpegWith([], [4000, 4000]), jpegWith([], [20, 4001])],
    ['WebP', webpWith([], [4000, 4000]), webpWith([], [4001, 4000])],
  ])('has 4,000 pixels on a side at most, as %s', async (_, largest, larger) => {
    const { owner, at } = await fixture()
    expect((await upload(owner, at, largest)).status).toBe(303)
    await owner.submit(`${at}/logo/remove`)
    expect((await upload(owner, at, larger)).status).toBe(422)
    expect(await rows('SELECT * FROM workspace_logos')).toEqual([])
  })

  it.each<[string, Uint8Array]>([
    ['too large', bytesOf(PNG, new Uint8Array(102_400))],
    ['no image', new TextEncoder().encode('<svg onload="alert(1)"/>')],
    ['empty', new Uint8Array()],
    ['the first bytes of a PNG', PNG.slice(0, 11)],
    ['the first half of a PNG', PNG.slice(0, PNG.length / 2)],
    ['a PNG of a wrong checksum', PNG.map((byte, index) => (index === 20 ? byte + 1 : byte))],
    ['a PNG without pixels', bytesOf(PNG.slice(0, 33), PNG.slice(-12))],
    ['a PNG of no width', pngWith([], [0, 6])],
    ['a PNG that needs more than we know', pngWith([pngChunk('ABCD', TEXT)])],
    ['the first bytes of a JPEG', JPEG.slice(0, 7)],
    ['the first half of a JPEG', JPEG.slice(0, -2)],
    ['a JPEG without pixels', bytesOf(JPEG.slice(0, 20), [0xff, 0xd9])],
    ['the first bytes of a WebP', WEBP.slice(0, 16)],
    ['the first half of a WebP', WEBP.slice(0, -6)],
    ['a WebP without pixels', bytesOf('RIFF', [4, 0, 0, 0], 'WEBP')],
  ])('is refused where it is %s', async (_, bytes) => {
    const { owner, at } = await fixture()
    const { status, text } = await upload(owner, at, bytes)
    expect(status).toBe(422)
    expect(text).toContain('Bitte wähle ein vollständiges Bild als PNG, JPEG oder WebP mit höchstens 100 KB')
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
