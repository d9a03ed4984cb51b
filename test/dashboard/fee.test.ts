import { describe, expect, it } from 'vitest'
import { todayIn } from '../../src/domain/shared/dates'
import type { Role } from '../../src/domain/staff/roles'
import { clubWithBook, withoutVouchers } from '../support/book'
import { ADA, addTo, clubOf, fee, person, signedIn } from '../support/club'
import { type Staff, staffOf } from '../support/dashboard'
import { leadsTo, openAfter } from '../support/done'
import { eventsOf } from '../support/events'
import { inputValue, textOf } from '../support/html'
import { rows, type Workspace, workspace } from '../support/workspace'

const TODAY = todayIn('Europe/Berlin', new Date())
const ENGLISH = { headers: { 'Accept-Language': 'en-GB' } }

async function feeOf(club: Workspace, fields: object = {}) {
  const claimed = fee(4800, { description: 'Jahresbeitrag 2026', ...fields })
  const { id: member, fees } = await addTo(
    club,
    person({ ...ADA, name: { first_name: 'Ada', last_name: 'Lovelace <b>' } }),
    claimed,
  )
  const [{ id, reference }] = fees
  return { id, reference, person: member, path: `/dashboard/${club.id}/fees/${id}` }
}

async function fixture(role: Role = 'treasurer', fields: object = {}) {
  const { club, staff } = await clubOf(signedIn(role))
  return { club, staff, ...(await feeOf(club, fields)) }
}

/** Opens the form of an act and sends it with these fields. */
async function act(staff: Staff, path: string, fields: Record<string, string> = {}) {
  const { text } = await staff.get(path)
  return staff.submit(path, { revision: inputValue(text, 'revision') ?? '', ...fields })
}

const PAYMENT = { amount: '48,00', paid_on: TODAY, method: 'bank_transfer' }

const storedFee = async (id: string) => (await rows('SELECT * FROM fees WHERE id = ?', id))[0]
const journal = (id: string) =>
  rows('SELECT kind, amount, method, note FROM payments WHERE fee_id = ? ORDER BY number', id)

describe('the page of a fee', () => {
  it('says what is open and for whom, in one trip that writes nothing', async () => {
    const { staff, path, person, reference, club } = await fixture('treasurer', { due_on: '2026-01-31' })
    const { status, text, cost } = await staff.get(path)
    expect([status, cost.trips, cost.rowsWritten]).toEqual([200, 1, 0])
    const page = textOf(text)
    for (const part of ['48,00 €', 'Jahresbeitrag 2026', 'überfällig', '31. Januar 2026'])
      expect(page).toContain(part)
    expect(page).toContain('Beitrag über 48,00 € angelegt')
    expect(text).toContain(`data-copy="${reference}"`)
    expect(text).toContain('Lovelace &lt;b&gt;')
    expect(text).toContain(`/dashboard/${club.id}/members/${person}`)
    expect(text).toContain(`${path}/payment`)
    expect(text).toContain('/direct-debits/new?id=')
  })

  it('has English words in an English browser', async () => {
    const { staff, path } = await fixture('treasurer', { due_on: '2999-01-31' })
    const page = textOf((await staff.get(path, ENGLISH)).text)
    expect(page).toContain('Open, due on 31 January 2999.')
    expect(page).toContain('Fee of €48.00 added')
  })

  it.each([
    ['auditor', false],
    ['office', true],
  ] as const)('shows %s no act, and the person as a link: %s', async (role, isLink) => {
    const { staff, path, club, person } = await fixture(role)
    const { text } = await staff.get(path)
    expect(text).not.toContain(`${path}/payment`)
    expect(text).not.toContain('/direct-debits/new')
    expect(text.includes(`/dashboard/${club.id}/members/${person}`)).toBe(isLink)
  })

  it('keeps the fee of a person who was deleted, and the fees of others away', async () => {
    const { club, staff, path, person, id } = await fixture()
    await club.delete(`/lists/members/persons/${person}`)
    expect(textOf((await staff.get(path)).text)).toContain('(gelöscht)')
    const other = await staffOf(await workspace(), 'owner')
    expect((await other.get(path)).status).toBe(404)
    const own = path.replace(club.id, (await workspace()).id)
    expect((await staff.get(own)).status).toBe(404)
    expect((await staff.get(path.replace(id, 'fee_none'))).status).toBe(404)
  })
})

