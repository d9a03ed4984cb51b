import { addAccount, credit, statementOf, upload } from '../support/bank'
import type { Answer } from '../support/call'
import { type CamtEntry, type CamtStatement, camt } from '../support/camt'
import { ibanOf } from '../support/direct-debit-file'
import { addPersons, COLLECTED_ON, claim, collectingClub, payer, setDay } from '../support/direct-debits'
import { rows, type Workspace } from '../support/workspace'
import { moveInstants, ticking } from './world'

export const SAVINGS_IBAN = 'DE02120300000000202051'

/** Who owes fees, by the number of their account. */
const NAMES = {
  ada: 1,
  grace: 2,
  barbara: 3,
  hedy: 4,
  radia: 5,
  joan: 6,
  karen: 7,
  betty: 8,
  frances: 9,
} as const
const LAST: Record<keyof typeof NAMES, string> = {
  ada: 'Lovelace',
  grace: 'Hopper',
  barbara: 'Liskov',
  hedy: 'Lamarr',
  radia: 'Perlman',
  joan: 'Clarke',
  karen: 'Jones',
  betty: 'Holberton',
  frances: 'Allen',
}

/** Fees by what becomes of them: who owes them, and how much. */
const FEES = {
  exact: ['ada', 4500],
  twice: ['ada', 4400],
  less: ['grace', 3000],
  more: ['grace', 2000],
  first: ['ada', 1000],
  second: ['grace', 1500],
  paidElsewhere: ['barbara', 700],
  paidHere: ['barbara', 800],
  cancelled: ['barbara', 900],
  byAccount: ['hedy', 1100],
  pairOne: ['radia', 1200],
  pairTwo: ['radia', 1300],
  equalOne: ['joan', 1400],
  equalTwo: ['joan', 1400],
  byName: ['karen', 1600],
  partly: ['betty', 5000],
  confirmed: ['betty', 1700],
  refunded: ['betty', 1800],
  live: ['barbara', 6100],
  liveToo: ['hedy', 6200],
  byReference: ['radia', 6300],
  differing: ['joan', 6400],
  settled: ['karen', 6500],
  mandated: ['grace', 6600],
  returned: ['ada', 6700],
  one: ['frances', 101],
  two: ['frances', 102],
  three: ['frances', 103],
  four: ['frances', 104],
  five: ['frances', 105],
  six: ['frances', 106],
} as const satisfies Record<string, [keyof typeof NAMES, number]>
type Fee = keyof typeof FEES

export type BankWorld = {
  club: Workspace
  giro: string
  savings: string
  archived: string
  fees: Record<Fee, string>
  /** Ids of lines by the names of those who pay or are paid. */
  lines: Record<string, string>
  /** Ids of the imported statements, oldest first. */
  statements: string[]
  /** Collections that are submitted, by how their credit comes. */
  collections: Record<'sum' | 'reference' | 'differing', string>
}

/** A club whose bank has credited and debited all that a line can be. */
export async function bankWorld(settings: object = {}): Promise<BankWorld> {
  const club = ticking(await collectingClub({ bookkeeping: { passes_charges_on: true }, ...settings }))
  await addPersons(
    club,
    Object.entries(NAMES).map(([first_name, n]) =>
      payer(n, { name: { first_name, last_name: LAST[first_name as keyof typeof NAMES] } }),
    ),
  )
  await club.post('/cost_units', { name: 'Youth', categories: ['Balls'] })
  const fees = await feesOf(club)
  const giro = await addAccount(club, { id: `acc_${'1'.padStart(24, '0')}`, opening_amount: 100_000 })
  const savings = await addAccount(club, {
    id: `acc_${'2'.padStart(24, '0')}`,
    name: 'Savings',
    iban: SAVINGS_IBAN,
  })
  const archived = await addAccount(club, {
    id: `acc_${'3'.padStart(24, '0')}`,
    name: 'Old',
    iban: null,
    archived_at: '2025-06-01T00:00:00.000Z',
  })
  await payByHand(club, fees, { giro, savings })
  const collections = await collect(club, fees)
  await done(club.post(`/fees/${fees.cancelled}/cancellation`, { kind: 'mistake', reason: 'Twice' }))
  const world = { club, giro, savings, archived, fees, collections: collections.ids }
  await importAll(world, collections.debits)
  const lines = await namedLines(club)
  await confirmSome(world, lines, collections.debits)
  await moveInstants(Date.UTC(2026, 2, 31, 12))
  const statements = await rows<{ id: string }>(
    'SELECT id FROM statements WHERE workspace_id = ? ORDER BY id',
    club.id,
  )
  return { ...world, lines, statements: statements.map(({ id }) => id) }
}

