import { createHash } from 'node:crypto'
import { fiveHundredFees, fiveHundredPersons, newMember, threeFields } from './bodies.ts'
import { type Club, DEBTOR, personId } from './seed.ts'
import type { WorkerName } from './server.ts'

export type Sent = { method: string; path: string; headers: Record<string, string>; body?: string }

/** What is wanted: the least throughput beside the limit's, less than so many milliseconds of CPU, and the most trips and rows. */
export type Target = {
  rate?: number
  milliseconds?: number
  trips?: number
  reads?: number
  writes?: number
}

export type Scenario = {
  name: string
  /** The nth request; each is sent once, to one of the sides. */
  request: (n: number) => Sent
  status?: number
  target: Target
  /** What the service is compared with; `nothing` measures it alone. */
  against?: WorkerName | 'nothing'
  /** What the limit is asked instead, and answers with other bytes. */
  limitRequest?: (n: number) => Sent
  limitStatus?: number
  /** What of an answer both sides must have the same, if the limit answers only that. */
  partOf?: (text: string) => string
  /** The key with which the limit is asked the same, in a workspace of its own with equal rows. */
  twin?: string
  /** Bytes of the answers differ where ids and times are new. */
  writes?: boolean
  /** Sent once, to an isolate that has served no request, for what it costs the database. */
  cold?: boolean
  /** One request takes long: alone, once a round, and only in the full run. */
  heavy?: boolean
  /** How many requests a round sends, alone. Only in the full run. */
  perRound?: number
  /** Each request needs rows that no other one used, so there are five rounds at most. */
  usesRowsUp?: boolean
  /** SQL that takes back what the requests of a round have written, so that the tables do not grow. */
  undo?: string[]
  quick?: boolean
}

/** What the limit is asked. */
export function requestOfLimit({ request, limitRequest = request, twin }: Scenario): Scenario['request'] {
  if (!twin) return limitRequest
  return (n) => {
    const sent = request(n)
    return { ...sent, headers: { ...sent.headers, Authorization: `Bearer ${twin}` } }
  }
}

/** What requests need besides the key: the entity tag of the first page, and the cookie of the member who owes most. */
export type Visitor = { etag: string; cookie: string }

const PERSONS = '/lists/members/persons'
const COLUMNS = 10
// The event of a write, and its entry in the index by subject.
const EVENT = 2
const PAGE: Target = { rate: 0.9, trips: 1, reads: 505 + COLUMNS }
const ONE: Target = { rate: 0.85, trips: 1, reads: 6 + COLUMNS }

/** The scenarios on a club of many members. Those that read come first, since writes change what is read. */
export function scenariosOf(club: Club, { etag, cookie }: Visitor): Scenario[] {
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
  const families = Math.floor(members / 3)
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
      target: { rate: 5, trips: 1, reads: 7 + COLUMNS },
      quick: true,
    },
    {
      name: 'page of 500, unchanged, in a cold isolate',
      request: () => get(PERSONS, { 'If-None-Match': etag }),
      status: 304,
      target: { trips: 1, reads: 12 + COLUMNS },
      cold: true,
      quick: true,
    },
    { name: 'person by id', request: (n) => get(`${PERSONS}/${personId(any(n))}`), target: ONE, quick: true },
    { name: 'person by external_id', request: (n) => get(`${PERSONS}/crm-${any(n)}`), target: ONE },
    { name: '/me', request: () => get('/me'), target: { trips: 1, reads: 6 } },
    {
      name: 'portal page of 500 fees',
      request: () => ({
        method: 'GET',
        path: `/portal/persons/${personId(DEBTOR.number)}/fees`,
        headers: { Cookie: cookie },
      }),
      against: 'nothing',
      target: { milliseconds: 10, trips: 1, reads: 535, writes: 0 },
      quick: true,
    },
    {
      name: 'CSV of 100,000',
      request: () => get(PERSONS, { Accept: 'text/csv' }),
      target: { rate: 0.8 },
      heavy: true,
    },
    {
      name: 'create a person',
      request: (n) => send('POST', PERSONS, newMember(n)),
      status: 201,
      target: { rate: 0.8, trips: 1, reads: 35, writes: 6 + EVENT },
      writes: true,
      quick: true,
    },
    {
      name: 'update three fields',
      request: (n) => send('PUT', `${PERSONS}/crm-${(n % 1000) + 1001}`, threeFields(n)),
      target: { rate: 0.8, trips: 1, reads: 34, writes: 3 + EVENT },
      writes: true,
      quick: true,
    },
    {
      name: 'synchronize 500, half changed',
      request: (n) =>
        send(
          'PUT',
          PERSONS,
          fiveHundredPersons(10_000, (index) => (index % 2 ? `seq${n}x` : undefined)),
        ),
      target: { rate: 0.7, trips: 2, reads: 5775, writes: 250 * (3 + EVENT) },
      writes: true,
      quick: true,
    },
    {
      name: 'synchronize 500, unchanged',
      request: () =>
        send(
          'PUT',
          PERSONS,
          fiveHundredPersons(20_000, () => undefined),
        ),
      target: { rate: 0.6, trips: 1, reads: 1512, writes: 0 },
      quick: true,
    },
    {
      name: '500 fees, a tenth with expenses',
      request: () => send('POST', '/fees', fiveHundredFees()),
      status: 201,
      target: { rate: 0.8, trips: 2, reads: 6120, writes: 500 * (4 + EVENT) },
      writes: true,
      quick: true,
    },
    {
      name: 'portal session by email',
      request: (n) =>
        send('POST', '/member_portal_sessions', { email: `Family${any(n) % families}@example.org` }),
      status: 201,
      target: { rate: 0.85, trips: 1, reads: 9 },
      writes: true,
      quick: true,
    },
    {
      name: '401 (beside Hono alone)',
      request: () => ({ method: 'GET', path: PERSONS, headers: {} }),
      status: 401,
      against: 'bare',
      target: { rate: 0.8, trips: 0, reads: 0, writes: 0 },
      quick: true,
    },
  ]
}

/** A page from the middle of a club, for clubs of several sizes. */
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

const keyed = ({ key }: Club) => ({ Authorization: `Bearer ${key}` })

const pagePath = (cursor?: string): string => (cursor ? `${PERSONS}?cursor=${cursor}` : PERSONS)

function cursorAfter({ id }: Club, n: number): string {
  const text = `${JSON.stringify([id, 'members', 'regular', null, null, {}])} next ${personId(n)}`
  return `next-${personId(n)}-${createHash('sha256').update(text).digest('hex').slice(0, 16)}`
}
