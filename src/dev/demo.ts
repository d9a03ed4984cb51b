import { createHash } from 'node:crypto'
import type { Permission } from '../domain/credentials'

/** Opens the demo workspace of a local database, and nothing anywhere else. */
export const DEMO_KEY = 'mas_DemoKeyForLocalDevelopmentOnly1aUhuL'

/** Puts the demo workspace where it is missing, and its key in any case: npm start promises that it works. */
export function seedSql(now = new Date().toISOString()): string {
  const hash = createHash('sha256').update(DEMO_KEY).digest('hex')
  return `
INSERT OR IGNORE INTO workspaces
  (id, name, locale, timezone, currency, subscription_variant, portal_enabled, portal_managed_by, portal_slug, portal_colour,
   portal_functions, portal_fields, created_at, updated_at)
VALUES ('${WORKSPACE}', 'TSV Lindental 1898 e. V.', 'de-DE', 'Europe/Berlin', 'EUR', 'complete', 1, 'workspace', '${SLUG}', '#1f6f54',
  '${JSON.stringify(['view_data', 'edit_data', 'view_fees'])}', '${JSON.stringify(PORTAL_FIELDS)}', '${now}', '${now}');
INSERT OR REPLACE INTO api_keys (token_hash, id, workspace_id, name, permissions, created_at)
VALUES ('${hash}', 'key_00000000DemoKey000000000', '${WORKSPACE}', 'Demo key', '${JSON.stringify(ALL)}', '${now}');
`
}

/** Whom the demo's portal link lets in: a family of three. */
export const DEMO_FAMILY = 'familie.bergmann@example.org'

export const SLUG = 'tsv-lindental'

const PORTAL_FIELDS = {
  email: 'editable',
  phone_numbers: 'editable',
  address: 'editable',
  bank_account: 'editable',
  shirt_size: 'editable',
  departments: 'visible',
  newsletter: 'editable',
}

const WORKSPACE = 'wsp_00000000DemoWorkspace000'

const ALL = Object.keys({
  'members:read': true,
  'members:write': true,
  'contacts:read': true,
  'contacts:write': true,
  'fees:read': true,
  'fees:write': true,
  'bookkeeping:read': true,
  'bookkeeping:write': true,
  'member_portal_sessions:create': true,
} satisfies Record<Permission, true>)

/** What a caller sends, in this order, to fill the empty demo workspace. */
export const demoRequests = (): [method: string, path: string, body: object][] => [
  ['PUT', '/lists/members/custom_columns', { data: memberColumns }],
  ['PUT', '/lists/contacts/custom_columns', { data: contactColumns }],
  ['PUT', '/lists/members/persons', { data: members }],
  ['POST', '/lists/members/persons', applicant],
  ['PUT', '/lists/contacts/persons', { data: contacts }],
  ...costUnits.map((unit): [string, string, object] => ['POST', '/cost_units', unit]),
  ['POST', '/fees', { data: fees }],
]

const memberColumns = [
  { name: 'T-shirt size', type: 'string', allowed_values: ['S', 'M', 'L', 'XL'], external_id: 'shirt_size' },
  {
    name: 'Departments',
    type: 'array',
    allowed_values: ['Gymnastics', 'Handball', 'Swimming', 'Choir'],
    external_id: 'departments',
  },
  { name: 'Receives the newsletter', type: 'boolean', external_id: 'newsletter' },
  { name: 'Hours of voluntary work', type: 'integer', external_id: 'work_hours' },
  { name: 'Coaching licence valid until', type: 'date', external_id: 'licence_until' },
  { name: 'Fee reduction in percent', type: 'number', external_id: 'fee_reduction' },
]

const contactColumns = [
  {
    name: 'Role',
    type: 'string',
    allowed_values: ['Sponsor', 'Supplier', 'Press', 'Authority'],
    external_id: 'role',
  },
  { name: 'Website', type: 'url', external_id: 'website' },
  { name: 'E-mail for invoices', type: 'email', external_id: 'invoice_email' },
]

const lindental = (street: string) => ({ street, postcode: '99999', city: 'Lindental', country_code: 'DE' })

const debit = (iban: string, bic: string, signatory: string, reference: string, signature_date: string) => ({
  bank_account: { iban, bic, signatory },
  sepa_mandate: { reference, signature_date },
  payment_method: 'direct_debit',
})

const bergmannsDebit = debit(
  'DE89370400440532013000',
  'COBADEFFXXX',
  'Katrin Bergmann',
  'TSV-M-1004',
  '2019-03-01',
)

