import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Staff, staffOf } from '../support/dashboard'
import { leadsTo, openAfter } from '../support/done'
import { createMoneyWorld, type MoneyWorld, NOW } from './money-world'
import { mainOf } from './outline'
import { stopClock, withoutChance } from './world'

let world: MoneyWorld
let treasurer: Staff
let auditor: Staff
let office: Staff

const GERMAN = { headers: { 'Accept-Language': 'de-DE' } }
const ENGLISH = { headers: { 'Accept-Language': 'en-GB' } }

/** A page of staff as text, with its status, or where it leads. */
async function page(path: string, staff = treasurer): Promise<string> {
  const { status, text, headers } = await openAfter(staff, pathOf(path), staff === auditor ? ENGLISH : GERMAN)
  return `${status} ${withoutChance(leadsTo({ headers }))}\n${shortened(mainOf(text))}`
}

async function form(path: string, fields: Fields): Promise<string> {
  const { status, text, headers } = await treasurer.submit(pathOf(path), fields, GERMAN)
  return `${status} ${withoutChance(leadsTo({ headers }))}\n${shortened(mainOf(text))}`
}
type Fields = [string, string][]

const pathOf = (path: string) => `/dashboard/${world.club.id}${path}`
const read = async (path: string): Promise<string> => {
  const { status, text, body } = await world.club.get(path)
  return `${status}\n${withoutChance(body ? linesOf(body) : text)}`
}

const ACTS = [
  'payment',
  'refund',
  'waiver',
  'cancellation',
  'due',
  'deferral',
  'dispute',
  'release',
  'booking',
  'reopening',
  'notice',
]
const STATES = [
  ...[
    'untouched',
    'part',
    'paid',
    'setOff',
    'oneReversed',
    'refundedInPart',
    'refundedAndCancelled',
    'waivedRest',
  ],
  ...[
    'mistake',
    'released',
    'settled',
    'AM04',
    'deferred',
    'waiting',
    'leftOut',
    'tied',
    'assigned',
    'ofDeleted',
  ],
]

const FEES = [
  ...[
    'released',
    'submitted',
    'settled',
    'credited',
    'AC04',
    'MD07',
    'AM04',
    'none',
    'discarded',
    'partlySettled',
  ],
  ...[
    'familyFirst',
    'familySecond',
    'otherCreditorAgain',
    'withoutEmail',
    'applicant',
    'untouched',
    'ofNamesake',
  ],
  ...[
    'dueLongAgo',
    'dueYesterday',
    'dueToday',
    'dueTomorrow',
    'deferredUntilYesterday',
    'deferred',
    'disputed',
  ],
  ...[
    'reminded',
    'assigned',
    'assignedToOld',
    'paid',
    'paidCash',
    'paidToUnit',
    'setOff',
    'part',
    'twoPayments',
  ],
  ...[
    'reversed',
    'oneReversed',
    'refundedInPart',
    'refundedAndCancelled',
    'waivedRest',
    'waiverReversed',
    'mistake',
  ],
  ...[
    'waived',
    'reopened',
    'dueChanged',
    'dueRemoved',
    'waiting',
    'leftOut',
    'tied',
    'byBankLine',
    'ofDeleted',
  ],
]

const SEGMENTS = ['open', 'overdue', 'part', 'returned', 'collecting', 'paid', 'cancelled', 'all']
const QUERIES = [
  ...SEGMENTS.map((status) => `status=${status}`),
  ...['sort=claimed', 'sort=due', 'sort=-due', 'status=all&sort=-due', 'status=paid&sort=due'],
  ...['due_before=2026-06-15', 'due_before=2026-06-16', 'status=all&due_before=2026-02-01&sort=due'],
  ...['cost_unit=UNIT', 'status=all&cost_unit=UNIT', 'year=2026', 'year=2025', 'status=all&person=ADA'],
  ...['person=ADA', 'person=NAMESAKE', 'status=paid&person=ADA&year=2026', 'person=ADA&sort=due'],
  ...[
    'search=ärger',
    'search=ÄRGER+kurs',
    'search=12,50',
    'search=45',
    'search=25,00',
    'status=all&search=0,01',
  ],
  ...[
    'search=ada+4500',
    'search=REFERENCE',
    'search=PREFIX',
    'status=all&search=none',
    'search=lovelace+27+fee',
  ],
  ...[
    ' after pay?count=2&amount=9000&at=1780000000000&left.paid=1',
    ' after cancel?count=1&amount=4500&left.part=2',
  ],
  ...[
    ' after waive?count=1&amount=4500',
    ' after unpay?count=3&amount=1',
    ' after reopen?count=1&amount=4500',
    ' after book',
  ],
]