async function done(sent: Promise<Answer>) {
  const { status, body, text } = await sent
  if (status > 204) throw new Error(`${status} ${text}`)
  return body?.data
}

async function feesOf(club: Workspace): Promise<Record<Fee, string>> {
  const ids: [string, string][] = []
  for (const [name, [person, amount]] of Object.entries(FEES)) {
    const [id = ''] = await claim(club, [
      { person_external_id: `m${NAMES[person]}`, amount, description: `Fee ${name}` },
    ])
    ids.push([name, id])
  }
  return Object.fromEntries(ids) as Record<Fee, string>
}

async function payByHand(
  club: Workspace,
  fees: Record<Fee, string>,
  { giro, savings }: { giro: string; savings: string },
) {
  const pay = (fee: Fee, account_id: string) =>
    done(
      club.post('/payments', {
        data: [
          {
            fee_id: fees[fee],
            amount: FEES[fee][1],
            paid_on: '2026-03-11',
            method: 'bank_transfer',
            account_id,
          },
        ],
      }),
    )
  setDay('2026-03-11')
  await pay('paidElsewhere', savings)
  await pay('paidHere', giro)
  await pay('refunded', giro)
}

/** Three collections whose credit comes, and a settled one of which debits come back. */
async function collect(club: Workspace, fees: Record<Fee, string>) {
  setDay('2026-03-02')
  const submit = async (...names: Fee[]) => {
    const { id } = await done(
      club.post('/collections', {
        fee_ids: names.map((name) => fees[name]),
        collection_date: COLLECTED_ON,
      }),
    )
    await done(club.post(`/collections/${id}/submission`, undefined))
    return done(club.get(`/collections/${id}`))
  }
  const [sum, reference, differing, settled] = [
    await submit('live', 'liveToo'),
    await submit('byReference'),
    await submit('differing'),
    await submit('settled', 'mandated', 'returned'),
  ]
  setDay('2026-03-31')
  await done(club.post(`/collections/${settled.id}/settlement`, { settled_on: COLLECTED_ON }))
  const debits: { id: string; reference: string; amount: number; message: string }[] = [
    ...sum.items,
    ...settled.items,
  ].map(({ id, reference: debit, amount }) => ({ id, reference: debit, amount, message: '' }))
  return {
    ids: { sum: sum.id as string, reference: reference.id as string, differing: differing.id as string },
    debits: {
      items: Object.fromEntries(debits.map((debit) => [debit.amount, debit])),
      messages: { reference: `${reference.message_id}.0`, differing: `${differing.message_id}` },
    },
  }
}

type Debits = Awaited<ReturnType<typeof collect>>['debits']

const out = (amount: number, name: string, rest: Partial<CamtEntry> = {}): CamtEntry => ({
  amount,
  date: '2026-03-20',
  details: [{ creditor: { name }, text: [`Rechnung ${name}`] }],
  ...rest,
})

const back = (debit: { reference: string } | undefined, name: string, amount: number): CamtEntry => ({
  amount,
  date: '2026-03-19',
  code: 'NRTI+109+931',
  details: [
    { endToEnd: `${debit?.reference}`, debtor: { name }, returned: { code: 'AC04', text: 'Konto zu' } },
  ],
})

