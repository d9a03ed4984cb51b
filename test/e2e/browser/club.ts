import type { Service } from '../support/service.ts'

/** Creates a club with all portal functions, a family, a single member and fees. */
export async function createClub(service: Service, settings: object = {}) {
  const workspace = await service.operator('POST', '/workspaces', {
    name: 'TSV Lindental 1898 e. V.',
    member_portal: {
      slug: 'tsv-rottal',
      colour: '#c8102e',
      functions: ['view_data', 'edit_data', 'view_fees'],
    },
    ...settings,
  })
  const { token } = await service.operator('POST', `/workspaces/${workspace.id}/api_keys`, { name: 'tests' })
  await service.api(token, 'PUT', '/lists/members/custom_columns', { data: COLUMNS })
  await service.operator('PATCH', `/workspaces/${workspace.id}`, { member_portal: { fields: FIELDS } })
  const persons = await service.api(token, 'PUT', '/lists/members/persons', { data: PERSONS })
  await service.api(token, 'POST', '/fees', { data: FEES })
  return { workspace, key: token, persons }
}

const COLUMNS = [
  { name: 'T-Shirt-Größe', type: 'string', allowed_values: ['S', 'M', 'L', 'XL'], external_id: 'shirt' },
  {
    name: 'Abteilungen',
    type: 'array',
    allowed_values: ['Turnen', 'Handball', 'Schwimmen', 'Chor'],
    external_id: 'departments',
  },
  { name: 'Hilft bei Festen', type: 'boolean', external_id: 'helps' },
  { name: 'Arbeitsstunden', type: 'integer', external_id: 'hours' },
  { name: 'Lizenz gültig bis', type: 'date', external_id: 'licence' },
  { name: 'Ermäßigung in Prozent', type: 'number', external_id: 'reduction' },
  { name: 'Webseite', type: 'url', external_id: 'site' },
  { name: 'Anmerkung', type: 'string', external_id: 'remark' },
  { name: 'Notfallkontakt', type: 'email', external_id: 'emergency' },
  { name: 'Interne Notiz', type: 'string', external_id: 'internal' },
]

const FIELDS = {
  name: 'editable',
  birthdate: 'editable',
  email: 'editable',
  phone_numbers: 'editable',
  address: 'editable',
  bank_account: 'editable',
  payment_method: 'visible',
  membership_status: 'visible',
  shirt: 'editable',
  departments: 'editable',
  helps: 'editable',
  hours: 'visible',
  licence: 'editable',
  reduction: 'editable',
  site: 'editable',
  remark: 'editable',
  emergency: 'editable',
}

const bergmann = (external_id: string, first_name: string, birthdate: string) => ({
  external_id,
  name: { first_name, last_name: 'Bergmann' },
  email: 'familie.bergmann@example.org',
  membership_number: external_id.slice(2),
  birthdate,
  join_date: '2019-03-01',
  address: { street: 'Lindenallee 8', postcode: '99999', city: 'Lindental', country_code: 'DE' },
  bank_account: { iban: 'DE89370400440532013000', bic: 'COBADEFFXXX', signatory: 'Katrin Bergmann' },
  payment_method: 'direct_debit',
})

const PERSONS = [
  {
    ...bergmann('m-1004', 'Katrin', '1981-11-23'),
    phone_numbers: [
      { label: 'Mobil', number: '+49 30 23125 104' },
      { label: 'Büro', number: '+49 69 90009 202' },
    ],
    shirt: 'M',
    departments: ['Turnen', 'Chor'],
    helps: true,
    hours: 24,
    licence: '2027-12-31',
    reduction: 33.3,
    site: 'https://katrin.example.org/',
    internal: 'Nicht für Mitglieder',
  },
  bergmann('m-1005', 'Jonas', '2011-06-14'),
  bergmann('m-1006', 'Lina', '2014-01-29'),
  {
    external_id: 'm-1008',
    name: { first_name: 'Wojciech', last_name: 'Zieliński' },
    email: 'w.zielinski@example.org',
  },
]

const fee = (person_external_id: string, amount: number, description: string) => ({
  person_external_id,
  amount,
  description,
})

const FEES = [
  fee('m-1004', 12_000, 'Jahresbeitrag 2026'),
  fee('m-1004', 3_490, 'Trikot mit Namenszug „Bergmann“, Größe M'),
  fee('m-1004', 1_234_567, 'Baukostenzuschuss Vereinsheim'),
  fee('m-1005', 4_800, 'Jahresbeitrag 2026'),
]