const API_QUERIES = [
  ...[
    'status=open',
    'status=returned&status=paid',
    'status=collecting',
    'status=cancelled',
    'due_before=2026-06-15',
  ],
  ...[
    'due_before=2026-06-15&status=open',
    'person_id=ADA',
    'person_external_id=ada&status=paid',
    'external_id=part',
  ],
  ...[
    'person_external_id=withoutEmail',
    'external_id=nothing',
    'reference=REFERENCE',
    'updated_since=2026-06-15T00:00:00Z',
  ],
  ...['created_since=2026-06-15T00:00:00Z', 'created_since=2026-03-10T00:00:00Z&status=open', 'per_page=3'],
]

const COLLECTIONS = ['discarded', 'early', 'settled', 'credited', 'released', 'submitted']
const DEBITORS = ['AC04', 'MD01', 'MD07', 'AM04', 'none', 'unblocked']
const CHOICES = [
  ...['', 'pays=anyone', 'pays=anyone&status=returned', 'due_by=2026-06-14', 'cost_unit_id=UNIT&pays=anyone'],
  ...['scope=all&status=overdue', 'scope=all&search=kurs', 'id=FEE_untouched&id=FEE_alsoUntouched'],
  ...[
    'id=FEE_paid',
    'id=FEE_released&id=FEE_untouched',
    'id=fee_unknown',
    'id=FEE_MD01&date=2026-09-01',
    'id=FEE_withoutEmail',
  ],
  ...[
    'pays=anyone&date=2026-08-03',
    'id=FEE_sharing',
    'id=FEE_movedAgain',
    'id=FEE_untouched&date=2026-07-16',
  ],
]
/** Fees of eleven debtors, one more than the last step shows. */
const SOUND = [
  ...[
    'untouched',
    'ofNamesake',
    'discarded',
    'withoutEmail',
    'paysCash',
    'paysByDebit',
    'former',
    'leavesToday',
  ],
  ...['signedToday', 'applicant', 'AM04'],
].map((name) => `id=FEE_${name}`)
const BULK = ['collect', 'remind', 'pay', 'book', 'waive', 'cancel', 'reopen', 'unpay']

/** A query with the ids of the world in place of the names. */
function named(query: string): string {
  const { units, persons, fees } = world
  return query
    .replace('UNIT', String(units.youth))
    .replace('ADA', String(persons.ada))
    .replace('NAMESAKE', String(persons.namesake))
    .replace('REFERENCE', reference)
    .replace('PREFIX', reference.slice(0, -1))
    .replace(/FEE_(\w+)/g, (_, name) => String(fees[name]))
}
let reference = ''

