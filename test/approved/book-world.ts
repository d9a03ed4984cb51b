import { credit, statementOf, upload } from '../support/bank'
import { type Club, payUnbooked } from '../support/book'
import type { Answer } from '../support/call'
import { camt } from '../support/camt'
import { setDay } from '../support/direct-debits'
import { rows, workspace } from '../support/workspace'
import { moveInstants, ticking } from './world'

export const DAY = '2026-06-15'

export type BookWorld = {
  club: Club
  /** Ids by the names of what they are of. */
  ids: Record<string, string>
}

/** A club with three years in its book, of which the first is closed, and payments and lines that wait. */
export async function bookWorld(bookkeeping: object): Promise<BookWorld> {
  setDay(DAY)
  const found = ticking(await workspace({ bookkeeping }))
  const account = async (fields: object): Promise<string> =>
    (await done(found.post('/accounts', { opening_on: '2024-01-01', ...fields }))).id
  const bank = await account({ kind: 'bank', name: 'Bank', iban: BANK_IBAN, opening_amount: 100_000 })
  const cash = await account({ kind: 'cash', name: 'Cash', opening_amount: 10_000 })
  const till = await account({ kind: 'cash', name: 'Till', opening_on: '2024-04-01', opening_amount: 500 })
  const club: Club = { ...found, bank, cash }
  const youth = await done(club.post('/cost_units', { name: 'Youth', categories: ['Balls', 'Trips'] }))
  const hall = await done(
    club.post('/cost_units', { name: 'Hall', sphere: 'assets', categories: ['Heating', 'Rent'] }),
  )
  const world = { club, till, hall: hall.id as string, youth: youth.id as string }
  const first = await enterFirstYear(world)
  const ids = { ...first, ...(await enterSecondYear(world)) }
  const more = await enterThisYear(world)
  await moveInstants(Date.UTC(2026, 5, 15, 12))
  return {
    club,
    ids: {
      ...{ bank, cash, till, hall: world.hall, youth: world.youth },
      ...{ balls: youth.categories[0].id, trips: youth.categories[1].id },
      ...ids,
      ...more,
    },
  }
}

const BANK_IBAN = 'DE02120300000000202051'

type World = { club: Club; till: string; hall: string; youth: string }

async function done(sent: Promise<Answer>) {
  const { status, body, text } = await sent
  if (status > 204) throw new Error(`${status} ${text}`)
  return body?.data
}

const YOUTH = { costunit_name: 'Youth', category_name: 'Balls' }

/** Enters vouchers, and gives their ids by their texts. */
async function enter({ club }: World, vouchers: { text: string; [field: string]: unknown }[]) {
  const entered: { id: string }[] = await done(club.post('/vouchers', { data: vouchers }))
  return Object.fromEntries(entered.map(({ id }, index) => [vouchers[index]?.text ?? '', id]))
}

async function enterFirstYear(world: World) {
  const { club } = world
  await done(club.post('/years/2023/closing', undefined))
  const ids = await enter(world, [
    {
      booked_on: '2024-05-02',
      text: 'Fees of 2024',
      account_id: club.bank,
      lines: [{ amount: 90_000, sphere: 'ideal' }],
    },
    {
      booked_on: '2024-06-02',
      text: 'Old balls',
      account_id: club.cash,
      lines: [{ amount: -2000, ...YOUTH, sphere: 'purpose' }],
    },
    {
      booked_on: '2024-07-02',
      text: 'Old rent',
      account_id: club.bank,
      lines: [{ amount: 7000, costunit_name: 'Hall', category_name: 'Rent', sphere: 'assets' }],
    },
  ])
  await done(club.post('/years/2024/closing', undefined))
  return ids
}

