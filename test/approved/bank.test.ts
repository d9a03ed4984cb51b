import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { OWN_IBAN } from '../support/bank'
import { call } from '../support/call'
import { camtText } from '../support/camt'
import { type Staff, staffOf } from '../support/dashboard'
import { setDay } from '../support/direct-debits'
import { leadsTo, openAfter } from '../support/done'
import { storedTables } from '../support/storage'
import { type BankWorld, bankWorld, SAVINGS_IBAN } from './bank-world'
import { contentOf } from './outline'
import { setColumns, withoutChance } from './world'

const ENGLISH = { headers: { 'Accept-Language': 'en-GB' } }

/** Lines of which each is something else. */
const LINES = [
  'Exact',
  'Twice two',
  'Less',
  'More',
  'Both',
  'Paid elsewhere',
  'Paid here',
  'Cancelled',
  'Collecting',
  'By account',
  'Pair',
  'Equal',
  'Karen Jones',
  'Sum',
  'Batch',
  'Batch less',
  'Debit',
  'Return',
  'Return mandate',
  'Return done',
  'Expense',
  'Foreign',
  'Refund',
  'Booked',
  'Ignored',
  'Partly',
  'Confirmed',
  'Unnamed',
  'Without text',
  'Interest',
  'Paid here and more',
  'Six',
  'Four',
]

/** Pages of lines, with what an act before them did. */
const LISTS = [
  '',
  '?page=2',
  '?page=9',
  '?page=0.5',
  '?at=40',
  '?state=done',
  '?state=ignored',
  ' after certain?count=0',
  ' after certain?count=3&left=0&at=1',
  ' after certain?count=3&left=2&at=1',
  ' after uncertain?count=2',
  ' after imported?new=3&known=2&skipped=1&confirmed=1&days=2026-01-01,2026-01-05,2026-03-01',
  ' after imported?new=1&known=0&skipped=0&confirmed=0&days=2026-02-30,2026-03-01',
  '?at=0 after confirmed?about={Confirmed}',
  '?at=1 after confirmed?about={Confirmed}',
  ' after confirmed?about={Return done}',
  '?at=39 after confirmed?about={Partly}',
  '?at=999 after confirmed?about={Partly}',
  ' after confirmed?about={Three}',
  ' after confirmed?about={Four}',
  ' after booked?about={Booked}',
  '?at=2 after ignored?about={Ignored}',
  '?at=3 after loosened?about={Expense}',
  '?state=ignored after restored?about={Expense}',
  ' after nothing?about={Expense}',
  ' after confirmed?about=unknown',
]

/** Pages with forms of lines, and of the fees that they are divided among. */
const FORMS = [
  '{Less}/fees',
  '{Less}/fees?q=hopper',
  '{Less}/fees?q=25,00&at=3',
  '{Less}/fees?q=nobody',
  '{Less}/fees?q=Fee+byName',
  '{Less}/fees?fee={less}&amount.{less}=10.00',
  '{Less}/fees?fee={less}&amount.{less}=25,00&q=hopper',
  '{Less}/fees?fee={less}&fee={more}&amount.{more}=26&at=2',
  '{Less}/fees?fee={less}&fee={more}',
  '{Less}/fees?fee=fee_unknown&fee={less}&amount.{less}=x&by=25,00&q=hopper',
  '{Karen Jones}/fees',
  '{Partly}/fees',
  '{Expense}/fees',
  '{Expense}/fees?q=hopper',
  '{Expense}/fees?q=fee+paid&fee={paidHere}&amount.{paidHere}=1.00',
  '{Refund}/fees',
  '{Expense}/book?at=4',
  '{Sum}/book',
  '{Partly}/book',
  '{Batch less}/book?collection={differing}',
  '{Unnamed}/book',
  '{Ignored}/book',
  '{Expense}/ignore?at=4',
  '{Partly}/ignore',
]

const OTHERS = [
  '',
  ' after saved',
  ' after added',
  ' after other',
  '/import',
  '/import after added',
  '/accounts/new',
  '/accounts/{giro}',
  '/accounts/{giro} after undone?lines=3',
  '/accounts/{giro} after undone?lines=x',
  '/accounts/{savings}',
  '/accounts/{archived}',
  '/accounts/{giro}/edit',
  '/accounts/{archived}/edit',
  '/statements/{first}/undo',
  '/statements/{third}/undo',
  '/statements/{fourth}/undo',
]

const REFUSALS = ['line_changed', 'line_confirmed', 'year_closed', 'other', 'constructor']

const PAGES = [
  ...OTHERS,
  ...LISTS.map((query) => `/lines${query}`),
  ...LINES.map((name) => `/lines/{${name}}`),
  ...REFUSALS.map((code) => `/lines/{Partly} after ${code}`),
  ...FORMS.map((form) => `/lines/${form}`),
]

