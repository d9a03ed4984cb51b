import assert from 'node:assert/strict'
import { inDays } from '../../../src/dev/demo/days.ts'
import { ibanOf } from '../../../src/dev/iban.ts'
import { statementXml } from '../../../src/dev/statement.ts'

export const OPERATOR_TOKEN = 'storm'
const MEMBERS = 40
/** A key may send 600 requests a minute. */
const KEYS = 40
const CREDITOR_ID = 'DE98ZZZ09999999999'

/** What is known of a club: the ids that its acknowledged requests answered, by kind. */
export type Club = {
  id: string
  keys: string[]
  iban: string
  ids: Record<Kind, string[]>
  /** The ids of rows that are never deleted, by table. */
  acknowledged: { fees: Set<string>; payments: Set<string>; vouchers: Set<string> }
}

const KINDS = ['fee', 'payment', 'collection', 'item', 'line', 'voucher', 'account', 'statement'] as const
type Kind = (typeof KINDS)[number]

/** A request that moves money. `done` keeps what it answered. */
export type Act = {
  method: string
  path: string
  key: string
  body?: object
  raw?: string
  headers?: Record<string, string>
  // biome-ignore lint/suspicious/noExplicitAny: the answers of requests that are known
  done?: (data: any) => void
}

/** Makes clubs with members who pay by direct debit, accounts, and keys. */
export const createClubs = (origin: string, count: number): Promise<Club[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => createClub(origin, n)))

async function createClub(origin: string, n: number): Promise<Club> {
  const send = async (token: string, method: string, path: string, body: object) => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
    const response = await fetch(`${origin}${path}`, { method, headers, body: JSON.stringify(body) })
    assert.ok(response.ok, `${method} ${path}: ${response.status}`)
    // biome-ignore lint/suspicious/noExplicitAny: the answers of requests that are known
    return ((await response.json()) as any).data
  }
  const iban = ibanOf(900_000 + n)
  const { id } = await send(OPERATOR_TOKEN, 'POST', '/operator/workspaces', {
    name: `Club ${n}`,
    creditor: { name: `Club ${n}`, iban, creditor_id: CREDITOR_ID },
  })
  const keys: string[] = []
  for (let key = 0; key < KEYS; key++)
    keys.push(
      (await send(OPERATOR_TOKEN, 'POST', `/operator/workspaces/${id}/api_keys`, { name: `${key}` })).token,
    )
  const own = keys[0] ?? ''
  await send(own, 'PUT', '/lists/members/persons', {
    data: Array.from({ length: MEMBERS }, (_, member) => ({
      external_id: `m${member}`,
      name: { first_name: 'Ada', last_name: `Lovelace ${member}` },
      bank_account: { iban: ibanOf(n * MEMBERS + member) },
      sepa_mandate: { reference: `M-${n}-${member}`, signature_date: inDays(-30) },
    })),
  })
  const account = (kind: string, amount: number, more: object) =>
    send(own, 'POST', '/accounts', {
      ...{ kind, name: kind, opening_on: '2024-01-01', opening_amount: amount },
      ...more,
    })
  const accounts = [await account('bank', 0, { iban }), await account('cash', 500_000, {})]
  const club: Club = {
    id,
    keys,
    iban,
    ids: Object.fromEntries(KINDS.map((kind) => [kind, []])) as never,
    acknowledged: { fees: new Set(), payments: new Set(), vouchers: new Set() },
  }
  club.ids.account = accounts.map((one: { id: string }) => one.id)
  return club
}

