import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Staff, staffOf } from '../support/dashboard'
import { setDay } from '../support/direct-debits'
import { leadsTo, openAfter } from '../support/done'
import { storedTables } from '../support/storage'
import { workspace } from '../support/workspace'
import { type BookWorld, bookWorld, DAY } from './book-world'
import { contentOf } from './outline'
import { setColumns, withoutChance } from './world'

const ENGLISH = { headers: { 'Accept-Language': 'en-GB' } }

const YEARS = ['2024', '2025', '2026']

/** Vouchers of which each is something else. */
const VOUCHERS = [
  'Donation',
  'Balls',
  'Split',
  'To the cash box',
  'Nothing named',
  'Unit named',
  'Refund of income',
  'Refund of an expense',
  'Typed twice',
  'Reversal',
  'Many lines',
  'Twenty lines',
  'Not assigned',
  'Waited for',
  'Waited for, too',
  'ofFee',
  'ofLine',
]

const JOURNALS = [
  '',
  '?year=2023',
  '?year=2024',
  '?year=2025',
  '?year=1850',
  '?year=2025&account={cash}',
  '?year=2025&account={till}',
  '?year=2026&account={bank}',
  '?year=2025&text=twice',
  '?year=2025&text=HOPPER',
  '?year=2025&place={youth}',
  '?year=2025&place={youth}.{trips}&text=split',
  '?year=2025&place={hall}&sphere=assets&unassigned=1',
  '?year=2025&sphere=business',
  '?year=2025&sphere=other',
  '?year=2025&unassigned=1',
  '?year=2025&cursor=x',
]

/** Pages of everyone who reads the book. */
const READ = [
  ...JOURNALS,
  '/count',
  '/count/{right}',
  '/count/{less}',
  '/count/{more}',
  ...YEARS.flatMap((year) => [`/report?year=${year}`, `/close?year=${year}`]),
  '/report?year=2023 after closed',
  '/report?year=2025 after reopened',
  '/close',
  '/close?year=2027',
  ...VOUCHERS.map((name) => `/{${name}}`),
]

/** Pages of those who write it. */
const WRITTEN = [
  '/new',
  '/new?account={till}',
  '/new?account=acc_unknown',
  '/transfer',
  '/assign',
  '/assign?year=2025',
  '/assign?year=2024',
  '/assign?year=2025 after assigned?assigned=2&skipped=1&lacking=3',
  '/fees',
  '/fees after booked?count=0',
  '/fees after booked?count=3',
  '/fees after undone',
  '/fees after decided?about={tied}',
  '/fees after decided?about={leftOut}',
  '/fees?after=pay_unknown',
  '/reopen',
  '/reopen?year=2024',
  ...['entered', 'saved', 'reversed', 'was_reversed', 'other'].map((word) => `/{Donation} after ${word}`),
  ...VOUCHERS.map((name) => `/{${name}}/reverse`),
]

const YOUTH = JSON.stringify(['Youth', 'Balls'])
const NOBODY = JSON.stringify(['Nobody', null])
const split = { count: '3', direction: 'in', booked_on: '2026-06-01', text: 'Split', account_id: '{bank}' }