async function importAll(
  { club, giro, savings, fees }: Omit<BankWorld, 'lines' | 'statements'>,
  debits: Debits,
) {
  const references = new Map<string, string>()
  for (const [name, id] of Object.entries(fees))
    references.set(name, (await done(club.get(`/fees/${id}`))).reference)
  const ref = (fee: Fee) => `${references.get(fee)}`
  const { items, messages } = debits
  const named = (amount: number, name: string, text: string, rest: object = {}) =>
    credit(amount, text, { name, date: '2026-03-18', ...rest })
  const entries: CamtEntry[] = [
    named(4500, 'Exact', ref('exact'), { iban: ibanOf(1) }),
    named(4400, 'Twice one', ref('twice'), { iban: ibanOf(1) }),
    named(4400, 'Twice two', ref('twice'), { iban: ibanOf(1) }),
    named(2500, 'Less', `Beitrag ${ref('less').slice(0, 9)} ${ref('less').slice(9)} danke`),
    named(2500, 'More', ref('more')),
    named(2500, 'Both', `${ref('first')} ${ref('second')}`),
    named(700, 'Paid elsewhere', ref('paidElsewhere')),
    named(800, 'Paid here', ref('paidHere')),
    named(900, 'Cancelled', ref('cancelled')),
    named(6100, 'Collecting', ref('live')),
    named(1100, 'By account', 'Mein Beitrag', { iban: ibanOf(4) }),
    named(2500, 'Pair', 'Beide', { iban: ibanOf(5) }),
    named(1400, 'Equal', 'Einer von beiden', { iban: ibanOf(6) }),
    named(1600, 'Karen Jones', 'Beitrag'),
    named(12_300, 'Sum', 'Lastschriften'),
    { ...named(6300, 'Batch', 'Lastschriften'), batch: { paymentId: messages.reference } },
    { ...named(6350, 'Batch less', 'Lastschriften'), batch: { paymentId: messages.differing } },
    named(6200, 'Debit', `${items[6200]?.reference}`),
    back(items[6500], 'Return', -6800),
    {
      amount: -6600,
      date: '2026-03-19',
      code: 'NRTI+109+931',
      details: [{ debtor: { name: 'Return mandate' }, mandate: 'M-2', returned: { code: 'MS03' } }],
    },
    back(items[6700], 'Return done', -7000),
    out(-1234, 'Expense'),
    { ...out(-700, 'Foreign'), currency: 'USD' },
    out(-1800, 'Refund'),
    out(-250, 'Booked'),
    out(-150, 'Ignored'),
    named(9900, 'Partly', 'Spende und Beitrag'),
    named(1700, 'Confirmed', ref('confirmed')),
    named(333, 'Gift', 'Geschenk'),
    named(900, 'Paid here and more', ref('paidHere')),
    named(621, 'Six', (['one', 'two', 'three', 'four', 'five', 'six'] as const).map(ref).join(' ')),
    named(500, 'Three', 'Drei'),
    named(600, 'Four', 'Vier'),
    {
      amount: 444,
      date: '2026-03-18',
      valued: '2026-03-17',
      details: [{ endToEnd: 'E2E-444', mandate: 'M-X', text: ['x'.repeat(401)] }],
    },
    { amount: 445, date: '2026-03-18', details: [{ debtor: { name: 'Without text' } }] },
  ]
  const more = Array.from({ length: 30 }, (_, index) => named(index + 1, `Small ${index + 1}`, 'Spende'))
  await send(club, giro, [
    statementOf(entries.slice(0, 12), { id: 'S1', opening: 100_000, period: ['2026-03-01', '2026-03-10'] }),
    statementOf(entries.slice(12), { id: 'S2', period: ['2026-03-15', '2026-03-20'] }),
  ])
  await send(club, giro, [statementOf(more, { id: 'S3', opening: 0, period: ['2026-03-25', '2026-03-28'] })])
  await send(club, savings, [
    statementOf([named(50, 'Interest', 'Zinsen'), named(50, 'Interest', 'Zinsen')], {
      id: 'S4',
      iban: SAVINGS_IBAN,
      opening: 0,
    }),
  ])
}

const send = (club: Workspace, account: string, statements: CamtStatement[]) =>
  done(upload(club, account, camt({ statements })))

async function namedLines(club: Workspace): Promise<Record<string, string>> {
  const found = await rows<{ id: string; name: string }>(
    `SELECT id, coalesce(party_name, 'Unnamed') AS name FROM bank_lines WHERE workspace_id = ?`,
    club.id,
  )
  return Object.fromEntries(found.map(({ id, name }) => [name, id]))
}

/** Confirms some lines in each way that there is, and ignores one. */
async function confirmSome(
  { club, fees }: Pick<BankWorld, 'club' | 'fees'>,
  lines: Record<string, string>,
  { items }: Debits,
) {
  const confirm = (name: string, body: object) =>
    done(club.post(`/bank_lines/${lines[name]}/confirmation`, body))
  await confirm('Confirmed', {})
  await confirm('Return done', { item_ids: [items[6700]?.id] })
  await confirm('Refund', { parts: [{ fee_id: fees.refunded, amount: -1800 }] })
  await confirm('Booked', {
    booking: { text: 'Strom', costunit_name: 'Youth', category_name: 'Balls', sphere: 'ideal' },
  })
  const parts = (...of: Fee[]) => of.map((fee) => ({ fee_id: fees[fee], amount: 1 }))
  await confirm('Three', { parts: parts('one', 'two', 'three') })
  await confirm('Four', { parts: parts('one', 'two', 'three', 'four') })
  await confirm('Partly', { parts: [{ fee_id: fees.partly, amount: 5000 }] })
  await done(club.post(`/bank_lines/${lines.Ignored}/ignoring`, { reason: 'Own transfer' }))
}