type Fields = Record<string, string> | [name: string, value: string][]

/** The fields of a form in which fees are ticked, with their amounts. */
function ticked(amounts: Record<string, string>, rest: Record<string, string> = {}): Fields {
  const shares = Object.entries(amounts).flatMap(([fee, amount]): [string, string][] => [
    ['fee', `{${fee}}`],
    [`amount.{${fee}}`, amount],
  ])
  return [...shares, ...Object.entries(rest)]
}

/** Forms that are refused. */
const FORMS_SENT: [string, Fields][] = [
  ['/lines/{Expense}/book', { text: '', place: 'x', sphere: 'y', at: '3' }],
  ['/lines/{Expense}/book', { text: 'Strom', place: JSON.stringify(['Nothing', null]), side: 'in' }],
  ['/lines/{Expense}/book', { text: 'Strom', revision: '7', at: '3' }],
  ['/lines/{Ignored}/book', { text: 'Strom' }],
  ['/lines/{Batch less}/book', { text: '', collection: '{differing}' }],
  ['/lines/{Batch less}/book', { text: 'x', collection: 'run_unknown' }],
  ['/lines/{Expense}/ignore', { reason: ' ', at: '3' }],
  ['/lines/{Partly}/ignore', { reason: 'Twice', at: '3' }],
  ['/lines/{Ignored}/ignore', { reason: 'Twice' }],
  ['/lines/{Less}/fees', ticked({ less: 'ten', more: '0' }, { at: '3', q: 'hopper' })],
  ['/lines/{Less}/fees', ticked({ less: '30,01', more: '-1' })],
  ['/lines/{Less}/fees', ticked({ less: '20,00', more: '20,00' })],
  ['/lines/{Less}/fees', ticked({ paidHere: '1,00' })],
  ['/lines/{Less}/fees', ticked({ less: '1,00' }, { revision: '9' })],
  ['/lines/{Less}/fees', ticked({ less: '1,00' }, { sign: '-' })],
  ['/lines/{Expense}/fees', ticked({ paidHere: '8,01' }, { sign: '-' })],
  ['/lines/{Expense}/fees', ticked({ paidHere: '8', settled: '8' }, { sign: '-' })],
  ['/lines/{Less}/fees', { 'amount.{less}': '10,50' }],
  ['/lines/{Less}/confirm', { as: 'other:1', revision: '1' }],
  ['/lines/{Less}/confirm', { as: 'vouchers:vch_unknown', revision: '1' }],
  ['/lines/{Less}/confirm', { as: 'debits:dbt_unknown,dbt_other' }],
  ['/lines/{Less}/confirm', { as: 'collection:run_unknown' }],
  ['/lines/{Less}/confirm', { as: 'fees:{less}=2500', revision: '5' }],
  ['/lines/{Less}/loosen', { revision: '1' }],
  ['/lines/{Confirmed}/loosen', { revision: '1' }],
  ['/lines/{Less}/restore', { from: 'ignored' }],
  ['/lines/{Ignored}/restore', { revision: '1' }],
  ['/lines/uncertain', { when: 'x' }],
  ['/statements/{first}/undo', {}],
  ['/accounts/new', { name: '', iban: 'DE00', opening_on: '', opening_amount: 'ten' }],
  ['/accounts/new', { name: 'Giro', iban: OWN_IBAN, opening_on: '2026-01-01', opening_amount: '1.000,50' }],
  ['/accounts/new', { name: 'New', iban: '', opening_on: '2031-01-01', opening_amount: '-5' }],
  ['/accounts/{giro}/edit', { name: 'Giro', iban: 'x', opening_on: '2026-03-19', opening_amount: '7' }],
  ['/accounts/{archived}/edit', { name: 'Savings', iban: SAVINGS_IBAN, opening_on: '', archived: '1' }],
]

const statement = (iban: string, more: object = {}) =>
  camtText({
    statements: [
      {
        iban,
        opening: 12_345,
        period: ['2026-02-01', '2026-02-28'],
        entries: [{ amount: 100, details: [{}], ...more }],
      },
    ],
  })

const UNKNOWN_IBAN = 'DE75512108001245126199'

const FILES: [string, string][] = [
  ['nothing', ''],
  ['no statement', '<Document/>'],
  ['a statement of an unknown account', statement(UNKNOWN_IBAN)],
  ['an amount that is none', statement(OWN_IBAN, { amountText: 'ten' })],
  [
    'an amount that is none in the details of the second entry',
    camtText({
      statements: [
        {
          iban: OWN_IBAN,
          entries: [100, 77].map((amount) => ({ amount, details: [{ amount }] })),
        },
      ],
    }).replace(/0\.77(?!.*0\.77)/s, 'ten'),
  ],
  [
    'two statements of an unknown account',
    camtText({
      statements: ['02', '01'].map((month, index) => ({
        iban: UNKNOWN_IBAN,
        opening: 100 + index,
        period: [`2026-${month}-01`, `2026-${month}-28`],
        entries: [{ amount: 100, details: [{}] }],
      })),
    }),
  ],
]