const members = [
  {
    external_id: 'm-1001',
    name: { first_name: 'Ingrid', last_name: 'Vogt' },
    email: 'ingrid.vogt@example.org',
    membership_number: '1001',
    birthdate: '1958-02-11',
    join_date: '1989-04-01',
    address: lindental('Mühlenweg 3'),
    phone_numbers: [{ label: 'Home', number: '+49 30 23125 101' }],
    shirt_size: 'M',
    departments: ['Gymnastics', 'Choir'],
    newsletter: true,
    work_hours: 24,
    licence_until: '2027-12-31',
    ...debit('DE02120300000000202051', 'BYLADEM1001', 'Ingrid Vogt', 'TSV-M-1001', '2014-01-15'),
  },
  {
    external_id: 'm-1002',
    name: { first_name: 'Mehmet', last_name: 'Yıldız' },
    email: 'mehmet.yildiz@example.org',
    membership_number: '1002',
    birthdate: '1984-09-30',
    join_date: '2012-01-01',
    address: lindental('Am Sportplatz 17'),
    phone_numbers: [
      { label: 'Mobile', number: '+49 30 23125 102' },
      { label: 'Work', number: '+49 69 90009 202' },
    ],
    shirt_size: 'XL',
    departments: ['Handball'],
    newsletter: true,
    work_hours: 40,
    licence_until: '2028-06-30',
  },
  {
    external_id: 'm-1003',
    name: { first_name: 'Zoë', last_name: 'de Vries' },
    email: 'zoe.devries@example.org',
    membership_number: '1003',
    birthdate: '1996-05-04',
    join_date: '2021-09-01',
    shirt_size: 'S',
    departments: ['Swimming', 'Handball'],
    newsletter: false,
    fee_reduction: 50,
    ...debit('NL91ABNA0417164300', 'ABNANL2A', 'Zoë de Vries', 'TSV-M-1003', '2021-08-20'),
  },
  {
    external_id: 'm-1004',
    name: { first_name: 'Katrin', last_name: 'Bergmann' },
    email: 'familie.bergmann@example.org',
    membership_number: '1004',
    birthdate: '1981-11-23',
    join_date: '2019-03-01',
    address: lindental('Lindenallee 8'),
    phone_numbers: [{ label: 'Mobile', number: '+49 30 23125 104' }],
    shirt_size: 'M',
    departments: ['Gymnastics'],
    newsletter: true,
    ...bergmannsDebit,
  },
  {
    external_id: 'm-1005',
    name: { first_name: 'Jonas', last_name: 'Bergmann' },
    email: 'familie.bergmann@example.org',
    membership_number: '1005',
    birthdate: '2011-06-14',
    join_date: '2019-03-01',
    address: lindental('Lindenallee 8'),
    departments: ['Handball'],
    fee_reduction: 33.3,
    ...bergmannsDebit,
  },
  {
    external_id: 'm-1006',
    name: { first_name: 'Lina', last_name: 'Bergmann' },
    email: 'familie.bergmann@example.org',
    membership_number: '1006',
    birthdate: '2014-01-29',
    join_date: '2020-09-01',
    address: lindental('Lindenallee 8'),
    departments: ['Swimming'],
    fee_reduction: 33.3,
    ...bergmannsDebit,
  },
  {
    external_id: 'm-1007',
    name: { first_name: 'Søren', last_name: 'Kjær' },
    email: 'soren.kjaer@example.org',
    membership_number: '1007',
    birthdate: '1973-08-08',
    join_date: '2016-05-01',
    bank_account: { iban: 'DK5000400440116243' },
    payment_method: 'bank_transfer',
    departments: ['Swimming'],
    work_hours: 8,
  },
  {
    external_id: 'm-1008',
    name: { first_name: 'Wojciech', last_name: 'Zieliński' },
    email: 'w.zielinski@example.org',
    membership_number: '1008',
    birthdate: '1990-12-01',
    join_date: '2018-02-15',
    shirt_size: 'L',
    departments: ['Handball'],
    newsletter: true,
  },
  {
    external_id: 'm-1009',
    name: { first_name: 'Françoise', last_name: 'Lefèvre' },
    email: 'francoise.lefevre@example.org',
    membership_number: '1009',
    birthdate: '1966-03-19',
    join_date: '2008-10-01',
    address: { street: '4 rue des Tilleuls', postcode: '67000', city: 'Strasbourg', country_code: 'FR' },
    payment_method: 'bank_transfer',
    departments: ['Choir'],
    work_hours: 12,
  },
  {
    external_id: 'm-1010',
    name: { first_name: 'Karl-Heinz', last_name: 'Öztürk-Maier' },
    membership_number: '1010',
    birthdate: '1947-07-02',
    join_date: '1965-01-01',
    address: lindental('Kirchgasse 1a'),
    phone_numbers: [{ label: 'Home', number: '+49 30 23125 110' }],
    payment_method: 'cash',
    fee_reduction: 100,
  },
  {
    external_id: 'm-1011',
    name: { first_name: 'Giulia', last_name: 'Conti' },
    email: 'giulia.conti@example.org',
    membership_number: '1011',
    birthdate: '2001-10-17',
    join_date: '2024-04-01',
    shirt_size: 'S',
    departments: ['Gymnastics', 'Swimming'],
    newsletter: true,
    licence_until: '2026-12-31',
  },
  {
    external_id: 'm-0998',
    name: { first_name: 'Bernd', last_name: 'Schuster' },
    email: 'bernd.schuster@example.org',
    membership_number: '0998',
    birthdate: '1979-04-25',
    join_date: '2010-01-01',
    leave_date: '2024-12-31',
    newsletter: false,
  },
]