/** Forms that are refused, or that change nothing. */
const FORMS_SENT: [string, Record<string, string>][] = [
  ['/new', {}],
  [
    '/new',
    { act: 'split', amount: '10', 'lines.0.sphere': 'ideal', 'lines.0.place': YOUTH, direction: 'in' },
  ],
  ['/new', { ...split, act: 'split', 'lines.1.amount': '5', 'lines.2.text': 'x' }],
  ['/new', { act: 'split', count: '20', amount: '10' }],
  ['/new', { act: 'split', count: '99', direction: 'sideways', account_id: '{till}' }],
  ['/new', { ...split, amount: '20', 'lines.0.amount': '5', 'lines.2.amount': '0', 'lines.2.text': 'Zero' }],
  ['/new', { ...split, 'lines.0.amount': 'five', 'lines.2.amount': '4', 'lines.2.place': NOBODY }],
  ['/new', { ...split, count: '1', amount: '5', 'lines.0.place': NOBODY, 'lines.0.sphere': 'other' }],
  ['/new', { ...split, count: '1', amount: '5', booked_on: '2024-05-01' }],
  ['/new', { ...split, count: '1', amount: '5', booked_on: '2026-06-16', text: 'x'.repeat(501) }],
  ['/new', { ...split, count: '1', amount: '5', booked_on: '2023-05-01', account_id: '{till}' }],
  ['/new', { ...split, count: '1', direction: 'out', amount: '7,01', account_id: '{till}' }],
  ['/new', { ...split, count: '1', direction: 'in_back', amount: '7,01', account_id: '{till}' }],
  ['/new', { ...split, count: '1', amount: '5', account_id: 'acc_unknown' }],
  ['/transfer', {}],
  [
    '/transfer',
    {
      account_id: '{cash}',
      other_account_id: '{cash}',
      amount: '1',
      booked_on: '2026-06-01',
      text: 'Round trip',
    },
  ],
  [
    '/transfer',
    { account_id: '{bank}', other_account_id: '{till}', amount: '8', booked_on: '2026-06-01', text: 'x' },
  ],
  ['/count', { account_id: '{till}', counted: 'ten', counted_on: '2026-06-01', note: 'Again' }],
  ['/count', { account_id: '{till}', 'coin.100': '3', 'coin.50': 'two', counted_on: '2026-06-01' }],
  ['/count', { account_id: '{bank}', counted: '10', counted_on: '2026-06-17' }],
  ['/count', { account_id: '{till}', counted: '-1', counted_on: '2024-05-01' }],
  ['/count', { account_id: 'acc_unknown', counted: '1', counted_on: '' }],
  ['/count/{less}', { account_id: '{till}', counted_on: '2026-06-01', difference: '-10', text: '' }],
  [
    '/count/{less}',
    {
      account_id: '{till}',
      counted_on: '2026-06-01',
      difference: '0',
      text: 'x',
      place: NOBODY,
      sphere: 'y',
    },
  ],
  ['/assign', { year: '2025' }],
  ['/assign', { year: '2025', line: '{Nothing named}.1' }],
  ['/assign', { year: '2025', place: YOUTH, line: 'vch_other' }],
  ['/assign', { year: '2025', place: NOBODY, sphere: 'other', line: '{Nothing named}.1' }],
  ['/fees', {}],
  ['/fees', { payment: '{waiting}', place: NOBODY, sphere: 'other', account_id: 'acc_unknown' }],
  ['/fees', { payment: 'pay_unknown', after: 'pay_other' }],
  ['/fees', { payment: '{waiting}', act: 'leave_out', reason: ' ' }],
  ['/fees', { act: 'leave_out', reason: 'Elsewhere' }],
  ['/fees', { payment: '{tied}', act: 'leave_out', reason: 'Elsewhere' }],
  ['/fees/decision', { payment: '{matched}', act: 'leave_out', 'reason.{matched}': '' }],
  ['/fees/decision', { payment: '{matched}', voucher: '{Not assigned}' }],
  ['/fees/decision', { payment: '{matched}', voucher: 'vch_unknown', whole: '1' }],
  ['/fees/decision', { payment: '{tied}', act: 'book' }],
  ['/fees/decision', { payment: '{matched}' }],
  ['/fees/decision', {}],
  ['/fees/undo', { payment: '{waiting}' }],
  ['/fees/undo', {}],
  ['/close', { year: '2025' }],
  ['/close', { year: '2025', confirmed: '1' }],
  ['/close', { year: '2026', confirmed: '1' }],
  ['/close', { year: '2024', confirmed: '1' }],
  ['/close', { confirmed: '1' }],
  ['/reopen', { year: '2024', reason: ' ' }],
  ['/reopen', { year: '2023', reason: 'A receipt' }],
  ['/reopen', { year: '2025', reason: 'A receipt' }],
  ['/reopen', { reason: '' }],
  ['/{Donation}', { version: 'x', text: 'Gift', count: '1' }],
  [
    '/{Donation}',
    { text: '', count: '1', 'lines.0.place': NOBODY, 'lines.0.sphere': 'y', 'lines.0.side': 'z' },
  ],
  ['/{Fees of 2024}', { text: 'Changed', count: '1' }],
  ['/{Donation}/reverse', { reason: ' ' }],
  ['/{Typed twice}/reverse', { reason: 'Again' }],
  ['/{Reversal}/reverse', { reason: 'Again' }],
  ['/{ofFee}/reverse', { reason: 'Again' }],
  ['/{ofLine}/reverse', { reason: 'Again' }],
  ['/{To the till}/reverse', { reason: 'Again' }],
  ['/{Waited for, too}/reverse', { reason: 'Again' }],
]

const CLUBS: [string, object][] = [
  ['a club', { is_nonprofit: false }],
  ['a non-profit club whose year begins in April', { is_nonprofit: true, year_start: 4 }],
]

