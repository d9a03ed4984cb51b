import { describe, expect, it } from 'vitest'
import { uploadImport } from '../../src/domain/imports/upload'
import type { Answer } from '../support/call'
import { clubOf, columns, person, SHIRT, signedIn, TEAMS } from '../support/club'
import { type Staff, staffOf } from '../support/dashboard'
import { eventsOf } from '../support/events'
import { inputValue, textOf } from '../support/html'
import { memberId, seedMembers } from '../support/seed-members'
import { principalOf } from '../support/staff-principal'
import { rows, type Workspace, workspace } from '../support/workspace'

const PERSONS = '/lists/members/persons'

const COLUMNS = columns([SHIRT, TEAMS])

const member = (name: string, fields: object = {}) =>
  person({ external_id: name, name: { last_name: name }, ...fields })

/** A workspace with the columns and these members. */
const clubWith = (...members: ReturnType<typeof member>[]) => clubOf(COLUMNS, ...members)

const pathOf = ({ id }: Workspace, page = '') => `/dashboard/${id}/members${page}`

const ENGLISH = { headers: { 'Accept-Language': 'en-GB' } }
const open = (staff: Staff, path: string) => staff.get(path, ENGLISH)
const submit = (staff: Staff, path: string, fields: Record<string, string> | [string, string][]) =>
  staff.submit(path, fields, ENGLISH)

/** The names in the first column, in their order. */
const namesIn = ({ text }: Answer) =>
  [...text.matchAll(/<th scope="row"[^>]*><a href="[^"]*">([^<]*)</g)].map(([, name]) => name)

const headsIn = ({ text }: Answer) =>
  [
    ...(/<thead>.*?<\/thead>/s.exec(text)?.[0] ?? '').matchAll(/<th scope="col"[^>]*>(?:<a[^>]*>)?([^<]*)/g),
  ].map(([, label]) => label)

const inputsIn = ({ text }: Answer) =>
  Object.fromEntries(
    [...text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(([, name, value]) => [
      String(name),
      String(value).replaceAll('&amp;', '&'),
    ]),
  )

async function gzipped(text: string): Promise<number> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))
  return (await new Response(stream).arrayBuffer()).byteLength
}