describe('the bank', { meta: { sharesStorage: true } }, () => {
  let world: BankWorld
  let viewers: Record<'treasurer' | 'auditor', Staff>

  beforeAll(async () => {
    world = await bankWorld()
    viewers = {
      treasurer: await staffOf(world.club, 'treasurer'),
      auditor: await staffOf(world.club, 'auditor'),
    }
  })
  beforeEach(() => setDay('2026-03-31'))

  function filledIn(template: string): string {
    const { lines, fees, collections, giro, savings, archived, statements } = world
    const [first, , third, fourth] = statements
    const ids: Record<string, string | undefined> = { ...lines, ...fees, ...collections }
    Object.assign(ids, { giro, savings, archived, first, third, fourth })
    return template.replace(/\{([\w ]+)\}/g, (_, name) => {
      if (!ids[name]) throw new Error(`no ${name} in the world`)
      return ids[name]
    })
  }
  const pathOf = (page: string) => `/dashboard/${world.club.id}/bank${filledIn(page)}`

  it.each(PAGES)('shows a treasurer %s as approved', async (page) => {
    const { status, text } = await openAfter(viewers.treasurer, pathOf(page))
    expect(`${status}\n${shownOn(page, text)}`).toMatchSnapshot()
  })

  const seen = PAGES.filter((page) => !/\/(new|edit|import|undo|fees|book|ignore)(\?| |$)/.test(page))
  it.each(seen)('shows an English auditor %s as approved', async (page) => {
    const { status, text } = await openAfter(viewers.auditor, pathOf(page), ENGLISH)
    expect(`${status}\n${shownOn(page, text)}`).toMatchSnapshot()
  })

  it.each(FORMS_SENT)('answers what is sent to %s as approved: %j', async (page, fields) => {
    const pairs = Array.isArray(fields) ? fields : Object.entries(fields)
    const sent = pairs.map(([name, value]): [string, string] => [filledIn(name), filledIn(value)])
    const answer = await viewers.treasurer.submit(pathOf(page), sent)
    const { status, text, headers, cost } = answer
    expect(cost.rowsWritten).toBe(0)
    expect(`${status} ${withoutChance(leadsTo({ headers }))}\n${contentOf(text)}`).toMatchSnapshot()
  })

  it.each(FILES)('answers a file with %s as approved', async (_, file) => {
    const { status, text } = await sendFile(viewers.treasurer, pathOf('/import'), file)
    expect(`${status}\n${contentOf(text)}`).toMatchSnapshot()
  })

  it('answers the API as approved', async () => {
    const paths = [
      ...['/bank_lines', '/bank_lines?state=open&per_page=3', '/bank_lines?state=done&per_page=2'],
      ...['/bank_lines?state=ignored', `/accounts/${world.giro}/statements`],
      ...LINES.map((name) => `/bank_lines/${world.lines[name]}`),
    ]
    for (const path of paths) {
      const { status, body } = await world.club.get(path)
      expect(`${status}\n${withoutChance(JSON.stringify(body, null, 1))}`).toMatchSnapshot(
        withoutChance(path),
      )
    }
  })

  it('stores rows as approved', async () => {
    const stored = await storedTables()
    const tables = stored.filter(({ name }) =>
      /^(bank_|statement|collection|payments|voucher|account)/.test(name),
    )
    for (const { name, rows } of tables)
      expect(rows.map((row) => withoutChance(JSON.stringify(row, setColumns))).sort()).toMatchSnapshot(name)
  })
})

/** What a page shows; of one that an act leads to, what it says of the act, and what stands around that. */
function shownOn(page: string, html: string): string {
  if (!/^\/lines(\?\S+)? after /.test(page)) return contentOf(html)
  const lines = contentOf(html.replace('id="done"', 'id="done">‹act›<i')).split('\n')
  const at = lines.findIndex((line) => line.includes('‹act›'))
  return lines.slice(Math.max(0, at - 3), at + 10).join('\n')
}

/** Sends a file by the form of the page that imports one. */
async function sendFile(staff: Staff, path: string, file: string) {
  const form = new FormData()
  form.append('file', new Blob([file]), 'statement.xml')
  const body = new Response(form)
  return call('POST', path, {
    raw: await body.arrayBuffer(),
    headers: {
      'Content-Type': String(body.headers.get('Content-Type')),
      Cookie: `__Host-staff=${staff.cookie('__Host-staff')}`,
      'Sec-Fetch-Site': 'same-origin',
    },
  })
}