describe('money in each state', { meta: { sharesStorage: true } }, () => {
  beforeAll(async () => {
    world = await createMoneyWorld()
    treasurer = await staffOf(world.club, 'treasurer', { email: 'treasurer@example.org' })
    auditor = await staffOf(world.club, 'auditor', { email: 'auditor@example.org' })
    office = await staffOf(world.club, 'office', { email: 'office@example.org' })
    const { body } = await world.club.get(`/fees/${world.fees.untouched}`)
    reference = body.data.reference
  }, 240_000)
  beforeEach(() => stopClock(NOW))

  it.each(FEES)('has the page of the fee %s as approved', async (name) => {
    expect(await page(`/fees/${world.fees[name]}`)).toMatchSnapshot()
  })

  it.each([...FEES.slice(0, 8), ...STATES])(
    'shows the fee %s to auditors and the office as approved',
    async (name) => {
      const path = `/fees/${world.fees[name]}`
      expect([await page(path, auditor), await page(path, office)].join('\n\n')).toMatchSnapshot()
    },
  )

  it.each(STATES)('offers acts on the fee %s as approved', async (name) => {
    const pages: string[] = []
    for (const act of ACTS) pages.push(`${act}: ${await page(`/fees/${world.fees[name]}/${act}`)}`)
    const payment = `/fees/${world.fees[name]}/payments/${world.payments[name]}/reversal`
    if (world.payments[name]) pages.push(`reversal: ${await page(payment)}`)
    expect(pages.join('\n\n')).toMatchSnapshot()
  })

  it.each(QUERIES)('lists fees by %s as approved', async (query) => {
    expect(await page(`/fees?${named(query)}`)).toMatchSnapshot()
  })

  it('exports fees as approved', async () => {
    for (const query of ['status=all', 'status=paid', 'status=returned&sort=due']) {
      const { status, text } = await treasurer.submit(pathOf('/fees/export'), { query }, GERMAN)
      expect(`${status}\n${withoutChance(text)}`).toMatchSnapshot(query)
    }
  })

  it.each(API_QUERIES)('answers GET /fees?%s as approved', async (query) => {
    const { status, body } = await world.club.get(`/fees?${named(query)}`)
    const found = body.data.map(({ description }: { description: string }) => description)
    expect([status, ...found, withoutChance(JSON.stringify(body.meta))]).toMatchSnapshot()
  })

  it('answers the journal of each fee as approved', async () => {
    for (const name of FEES) expect(await read(`/fees/${world.fees[name]}/payments`)).toMatchSnapshot(name)
  })

  it('answers what waits, all fees and all collections as approved', async () => {
    for (const path of [
      '/payments/waiting',
      '/fees?per_page=500',
      '/collections',
      '/fees?format=csv',
      '/cost_units',
    ])
      expect(await read(path)).toMatchSnapshot(path)
  })

  it.each(COLLECTIONS)('has the pages of the collection %s as approved', async (name) => {
    const path = `/direct-debits/${world.collections[name]}`
    const pages = [await page(path), await page(`${path} after meanwhile`), await page(path, auditor)]
    for (const act of ['settle', 'unsettle', 'discard']) pages.push(await page(`${path}/${act}`))
    pages.push(
      await page(`${path}?search=Lovelace after ${name}`),
      await read(`/collections/${world.collections[name]}`),
    )
    expect(pages.join('\n\n')).toMatchSnapshot()
  })

  it.each(DEBITORS)('has the pages of the return %s as approved', async (name) => {
    const { id, collection } = world.returned[name] ?? {}
    const path = `/direct-debits/${collection}/items/${id}`
    expect([await page(`${path}/return`), await page(`${path}/unblock`)].join('\n\n')).toMatchSnapshot()
  })

  it('has the list of collections, and the page of a person who pays, as approved', async () => {
    for (const path of ['/direct-debits', '/direct-debits after released', '/direct-debits after running'])
      expect(await page(path)).toMatchSnapshot(path)
    for (const name of ['ada', 'AC04', 'MD01', 'MD07', 'expired', 'expiring', 'credited', 'withoutMandate'])
      expect(await page(`/members/${world.persons[name]}`)).toMatchSnapshot(name)
  })

  it.each([...CHOICES, SOUND.join('&'), SOUND.slice(1).join('&')])(
    'has the steps to a collection of %s as approved',
    async (choice) => {
      const pages: string[] = []
      for (const step of ['', '/check', '/date', '/release'])
        pages.push(await page(`/direct-debits/new${step}?${named(choice)}`))
      expect(pages.map((text) => text.replaceAll(/mark [0-9a-f]+/g, 'mark …')).join('\n\n')).toMatchSnapshot()
    },
  )

  it.each([
    '2026-06-14',
    '2026-06-30',
    '2026-07-15',
    '2026-07-16',
    '2026-08-03',
    '2026-12-25',
    '2027-06-15',
    '2027-06-16',
  ])('checks fees for %s as approved', async (collection_date) => {
    const all = [...Object.values(world.fees), 'fee_unknown', world.fees.untouched]
    const fee_ids = collection_date === '2026-08-03' ? all : [world.fees.untouched, world.fees.expiring]
    const { status, body } = await world.club.post('/collections?dry_run=true', { fee_ids, collection_date })
    expect(`${status}\n${withoutChance(linesOf(body))}`).toMatchSnapshot()
  })

  it.each(BULK)('asks before the act %s on many fees as approved', async (action) => {
    const ask = (...fields: Fields) => form('/fees/bulk', [['action', action], ...fields])
    const id = (name: string): [string, string] => ['id', String(world.fees[name])]
    const pages = [
      await ask(...FEES.map(id)),
      await ask(['scope', 'all'], ['query', 'status=all&sort=due']),
      await ask(['scope', 'all'], ['query', 'status=overdue']),
      await ask(...['part', 'waiting', 'paid', 'mistake', 'released', 'untouched'].map(id)),
      await ask(...SOUND.slice(0, 5).map((name) => id(name.slice(7)))),
      await ask(...SOUND.slice(0, 6).map((name) => id(name.slice(7)))),
      await ask(id('part')),
      await ask(id('mistake')),
      await ask(id('waiting')),
      await ask(),
    ]
    expect(
      pages.map((text) => text.replaceAll(/(mark|seen) [0-9a-f]+/g, '$1 …')).join('\n\n'),
    ).toMatchSnapshot()
  })

  it('asks before a claim as approved', async () => {
    const claim = (fields: Record<string, string>, ...more: Fields) =>
      form('/fees/claim/check', [...Object.entries({ ...CLAIM, ...fields }), ...more])
    const chosen = ['ada', 'namesake', 'former', 'applicant'].map((name): [string, string] => [
      'id',
      String(world.persons[name]),
    ])
    const someone = Object.values(world.persons)
      .slice(0, 11)
      .map((id): [string, string] => ['id', id])
    const pages = [
      await form('/fees/claim', [['list', 'members'], ...chosen]),
      await form('/fees/claim', [
        ['list', 'contacts'],
        ['scope', 'all'],
        ['query', 'search=ada'],
      ]),
      await page('/fees/claim?list=contacts'),
      await claim({}),
      await claim({ list: 'contacts' }),
      await claim({ audience: 'chosen' }, ...chosen),
      await claim({ audience: 'chosen' }, ...someone.slice(0, 10)),
      await claim({ audience: 'chosen' }, ...someone),
      await claim({ audience: 'view' }),
      await claim({ description: 'Fee released' }),
      await claim({ description: '{{first_name}} {{last_name}} {{year}}', due_on: '2027-01-31' }),
      await claim({ description: ' ', amount: '', due_on: '2026-02-30' }),
      await claim({ amount: '0' }),
      await claim({ calculation: 'column' }),
      await claim({ costunit_name: '["Choir","Shoes"]' }),
      await page('/fees/claimed?batch=bat_0VMtKcPBq7XJ3mZ1sWv9LdTe after claimed?count=2&sum=9000'),
      await page('/fees/claimed after undone?cancelled=2&left=1'),
    ]
    expect(pages.map((text) => text.replaceAll(/mark [0-9.]+/g, 'mark …')).join('\n\n')).toMatchSnapshot()
  })
})

const CLAIM = {
  list: 'members',
  audience: 'all',
  calculation: 'fixed',
  amount: '48,00',
  description: 'Annual fee',
  due_on: '2026-12-31',
}

/** An outline without the options of selects, and without what chooses a row. */
const shortened = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !/^\[option|\[checkbox id fee_…\]$/.test(line))
    .join('\n')

/** What is answered, with a line for each item of a list in it. */
const linesOf = (body: unknown): string =>
  JSON.stringify(body, (_, value) => (Array.isArray(value) ? value.map(lineOf) : value), 1).replaceAll(
    '\\"',
    '"',
  )

const lineOf = (item: unknown): string => (typeof item === 'string' ? item : JSON.stringify(item))