describe.each(CLUBS)('the cash book of %s', { meta: { sharesStorage: true } }, (name, bookkeeping) => {
  const isFirst = name === 'a club'
  let world: BookWorld
  let owner: Staff
  let auditor: Staff

  beforeAll(async () => {
    world = await bookWorld(bookkeeping)
    owner = await staffOf(world.club, 'owner')
    auditor = await staffOf(world.club, 'auditor')
  })
  beforeEach(() => setDay(DAY))

  const filledIn = (template: string) =>
    template.replace(/\{([\w ,]+)\}/g, (_, of) => {
      const id = world.ids[of]
      if (!id) throw new Error(`no ${of} in the world`)
      return id
    })
  const pathOf = (page: string) => `/dashboard/${world.club.id}/cash-book${filledIn(page)}`

  it.each(
    isFirst
      ? [...READ, ...WRITTEN]
      : [...READ, ...WRITTEN].filter((page) => /assign|close|report/.test(page)),
  )('shows an owner %s as approved', async (page) => {
    const { status, text, headers } = await openAfter(owner, pathOf(page))
    expect(`${status} ${withoutChance(leadsTo({ headers }))}\n${contentOf(text)}`).toMatchSnapshot()
  })

  it.each(isFirst ? [] : READ)('shows an English auditor %s as approved', async (page) => {
    const { status, text, headers } = await openAfter(auditor, pathOf(page), ENGLISH)
    expect(`${status} ${withoutChance(leadsTo({ headers }))}\n${contentOf(text)}`).toMatchSnapshot()
  })

  it.each(isFirst ? FORMS_SENT : [])('answers what is sent to %s as approved: %j', async (page, fields) => {
    const sent = Object.entries(fields).map(([field, value]) => [filledIn(field), filledIn(value)])
    const { status, text, headers } = await owner.submit(pathOf(page), Object.fromEntries(sent))
    expect(`${status} ${withoutChance(leadsTo({ headers }))}\n${contentOf(text)}`).toMatchSnapshot()
  })

  it('pages through the journal as approved', async () => {
    let path: string | undefined = pathOf('?year=2026')
    const pages = []
    while (path) {
      const { text } = await owner.get(path)
      pages.push(contentOf(text))
      path = /href="([^"]*cursor=next[^"]*)"/.exec(text)?.[1]?.replaceAll('&amp;', '&')
    }
    expect(pages.join('\n\n')).toMatchSnapshot()
  })

  it.each(YEARS)('exports %s as approved', async (year) => {
    for (const file of ['/export', '/report/export']) {
      const { text } = await owner.submit(pathOf(`${file}?year=${year}`))
      expect(withoutChance(text)).toMatchSnapshot(file)
    }
    const { text } = await world.club.get(`/years/${year}/export`)
    expect(withoutChance(text)).toMatchSnapshot('API')
  })

  const years = ['/accounts', '/years', ...YEARS.map((year) => `/years/${year}`), '/vouchers?unassigned=true']
  const answers = [
    ...[
      '/vouchers?per_page=3',
      '/vouchers?year=2025',
      '/vouchers?account_id={till}',
      '/accounts/{till}/counts',
    ],
    ...VOUCHERS.map((voucher) => `/vouchers/{${voucher}}`),
  ]
  it.each(isFirst ? [...years, ...answers] : years)('answers GET %s as approved', async (path) => {
    const { status, body } = await world.club.get(filledIn(path))
    expect(`${status}\n${withoutChance(JSON.stringify(body, null, 1))}`).toMatchSnapshot()
  })

  it('stores rows as approved', async () => {
    const stored = await storedTables()
    const tables = isFirst ? /^(voucher|account|cash|fiscal|payments|bank_l)/ : /^(fiscal|account_days)/
    for (const { name: table, rows } of stored.filter((one) => tables.test(one.name)))
      expect(rows.map((row) => withoutChance(JSON.stringify(row, setColumns))).sort()).toMatchSnapshot(table)
  })
})

/** What each club of these has: nothing, or an account. */
const BEGINNERS: [string, object[]][] = [
  ['that has no account', []],
  ['with a cash box', [{ kind: 'cash', name: 'Cash', opening_on: '2026-01-01', opening_amount: 100 }]],
  ['with a bank account', [{ kind: 'bank', name: 'Giro', opening_on: '2026-01-01', opening_amount: -100 }]],
]

const FIRST_PAGES = [
  ...['', '?text=x', '/new', '/transfer', '/count', '/assign', '/fees', '/report', '/close'].map(
    (page) => `/cash-book${page}`,
  ),
  ...['', '/lines', '/lines?state=done', '/lines?state=ignored', '/import', '/accounts/new'].map(
    (page) => `/bank${page}`,
  ),
]

describe.each(BEGINNERS)('the money of a club %s', { meta: { sharesStorage: true } }, (_, accounts) => {
  let path: string
  let owner: Staff
  let auditor: Staff

  beforeAll(async () => {
    setDay(DAY)
    const club = await workspace()
    for (const account of accounts) await club.post('/accounts', account)
    path = `/dashboard/${club.id}`
    owner = await staffOf(club, 'owner')
    auditor = await staffOf(club, 'auditor')
  })
  beforeEach(() => setDay(DAY))

  it.each(FIRST_PAGES)('shows %s as approved', async (page) => {
    const { status, text } = await owner.get(path + page)
    expect(`${status}\n${contentOf(text)}`).toMatchSnapshot()
    const seen = await auditor.get(path + page, ENGLISH)
    expect(`${seen.status}\n${contentOf(seen.text)}`).toMatchSnapshot('an auditor')
  })
})
