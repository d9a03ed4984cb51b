import { describe, expect, it } from 'vitest'
import type { Role } from '../../src/domain/staff/roles'
import { clubOf, fee, person, signedIn } from '../support/club'
import { type Staff, staffOf } from '../support/dashboard'
import { seedMembers } from '../support/seed-members'
import { type Workspace, workspace } from '../support/workspace'

type Group = { title: string; hits: { label: string; detail?: string; badge?: string; href: string }[] }

const ENGLISH = { headers: { 'Accept-Language': 'en-GB' } }

const pathOf = ({ id }: Workspace, q: string, page = '/search.json') =>
  `/dashboard/${id}${page}?q=${encodeURIComponent(q)}`

async function ask(staff: Staff, club: Workspace, q: string): Promise<{ status: string; groups: Group[] }> {
  const { status, text, headers, cost } = await staff.get(pathOf(club, q), ENGLISH)
  expect([status, cost.trips, cost.rowsWritten]).toEqual([200, 1, 0])
  expect(headers.get('Cache-Control')).toBe('no-store')
  return JSON.parse(text)
}

/** What is found, by group. */
async function find(staff: Staff, club: Workspace, q: string): Promise<Record<string, string[]>> {
  const { groups } = await ask(staff, club, q)
  return Object.fromEntries(groups.map(({ title, hits }) => [title, hits.map(({ label }) => label)]))
}

async function fixture(role: Role = 'owner') {
  const { club, id, fees, staff } = await clubOf(
    person({
      name: { first_name: 'Katrin', last_name: 'Müller' },
      email: 'kmueller@example.org',
      membership_number: 'A-1004',
    }),
    person({ name: { first_name: 'Muriel', last_name: 'Adam' }, leave_date: '2020-01-31' }),
    person({ name: { last_name: 'Murkel' }, creation_behaviour: 'unconfirmed' }),
    person({ name: { last_name: 'Mundt' }, email: 'presse@example.org' }, 'contacts'),
    fee(4800, { description: 'Jahresbeitrag' }),
    signedIn(role),
  )
  return { club, katrin: id, fee: fees[0], staff }
}

describe('the search', () => {
  it('finds persons of both lists by name, address and number, and forgives accents', async () => {
    const { club, katrin, staff } = await fixture()
    for (const q of ['muller', 'Mueller, Katrin', 'katrin', 'KMUELLER@', 'a-1004'])
      expect(await find(staff, club, q), q).toMatchObject({ Members: ['Katrin Müller'] })
    expect(await find(staff, club, 'presse@')).toMatchObject({ Contacts: ['Mundt'] })
    const { groups } = await ask(staff, club, 'mu')
    expect(groups[0]?.hits.map(({ label, badge }) => [label, badge])).toEqual([
      ['Katrin Müller', undefined],
      ['Muriel Adam', 'former'],
      ['Murkel', 'application'],
    ])
    expect(groups[0]?.hits[0]).toMatchObject({
      detail: 'No. A-1004 · kmueller@example.org',
      href: `/dashboard/${club.id}/members/${katrin}`,
    })
  })

  it('finds fees by their reference, whole or its beginning, with blanks as banks print it', async () => {
    const { club, katrin, fee, staff } = await fixture()
    const printed = fee.reference.replaceAll(/(.{4})/g, '$1 ').toLowerCase()
    for (const q of [fee.reference, printed, fee.reference.slice(0, 12)]) {
      const { groups } = await ask(staff, club, q)
      expect(groups).toEqual([
        {
          title: 'Fees',
          hits: [
            {
              label: 'Jahresbeitrag, €48.00',
              detail: `Katrin Müller · ${fee.reference}`,
              badge: 'open',
              href: `/dashboard/${club.id}/members/${katrin}#${fee.id}`,
            },
          ],
        },
      ])
    }
    expect((await staff.get(`/dashboard/${club.id}/members/${katrin}`)).text).toContain(`id="${fee.id}"`)
  })

  it('finds pages and acts by their names, and all of them for an empty search', async () => {
    const { club, staff } = await fixture()
    expect(await find(staff, club, 'invite')).toEqual({ Pages: ['Invite to the team'] })
    expect((await find(staff, club, 'api')).Pages).toEqual(['New API key', 'API keys'])
    expect(Object.keys(await find(staff, club, ''))).toEqual(['Pages'])
    expect(await ask(staff, club, 'zzzz')).toEqual({ status: 'Nothing found', groups: [] })
  })

  it.each([
    ['office', ['Members', 'Contacts', 'Fees'], ['New member']],
    ['treasurer', ['Members', 'Contacts', 'Fees'], []],
    ['auditor', ['Fees'], []],
  ] as const)('finds for %s what that role may see', async (role, kinds, acts) => {
    const { club, fee, staff } = await fixture(role)
    const titles = []
    for (const q of ['katrin', 'mundt', fee.reference])
      titles.push(...Object.keys(await find(staff, club, q)))
    expect(titles).toEqual(kinds)
    expect(await find(staff, club, 'new member')).toEqual(acts.length > 0 ? { Pages: acts } : {})
    for (const hit of (await ask(staff, club, fee.reference)).groups[0]?.hits ?? [])
      expect((await staff.get(hit.href.replace(/#.*/, ''))).status).toBe(200)
  })

  it('finds nothing of other workspaces', async () => {
    const { fee } = await fixture()
    const other = await workspace()
    const stranger = await staffOf(other, 'owner')
    for (const q of ['katrin', 'mundt', fee.reference]) expect(await find(stranger, other, q)).toEqual({})
  })

  it('takes every text as one', async () => {
    const { club, staff } = await fixture()
    for (const q of ['%', '_', "'", '"', '\u0000', '😀', 'a '.repeat(300), 'RF', 'RF00'])
      expect((await staff.get(pathOf(club, q))).status, q).toBe(200)
  })

  it('reads as many rows of a large list as it looks through, and no more', async () => {
    const { club, staff } = await clubOf(signedIn('owner'))
    await seedMembers(club.id, 11_000)
    for (const q of ['a', 'xyz', 'member 10']) {
      const { cost } = await staff.get(pathOf(club, q))
      expect(cost.rowsRead, q).toBeLessThan(13_000)
    }
    const page = await staff.get(pathOf(club, 'a', '/search'))
    expect(page.text.length).toBeLessThan(30_000)
  })
})

describe('the page', () => {
  it('shows what is found in groups, and leads to the whole list', async () => {
    const { club, katrin, staff } = await fixture()
    const { status, text, cost } = await staff.get(pathOf(club, 'müller', '/search'), ENGLISH)
    expect([status, cost.trips, cost.rowsWritten]).toEqual([200, 1, 0])
    for (const part of [
      'value="müller"',
      `<a href="/dashboard/${club.id}/members/${katrin}">Katrin Müller</a>`,
      `/dashboard/${club.id}/members?status=all&amp;search=m%C3%BCller`,
    ])
      expect(text).toContain(part)
    expect((await staff.get(pathOf(club, 'zzzz', '/search'), ENGLISH)).text).toContain('Check the spelling')
  })

  it('is what the button in the frame of every page leads to', async () => {
    const { club, staff } = await fixture('auditor')
    const { text } = await staff.get(`/dashboard/${club.id}`)
    expect(text).toContain('commandfor="palette" command="show-modal"')
    expect(text).toMatch(new RegExp(`<dialog[^>]*id="palette".*action="/dashboard/${club.id}/search"`, 's'))
  })
})