describe('the table', () => {
  it('shows a hundred members of many in one trip, under 25 KB, and writes nothing', async () => {
    const reads: number[] = []
    for (const size of [600, 3000]) {
      const club = await workspace()
      await seedMembers(club.id, size)
      const page = await open(await staffOf(club, 'office'), pathOf(club))
      expect([page.status, namesIn(page).length]).toEqual([200, 100])
      expect(page.cost).toMatchObject({ trips: 1, rowsWritten: 0 })
      expect(page.text).toContain(`of ${size.toLocaleString('en')}`)
      expect(await gzipped(page.text)).toBeLessThan(25_000)
      // Beside the count of all.
      reads.push(page.cost.rowsRead - size)
    }
    expect(Math.max(...reads)).toBeLessThanOrEqual(150)
  })

  it('leads from page to page and back', async () => {
    const club = await workspace()
    await seedMembers(club.id, 250)
    const staff = await staffOf(club, 'owner')
    const linkIn = ({ text }: Answer, label: string) =>
      new RegExp(`href="([^"]*)"[^>]*>${label}</a>`).exec(text)?.[1]?.replaceAll('&amp;', '&') ?? ''
    const first = await open(staff, pathOf(club))
    const second = await open(staff, linkIn(first, 'Next'))
    expect(second.text).toContain('101–200 of 250')
    expect(namesIn(second)).toHaveLength(100)
    expect(namesIn(await open(staff, linkIn(second, 'Previous')))).toEqual(namesIn(first))
    const last = await open(staff, linkIn(second, 'Next'))
    expect([namesIn(last).length, linkIn(last, 'Next')]).toEqual([50, ''])
  })

  it('begins at a letter where it is longer than a page, in the order of names and not narrowed', async () => {
    const { club } = await clubWith(...['Adler', 'Ärmel', 'Öz', 'Voß', '1. FC'].map((name) => member(name)))
    const staff = await staffOf(club, 'office')
    const lettersIn = ({ text }: Answer) =>
      (/<nav class="alphabet".*?<\/nav>/s.exec(text)?.[0] ?? '').replace(/<[^>]*>/g, '')
    const page = await open(staff, pathOf(club, '?per_page=2'))
    expect(lettersIn(page)).toBe('#ABCDEFGHIJKLMNOPQRSTUVWXYZ')
    expect(page.text).toContain(`href="${pathOf(club, '?per_page=2&amp;letter=o')}"`)
    expect(page.text).not.toContain('letter=w')
    const atO = await open(staff, pathOf(club, '?per_page=2&letter=o'))
    expect([namesIn(atO), atO.cost.trips]).toEqual([['Öz', 'Voß'], 1])
    expect(atO.text).toContain('4–5 of 5')
    expect(atO.text).toMatch(/aria-current="true"[^>]*>O</)
    for (const query of ['', '?per_page=2&search=a', '?per_page=2&sort=-name', '?per_page=2&columns=email'])
      expect(lettersIn(await open(staff, pathOf(club, query))).length, query).toBe(
        query.includes('columns') ? 27 : 0,
      )
  })

  it('is searched, filtered and sorted, and says by what', async () => {
    const { club } = await clubWith(
      member('Müller', { join_date: '2020-01-01', shirt: 'M' }),
      member('Maier', { join_date: '2024-01-01', shirt: 'S' }),
      member('Weg', { leave_date: '2020-01-01' }),
    )
    const staff = await staffOf(club, 'owner')
    const found = async (query: string) => namesIn(await open(staff, pathOf(club, query)))
    expect(await found('')).toEqual(['Maier', 'Müller'])
    expect(await found('?search=muller')).toEqual(['Müller'])
    expect(await found('?sort=-join_date')).toEqual(['Maier', 'Müller'])
    expect(await found('?status=former')).toEqual(['Weg'])
    const page = await open(staff, pathOf(club, '?filter[shirt][is]=M&filter[join_date][before]=2024-01-01'))
    expect(namesIn(page)).toEqual(['Müller'])
    expect(page.text).toContain('Shirt is M')
    expect(page.text).toContain('before 1 Jan 2024')
    const german = await staff.get(pathOf(club, '?filter[shirt][is]=M'), {
      headers: { 'Accept-Language': 'de' },
    })
    expect(german.text).toContain('Shirt ist M')
  })

  it('is sorted by custom columns of one value, and says so where one is gone', async () => {
    const { club } = await clubWith(member('A', { shirt: 'S' }), member('B', { shirt: 'M' }))
    const staff = await staffOf(club, 'office')
    const page = await open(staff, pathOf(club, '?columns=shirt,teams&sort=shirt'))
    expect(namesIn(page)).toEqual(['B', 'A'])
    expect(page.text).toMatch(/aria-sort="ascending"><a href="[^"]*sort=-shirt[^"]*">Shirt/)
    expect(page.text).not.toContain('sort=teams')
    const gone = await open(staff, pathOf(club, '?sort=gone'))
    expect([gone.status, gone.cost.trips, namesIn(gone)]).toEqual([200, 1, ['A', 'B']])
    expect(gone.text).toContain('can no longer be sorted by this column')
    expect(gone.text).not.toContain('sort=gone')
  })

  it('turns the filter form into an address without asking the database', async () => {
    const { club } = await clubWith(member('Müller'))
    const staff = await staffOf(club, 'owner')
    const form = new URLSearchParams({
      search: 'mu',
      'row.0.field': 'join_date',
      'row.0.operator': 'after',
      'row.0.value': '2020-01-01',
      'row.1.field': 'birthdate.age',
      'row.1.operator': 'less',
      'row.1.number': '17,5',
      'row.1.day': '2026-12-31',
      'row.2.field': 'email',
      'row.2.operator': 'not_empty',
      'row.2.value': 'ignored',
      'row.3.field': 'shirt',
      'row.3.operator': 'is',
      'row.3.value': '',
      add: 'teams',
    })
    const answer = await open(staff, pathOf(club, `?${form}`))
    expect([answer.status, answer.cost.trips]).toEqual([303, 0])
    const to = new URL(String(answer.headers.get('Location')), 'https://x.invalid')
    expect(Object.fromEntries(to.searchParams)).toEqual({
      search: 'mu',
      'filter[join_date][after]': '2020-01-01',
      'filter[birthdate.age][less]': '17.5@2026-12-31',
      'filter[email][empty]': 'false',
      add: 'teams',
    })
  })

  it('shows years of membership, and the day of a condition on years', async () => {
    const { club } = await clubWith(member('Müller', { join_date: '2010-01-01', leave_date: '2020-06-30' }))
    const query = 'status=all&columns=join_date.years&filter[join_date.years][more]=9@2021-12-31'
    const { status, text } = await open(await staffOf(club, 'owner'), pathOf(club, `?${query}`))
    expect(status).toBe(200)
    expect(textOf(text)).toContain('Years of membership more than 9 on')
    expect(text).toMatch(/name="row\.0\.number"[^>]*value="9"/)
    expect(text).toMatch(/name="row\.0\.day"[^>]*value="2021-12-31"/)
    expect(text).toMatch(/<td[^>]*>(<[^>]*>[^<]*<\/[^>]*>)*10<\/td>/)
  })

  it('says so where a condition does not work, or nothing is found, or the list is empty', async () => {
    const { club } = await clubWith(member('Müller'))
    const staff = await staffOf(club, 'owner')
    const wrong = await open(staff, pathOf(club, '?filter[join_date][after]=x'))
    expect([wrong.status, wrong.text.includes('This condition does not work')]).toEqual([422, true])
    expect((await open(staff, pathOf(club, '?search=nobody'))).text).toContain('Nothing found')
    const empty = await workspace()
    expect((await open(await staffOf(empty, 'owner'), pathOf(empty))).text).toContain('No members yet')
  })

  it('escapes what persons and queries hold', async () => {
    const { club } = await clubWith(member('<b>"Bold"</b>'))
    const page = await open(await staffOf(club, 'owner'), pathOf(club, '?search=%3Cb%3E'))
    expect(page.text).not.toContain('<b>')
    expect(page.text).toContain('&lt;b&gt;')
  })

  it('masks IBANs for those who may not read them', async () => {
    const { club } = await clubWith(member('A', { bank_account: { iban: 'DE89370400440532013000' } }))
    const query = '?columns=bank_account.iban'
    const office = await open(await staffOf(club, 'office'), pathOf(club, query))
    expect(office.text).toContain('•••• 3000')
    expect(office.text).not.toMatch(/\b0532\b/)
    expect((await open(await staffOf(club, 'treasurer'), pathOf(club, query))).text).toContain(
      'DE89 3704 0044 0532 0130 00',
    )
  })

  it('offers acts that write only to those who may', async () => {
    const { club } = await clubWith(member('A'))
    const office = await open(await staffOf(club, 'office'), pathOf(club))
    const treasurer = await open(await staffOf(club, 'treasurer'), pathOf(club))
    for (const label of ['Delete', 'Change a field', 'New member']) {
      expect(office.text).toContain(label)
      expect(treasurer.text).not.toContain(label)
    }
    expect(treasurer.text).toContain('value="export"')
  })

  it('is that of contacts too', async () => {
    const { club } = await clubOf(person({ external_id: 'a', name: { last_name: 'Presse' } }, 'contacts'))
    const page = await open(await staffOf(club, 'owner'), `/dashboard/${club.id}/contacts`)
    expect(namesIn(page)).toEqual(['Presse'])
    expect(page.text).not.toContain('End membership')
  })
})

