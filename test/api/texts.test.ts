import fc from 'fast-check'
import { expect, it } from 'vitest'
import { tidy } from '../../src/domain/shared/text'
import { anyText } from '../support/any-text'
import { clubOf, columns } from '../support/club'
import { rows, workspace } from '../support/workspace'

const PERSONS = '/lists/members/persons'
const COLUMNS = '/lists/members/custom_columns'
const CSV = { 'Content-Type': 'text/csv' }

/** "Jörg" with its o and its dots as two characters. */
const JOERG = 'Jo\u0308rg'

const SENT = {
  external_id: ` ${JOERG} `,
  name: { first_name: `  ${JOERG}\u00a0`, last_name: '\tvon  der Heide ' },
  email: ' joerg@example.org ',
  membership_number: ' 1001 ',
  phone_numbers: [{ label: ' mobile ', number: ' 0151 1815 ' }],
  address: { street: ' Uferweg 12 ', postcode: ' 01067', city: 'Ko\u0308ln ', country_code: ' de ' },
  bank_account: { iban: ' de89 3704 0044 0532 0130 00 ', bic: ' cobadeff xxx', signatory: ` ${JOERG}` },
  sepa_mandate: { reference: ' M-1 ' },
  note: ' first \n second ',
  size: ' M',
  teams: [' A ', ' '],
}

const STORED = {
  external_id: ` ${JOERG} `,
  name: { first_name: 'Jörg', last_name: 'von  der Heide' },
  email: 'joerg@example.org',
  membership_number: '1001',
  phone_numbers: [{ label: 'mobile', number: '0151 1815' }],
  address: { street: 'Uferweg 12', postcode: '01067', city: 'Köln', country_code: 'DE' },
  bank_account: { iban: 'DE89370400440532013000', bic: 'COBADEFFXXX', signatory: 'Jörg' },
  sepa_mandate: { reference: ' M-1 ', signature_date: null, last_used_on: null },
  note: 'first \n second',
  size: 'M',
  teams: ['A', ' '],
}

async function club() {
  const { club } = await clubOf(
    columns([
      { name: ' No\u0308te ', type: 'string', external_id: 'note' },
      { name: 'Size', type: 'string', allowed_values: [' S ', 'M'], external_id: 'size' },
      { name: 'Teams', type: 'array', external_id: 'teams' },
    ]),
  )
  return club
}

it('composes texts and takes blanks off their ends, but for keys and references', async () => {
  const one = await club()
  const created = await one.post(PERSONS, SENT)
  expect(created.status, created.text).toBe(201)
  expect(created.body.data).toMatchObject(STORED)
  const { id } = created.body.data
  const { external_id: _, ...sent } = SENT
  const updated = await one.put(`${PERSONS}/${id}`, sent)
  expect([updated.status, updated.body.data.updated_at]).toEqual([200, created.body.data.updated_at])
  const { body } = await one.put(PERSONS, { data: [{ id, ...sent }] })
  expect(body.meta).toMatchObject({ updated: 0, unchanged: 1 })
})

it('does so in columns and their values', async () => {
  const { body } = await (await club()).get(COLUMNS)
  expect(body.data).toMatchObject([{ name: 'Nöte' }, { allowed_values: ['S', 'M'] }, {}])
})

it('does so in CSV', async () => {
  const one = await club()
  const csv = [
    'external_id,name.last_name,bank_account.iban,bank_account.bic,bank_account.signatory,size,email',
    `a, ${JOERG} ,de89 3704 0044 0532 0130 00,,, M ,  a@example.org `,
  ].join('\n')
  const { body, status } = await one.put(PERSONS, undefined, { raw: csv, headers: CSV })
  expect([status, body.data]).toMatchObject([
    200,
    [
      {
        name: { last_name: 'Jörg' },
        bank_account: { iban: 'DE89370400440532013000' },
        size: 'M',
        email: 'a@example.org',
      },
    ],
  ])
})

it('takes an allowed value that is stored with blanks as it is', async () => {
  const one = await club()
  await rows(`UPDATE custom_columns SET allowed_values = '["M","M "]' WHERE external_id = 'size'`)
  await rows('UPDATE workspaces SET columns_version = columns_version + 1')
  const { body } = await one.post(PERSONS, { external_id: 'a', size: 'M ' })
  expect(body.data.size).toBe('M ')
})

it('refuses addresses with blanks in them, and texts of blanks alone', async () => {
  const one = await club()
  const { body } = await one.post(PERSONS, { email: 'a b@example.org', name: { last_name: ' \u00a0' } })
  expect(body.issues.map(({ path, code }: Record<string, string>) => [path, code])).toEqual([
    ['name.last_name', 'blank'],
    ['email', 'invalid_format'],
  ])
})

it('changes nothing of a text that is tidy', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const once = tidy(text, ' ')
      expect(tidy(once, ' ')).toBe(once)
      expect(once).toBe(once.normalize('NFC').trim())
    }),
    { numRuns: 1000 },
  )
})

it('refuses a birthdate in the future, in the time zone of the workspace, unless it is stored already', async () => {
  const one = await workspace({ timezone: 'Pacific/Kiritimati' })
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Pacific/Kiritimati' })
  const [today, tomorrow] = [0, 1].map((days) => day.format(Date.now() + days * 86_400_000))
  await one.post(PERSONS, { external_id: 'warm' })
  expect((await one.post(PERSONS, { external_id: 'a', birthdate: today })).status).toBe(201)
  const answers = [
    await one.post(PERSONS, { external_id: 'b', birthdate: tomorrow }),
    await one.put(`${PERSONS}/a`, { birthdate: tomorrow }),
  ]
  for (const { status, body } of answers)
    expect([status, body.issues]).toMatchObject([422, [{ path: 'birthdate', code: 'in_future' }]])
  const list = await one.put(PERSONS, { data: [{ external_id: 'a', birthdate: tomorrow }] })
  expect(list.body.issues).toMatchObject([{ path: 'data.0.birthdate', code: 'in_future' }])
  await rows(`UPDATE persons SET birthdate = ? WHERE external_id = 'a'`, String(tomorrow))
  const kept = await one.put(`${PERSONS}/a`, { birthdate: tomorrow, email: 'a@example.org' })
  expect(kept.status).toBe(200)
})