async function enterSecondYear(world: World): Promise<Record<string, string>> {
  const { club, till } = world
  const { bank, cash } = club
  const ids = await enter(world, [
    {
      booked_on: '2025-05-02',
      text: 'Donation',
      party: 'Grace Hopper',
      account_id: bank,
      lines: [{ amount: 30_000, sphere: 'ideal', text: 'For the youth' }],
    },
    {
      booked_on: '2025-05-03',
      text: 'Balls',
      party: 'Sport Meier',
      account_id: cash,
      lines: [{ amount: -1500, ...YOUTH, sphere: 'purpose' }],
    },
    {
      booked_on: '2025-05-04',
      text: 'Split',
      account_id: bank,
      lines: [
        { amount: 5000, ...YOUTH, sphere: 'ideal' },
        { amount: -700, costunit_name: 'Youth', category_name: 'Trips', sphere: 'purpose', text: 'Bus' },
        { amount: 900, costunit_name: 'Hall', sphere: 'assets' },
        { amount: 100 },
      ],
    },
    {
      kind: 'transfer',
      booked_on: '2025-05-05',
      text: 'To the cash box',
      account_id: cash,
      other_account_id: bank,
      amount: 4000,
    },
    {
      kind: 'transfer',
      booked_on: '2025-05-06',
      text: 'To the till',
      account_id: till,
      other_account_id: cash,
      amount: 200,
    },
    { booked_on: '2025-05-07', text: 'Nothing named', account_id: bank, amount: -300 },
    {
      booked_on: '2025-05-08',
      text: 'Unit named',
      party: 'Ada',
      account_id: bank,
      lines: [{ amount: -400, costunit_name: 'Youth', text: 'Whistles' }],
    },
    {
      booked_on: '2025-05-09',
      text: 'Refund of income',
      account_id: bank,
      lines: [{ amount: -250, side: 'in', sphere: 'ideal' }],
    },
    {
      booked_on: '2025-05-10',
      text: 'Refund of an expense',
      account_id: bank,
      lines: [{ amount: 150, side: 'out', ...YOUTH, sphere: 'purpose' }],
    },
    {
      booked_on: '2025-05-11',
      text: 'Festival',
      account_id: bank,
      lines: [{ amount: 3_700_000, sphere: 'business' }],
    },
    {
      booked_on: '2025-05-12',
      text: 'Typed twice',
      account_id: cash,
      lines: [{ amount: -600, sphere: 'ideal' }],
    },
    {
      booked_on: '2025-05-13',
      text: 'Twenty lines',
      account_id: bank,
      lines: Array.from({ length: 20 }, (_, index) => ({ amount: index + 1, sphere: 'ideal' })),
    },
    {
      booked_on: '2025-05-13',
      text: 'Many lines',
      account_id: bank,
      lines: Array.from({ length: 21 }, (_, index) => ({ amount: index + 1, sphere: 'ideal' })),
    },
  ])
  const reversal = await done(
    club.post(`/vouchers/${ids['Typed twice']}/reversal`, { reason: 'Typed twice' }),
  )
  return { ...ids, Reversal: reversal.id }
}

async function enterThisYear(world: World): Promise<Record<string, string>> {
  const { club, till, youth } = world
  const { bank, cash } = club
  const ids = await enter(world, [
    { booked_on: '2026-05-01', text: 'Not assigned', account_id: cash, amount: -100 },
    ...Array.from({ length: 52 }, (_, index) => ({
      booked_on: `2026-05-${String((index % 26) + 2).padStart(2, '0')}`,
      text: `Gift ${index + 1}`,
      account_id: bank,
      lines: [{ amount: index + 1, sphere: 'ideal' }],
    })),
    {
      booked_on: '2026-06-01',
      text: 'Fair',
      account_id: bank,
      lines: [{ amount: 5_000_001, sphere: 'business' }],
    },
    { booked_on: '2026-06-02', text: 'Waited for', account_id: bank, amount: 1300, party: 'Ada Lovelace' },
    { booked_on: '2026-06-03', text: 'Waited for, too', account_id: bank, amount: 1400 },
  ])
  const count = async (account: string, counted_on: string, counted: number, note?: string) =>
    (await done(club.post(`/accounts/${account}/counts`, { counted_on, counted, note }))).id as string
  const counts = {
    right: await count(till, '2026-05-31', 700),
    less: await count(till, '2026-06-01', 690, 'Coins'),
    more: await count(cash, '2025-06-01', 12_000),
    late: await count(cash, '2026-06-02', 1),
  }
  const paid = await payUnbooked(
    club,
    ...[1200, 1300, 1400, 1500, 1600].map((amount) => ({ amount, paid_on: '2026-06-02' })),
  )
  const [, matched, tied, leftOut, booked] = paid.map(({ id }) => id)
  await done(club.post(`/payments/${tied}/booking`, { voucher_id: ids['Waited for, too'] }))
  await done(club.post(`/payments/${leftOut}/booking`, { reason: 'In the old book' }))
  await done(club.post(`/payments/${booked}/booking`, { book: {} }))
  const statement = statementOf(
    [credit(100, 'Open', { date: '2025-07-01' }), credit(5100, 'Books', { date: '2026-06-04' })],
    { iban: BANK_IBAN },
  )
  await done(upload(club, bank, camt({ statements: [statement] })))
  const [, line] = await done(club.get('/bank_lines?state=open'))
  await done(
    club.post(`/bank_lines/${line.id}/confirmation`, { booking: { text: 'Books', sphere: 'ideal' } }),
  )
  await done(club.put(`/cost_units/${youth}`, { name: 'Youth', sphere: 'purpose' }))
  const found = await rows<{ id: string; text: string }>(
    `SELECT id, iif(bank_line_id IS NULL, 'ofFee', 'ofLine') AS text FROM vouchers
     WHERE workspace_id = ? AND text IN ('Annual fee', 'Books')`,
    club.id,
  )
  return {
    ...ids,
    ...counts,
    ...Object.fromEntries(found.map(({ id, text }) => [text, id])),
    waiting: paid[0]?.id ?? '',
    matched: matched ?? '',
    tied: tied ?? '',
    leftOut: leftOut ?? '',
  }
}
