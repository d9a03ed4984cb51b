import { collectedSql, type RunSql, release, type Send } from '../release.ts'
import type { Booking } from '../statement.ts'
import { inDays } from './days.ts'

type Fee = { id: string; external_id: string; reference: string }

/** How many days ago the settled collections of the demo were due. */
export const COLLECTED = -40

/** The IBAN for tests on which the demo club has its money. */
export const CLUB_IBAN = 'DE75512108001245126199'

const OPENING = { bank: 184_250, cash: 32_000 }

/**
 * What the bank has and the book does not: the part payment of m-1007 and the credit of m-1006, without a cost unit.
 */
export const UNBOOKED = 6000 + 4800

/**
 * Gives the demo club the middle of a year: accounts, fees that are paid, overdue, waived, collected and returned, a
 * collection to submit, and a cash book. Returns the bookings of the bank that wait to be imported.
 */
export async function fillMoney(
  send: Send,
  runSql: RunSql,
): Promise<{ opening: number; bookings: Booking[] }> {
  const account = (fields: object) =>
    send<{ id: string }>('POST', '/accounts', { opening_on: `${inDays(-100).slice(0, 4)}-01-01`, ...fields })
  const bank = await account({
    kind: 'bank',
    name: 'Girokonto',
    iban: CLUB_IBAN,
    opening_amount: OPENING.bank,
  })
  const cash = await account({ kind: 'cash', name: 'Vereinskasse', opening_amount: OPENING.cash })
  const fees = await send<Fee[]>('GET', '/fees?per_page=100')
  const idOf = (externalId: string) => String(fees.find(({ external_id }) => external_id === externalId)?.id)
  const annual = (...numbers: number[]) => numbers.map((number) => idOf(`annual-2026-m-${number}`))

  const collected = await release(send, annual(1001, 1003, 1004, 1005, 1006))
  await send('POST', `/collections/${collected.id}/submission`)
  await runSql(collectedSql([collected.id], inDays(COLLECTED)))
  await send('POST', `/collections/${collected.id}/settlement`, { settled_on: inDays(COLLECTED) })
  const debitOf = (name: string) => collected.items.find(({ debtor_name }) => debtor_name.includes(name))
  await send('POST', `/collections/${collected.id}/returns`, {
    item_id: debitOf('de Vries')?.id,
    returned_on: inDays(COLLECTED + 5),
    reason_code: 'AM04',
    charge: 300,
  })
  await release(
    send,
    [1001, 1004, 1005].map((number) => idOf(`levy-2026-m-${number}`)),
  )

  await send('POST', '/payments', {
    data: [
      { fee_id: annual(1007)[0], amount: 6000, paid_on: inDays(-52), method: 'bank_transfer' },
      { fee_id: annual(1008)[0], amount: 14400, paid_on: inDays(-58), method: 'bank_transfer' },
      { fee_id: annual(1009)[0], amount: 9600, paid_on: inDays(-61), method: 'bank_transfer' },
      { fee_id: annual(1011)[0], amount: 6000, paid_on: inDays(-30), method: 'cash', account_id: cash.id },
    ],
  })
  await send('POST', `/fees/${annual(1010)[0]}/cancellation`, { kind: 'waived', reason: 'Ehrenmitglied' })

  const ofFestival = { costunit_name: 'Sommerfest', sphere: 'business' }
  await send('POST', '/vouchers', {
    data: [
      {
        account_id: cash.id,
        booked_on: inDays(-90),
        text: 'Kuchen und Getränke beim Sommerfest',
        lines: [{ amount: 48_650, category_name: 'Speisen und Getränke', ...ofFestival }],
      },
      {
        account_id: cash.id,
        booked_on: inDays(-89),
        text: 'Lebensmittel',
        party: 'Markt am Bahnhof',
        lines: [{ amount: -17_320, category_name: 'Speisen und Getränke', ...ofFestival }],
      },
      {
        kind: 'transfer',
        account_id: bank.id,
        other_account_id: cash.id,
        amount: 30_000,
        booked_on: inDays(-80),
        text: 'Einzahlung aus der Kasse',
      },
      {
        account_id: bank.id,
        booked_on: inDays(-70),
        text: 'Hallenmiete',
        party: 'Sportamt Lindental',
        lines: [{ amount: -24_000, costunit_name: 'Handball', sphere: 'purpose' }],
      },
      { account_id: cash.id, booked_on: inDays(-20), text: 'Porto', amount: -1_240 },
    ],
  })

  const referenceOf = (id = '') => fees.find((fee) => fee.id === id)?.reference ?? ''
  const family = debitOf('Bergmann')
  const [report] = await send<{ id: string; balance: number }[]>('GET', '/accounts')
  return {
    opening: Number(report?.balance) + UNBOOKED,
    bookings: [
      {
        date: inDays(-9),
        amount: 14_400,
        name: 'Mehmet Yildiz',
        text: `Jahresbeitrag ${referenceOf(annual(1002)[0])}`,
      },
      { date: inDays(-8), amount: 6_000, name: 'Soren Kjaer', text: 'Rest Jahresbeitrag 2026' },
      { date: inDays(-7), amount: 25_000, name: 'Sport Ritter', text: 'Plakat Sommerfest' },
      {
        date: inDays(-6),
        amount: -21_600 - 300,
        name: 'Katrin Bergmann',
        text: 'Rücklastschrift',
        returned: { reference: family?.reference ?? '', amount: 21_600, charge: 300, code: 'MD06' },
      },
      { date: inDays(-5), amount: -8_940, name: 'Stadtwerke Lindental', text: 'Strom Vereinsheim' },
      { date: inDays(-4), amount: 10_000, name: 'Aoife O Brien', text: 'Spende für die Jugend' },
      { date: inDays(-2), amount: -690, name: 'Bank', text: 'Kontoführung' },
    ],
  }
}