/** One request of any act on money, mostly of a club on its own things, sometimes on those of another. */
export function randomAct(random: () => number, clubs: Club[]): Act {
  const upTo = (max: number) => Math.floor(random() * max)
  const pick = <T>(list: readonly T[]): T => list[upTo(list.length)] as T
  const club = pick(clubs)
  const id = (kind: Kind) => pick((random() < 0.05 ? pick(clubs) : club).ids[kind]) ?? 'none'
  const some = (kind: Kind) => Array.from({ length: 1 + upTo(4) }, () => id(kind))
  const few = (kind: Kind) => (random() < 0.8 ? [id(kind)] : some(kind))
  const amount = () => pick([4500, 1200, 700, 1 + upTo(5000)])
  const day = () => pick(['2024-06-15', '2025-03-01', '2026-02-01', inDays(-1), inDays(0), inDays(1)])
  const money = () => ({
    paid_on: day(),
    method: pick(['cash', 'bank_transfer', 'bank_transfer', 'other']),
    ...(random() < 0.2 && { account_id: id('account') }),
  })
  const expense = () => random() < 0.5 && { attached_expense: { sphere: pick(['ideal', 'purpose']) } }
  const reason = { reason: 'Storm' }
  const keep = (kind: Kind, ...ids: string[]) => {
    club.ids[kind] = [...club.ids[kind], ...ids].slice(-300)
  }
  type Answered = { id: string; items?: { id: string }[]; statements?: { id: string }[] }
  const keepAll = (kind: Kind, table?: keyof Club['acknowledged']) => (data: Answered | Answered[]) => {
    const ids = [data].flat().map((one) => one.id)
    keep(kind, ...ids)
    if (table) for (const one of ids) club.acknowledged[table].add(one)
  }
  const post = (path: string, body?: object, done?: Act['done']): Omit<Act, 'key'> => ({
    method: 'POST',
    path,
    ...(body && { body }),
    ...(done && { done }),
    ...(random() < 0.3 && { headers: { 'Idempotency-Key': `k${upTo(1_000_000)}` } }),
  })
  const plain = (method: string, path: string, body?: object): Omit<Act, 'key'> => ({
    method,
    path,
    ...(body && { body }),
  })
  const list = (path: string, kind: Kind): Omit<Act, 'key'> => ({
    ...plain('GET', path),
    done: keepAll(kind) as never,
  })
  const fee = () => ({
    person_external_id: `m${upTo(MEMBERS)}`,
    amount: amount(),
    description: 'Storm',
    ...expense(),
  })
  const statement = (): Omit<Act, 'key'> => ({
    method: 'POST',
    path: '/statements',
    raw: statementXml(
      club.iban,
      0,
      Array.from({ length: 1 + upTo(6) }, () => ({
        date: inDays(-upTo(60)),
        amount: pick([1, 1, 1, -1]) * amount(),
        name: 'Ada Lovelace',
        text: `Storm ${upTo(1000)}`,
      })),
    ),
    headers: { 'Content-Type': 'application/xml' },
    done: ((data: Answered) => keep('statement', ...(data.statements ?? []).map((one) => one.id))) as never,
  })
  const acts: [weight: number, act: () => Omit<Act, 'key'>][] = [
    [8, () => post('/fees', { data: Array.from({ length: 1 + upTo(4) }, fee) }, keepAll('fee', 'fees'))],
    [
      12,
      () =>
        post(
          '/payments',
          { data: few('fee').map((fee_id) => ({ fee_id, amount: 1 + upTo(800), ...money() })) },
          keepAll('payment', 'payments'),
        ),
    ],
    [
      5,
      () =>
        post(`/fees/${id('fee')}/refunds`, {
          amount: amount(),
          ...reason,
          ...money(),
          cancels: random() < 0.2,
        }),
    ],
    [5, () => post(`/payments/${id('payment')}/reversal`, reason)],
    [3, () => post(`/fees/${id('fee')}/waiver`, reason)],
    [3, () => post(`/fees/${id('fee')}/cancellation`, { kind: 'mistake', ...reason })],
    [3, () => plain('DELETE', `/fees/${id('fee')}/cancellation`)],
    [2, () => plain('PATCH', `/fees/${id('fee')}`, { due_on: day() })],
    [
      6,
      () =>
        post(
          '/collections',
          { fee_ids: [...new Set(some('fee'))], collection_date: collectionDate() },
          (data: Answered) => {
            keep('collection', data.id)
            keep('item', ...(data.items ?? []).map((item) => item.id))
          },
        ),
    ],
    [4, () => post(`/collections/${id('collection')}/submission`)],
    [4, () => post(`/collections/${id('collection')}/settlement`, { settled_on: day() })],
    [2, () => plain('DELETE', `/collections/${id('collection')}/settlement`)],
    [2, () => post(`/collections/${id('collection')}/discard`, reason)],
    [2, () => post(`/collections/${id('collection')}/items/${id('item')}/removal`, reason)],
    [
      4,
      () =>
        post(`/collections/${id('collection')}/returns`, {
          ...{ item_id: id('item'), returned_on: day(), reason_code: 'AM04' },
          charge: pick([null, 300]),
        }),
    ],
    [5, statement],
    [1, () => plain('DELETE', `/statements/${id('statement')}`)],
    [4, () => list('/bank_lines?state=open&per_page=50', 'line')],
    [
      8,
      () =>
        post(
          `/bank_lines/${id('line')}/confirmation`,
          pick<() => object>([
            () => ({ parts: [{ fee_id: id('fee'), amount: amount() }] }),
            () => ({ booking: { text: 'Storm', sphere: 'ideal' } }),
            () => ({ collection_id: id('collection') }),
            () => ({ item_ids: [id('item')] }),
            () => ({}),
          ])(),
        ),
    ],
    [4, () => plain('DELETE', `/bank_lines/${id('line')}/confirmation`)],
    [1, () => post(`/bank_lines/${id('line')}/ignoring`, reason)],
    [1, () => plain('DELETE', `/bank_lines/${id('line')}/ignoring`)],
    [1, () => post('/bank_lines/confirmations', {})],
    [
      4,
      () =>
        post(
          '/vouchers',
          {
            data: [
              random() < 0.2
                ? {
                    ...{ kind: 'transfer', account_id: id('account'), other_account_id: id('account') },
                    ...{ amount: amount(), booked_on: day(), text: 'Storm' },
                  }
                : {
                    amount: pick([1, -1]) * amount(),
                    booked_on: day(),
                    text: 'Storm',
                    account_id: id('account'),
                  },
            ],
          },
          keepAll('voucher', 'vouchers'),
        ),
    ],
    [3, () => post(`/vouchers/${id('voucher')}/reversal`, reason)],
    [2, () => list('/vouchers?per_page=50', 'voucher')],
    [3, () => list(`/fees/${id('fee')}/payments`, 'payment')],
    [1, () => post(`/accounts/${id('account')}/counts`, { counted_on: day(), counted: amount() })],
    [1, () => post('/years/2024/closing')],
    [1, () => plain('DELETE', '/years/2024/closing?reason=Storm')],
  ]
  const act = pick(acts.flatMap(([weight, one]) => Array<typeof one>(weight).fill(one)))
  return { key: pick(club.keys), ...act() }
}

/** A working day three weeks ahead. */
function collectionDate(): string {
  for (let days = 21; ; days++) {
    const date = inDays(days)
    const weekday = new Date(date).getUTCDay()
    if (weekday > 0 && weekday < 6 && !/-(12-2[4-6]|12-31|01-01|05-01)$/.test(date)) return date
  }
}