const applicant = {
  creation_behaviour: 'unconfirmed',
  external_id: 'application-2041',
  name: { first_name: 'Amélie', last_name: 'Novák' },
  email: 'amelie.novak@example.org',
  birthdate: '1999-02-03',
  phone_numbers: [{ label: 'Mobile', number: '+49 30 23125 141' }],
  departments: ['Handball'],
}

const contacts = [
  {
    external_id: 'c-01',
    name: { first_name: 'Sabine', last_name: 'Ritter' },
    email: 'sabine.ritter@sport-ritter.example.org',
    phone_numbers: [{ label: 'Shop', number: '+49 40 66969 301' }],
    address: lindental('Marktplatz 5'),
    role: 'Sponsor',
    website: 'https://sport-ritter.example.org/',
    invoice_email: 'invoices@sport-ritter.example.org',
  },
  {
    external_id: 'c-02',
    name: { first_name: 'Tomás', last_name: 'Ferreira' },
    email: 'tomas.ferreira@example.org',
    bank_account: { iban: 'PT50000201231234567890154' },
    payment_method: 'bank_transfer',
    role: 'Supplier',
  },
  {
    external_id: 'c-03',
    name: { first_name: 'Anneliese', last_name: 'Graf' },
    email: 'redaktion@lindentaler-bote.example.org',
    role: 'Press',
    website: 'https://lindentaler-bote.example.org/sport',
  },
  {
    external_id: 'c-04',
    name: { last_name: 'Sportamt Lindental' },
    email: 'sportamt@lindental.example.org',
    phone_numbers: [{ label: 'Office', number: '+49 30 23125 304' }],
    address: lindental('Rathausplatz 1'),
    role: 'Authority',
  },
  {
    external_id: 'c-05',
    name: { first_name: 'Piet', last_name: 'Janssens' },
    email: 'piet.janssens@example.org',
    bank_account: { iban: 'BE68539007547034' },
    role: 'Supplier',
    invoice_email: 'piet.buchhaltung@example.org',
  },
  {
    external_id: 'c-06',
    name: { first_name: 'Aoife', last_name: "O'Brien" },
    email: 'aoife.obrien@example.org',
    role: 'Sponsor',
  },
  {
    external_id: 'c-07',
    name: { first_name: 'Dimitra', last_name: 'Papadopoulou' },
    email: 'dimitra.papadopoulou@example.org',
    phone_numbers: [{ label: 'Mobile', number: '+49 221 4710 307' }],
    role: 'Supplier',
  },
  {
    external_id: 'c-08',
    name: { first_name: 'Hans-Peter', last_name: 'Kröger' },
    email: 'hp.kroeger@example.org',
    address: { street: 'Hafenstraße 22', postcode: '99998', city: 'Neustadt', country_code: 'DE' },
  },
  {
    external_id: 'c-09',
    name: { first_name: 'Eszter', last_name: 'Szabó' },
    email: 'eszter.szabo@example.org',
    role: 'Press',
  },
  {
    external_id: 'c-10',
    name: { first_name: 'Luca', last_name: 'Bernasconi' },
    email: 'luca.bernasconi@example.org',
    bank_account: { iban: 'CH9300762011623852957' },
    role: 'Sponsor',
    website: 'https://bernasconi.example.org/',
  },
  {
    external_id: 'c-11',
    name: { first_name: 'Maren', last_name: 'Thiessen' },
    email: 'maren.thiessen@example.org',
    phone_numbers: [{ label: 'Mobile', number: '+49 89 99998 311' }],
  },
  {
    external_id: 'c-12',
    name: { first_name: 'Ivana', last_name: 'Horvat' },
    email: 'ivana.horvat@example.org',
    role: 'Supplier',
  },
]

const costUnits = [
  { name: 'Gymnastics', categories: ['Membership fees', 'Course fees'] },
  { name: 'Handball', categories: ['Membership fees', 'Jerseys', 'Travel'] },
  { name: 'Summer party', categories: ['Entrance', 'Food and drink'] },
]

const annualFee = (person_external_id: string, amount: number, costunit_name?: string) => ({
  person_external_id,
  amount,
  description: 'Annual fee 2026',
  ...(costunit_name && {
    attached_expense: { costunit_name, category_name: 'Membership fees', sphere: 'ideal' },
  }),
})

const fees = [
  annualFee('m-1001', 12000, 'Gymnastics'),
  annualFee('m-1002', 14400, 'Handball'),
  annualFee('m-1003', 7200),
  annualFee('m-1004', 12000, 'Gymnastics'),
  annualFee('m-1005', 4800, 'Handball'),
  annualFee('m-1006', 4800),
  {
    person_external_id: 'm-1008',
    amount: 3490,
    description: 'Jersey, size L',
    attached_expense: { costunit_name: 'Handball', category_name: 'Jerseys', sphere: 'purpose' },
  },
  {
    person_external_id: 'c-01',
    amount: 25000,
    description: 'Advertising on the summer party poster',
    attached_expense: { costunit_name: 'Summer party', sphere: 'business' },
  },
]
