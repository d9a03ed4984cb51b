import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clubOf, columns, editable, person, visitor } from '../support/club'
import { filledForm, type Session } from '../support/portal'
import { cardOf, cardPath } from '../support/portal-cards'
import { rows, type Workspace } from '../support/workspace'

const FIELDS = ['name', 'birthdate', 'phone_numbers', 'address', 'payment_method', 'bank_account']

const CHOICES = ['M', 'L  L', 'XL\u00a0L', '<b>&amp;"']

const COLUMNS = [
  { name: 'Size', type: 'string', allowed_values: CHOICES, external_id: 'size' },
  { name: 'Teams', type: 'array', allowed_values: CHOICES, external_id: 'teams' },
  { name: 'Nicknames', type: 'array', external_id: 'nicknames' },
  { name: 'News', type: 'boolean', external_id: 'news' },
  { name: 'Hours', type: 'integer', external_id: 'hours' },
  { name: 'Rate', type: 'number', external_id: 'rate' },
  { name: 'Since', type: 'date', external_id: 'since' },
  { name: 'Mail', type: 'email', external_id: 'mail' },
  { name: 'Site', type: 'url', external_id: 'site' },
  { name: 'Remark', type: 'string', external_id: 'remark' },
]

const KEYS = [...FIELDS, ...COLUMNS.map(({ external_id }) => external_id)]

type Fixture = { club: Workspace; id: string; session: Session; path: string }

async function createFixture(): Promise<Fixture> {
  const world = await clubOf(columns(COLUMNS), editable(...KEYS), person({ external_id: 'ada' }), visitor())
  return { ...world, path: `/lists/members/persons/${world.id}` }
}

const optional = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { freq: 4 })

const character = fc.constantFrom(...'aZ9 ÄßΩ漢😀&<>"\'=,.;\\/%+-\u00a0\u3000'.split(''), '😀')
const characters = character.filter((text) => !/[\ud800-\udfff]/.test(text) || text.length === 2)
const line = (maxLength: number) =>
  fc.string({ unit: characters, minLength: 1, maxLength }).filter((text) => text.trim() !== '')
const prose = fc.string({
  unit: fc.oneof(characters, fc.constantFrom('\n', '\r', '\r\n', '\t', ' ')),
  maxLength: 100,
})
const date = fc.constantFrom('2020-02-29', '0001-01-01', '0000-12-31', '9999-12-31', '1985-12-10')
const address = fc.record({
  street: optional(line(20)),
  postcode: optional(line(8)),
  city: optional(line(20)),
  country_code: optional(fc.constantFrom('DE', 'AT', 'QQ', 'XX', 'ZZ')),
})
const account = fc.record({
  iban: fc.constantFrom('DE89370400440532013000', 'NL91ABNA0417164300'),
  bic: optional(fc.constantFrom('COBADEFFXXX', 'COBADEFF')),
  signatory: optional(line(20)),
})
const phone = fc.record({ label: optional(line(10)), number: line(10) })

const VALUES: Record<string, fc.Arbitrary<unknown>> = {
  name: fc.record({ first_name: optional(line(20)), last_name: optional(line(20)) }),
  birthdate: optional(fc.constantFrom('2020-02-29', '0001-01-01', '1985-12-10')),
  phone_numbers: optional(fc.array(phone, { maxLength: 3 })),
  address: optional(address),
  payment_method: optional(fc.constantFrom('bank_transfer', 'direct_debit', 'cash')),
  bank_account: optional(account),
  size: optional(fc.constantFrom(...CHOICES)),
  teams: optional(fc.array(fc.constantFrom(...CHOICES), { maxLength: 5 })),
  nicknames: optional(fc.array(line(10), { maxLength: 4 })),
  news: optional(fc.boolean()),
  hours: optional(fc.constantFrom(0, -3, 24, Number.MAX_SAFE_INTEGER)),
  rate: optional(
    fc.oneof(
      fc.constantFrom(1e21, 1.5e-7, -1.25e300, 33.3, 1000),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
    ),
  ),
  since: optional(date),
  mail: optional(fc.constantFrom('second@example.org')),
  site: optional(fc.constantFrom('https://ada.example.org/?a=1&b=2', 'http://ä.example/ü"<')),
  remark: optional(prose),
}