describe('the export', () => {
  const lines = ({ text }: Answer) => text.trim().split('\r\n')

  /** Presses the button of a page of the list. */
  async function exportFrom(staff: Staff, club: Workspace, query = '') {
    const { text } = await open(staff, pathOf(club, query))
    const [form = ''] =
      /<form[^>]*action="[^"]*\/bulk"(?:(?!<\/form>).)*value="export".*?<\/form>/s.exec(text) ?? []
    return submit(staff, pathOf(club, '/bulk'), inputsIn({ text: form } as Answer))
  }

  it('has all that match the page, and no bank accounts for those who may not read them', async () => {
    const { club } = await clubWith(
      member('A', { shirt: 'M', bank_account: { iban: 'DE89370400440532013000' } }),
      member('B', { shirt: 'S' }),
    )
    const office = await exportFrom(await staffOf(club, 'office'), club, '?filter[shirt][is]=M')
    expect(office.headers.get('Content-Type')).toContain('text/csv')
    expect(lines(office)).toHaveLength(2)
    expect(office.text).not.toMatch(/\biban\b|\b3000\b/)
    const owner = await exportFrom(await staffOf(club, 'owner'), club, '?filter[shirt][is]=M')
    expect(owner.text).toContain('DE89370400440532013000')
  })

  it.each(['owner', 'office'] as const)(
    'of the role %s changes nothing when it is imported again',
    async (role) => {
      const club = await workspace({ locale: 'de-DE' })
      await club.put('/lists/members/custom_columns', {
        data: [
          { name: 'E-Mail', type: 'email' },
          { name: 'Vorname', type: 'number', external_id: 'hours' },
          { name: 'Vorname', type: 'boolean' },
          { name: 'Teams', type: 'array' },
          { name: 'Seit', type: 'date' },
        ],
      })
      const { data: columns } = (await club.get('/lists/members/custom_columns')).body
      const person = {
        external_id: 'a',
        name: { first_name: '=1+1', last_name: 'Groß; "Ada"' },
        phone_numbers: [{ label: null, number: '0221 1815' }],
        address: { street: '1/2', postcode: '01067', city: null, country_code: 'DE' },
        bank_account: { iban: 'DE89370400440532013000', bic: null, signatory: null },
        sepa_mandate: { reference: '007', signature_date: '2026-01-31' },
        payment_method: 'direct_debit',
        membership_number: '0012',
        leave_date: '2999-12-31',
        [columns[0].id]: 'a@example.org',
        hours: 1234.5,
        [columns[2].id]: false,
        [columns[3].id]: ['A', 'B;C'],
        [columns[4].id]: '2026-02-01',
      }
      expect(
        (await club.put(PERSONS, { data: [person, { external_id: 'B', name: { last_name: 'B' } }] })).status,
      ).toBe(200)
      const staff = await staffOf(club, role)
      const whole = { action: 'export', scope: 'all', query: '' }
      const { text } = await submit(staff, pathOf(club, '/bulk'), whole)
      expect(text).toContain('1234,5')
      const file = Uint8Array.from(new TextEncoder().encode(text))
      const principal = await principalOf(club)
      const id = await uploadImport(principal, { list: 'members', fileName: 'members.csv', file })
      const check = await staff.get(pathOf(club, `/import/${id}/check`), {
        headers: { 'Accept-Language': 'en' },
      })
      expect([check.status, check.text.includes('The file changes nothing')]).toEqual([200, true])
    },
  )

  it('has every page of a long list, each person once', async () => {
    const club = await workspace()
    await seedMembers(club.id, 1203)
    const answer = await exportFrom(await staffOf(club, 'owner'), club)
    expect(new Set(lines(answer)).size).toBe(1204)
  })

  it('needs a fresh proof for a whole list, not for a part', async () => {
    const { club } = await clubWith(member('A'))
    const staff = await staffOf(club, 'owner', { provedAt: new Date(Date.now() - 31 * 60_000) })
    const { headers, cost } = await exportFrom(staff, club, '?sort=-name')
    const back = encodeURIComponent(pathOf(club, '?sort=-name'))
    expect([headers.get('Location'), cost.rowsWritten]).toEqual([`/dashboard/prove?to=${back}`, 0])
    expect((await exportFrom(staff, club, '?search=a')).status).toBe(200)
  })

  it('of 100 persons needs no proof, and that of one more does', async () => {
    const club = await workspace()
    await seedMembers(club.id, 100)
    const staff = await staffOf(club, 'owner', { provedAt: new Date(Date.now() - 31 * 60_000) })
    const free = await exportFrom(staff, club, '?search=last')
    expect([free.status, lines(free).length]).toEqual([200, 101])
    await seedMembers(club.id, 1, 101)
    const refused = await exportFrom(staff, club, '?search=last')
    expect([refused.status, refused.headers.get('Location')]).toEqual([
      303,
      expect.stringContaining('/dashboard/prove?to='),
    ])
  })

  it('is an event that names no person, and none where it is refused', async () => {
    const { club } = await clubWith(member('Lovelace'), member('Turing'))
    const staff = await staffOf(club, 'treasurer')
    const before = (await eventsOf(club)).length
    const { cost } = await exportFrom(staff, club, '?search=lovelace')
    expect(cost.trips).toBe(2)
    const fields = { scope: 'all', action: 'export', query: 'filter[unknown][is]=1' }
    expect((await submit(staff, pathOf(club, '/bulk'), fields)).status).not.toBe(200)
    const auditor = await staffOf(club, 'auditor')
    expect((await submit(auditor, pathOf(club, '/bulk'), { ...fields, query: '' })).status).toBe(403)
    const recorded = await eventsOf(club, before)
    expect(recorded).toMatchObject([
      {
        action: 'persons.exported',
        actor_id: staff.id,
        subject_kind: 'workspace',
        changes: { list: [null, 'members'], persons: [null, 1] },
      },
    ])
    expect(JSON.stringify(recorded)).not.toMatch(/lovelace/i)
  })

  it('has the chosen persons, through the bar of the table', async () => {
    const club = await workspace()
    await seedMembers(club.id, 3)
    const fields: [string, string][] = [
      ['action', 'export'],
      ['id', memberId(1)],
      ['id', memberId(3)],
    ]
    expect(lines(await submit(await staffOf(club, 'treasurer'), pathOf(club, '/bulk'), fields))).toHaveLength(
      3,
    )
  })
})

