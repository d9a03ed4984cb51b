import { describe, expect, it } from 'vitest'
import { addAccount, credit, importEntries } from '../support/bank'
import { closeAsItIs, clubWithBook, enter, withoutVouchers } from '../support/book'
import { ADA, bankAccount, clubOf, fee, person, signedIn } from '../support/club'
import { type Staff, staffOf } from '../support/dashboard'
import { textOf } from '../support/html'
import { rows, type Workspace } from '../support/workspace'

/** The texts and addresses of what waits. */
async function toDo(club: Workspace, staff: Staff): Promise<Record<string, string>> {
  const { status, text, cost } = await staff.get(`/dashboard/${club.id}`)
  expect([status, cost.trips, cost.rowsWritten]).toEqual([200, 1, 0])
  const [, card = ''] = /Zu erledigen(.*?)<\/section>/s.exec(text) ?? []
  return Object.fromEntries(
    [...card.matchAll(/href="\/dashboard\/[^/"]+([^"]*)">(.*?)<\/a>/g)].map(([, page = '', label = '']) => [
      textOf(label),
      page,
    ]),
  )
}

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

describe('what waits', () => {
  it('names a bank account that differs from the book, until both agree', async () => {
    const { club, account, staff } = await clubOf(bankAccount(), signedIn('treasurer'))
    const day = daysAgo(20)
    await club.put(`/accounts/${account}/balances/${day}`, { balance: 10_900 })
    expect(Object.entries(await toDo(club, staff))).toEqual([
      [
        expect.stringContaining('weichen Bank und Buch um 109,00 € voneinander ab'),
        `/bank/accounts/${account}/reconciliation?on=${day}`,
      ],
    ])
    expect(await toDo(club, await staffOf(club, 'office'))).toEqual({})
    await club.put(`/accounts/${account}/balances/${day}`, { balance: 0 })
    expect(await toDo(club, staff)).toEqual({})
  })

  it('says how many lines are open for more than 14 days', async () => {
    const { club, account, staff } = await clubOf(bankAccount(), signedIn('treasurer'))
    await importEntries(club, account, [credit(100, 'New', { date: daysAgo(13) })])
    expect(Object.keys(await toDo(club, staff))).toEqual(['1 Umsatz der Bank ist offen'])
    await importEntries(club, account, [credit(200, 'Old', { date: daysAgo(16) })])
    expect(Object.keys(await toDo(club, staff))).toEqual([
      '2 Umsätze der Bank sind offen, davon 1 seit mehr als 14 Tagen',
    ])
  })

  it('counts payments of open years that are not in the book, until each is settled', async () => {
    const club = await clubWithBook()
    const treasurer = await staffOf(club, 'treasurer')
    await club.post('/lists/members/persons', { external_id: 'ada', name: { first_name: 'Ada' } })
    const fee = { description: 'Annual fee', person_external_id: 'ada', amount: 12000, due_on: '2099-01-01' }
    const fees = (await club.post('/fees', { data: [fee, fee] })).body.data as { id: string }[]
    const payment = { amount: 12000, method: 'bank_transfer', paid_on: '2025-04-02' }
    const { body } = await withoutVouchers(club, () =>
      club.post('/payments', { data: fees.map(({ id }) => ({ fee_id: id, ...payment })) }),
    )
    const label = (count: number) =>
      count === 1
        ? '1 Zahlung steht noch nicht im Kassenbuch'
        : `${count} Zahlungen stehen noch nicht im Kassenbuch`
    expect(await toDo(club, treasurer)).toEqual({ [label(2)]: '/cash-book/fees' })
    expect(await toDo(club, await staffOf(club, 'office'))).toEqual({})
    await club.post(`/payments/${body.data[0].id}/booking`, { reason: 'Elsewhere' })
    expect(await toDo(club, treasurer)).toEqual({ [label(1)]: '/cash-book/fees' })
    await closeAsItIs(club, 2025)
    expect(await toDo(club, treasurer)).toEqual({})
  })

  it('proposes the run of dues of a period that begins soon, until it is claimed', async () => {
    const { club, staff } = await clubOf(person(ADA), signedIn('treasurer'))
    const plan = (from_period: string) => ({
      ...{
        name: 'Beitrag',
        list: 'members',
        interval: 'year',
        description: 'Beitrag {{period}}',
        from_period,
      },
      version: {
        ...{ key_day: '01-01', due_day: 59, pro_rata: 'none', rounding: 1 },
        rules: [{ kind: 'base', name: 'Alle', amount: 1200 }],
      },
    })
    const year = new Date().getUTCFullYear()
    await club.post('/dues_plans', { ...plan(String(year + 2)), name: 'Später' })
    expect(Object.keys(await toDo(club, staff))).toEqual([])
    const { body } = await club.post('/dues_plans', plan(String(year)))
    const page = `/fees/runs/check?what=${body.data.id}+${year}`
    expect(await toDo(club, staff)).toMatchObject({ [`Beitrag ${year}: Vorschau ansehen`]: page })
    const { status } = await club.post('/dues_runs', { plan_id: body.data.id, period: String(year) })
    expect(status).toBe(201)
    expect(Object.keys(await toDo(club, staff))).not.toContain(`Beitrag ${year}: Vorschau ansehen`)
  })

  it('counts the bank lines that are open, and no others', async () => {
    const { club, account, staff: treasurer } = await clubOf(bankAccount(), signedIn('treasurer'))
    await importEntries(
      club,
      account,
      [1, 2, 3].map((n) => credit(100 * n, `Line ${n}`, { date: daysAgo(n) })),
    )
    await rows("UPDATE bank_lines SET state = 'ignored' WHERE amount = 100")
    expect(await toDo(club, treasurer)).toMatchObject({ '2 Umsätze der Bank sind offen': '/bank/lines' })
    await rows("UPDATE bank_lines SET state = 'ignored'")
    expect(Object.values(await toDo(club, treasurer))).not.toContain('/bank/lines')
  })

  it('names lines without assignment, then the year to close, until it is closed', async () => {
    const club = await clubWithBook()
    const treasurer = await staffOf(club, 'treasurer')
    expect(await toDo(club, treasurer)).toEqual({})
    await enter(club, { account_id: club.bank, lines: [{ amount: -8990 }] })
    expect(await toDo(club, treasurer)).toEqual({
      '1 Zeile im Kassenbuch 2025 ist nicht zugeordnet': '/cash-book/assign?year=2025',
      'Geschäftsjahr 2025: Der Abschluss steht an': '/cash-book/close?year=2025',
    })
    expect(await toDo(club, await staffOf(club, 'office'))).toEqual({})
    await rows("UPDATE voucher_lines SET sphere = 'purpose'")
    expect(Object.keys(await toDo(club, treasurer))).toEqual(['Geschäftsjahr 2025: Der Abschluss steht an'])
    expect((await club.post('/years/2025/closing', undefined)).status).toBe(201)
    expect(await toDo(club, treasurer)).toEqual({})
  })

  it('leaves out lines of reversed vouchers, and the year that is not over', async () => {
    const club = await clubWithBook()
    const [voucher] = await enter(club, {
      account_id: club.bank,
      booked_on: daysAgo(0),
      lines: [{ amount: -8990, sphere: 'purpose' }],
    })
    expect((await club.post(`/vouchers/${voucher?.id}/reversal`, { reason: 'Twice' })).status).toBe(201)
    await rows('UPDATE voucher_lines SET sphere = NULL WHERE number = 2')
    expect(await toDo(club, await staffOf(club, 'treasurer'))).toEqual({})
  })

  it('names bank statements that are missing: between two others, and for more than 35 days', async () => {
    const { club, account, staff: treasurer } = await clubOf(bankAccount(), signedIn('treasurer'))
    await addAccount(club, { name: 'Closed', iban: null, archived_at: '2025-02-01T00:00:00.000Z' })
    const statement = (id: string, from: string, to: string, opening: number, closing: number) =>
      rows(
        `INSERT INTO statements (workspace_id, id, account_id, sha256, position, from_on, to_on, opening, closing,
          new_lines, known_lines, skipped_lines, created_at) VALUES (?, ?, ?, ?, 1, ?, ?, ?, ?, 0, 0, 0, '2026-02-01T00:00:00.000Z')`,
        ...[club.id, id, account, id, from, to, opening, closing],
      )
    // No line leads to the balances of these statements, so that bank and book differ as well.
    const missing = async () =>
      Object.fromEntries(
        Object.entries(await toDo(club, treasurer)).filter(([label]) => label.includes('Kontoauszug')),
      )
    await statement('sta_1', '2026-01-01', '2026-01-31', 0, 1000)
    expect(await missing()).toEqual({
      'Giro: Seit 31. Januar 2026 fehlt ein Kontoauszug': `/bank/accounts/${account}`,
    })
    await statement('sta_2', '2026-03-01', daysAgo(34), 2500, 3000)
    expect(Object.keys(await missing())).toEqual([
      'Giro: Zwischen 31. Januar 2026 und 1. März 2026 fehlt ein Kontoauszug',
    ])
    await statement('sta_3', '2026-02-01', '2026-02-28', 1000, 2500)
    expect(await missing()).toEqual({})
    expect((await treasurer.get(`/dashboard/${club.id}/bank/accounts/${account}`)).status).toBe(200)
  })

  it('names debits that nobody announced, until their data were exported or a mail announces them', async () => {
    const { club, staff: treasurer } = await clubOf(signedIn('treasurer'))
    for (const run of ['run_a', 'run_b'])
      await rows(
        `INSERT INTO collections
          (workspace_id, id, state, collection_date, message_id, creditor, item_count, amount, sha256, created_at)
        VALUES (?, ?, 'submitted', '2999-01-04', 'message', '{}', 1, 100, '', '2026-02-01')`,
        club.id,
        run,
      )
    const label = 'Einzug am 4. Januar 2999: den Mitgliedern ankündigen'
    expect(await toDo(club, treasurer)).toEqual({ [label]: '/direct-debits/run_b' })
    for (const run of ['run_a', 'run_b'])
      await treasurer.submit(`/dashboard/${club.id}/direct-debits/${run}/announcement`, {})
    expect(await toDo(club, treasurer)).toEqual({})
  })

  it('counts all persons to remind that it knows of', async () => {
    const numbers = Array.from({ length: 120 }, (_, index) => index)
    const { club, staff } = await clubOf(
      ...numbers.map((n) => person({ external_id: `p${n}`, email: `p${n}@example.org` })),
      ...numbers.map((n) => fee(100, { person_external_id: `p${n}`, due_on: '2026-01-31' })),
      signedIn('treasurer'),
    )
    expect(await toDo(club, staff)).toMatchObject({
      '120 Personen haben überfällige Beiträge': '/mails/reminders',
    })
  })

  it('shows counts in the navigation to those alone who can do the work', async () => {
    const { club } = await clubOf(person({ ...ADA, creation_behaviour: 'unconfirmed' }))
    const badges = async (role: 'auditor' | 'treasurer' | 'office') =>
      (await (await staffOf(club, role)).get(`/dashboard/${club.id}`)).text.split('count-urgent').length - 1
    expect([await badges('auditor'), await badges('treasurer'), await badges('office')]).toEqual([0, 0, 1])
  })
})