/** Another value for each field: its inputs, and what is stored. */
const CHANGES: Record<string, [inputs: Record<string, string>, stored: unknown]> = {
  name: [
    { 'name.first_name': 'Grace', 'name.last_name': 'Hopper' },
    { first_name: 'Grace', last_name: 'Hopper' },
  ],
  birthdate: [{ birthdate: '1906-12-09' }, '1906-12-09'],
  phone_numbers: [
    { 'phone_numbers.0.number': '0301906', 'phone_numbers.0.label': 'work' },
    expect.arrayContaining([{ number: '0301906', label: 'work' }]),
  ],
  address: [{ 'address.city': 'New Haven' }, expect.objectContaining({ city: 'New Haven' })],
  payment_method: [{ payment_method: 'cash' }, 'cash'],
  bank_account: [
    { 'bank_account.iban': 'GB29 NWBK 6016 1331 9268 19' },
    expect.objectContaining({ iban: 'GB29NWBK60161331926819' }),
  ],
  size: [{ size: 'L  L' }, 'L  L'],
  teams: [{ teams: 'XL\u00a0L' }, ['XL\u00a0L']],
  nicknames: [{ nicknames: 'Amazing' }, ['Amazing']],
  news: [{ news: 'true' }, true],
  hours: [{ hours: '1906' }, 1906],
  rate: [{ rate: '1906' }, 1906],
  since: [{ since: '1944-07-02' }, '1944-07-02'],
  mail: [{ mail: 'grace@example.org' }, 'grace@example.org'],
  site: [{ site: 'https://grace.example.org/' }, 'https://grace.example.org/'],
  remark: [{ remark: 'Nanoseconds' }, 'Nanoseconds'],
}

const CARDS = ['contact', 'address', 'bank', 'consents', 'more']

const row = () => rows('SELECT * FROM persons')
const language = fc.constantFrom('de-DE', 'en-GB')

describe('form of any person that the API accepts', () => {
  it('changes nothing when it is sent back unchanged', async () => {
    const { club, id, session, path } = await createFixture()
    await fc.assert(
      fc.asyncProperty(fc.record(VALUES), language, async (values, accepted) => {
        const written = await club.put(path, values)
        expect(written.status, written.text).toBe(200)
        const before = await row()
        const headers = { 'Accept-Language': accepted }
        for (const card of CARDS) {
          const edit = cardPath(id, card)
          const form = await filledForm((await session.get(edit, headers)).text)
          const { status, cost } = await session.submit(edit, form, headers)
          expect([card, status, cost.trips, cost.rowsWritten]).toEqual([card, 303, 1, 0])
        }
        expect(await row()).toEqual(before)
      }),
      { numRuns: 60 },
    )
  })

  it('changes one field only when one input changes', async () => {
    const { club, id, session, path } = await createFixture()
    await fc.assert(
      fc.asyncProperty(
        fc.record(VALUES),
        fc.constantFrom(...Object.keys(CHANGES)),
        language,
        async (values, key, accepted) => {
          const before = (await club.put(path, values)).body.data
          const [inputs, expected] = CHANGES[key] ?? [{}, undefined]
          // A choice that is stored twice is shown once, so this form is unchanged.
          fc.pre(key !== 'teams' || new Set(before.teams).size !== 1 || before.teams[0] !== 'XL\u00a0L')
          const headers = { 'Accept-Language': accepted }
          const edit = cardPath(id, cardOf(key, ['news']))
          const form = await filledForm((await session.get(edit, headers)).text)
          const kept = form.filter(([name]) => !(name in inputs))
          const { status, text } = await session.submit(edit, [...kept, ...Object.entries(inputs)], headers)
          expect(status, text).toBe(303)
          const after = (await club.get(path)).body.data
          expect(after).toEqual({ ...before, [key]: expected, updated_at: after.updated_at })
        },
      ),
      { numRuns: 100 },
    )
  })

  it('keeps the parts of an address that were not changed', async () => {
    const { club, id, session, path } = await createFixture()
    const address = { street: 'Uferweg  12', postcode: null, city: 'Berlin', country_code: 'QQ' }
    await club.put(path, { address })
    const edit = cardPath(id, 'address')
    const form = await filledForm((await session.get(edit)).text)
    const changed = form.map(([name, value]): [string, string] => [
      name,
      name === 'address.city' ? 'Bonn' : value,
    ])
    expect((await session.submit(edit, changed)).status).toBe(303)
    expect((await club.get(path)).body.data.address).toEqual({ ...address, city: 'Bonn' })
  })
})