describe('bulk acts', () => {
  const confirm = async (staff: Staff, club: Workspace, action: string, fields: Record<string, string>) =>
    submit(staff, pathOf(club, '/bulk'), { action, ...fields })

  const shirts = () => rows(`SELECT custom_values AS v FROM persons WHERE custom_values <> '{}'`)

  it('ask for the field, say who is concerned, set it, and say what was done', async () => {
    const { club } = await clubWith(member('A'), member('B'), member('C', { leave_date: '2020-01-01' }))
    const staff = await staffOf(club, 'office')
    const query = 'sort=-name'
    const choose = await confirm(staff, club, 'change', { scope: 'all', query })
    expect(choose.text).toContain('What should change?')
    const page = await confirm(staff, club, 'set:shirt', inputsIn(choose))
    expect(page.cost).toMatchObject({ trips: 1, rowsWritten: 0 })
    for (const text of ['Set Shirt', '2 members', '<li>A</li><li>B</li>', 'Set for 2 members'])
      expect(page.text).toContain(text)
    const done = await submit(staff, pathOf(club, '/bulk/run'), { ...inputsIn(page), shirt: 'M' })
    expect([done.status, done.cost.trips]).toEqual([303, 2])
    expect(await shirts()).toHaveLength(2)
    const to = String(done.headers.get('Location'))
    expect(to).toContain('sort=-name')
    const listed = await open(staff, to)
    expect(listed.text).toContain('Changed 2 members.')
    const [, batch = ''] = /name="batch" value="(bat_\w+)"/.exec(listed.text) ?? []
    const undone = await submit(staff, `/dashboard/${club.id}/undo`, {
      batch,
      back: pathOf(club, '?sort=-name'),
    })
    expect(await shirts()).toEqual([])
    expect((await open(staff, String(undone.headers.get('Location')))).text).toContain('Undone.')
  })

  it('set custom columns whose keys are names like those of hidden fields', async () => {
    const keys = ['action', 'query', 'scope']
    const { club, id, staff } = await clubOf(
      columns(keys.map((external_id) => ({ name: external_id, type: 'string', external_id }))),
      member('A'),
      member('B'),
      signedIn('office'),
    )
    for (const key of keys) {
      const page = await confirm(staff, club, `set:${key}`, { id, query: 'sort=-name' })
      const fields: [string, string][] = [...Object.entries(inputsIn(page)), [key, 'all']]
      expect((await submit(staff, pathOf(club, '/bulk/run'), fields)).status).toBe(303)
    }
    const values = { action: 'all', query: 'all', scope: 'all' }
    const { body } = await club.get('/lists/members/persons')
    expect(body.data).toMatchObject([values, { action: null, query: null, scope: null }])
  })

  it('save what is to be deleted as a file first', async () => {
    const { club } = await clubWith(member('A'), member('B'))
    const staff = await staffOf(club, 'owner')
    const page = await confirm(staff, club, 'delete', { scope: 'all', query: '' })
    const fields: [string, string][] = [...Object.entries(inputsIn(page)), ['action', 'export']]
    expect((await submit(staff, pathOf(club, '/bulk'), fields)).headers.get('Content-Disposition')).toContain(
      'members.csv',
    )
  })

  it('propose the end of the year as the last day of memberships', async () => {
    const { club } = await clubWith(member('A'))
    const page = await confirm(await staffOf(club, 'owner'), club, 'end', { scope: 'all', query: '' })
    expect(inputValue(page.text, 'bulk.value')).toBe(`${new Date().getFullYear()}-12-31`)
  })

  it('are shown again where the list has changed, with what was typed', async () => {
    const { club } = await clubWith(member('A'), member('B'))
    const staff = await staffOf(club, 'owner')
    const page = await confirm(staff, club, 'end', { scope: 'all', query: '' })
    await club.put(PERSONS, { data: [{ external_id: 'C', name: { last_name: 'C' } }] })
    const fields = { ...inputsIn(page), 'bulk.value': '2026-12-31' }
    const again = await submit(staff, pathOf(club, '/bulk/run'), fields)
    expect([again.status, again.text.includes('The list has changed meanwhile')]).toEqual([409, true])
    expect(again.text).toContain('3 members')
    expect(again.text).toContain('value="2026-12-31"')
    expect(await rows('SELECT id FROM persons WHERE leave_date IS NOT NULL')).toEqual([])
    const done = await submit(staff, pathOf(club, '/bulk/run'), {
      ...inputsIn(again),
      'bulk.value': '2026-12-31',
    })
    expect(done.status).toBe(303)
  })

  it('are shown again where the value is wrong', async () => {
    const { club } = await clubWith(member('A'))
    const staff = await staffOf(club, 'owner')
    for (const [action, wrong] of [
      ['end', { 'bulk.value': 'soon' }],
      ['set:shirt', { shirt: 'XL' }],
      ['add:teams', { 'bulk.value': 'C' }],
    ] as const) {
      const page = await confirm(staff, club, action, { scope: 'all', query: '' })
      const again = await submit(staff, pathOf(club, '/bulk/run'), { ...inputsIn(page), ...wrong })
      expect([again.status, again.text.includes('aria-invalid="true"')]).toEqual([422, true])
    }
    expect(await rows('SELECT revision FROM persons')).toEqual([{ revision: 1 }])
  })

  it('add a value to a column of several', async () => {
    const { club } = await clubWith(member('A', { teams: ['A'] }), member('B'))
    const staff = await staffOf(club, 'owner')
    const page = await confirm(staff, club, 'add:teams', { scope: 'all', query: '' })
    await submit(staff, pathOf(club, '/bulk/run'), { ...inputsIn(page), 'bulk.value': 'B' })
    const { body } = await club.get(PERSONS)
    expect(body.data.map(({ teams }: { teams: string[] }) => teams)).toEqual([['A', 'B'], ['B']])
  })

  it('delete many only with their number typed, and offer a copy first', async () => {
    const club = await workspace()
    await seedMembers(club.id, 60)
    const staff = await staffOf(club, 'owner')
    const page = await confirm(staff, club, 'delete', { scope: 'all', query: '' })
    expect(page.text).toContain('Save as CSV first')
    const run = (typed: string) =>
      submit(staff, pathOf(club, '/bulk/run'), { ...inputsIn(page), 'bulk.typed': typed })
    expect((await run('')).status).toBe(422)
    expect((await run('59')).status).toBe(422)
    expect((await run('60')).status).toBe(303)
    expect(await rows('SELECT id FROM persons')).toEqual([])
  })

  it('ask for the proof of who asks before several are deleted, and keep what is selected', async () => {
    const { club } = await clubWith(member('A'), member('B'))
    const staff = await staffOf(club, 'owner', { provedAt: new Date(Date.now() - 31 * 60_000) })
    const answer = await confirm(staff, club, 'delete', { scope: 'all', query: 'sort=-name' })
    expect(answer.status).toBe(403)
    expect(['scope', 'query', 'action'].map((name) => inputValue(answer.text, name))).toEqual([
      'all',
      'sort=-name',
      'delete',
    ])
  })

  it('say so where no one is selected', async () => {
    const { club } = await clubWith(member('A'))
    const page = await confirm(await staffOf(club, 'owner'), club, 'delete', { query: '' })
    expect([page.status, page.text.includes('No one selected')]).toEqual([422, true])
  })
})