describe('acts on a fee', () => {
  it('records a payment with the account and a note, in two trips', async () => {
    const club = await clubWithBook()
    const staff = await staffOf(club, 'treasurer')
    const { id, path } = await feeOf(club, { attached_expense: { costunit_name: 'Youth' } })
    const form = await staff.get(`${path}/payment`)
    expect(inputValue(form.text, 'amount')).toBe('48,00')
    expect(form.cost.trips).toBe(1)
    const answer = await act(staff, `${path}/payment`, {
      ...PAYMENT,
      amount: '18.00',
      method: 'cash',
      account_id: club.cash,
      note: 'Beim Sommerfest',
    })
    expect([answer.status, leadsTo(answer), answer.cost.trips]).toEqual([303, `${path} after paid`, 2])
    expect(await journal(id)).toEqual([
      { kind: 'payment', amount: 1800, method: 'cash', note: 'Beim Sommerfest' },
    ])
    const page = textOf((await openAfter(staff, `${path} after paid`)).text)
    for (const part of [
      'Die Zahlung ist eingetragen',
      '30,00 €',
      'von 48,00 €',
      '18,00 € sind schon bezahlt',
    ])
      expect(page).toContain(part)
    for (const part of ['Bar bezahlt am', 'Konto: Cash', 'Beleg 1 von', 'Beim Sommerfest', 'Staff treasurer'])
      expect(page).toContain(part)
  })

  it('keeps what was typed and says what is wrong with it', async () => {
    const { staff, path, id } = await fixture()
    const fields = { amount: '48,01', paid_on: '2999-01-01', method: 'bank_transfer', note: 'Rest folgt' }
    const { status, text, cost } = await act(staff, `${path}/payment`, fields)
    expect([status, cost.trips]).toEqual([422, 2])
    expect(textOf(text)).toContain('Betrag von 0,01 € bis 48,00 €')
    expect(text).toContain('href="#field-paid_on"')
    expect(inputValue(text, 'note')).toBe('Rest folgt')
    expect(inputValue(text, 'amount')).toBe('48,01')
    const wrong = await act(staff, `${path}/payment`, { ...PAYMENT, amount: 'viel' })
    expect(wrong.status).toBe(422)
    expect(await journal(id)).toEqual([])
  })

  it('tells the second of two treasurers who was first, and does nothing twice', async () => {
    const { club, staff, path, id } = await fixture()
    const second = await staffOf(club, 'owner')
    const revision = inputValue((await second.get(`${path}/payment`)).text, 'revision') ?? ''
    const half = { ...PAYMENT, amount: '10,00' }
    await act(staff, `${path}/payment`, half)
    const { status, text } = await second.submit(`${path}/payment`, { revision, ...half, note: 'Meins' })
    expect(status).toBe(409)
    expect(textOf(text)).toContain('Zuletzt von Staff treasurer')
    expect(textOf(text)).toContain('Überwiesen am')
    expect(inputValue(text, 'note')).toBe('Meins')
    expect(await journal(id)).toHaveLength(1)
    await second.submit(`${path}/payment`, { ...half, revision: inputValue(text, 'revision') ?? '' })
    expect(await journal(id)).toHaveLength(2)
    await act(staff, `${path}/payment`, { ...PAYMENT, amount: '28,00' })
    const late = await second.submit(`${path}/payment`, { ...half, revision: '3' })
    expect(late.status).toBe(409)
    expect(textOf(late.text)).toContain('Das geht mit diesem Beitrag nicht mehr')
    expect(await journal(id)).toHaveLength(3)
  })

  it('takes a payment back with a reason, once', async () => {
    const { staff, path, id } = await fixture()
    await act(staff, `${path}/payment`, PAYMENT)
    const [payment] = await rows<{ id: string }>('SELECT id FROM payments WHERE fee_id = ?', id)
    const reversal = `${path}/payments/${payment?.id}/reversal`
    expect((await staff.get(path)).text).toContain(`${reversal}"`)
    const form = textOf((await staff.get(reversal)).text)
    expect(form).toMatch(/Überwiesen am \d+\. \S+ \d{4}: 48,00\s€/)
    expect((await act(staff, reversal, { reason: ' ' })).status).toBe(422)
    const { status, cost } = await act(staff, reversal, { reason: 'Falsches Mitglied' })
    expect([status, cost.trips]).toEqual([303, 2])
    const { text } = await staff.get(path)
    expect(text).not.toContain(`${reversal}"`)
    expect(textOf(text)).toContain('Zahlung über 48,00 € storniert')
    expect(textOf(text)).toContain('Grund: Falsches Mitglied')
    const again = await act(staff, reversal, { reason: 'Noch einmal' })
    expect([again.status, textOf(again.text)]).toEqual([
      422,
      expect.stringContaining('Die Zahlung ist schon storniert.'),
    ])
    expect(await storedFee(id)).toMatchObject({ status: 'open', paid_amount: 0 })
  })

  it('takes no payment of another fee back', async () => {
    const { club, staff, path, id } = await fixture()
    const other = await feeOf(club, { description: 'Kurs' })
    for (const page of [path, other.path]) await act(staff, `${page}/payment`, PAYMENT)
    const [payment] = await rows<{ id: string }>('SELECT id FROM payments WHERE fee_id = ?', other.id)
    const reversal = `${path}/payments/${payment?.id}/reversal`
    expect((await staff.get(reversal)).status).toBe(404)
    const [{ revision } = {}] = await rows<{ revision: number }>(
      'SELECT revision FROM fees WHERE id = ?',
      other.id,
    )
    const { status } = await staff.submit(reversal, { revision: `${revision}`, reason: 'Falsch' })
    expect(status).toBe(404)
    for (const fee of [id, other.id]) expect(await storedFee(fee)).toMatchObject({ status: 'paid' })
  })

  it('refunds, and cancels where asked to', async () => {
    const { staff, path, id } = await fixture()
    await act(staff, `${path}/payment`, PAYMENT)
    const refund = { ...PAYMENT, amount: '20,00', reason: 'Zu viel bezahlt' }
    const wrong = await act(staff, `${path}/refund`, { ...refund, cancels: '1' })
    expect(wrong.status).toBe(422)
    expect(textOf(wrong.text)).toContain('Storniert wird der Beitrag nur, wenn du alle 48,00 € erstattest.')
    expect((await act(staff, `${path}/refund`, refund)).status).toBe(303)
    expect(await storedFee(id)).toMatchObject({ status: 'open', paid_amount: 2800 })
    const all = { ...refund, amount: '28', cancels: '1' }
    expect((await act(staff, `${path}/refund`, all)).status).toBe(303)
    expect(await storedFee(id)).toMatchObject({ status: 'cancelled', paid_amount: 0 })
    expect(textOf((await staff.get(path)).text)).toContain('Erstattet am')
  })

  it('waives the rest, cancels, reopens and changes the due date', async () => {
    const { club, staff, path, id } = await fixture()
    expect((await act(staff, `${path}/due`, { due_on: '2026-02-30' })).status).toBe(422)
    const due = await act(staff, `${path}/due`, { due_on: '2026-12-31' })
    expect([due.status, due.cost.trips]).toEqual([303, 2])
    expect(await storedFee(id)).toMatchObject({ due_on: '2026-12-31', revision: 2 })
    expect((await act(staff, `${path}/cancellation`, { reason: 'x' })).status).toBe(422)
    await act(staff, `${path}/cancellation`, { kind: 'waived', reason: 'Härtefall' })
    expect(textOf((await staff.get(path)).text)).toContain('auf den Beitrag verzichtet wird')
    await act(staff, `${path}/reopening`)
    await act(staff, `${path}/payment`, { ...PAYMENT, amount: '40' })
    expect((await act(staff, `${path}/waiver`, { reason: 'Kulanz' })).status).toBe(303)
    expect(await storedFee(id)).toMatchObject({ status: 'paid', waived_amount: 800 })
    const page = textOf((await staff.get(path)).text)
    for (const part of [
      'Rest von 8,00 € erlassen',
      'Wieder geöffnet',
      'Storniert',
      'Fällig gestellt auf den 31. Dezember',
    ])
      expect(page).toContain(part)
    const events = await eventsOf(club)
    expect(events.find(({ action }) => action === 'fee.updated')?.changes).toEqual({
      due_on: [null, '2026-12-31'],
    })
  })

  it('books what no voucher books', async () => {
    const club = await clubWithBook()
    const staff = await staffOf(club, 'treasurer')
    const { path, id } = await feeOf(club)
    await withoutVouchers(club, () => act(staff, `${path}/payment`, PAYMENT))
    expect((await staff.get(path)).text).toContain(`${path}/booking`)
    const fields = { costunit_name: '["Youth","Balls"]', sphere: 'ideal' }
    const { status, cost } = await act(staff, `${path}/booking`, fields)
    expect([status, cost.trips]).toEqual([303, 2])
    const [line] = await rows('SELECT amount, sphere FROM voucher_lines WHERE fee_id = ?', id)
    expect(line).toEqual({ amount: 4800, sphere: 'ideal' })
    const again = await staff.get(path)
    expect(again.text).not.toContain(`${path}/booking`)
    expect(textOf(again.text)).toContain('Beleg 1 von')
  })
})
