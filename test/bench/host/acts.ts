import { createHash, randomUUID } from 'node:crypto'
import { ibanOf } from '../../../src/dev/iban.ts'
import { collectedSql, release } from '../../../src/dev/release.ts'
import { type Booking, statementXml } from '../../../src/dev/statement.ts'
import { addDays } from '../../../src/domain/shared/dates.ts'
import { MEMBERS } from '../capacity/inputs.ts'
import { type LedgerServer, OPERATOR_TOKEN } from './ledger-server.ts'

const IBAN = 'DE02120300000000202051'
const TODAY = new Date().toISOString().slice(0, 10)
const YEAR = TODAY.slice(0, 4)
// Where it is about noon now, so that automatic mails are due.
const hoursToNoon = 12 - new Date().getUTCHours()
const NOON = `Etc/GMT${hoursToNoon > 0 ? `-${hoursToNoon}` : `+${-hoursToNoon}`}`

type Json = Record<string, unknown>
/** A club of {@link MEMBERS}, and what its acts leave for those that follow. */
export type Club = {
  id: string
  number: number
  key: string
  persons: string[]
  fees: { id: string; reference: string; person_id: string }[]
  bank: string
  staff: string
  cookie: string
}

/** What a club does once, how many units that is, and in which order: each act needs those before it. */
export type Act = { name: string; units: number; run: (server: LedgerServer, club: Club) => Promise<unknown> }

const DEBITS = Math.round(MEMBERS * 0.6)
const SINGLE = 30
const VISITS = 30

/** The acts of a club's year. Their names are those of the inputs. */
export const ACTS: Act[] = [
  { name: 'clubs', units: 1, run: found },
  { name: 'members', units: MEMBERS, run: addMembers },
  { name: 'joins', units: SINGLE, run: join },
  { name: 'changes', units: SINGLE, run: change },
  { name: 'fees', units: MEMBERS, run: claim },
  { name: 'debits', units: DEBITS, run: debit },
  { name: 'transfers', units: MEMBERS - DEBITS, run: bankLines },
  { name: 'vouchers', units: SINGLE, run: bookVouchers },
  { name: 'mails', units: MEMBERS, run: mail },
  { name: 'visits', units: VISITS, run: visit },
  { name: 'pages', units: PAGES().length * 5, run: work },
  { name: 'calls', units: SINGLE * 2, run: callApi },
]

export const HOURLY = '17 * * * *'
export const NIGHTLY = '37 3 * * *'

/**
 * Runs for all clubs, after a year of acts: the hour in which each has mails due, any other, a night that seals the year's events, a
 * night after one change in each, and any other.
 */
export const RUNS = [
  { name: 'mornings', cron: HOURLY },
  { name: 'hours', cron: HOURLY },
  { name: 'seals', cron: NIGHTLY },
  { name: 'backups', cron: NIGHTLY, before: changeOne },
  { name: 'nights', cron: NIGHTLY },
]