it('shows what is open of the fees, and reads those of the page alone', async () => {
  const reads: number[] = []
  for (const size of [10, 600]) {
    const club = await workspace()
    await seedMembers(club.id, size)
    const amounts = Array.from({ length: size }, (_, n) => [n + 1, 1200] as const)
    const data = [...amounts, [1, 3450], [2, 9900]].map(([n, amount]) => ({
      amount,
      description: 'Fee',
      person_external_id: `e${n}`,
    }))
    expect((await club.post('/fees', { data })).status).toBe(201)
    await rows(
      `UPDATE fees SET status = 'paid', paid_amount = amount WHERE amount = 9900 OR person_id = ? RETURNING id`,
      memberId(2),
    )
    const staff = await staffOf(club, 'treasurer')
    await submit(staff, pathOf(club, '/columns'), [['column.membership', 'fees.open']])
    const chosen = await open(staff, pathOf(club, '?per_page=5'))
    const given = await open(staff, pathOf(club, '?per_page=5&columns=fees.open&sort=join_date'))
    const amountsIn = ({ text }: Answer) =>
      [...text.matchAll(/<td class="cell-aside number">([^<]*)</g)].map(([, amount]) => amount)
    expect(headsIn(chosen)).toEqual(['Name', 'Open fees'])
    expect(amountsIn(chosen).slice(0, 3)).toEqual(['€46.50', '€12.00', size === 10 ? '' : '€12.00'])
    expect(amountsIn(given).slice(0, 2)).toEqual(['€46.50', '€12.00'])
    for (const page of [chosen, given]) expect(page.cost).toMatchObject({ trips: 1, rowsWritten: 0 })
    const without = await open(staff, pathOf(club, '?per_page=5&columns=email'))
    reads.push(chosen.cost.rowsRead - without.cost.rowsRead)
  }
  expect(Math.max(...reads)).toBeLessThanOrEqual(40)
})

