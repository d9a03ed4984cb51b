import { createHash } from 'node:crypto'
import { type Club, personId } from './seed.ts'
import type { WorkerName } from './server.ts'

export type Sent = { method: string; path: string; headers: Record<string, string>; body?: string }

/** What must be reached: the least ratio of throughput, the greatest of CPU, and at most so many trips and rows. */
export type Target = { rate?: number; cpu?: number; trips?: number; reads?: number; writes?: number }

export type Scenario = {
  name: string
  /** The nth request; each is sent once, to whichever side. */
  request: (n: number) => Sent
  status?: number
  target: Target
  against?: WorkerName
  /** What the limit is asked in its place, and answers with other bytes. */
  limitRequest?: (n: number) => Sent
  limitStatus?: number
  /** Bytes of the answers differ where ids and times are new. */
  writes?: boolean
  /** One request takes long: alone, once a round, and only in the full run. */
  heavy?: boolean
  quick?: boolean
}

const PERSONS = '/lists/members/persons'
const COLUMNS = 10
const PAGE: Target = { rate: 0.85, cpu: 1.25, trips: 1, reads: 505 + COLUMNS }
const ONE: Target = { rate: 0.8, cpu: 1.3, trips: 1, reads: 6 + COLUMNS }

/** The scenarios of the issue on a club of many members. `etag` is that of its first page. */
export function scenariosOf(club: Club, etag: string): Scenario[] {
  const get = (path: string, headers = {}): Sent => ({
    method: 'GET',
    path,
    headers: { ...keyed(club), ...headers },
  })
  const send = (method: string, path: string, body: unknown): Sent => ({
    method,
    path,
    headers: { ...keyed(club), 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  const page = (name: string, cursor?: string, quick = false): Scenario => ({
    name: `page of 500, ${name}`,
    request: () => get(pagePath(cursor)),
    target: PAGE,
    quick,
  })
  const { members } = club
  const any = (n: number) => ((n * 7919) % members) + 1
  return [
    page('first', undefined, true),
    page('middle', cursorAfter(club, members / 2)),
    page('last', cursorAfter(club, members - 500), true),
    {
      name: 'page of 500, unchanged (304 beside a whole page)',
      request: () => get(PERSONS, { 'If-None-Match': etag }),
      status: 304,
      limitRequest: () => get(PERSONS),
      limitStatus: 200,
      target: { rate: 2.5, cpu: 0.4, trips: 1, reads: 5 + COLUMNS },
      quick: true,
    },
    { name: 'person by id', request: (n) => get(`${PERSONS}/${personId(any(n))}`), target: ONE, quick: true },
    { name: 'person by external_id', request: (n) => get(`${PERSONS}/crm-${any(n)}`), target: ONE },
    {
      name: 'create a person',
      request: (n) => send('POST', PERSONS, newcomer(n)),
      status: 201,
      target: { rate: 0.75, cpu: 1.4, trips: 1, writes: 5 },
      writes: true,
      quick: true,
    },
    {
      name: 'update three fields',
      request: (n) =>
        send('PUT', `${PERSONS}/crm-${(n % 1000) + 1001}`, {
          name: { last_name: `seq${n}x` },
          birthdate: `19${60 + (n % 40)}-05-${10 + (Math.floor(n / 1000) % 19)}`,
          instrument: `seq${n}x`,
        }),
      target: { rate: 0.75, cpu: 1.4, trips: 1, writes: 2 },
      writes: true,
      quick: true,
    },
    {
      name: 'synchronise 500, half changed',
      request: (n) => send('PUT', PERSONS, { data: crew(10_000, (at) => (at % 2 ? `seq${n}x` : undefined)) }),
      target: { rate: 0.6, cpu: 1.6, trips: 2 },
      writes: true,
      quick: true,
    },
    {
      name: 'synchronise 500, unchanged',
      request: () => send('PUT', PERSONS, { data: crew(20_000, () => undefined) }),
      target: { rate: 0.6, cpu: 1.6, trips: 2, writes: 0 },
      quick: true,
    },
    {
      name: '500 fees, a tenth with expenses',
      request: () => send('POST', '/fees', { data: claims() }),
      status: 201,
      target: { rate: 0.8, cpu: 1.3, trips: 2, writes: 1000 },
      writes: true,
      quick: true,
    },
    {
      name: 'portal session by e-mail',
      request: (n) =>
        send('POST', '/member_portal_sessions', { email: `Family${any(n) % 30_000}@example.org` }),
      status: 201,
      target: { rate: 0.7, cpu: 1.6, trips: 1, reads: 4 + 2 * 3 },
      writes: true,
      quick: true,
    },
    { name: '/me', request: () => get('/me'), target: { trips: 1, reads: 6 } },
    {
      name: '401 (beside Hono alone)',
      request: () => ({ method: 'GET', path: PERSONS, headers: {} }),
      status: 401,
      against: 'bare',
      target: { rate: 0.75, trips: 0, reads: 0, writes: 0 },
      quick: true,
    },
    {
      name: 'CSV of 100,000',
      request: () => get(PERSONS, { Accept: 'text/csv' }),
      target: {},
      heavy: true,
    },
  ]
}

/** The first page of a club, whose size is what matters. */
export const pageOf = (club: Club): Scenario => ({
  name: `page of 500 of ${club.members.toLocaleString('en')}`,
  request: () => ({
    method: 'GET',
    path: pagePath(cursorAfter(club, club.members / 2)),
    headers: keyed(club),
  }),
  target: PAGE,
  quick: true,
})

const keyed = ({ id, key }: Club) => ({ Authorization: `Bearer ${key}`, 'X-Workspace': id })

const pagePath = (cursor?: string): string => (cursor ? `${PERSONS}?cursor=${cursor}` : PERSONS)

function cursorAfter({ id }: Club, n: number): string {
  const text = `${JSON.stringify([id, 'members', 'regular', null, null, {}])} next ${personId(n)}`
  return `next-${personId(n)}-${createHash('sha256').update(text).digest('hex').slice(0, 16)}`
}

const newcomer = (n: number) => ({
  external_id: `new-seq${n}x`,
  name: { first_name: 'Ada', last_name: 'Lovelace' },
  email: 'ada@example.org',
  birthdate: '1985-12-10',
  phone_numbers: [{ label: 'mobile', number: '+49 151 1815' }],
  address: { street: 'Uferweg 12', postcode: '10115', city: 'Berlin', country_code: 'DE' },
  membership_number: `seq${n}x`,
  join_date: '2026-02-01',
  shirt: 'M',
  trainer: true,
  teams: ['A'],
  locker: 12,
})

/** 500 persons as a caller's own system sends them; who has no new last name is as stored. */
const crew = (first: number, lastName: (at: number) => string | undefined) =>
  Array.from({ length: 500 }, (_, at) => {
    const n = first + at
    return {
      external_id: `crm-${n}`,
      name: { first_name: `First${n}`, last_name: lastName(at) ?? `Last${n}` },
      email: `family${Math.floor(n / 3)}@example.org`,
      birthdate: `19${(n % 90) + 10}-${two((n % 12) + 1)}-${two((n % 28) + 1)}`,
      address: { street: `Uferweg ${n % 200}`, postcode: '10115', city: 'Berlin', country_code: 'DE' },
      membership_number: `m${n}`,
      shirt: 'M',
      trainer: true,
    }
  })

const two = (n: number): string => String(n).padStart(2, '0')

const claims = () =>
  Array.from({ length: 500 }, (_, at) => ({
    amount: 4500,
    description: 'Annual fee 2026',
    person_external_id: `crm-${30_000 + at}`,
    ...(at % 10 === 0 && {
      attached_expense: { costunit_name: 'Youth', category_name: 'Jerseys', sphere: 'ideal' },
    }),
  }))