async function send<T = Json>(
  { origin }: LedgerServer,
  key: string,
  [method, path, body]: [method: string, path: string, body?: object | string],
): Promise<T> {
  const isXml = typeof body === 'string'
  const response = await fetch(`${origin}${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${key}`,
      ...(body !== undefined && { 'Content-Type': isXml ? 'application/xml' : 'application/json' }),
    },
    ...(body !== undefined && { body: isXml ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 500)}`)
  return (
    response.headers.get('Content-Type')?.startsWith('application/json') ? JSON.parse(text).data : text
  ) as T
}

const api =
  (server: LedgerServer, club: Club) =>
  <T = Json>(method: string, path: string, body?: object | string): Promise<T> =>
    send<T>(server, club.key, [method, path, body])

async function found(server: LedgerServer, club: Club): Promise<void> {
  const operate = <T = Json>(path: string, body: object) =>
    send<T>(server, OPERATOR_TOKEN, ['POST', `/operator/workspaces${path}`, body])
  const { id } = await operate<{ id: string }>('', {
    name: `TSV Lindental ${club.number}`,
    creditor: { name: 'TSV Lindental', iban: IBAN, creditor_id: 'DE98ZZZ09999999999' },
    member_portal: { slug: `tsv-${club.number}` },
  })
  const { token } = await operate<{ token: string }>(`/${id}/api_keys`, { name: 'Office' })
  Object.assign(club, { id, key: token })
  const ask = api(server, club)
  await ask('PUT', '/lists/members/custom_columns', {
    data: ['division', 'shirt', 'trainer', 'remark'].map((external_id) => ({
      ...{ name: external_id, external_id, type: 'string' },
    })),
  })
  for (const name of ['Fußball', 'Turnen', 'Verwaltung'])
    await ask('POST', '/cost_units', { name, categories: ['Beiträge', 'Material', 'Hallenmiete', 'Spenden'] })
  const account = (fields: Json) =>
    ask<{ id: string }>('POST', '/accounts', { opening_on: `${YEAR}-01-01`, opening_amount: 0, ...fields })
  club.bank = (await account({ kind: 'bank', name: 'Girokonto', iban: IBAN })).id
  await account({ kind: 'cash', name: 'Kasse' })
  await employ(server, club)
}

/** Two members of staff, one of whom is signed in. */
async function employ({ db }: LedgerServer, club: Club): Promise<void> {
  const now = new Date().toISOString()
  const session = randomUUID()
  const inserts = ['treasurer', 'office'].flatMap((role) => {
    const id = `stf_${randomUUID().replaceAll('-', '')}`
    if (role === 'treasurer') club.staff = id
    return [
      db
        .prepare('INSERT INTO staff (id, email, name, created_at) VALUES (?, ?, ?, ?)')
        .bind(id, `${id}@example.org`, 'Miriam Kaya', now),
      db
        .prepare(
          'INSERT INTO memberships (workspace_id, staff_id, role, created_at, accepted_at) VALUES (?, ?, ?, ?, ?)',
        )
        .bind(club.id, id, role, now, now),
    ]
  })
  await db.batch([
    ...inserts,
    db
      .prepare(
        `INSERT INTO mail_rules (workspace_id, occasion, subject, body, kind, enabled_at, done_until, updated_at)
         VALUES (?1, 'birthday', 'Alles Gute', 'Alles Gute zum Geburtstag!', 'official', ?2, ?3, ?2)`,
      )
      .bind(club.id, now, addDays(TODAY, -1)),
    db.prepare('UPDATE workspaces SET timezone = ? WHERE id = ?').bind(NOON, club.id),
    db
      .prepare(
        'INSERT INTO staff_sessions (session_hash, id, staff_id, user_agent, created_at, proved_at, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
      )
      .bind(
        ...[createHash('sha256').update(session).digest('hex'), `ses_${session}`, club.staff, 'Firefox'],
        ...[now, now, new Date(Date.now() + 86_400_000).toISOString()],
      ),
  ])
  club.cookie = `__Host-staff=${session}`
}

/** A member with what most clubs know of one. */
const memberOf = (club: Club, n: number) => ({
  external_id: `m-${n}`,
  name: { first_name: `Vorname${n}`, last_name: `Nachname${n}` },
  email: `mitglied${n}@club${club.number}.example.org`,
  birthdate: `19${50 + (n % 50)}-0${1 + (n % 9)}-1${n % 9}`,
  membership_number: String(n),
  join_date: '2020-02-01',
  phone_numbers: [{ label: 'mobile', number: `+49 151 2345${String(n).padStart(4, '0')}` }],
  address: { street: `Uferweg ${n}`, postcode: '10115', city: 'Berlin', country_code: 'DE' },
  ...{ division: 'Fußball', shirt: 'M', remark: 'Bringt die Schlüssel mit' },
  bank_account: { iban: ibanOf(club.number * 1000 + n) },
  sepa_mandate: { reference: `M-${club.number}-${n}`, signature_date: addDays(TODAY, -60) },
})

async function addMembers(server: LedgerServer, club: Club): Promise<void> {
  const data = Array.from({ length: MEMBERS }, (_, n) => memberOf(club, n))
  const ask = api(server, club)
  await ask('PUT', '/lists/members/persons', { data })
  const listed = await ask<{ id: string }[]>('GET', '/lists/members/persons?per_page=500')
  club.persons = listed.map(({ id }) => id)
}

async function join(server: LedgerServer, club: Club): Promise<void> {
  for (let n = 0; n < SINGLE; n++)
    await api(server, club)('POST', '/lists/members/persons', memberOf(club, MEMBERS + n))
}

async function change(server: LedgerServer, club: Club): Promise<void> {
  for (const [n, id] of club.persons.slice(0, SINGLE).entries())
    await api(server, club)('PUT', `/lists/members/persons/${id}`, {
      address: { street: `Neuer Weg ${n}`, postcode: '80331', city: 'München', country_code: 'DE' },
      phone_numbers: [{ label: 'mobile', number: `+49 170 ${1_000_000 + n}` }],
    })
}

async function changeOne(server: LedgerServer, club: Club): Promise<void> {
  await api(server, club)('PUT', `/lists/members/persons/${club.persons[0]}`, { email: 'neu@example.org' })
}

/** Claims dues from all members by a plan: a preview, then the run. */
async function claim(server: LedgerServer, club: Club): Promise<void> {
  const ask = api(server, club)
  const { id } = await ask<{ id: string }>('POST', '/dues_plans', {
    ...{ name: 'Jahresbeitrag', list: 'members', interval: 'year', from_period: YEAR },
    description: 'Jahresbeitrag {{period}}',
    version: {
      ...{ key_day: '01-01', due_day: 59, pro_rata: 'none', rounding: 1 },
      rules: [
        {
          kind: 'base',
          name: 'Mitglied',
          amount: 9600,
          attached_expense: { costunit_name: 'Verwaltung', category_name: 'Beiträge', sphere: 'ideal' },
        },
      ],
    },
  })
  const asked = { plan_id: id, period: YEAR, person_ids: club.persons }
  const { mark } = await ask<{ mark: string }>('POST', '/dues_runs?dry_run=true', asked)
  await ask('POST', '/dues_runs', { ...asked, mark })
  club.fees = await ask('GET', '/fees?per_page=500')
}

/** Collects a part of the fees by direct debit, and imports what the bank says of it. */
async function debit(server: LedgerServer, club: Club): Promise<void> {
  const ask = api(server, club)
  const collection = await release(
    ask,
    club.fees.slice(0, DEBITS).map(({ id }) => id),
  )
  await ask('GET', `/collections/${collection.id}/file`)
  await ask('POST', `/collections/${collection.id}/submission`)
  await server.db.batch([server.db.prepare(collectedSql([collection.id], addDays(TODAY, -2)).trim())])
  await upload(server, club, [
    {
      ...{ date: addDays(TODAY, -2), amount: collection.amount, name: 'TSV Lindental' },
      ...{ text: 'Lastschriften', messageId: collection.message_id },
    },
  ])
  await ask('POST', '/bank_lines/confirmations', {})
  const [line] = await ask<{ id: string }[]>('GET', '/bank_lines?state=open')
  if (line) await ask('POST', `/bank_lines/${line.id}/confirmation`, { collection_id: collection.id })
}

const upload = (server: LedgerServer, club: Club, bookings: Booking[]) =>
  api(server, club)('POST', `/accounts/${club.bank}/statements`, statementXml(IBAN, 0, bookings))

/** The other members pay by transfer: four statements, whose lines name the fees. */
async function bankLines(server: LedgerServer, club: Club): Promise<void> {
  const ask = api(server, club)
  const fees = club.fees.slice(DEBITS)
  const part = Math.ceil(fees.length / 4)
  for (let from = 0; from < fees.length; from += part) {
    await upload(
      server,
      club,
      fees.slice(from, from + part).map(({ reference }, n) => ({
        ...{ date: addDays(TODAY, -1), amount: 9600, name: `Nachname${from + n}` },
        ...{ iban: ibanOf(900_000 + from + n), text: `Beitrag ${reference}` },
      })),
    )
    await ask('GET', '/bank_lines?state=open')
    await ask('POST', '/bank_lines/confirmations', {})
  }
  const open = await ask<unknown[]>('GET', '/bank_lines?state=open')
  if (open.length > 0) throw new Error(`${open.length} of ${fees.length} bank lines were not confirmed`)
}

async function bookVouchers(server: LedgerServer, club: Club): Promise<void> {
  for (let n = 0; n < SINGLE; n++)
    await api(server, club)('POST', '/vouchers', {
      data: [
        {
          ...{ booked_on: addDays(TODAY, -3), text: `Rechnung ${n}: Bälle`, amount: -4500 - n },
          account_id: club.bank,
          lines: [
            {
              amount: -4500 - n,
              ...{ costunit_name: 'Fußball', category_name: 'Material', sphere: 'purpose' },
            },
          ],
        },
      ],
    })
}

async function mail(server: LedgerServer, club: Club): Promise<void> {
  await api(server, club)('POST', '/mails', {
    ...{ list: 'members', kind: 'official', subject: 'Einladung zur Mitgliederversammlung' },
    body: `Liebes Mitglied,\n\n${'wir laden herzlich zur Versammlung ein. '.repeat(10)}\n\n{{portal_link}}`,
    person_ids: club.persons,
  })
}

/** A visit of the portal: the entry page, the mail with its link, the sign-in and three pages. */
async function visit(server: LedgerServer, club: Club): Promise<void> {
  for (let n = 0; n < VISITS; n++) {
    const asked = await fetch(`${server.origin}/portal/tsv-${club.number}`, {
      method: 'POST',
      headers: { 'Sec-Fetch-Site': 'same-origin', 'CF-Connecting-IP': `192.0.2.${n}` },
      body: new URLSearchParams({ email: `mitglied${n}@club${club.number}.example.org` }),
    })
    await text(asked)
    const person_id = String(club.persons[n])
    const { url } = await api(server, club)<{ url: string }>('POST', '/member_portal_sessions', { person_id })
    const signedIn = await fetch(`${server.origin}${new URL(url).pathname}`, {
      method: 'POST',
      headers: { 'Sec-Fetch-Site': 'same-origin' },
      body: new URLSearchParams(),
      redirect: 'manual',
    })
    const [Cookie = ''] = signedIn.headers.get('Set-Cookie')?.split(';') ?? []
    for (const page of ['', `/persons/${person_id}/fees`, `/persons/${person_id}`])
      await text(await fetch(`${server.origin}/portal${page}`, { headers: { Cookie } }))
  }
}

async function text(response: Response): Promise<string> {
  const answer = await response.text()
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${answer.slice(0, 500)}`)
  return answer
}

/** The pages of the dashboard that staff open most. */
function PAGES(person = ''): string[] {
  return ['', '/members', `/members/${person}`, '/fees', '/bank', '/direct-debits', '/cash-book', '/mails']
}

async function work(server: LedgerServer, club: Club): Promise<void> {
  for (let n = 0; n < 5; n++)
    for (const page of PAGES(club.persons[n]))
      await text(
        await fetch(`${server.origin}/dashboard/tsv-${club.number}${page}`, {
          headers: { Cookie: club.cookie },
        }),
      )
}

/** What a program of the club asks: one member, and the page of those who changed. */
async function callApi(server: LedgerServer, club: Club): Promise<void> {
  const ask = api(server, club)
  const since = new Date(Date.now() - 1000).toISOString()
  for (const id of club.persons.slice(0, SINGLE)) {
    await ask('GET', `/lists/members/persons/${id}`)
    await ask('GET', `/lists/members/persons?updated_since=${since}`)
  }
}