it('keeps the columns that a member of staff chooses, in their order', async () => {
  const { club } = await clubWith(member('A', { shirt: 'M' }))
  const staff = await staffOf(club, 'treasurer')
  const path = pathOf(club, '/columns')
  const chosen = await submit(staff, path, [
    ['column.common', 'email'],
    ['column.custom', 'shirt'],
    ['order', 'shirt'],
  ])
  expect([chosen.status, chosen.cost.trips]).toEqual([303, 1])
  expect(headsIn(await open(staff, pathOf(club)))).toEqual(['Name', 'Shirt', 'Email'])
  await submit(staff, path, { order: 'shirt,email', move: 'up:email' })
  expect(headsIn(await open(staff, pathOf(club)))).toEqual(['Name', 'Email', 'Shirt'])
  expect(headsIn(await open(await staffOf(club, 'owner'), pathOf(club)))).toContain('Number')
  await submit(staff, path, { order: 'email', reset: '1' })
  expect(headsIn(await open(staff, pathOf(club)))).toContain('Number')
  expect((await open(staff, path)).cost).toMatchObject({ trips: 1, rowsWritten: 0 })
})

it('gives a view columns of its own, for all who open it, where the viewer may change it', async () => {
  const { club } = await clubWith(member('A', { shirt: 'M' }))
  const staff = await staffOf(club, 'office')
  const query = '?filter%5Bshirt%5D%5Bis%5D=M'
  await submit(staff, pathOf(club, `/views${query}`), { name: 'M shirts', shared: '1' })
  const [segment] = await rows<{ id: string }>('SELECT id FROM segments')
  const page = await open(staff, pathOf(club, `/columns${query}`))
  expect(page.text).toContain('For the view “M shirts”')
  expect(page.cost).toMatchObject({ trips: 1, rowsWritten: 0 })
  for (const other of [
    open(await staffOf(club, 'treasurer'), pathOf(club, `/columns${query}`)),
    open(staff, pathOf(club, '/columns')),
  ])
    expect((await other).text).not.toContain('M shirts')
  const target = `/columns${query}&view=${segment?.id}`
  const saved = await submit(staff, pathOf(club, target), { 'column.custom': 'shirt' })
  expect([saved.status, saved.cost.trips]).toEqual([303, 1])
  const list = String(saved.headers.get('Location'))
  const shown = await open(await staffOf(club, 'treasurer'), list)
  expect(headsIn(shown)).toEqual(['Name', 'Shirt'])
  expect(shown.text).toMatch(/aria-current="page">M shirts/)
  expect(headsIn(await open(staff, pathOf(club)))).toContain('Number')
  const own = `${query}&columns=shirt`
  expect((await open(staff, pathOf(club, `/columns${own}`))).text).toContain('Remove its own columns')
  const moved = await submit(staff, pathOf(club, `/columns${own}&view=${segment?.id}`), {
    order: 'shirt,email',
    move: 'up:email',
  })
  expect(String(moved.headers.get('Location'))).toContain(`columns=email%2Cshirt&view=${segment?.id}`)
  const forMe = pathOf(club, `/columns${own}&view=me`)
  const mine = await submit(staff, forMe, { order: 'shirt,email', move: 'up:email' })
  expect(String(mine.headers.get('Location'))).toBe(forMe)
  const treasurer = await submit(
    await staffOf(club, 'treasurer'),
    pathOf(club, `/columns${query}&columns=email,shirt&view=${segment?.id}`),
    { order: 'shirt' },
  )
  expect([treasurer.status, treasurer.cost.rowsWritten]).toEqual([404, 0])
  await submit(staff, pathOf(club, `/columns${query}&columns=email,shirt&view=${segment?.id}`), {
    reset: '1',
  })
  expect(await rows('SELECT query FROM segments')).toEqual([{ query: query.slice(1) }])
})

it('saves views, renames and deletes them', async () => {
  const { club } = await clubWith(member('A'))
  const staff = await staffOf(club, 'office')
  const query = '?search=a&filter%5Bshirt%5D%5Bis%5D=M'
  const page = await open(staff, pathOf(club, `/views${query}`))
  expect(page.text).toContain('Shirt is M')
  const unnamed = await submit(staff, pathOf(club, `/views${query}`), { name: ' ' })
  expect([unnamed.status, unnamed.cost.rowsWritten]).toEqual([422, 0])
  const saved = await submit(staff, pathOf(club, `/views${query}`), { name: 'M shirts', shared: '1' })
  expect([saved.status, saved.cost.trips]).toEqual([303, 2])
  const list = await open(await staffOf(club, 'treasurer'), pathOf(club))
  expect(list.text).toContain('>M shirts</a>')
  const [segment] = await rows<{ id: string }>('SELECT id FROM segments')
  await submit(staff, pathOf(club, `/views/${segment?.id}`), { name: 'Medium' })
  expect((await open(staff, pathOf(club))).text).toContain('>Medium</a>')
  await submit(staff, pathOf(club, `/views/${segment?.id}/deletion`), {})
  expect((await open(staff, pathOf(club))).text).not.toContain('Medium')
})
