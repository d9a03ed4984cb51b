import { afterEach, describe, expect, it, vi } from 'vitest'
import { readDirectDebits } from '../../src/dev/direct-debit-file'
import { type Staff, staffOf } from '../support/dashboard'
import { ibanOf } from '../support/direct-debit-file'
import {
  addPersons,
  COLLECTED_ON,
  clubWithFees,
  payer,
  release,
  setDay,
  stored,
  submitted,
} from '../support/direct-debits'
import { leadsTo, openAfter } from '../support/done'
import { eventsOf } from '../support/events'
import { inputValue, textOf } from '../support/html'
import { rows, type Workspace } from '../support/workspace'

const GERMAN = { headers: { 'Accept-Language': 'de' } }
const ENGLISH = { headers: { 'Accept-Language': 'en-GB' } }

afterEach(() => vi.useRealTimers())

const pageOf = (club: Workspace, id: string) => `/dashboard/${club.id}/direct-debits/${id}`

/** A club with a released collection of so many debits. */
async function released(count = 2) {
  const { club, feeIds } = await clubWithFees(count)
  const { body } = await release(club, feeIds)
  const { id, items } = body.data as { id: string; items: { id: string }[] }
  return { club, id, items, page: pageOf(club, id) }
}

/** A club with a submitted collection, on the day after its collection date. */
async function atBank(count = 2) {
  const { club, feeIds } = await clubWithFees(count)
  const { id, items } = await submitted(club, feeIds)
  setDay('2026-03-17')
  return { club, id, items, page: pageOf(club, id) }
}

const stateOf = async (club: Workspace) => (await stored(club, 'collections'))[0]?.state

const locationOf = ({ status, headers }: { status: number; headers: Headers }) => [
  status,
  leadsTo({ headers }),
]

describe('a debit that leaves a released collection', () => {
  const removalOf = (page: string, item: { id: string } | undefined) => `${page}/items/${item?.id}/remove`

  it('is taken out after a question, and the page says that the file is new', async () => {
    const { club, items, page } = await released(3)
    const staff = await staffOf(club, 'treasurer')
    const shown = await staff.get(page, GERMAN)
    const remove = removalOf(page, items[1])
    expect(shown.text).toContain(`href="${remove}"`)
    const asked = await staff.get(remove, GERMAN)
    expect([asked.status, asked.cost.rowsWritten]).toEqual([200, 0])
    const question = textOf(asked.text)
    expect(question).toContain('Lastschrift von Ada Lovelace 2 aus dem Einzug nehmen?')
    expect(question).toContain('Die Bank zieht 45,00 € dann nicht ein, und die Beiträge sind wieder offen.')
    expect(question).toContain('Du kannst sie in einen neuen Einzug aufnehmen')
    await staff.submit(`${page}/file`)
    const refused = await staff.submit(remove, { reason: '' })
    expect(refused.status).toBe(422)
    const done = await staff.submit(remove, { reason: 'Auf Wunsch' })
    expect(locationOf(done)).toEqual([303, `${page} after removed`])
    const after = await openAfter(staff, leadsTo(done), GERMAN)
    const text = textOf(after.text)
    for (const part of [
      'Die Lastschrift ist aus dem Einzug genommen.',
      'Die Datei ist neu: Lade sie noch einmal herunter und lösch die frühere.',
      '90,00 €',
      '2 Lastschriften',
      'Herausgenommen',
      'eine Lastschrift aus dem Einzug',
      'Auf Wunsch',
    ])
      expect(text).toContain(part)
    expect(after.text).not.toContain(remove)
    await staff.submit(`${page}/file`)
    expect(textOf((await staff.get(page, GERMAN)).text)).not.toContain('Die Datei ist neu')
    expect(locationOf(await staff.get(remove))).toEqual([303, `${page} after meanwhile`])
  })

  it('discards the collection if it is the only one, which is said before', async () => {
    const { club, items, page } = await released(1)
    const staff = await staffOf(club, 'treasurer')
    const remove = removalOf(page, items[0])
    expect(textOf((await staff.get(remove, ENGLISH)).text)).toContain(
      'The whole collection is discarded with it',
    )
    expect(locationOf(await staff.submit(remove, { reason: 'x' }))).toEqual([303, `${page} after discarded`])
    expect(await stateOf(club)).toBe('discarded')
  })

  it('is named with a button where it must leave before the submission', async () => {
    const { club, items, page } = await released(3)
    const staff = await staffOf(club, 'treasurer')
    expect(textOf((await staff.get(page, GERMAN)).text)).not.toContain('nicht mehr eingezogen werden')
    await club.put('/lists/members/persons/m1', { leave_date: '2026-03-01', leave_reason: 'deceased' })
    const refused = await staff.submit(`${page}/submit`)
    expect(locationOf(refused)).toEqual([303, `${page} after stopped`])
    const shown = await openAfter(staff, leadsTo(refused), GERMAN)
    expect(textOf(shown.text)).toMatch(
      /1 Lastschrift darf nicht mehr eingezogen werden.*Reiche die Datei so nicht ein\..*Lovelace 1.*verstorben.*Aus dem Einzug nehmen/,
    )
    const remove = `${removalOf(page, items[0])}?why=deceased`
    expect(shown.text).toContain(remove)
    expect((await staff.get(remove, GERMAN)).text).toContain('value="Verstorben"')
    await staff.submit(removalOf(page, items[0]), { reason: 'Verstorben' })
    expect(locationOf(await staff.submit(`${page}/submit`))).toEqual([303, `${page} after submitted`])
  })

  it('makes the file another one than a page still shows, which is not noted as submitted', async () => {
    const { club, items, page } = await released(2)
    const staff = await staffOf(club, 'treasurer')
    const file = String(inputValue((await staff.get(page)).text, 'file'))
    await staff.submit(removalOf(page, items[0]), { reason: 'x' })
    const answer = await staff.submit(`${page}/submit`, { file })
    expect(locationOf(answer)).toEqual([303, `${page} after changed`])
    expect(textOf((await openAfter(staff, leadsTo(answer), GERMAN)).text)).toContain(
      'Die Datei ist inzwischen eine andere',
    )
    expect(await stateOf(club)).toBe('released')
    const now = String(inputValue((await staff.get(page)).text, 'file'))
    expect(locationOf(await staff.submit(`${page}/submit`, { file: now }))).toEqual([
      303,
      `${page} after submitted`,
    ])
  })

  it('is no act of those who only read, nor of a collection at the bank', async () => {
    const { club, items, page } = await atBank(2)
    const auditor = await staffOf(club, 'auditor')
    expect((await auditor.get(removalOf(page, items[0]))).status).toBe(403)
    const staff = await staffOf(club, 'treasurer')
    expect((await staff.get(page)).text).not.toContain('/remove')
    expect(locationOf(await staff.submit(removalOf(page, items[0]), { reason: 'x' }))).toEqual([
      303,
      `${page} after meanwhile`,
    ])
  })
})

describe('a released collection', () => {
  it('is downloaded as it was released, with a fresh proof, and each download is an event', async () => {
    const { club, page } = await released()
    const staff = await staffOf(club, 'treasurer')
    const { status, headers, text, cost } = await staff.submit(`${page}/file`)
    expect([status, cost.trips]).toEqual([200, 1])
    expect(headers.get('Content-Disposition')).toMatch(/^attachment; filename="2026-03-16-RF\w+\.xml"$/)
    expect(headers.get('Cache-Control')).toBe('no-store')
    expect(readDirectDebits(text).debits).toHaveLength(2)
    const downloads = async () =>
      (await eventsOf(club)).filter(({ action }) => action === 'collection.downloaded').length
    expect(await downloads()).toBe(1)

    const old = await staffOf(club, 'treasurer', { provedAt: new Date(Date.now() - 31 * 60_000) })
    expect(locationOf(await old.submit(`${page}/file`))).toEqual([
      303,
      `/dashboard/prove?to=${encodeURIComponent(page)}`,
    ])
    expect(await downloads()).toBe(1)
  })

  it('gives a list for its announcement, whose cells are safe in spreadsheets, and records that', async () => {
    const { club, feeIds } = await clubWithFees(2)
    await addPersons(club, [payer(2, { email: null, bank_account: { iban: ibanOf(2), signatory: '=1+1' } })])
    const { body } = await release(club, feeIds)
    const page = pageOf(club, body.data.id)
    const staff = await staffOf(club, 'treasurer')
    const card = await staff.get(page, GERMAN)
    expect(textOf(card.text)).toContain('Liste herunterladen')
    const { status, headers, text, cost } = await staff.submit(`${page}/announcement`, {}, GERMAN)
    expect([status, cost.trips]).toEqual([200, 2])
    expect(headers.get('Content-Disposition')).toBe('attachment; filename="ankuendigung-2026-03-16.csv"')
    const [head, ...lines] = text.replace('\uFEFF', '').trim().split('\r\n')
    expect(head).toBe('Name;E-Mail;Betrag;Abbuchung am;Mandatsreferenz;IBAN;Referenz')
    const [one, other] = body.data.items
    expect(lines).toEqual([
      `Ada Lovelace 1;m1@example.org;"45,00";2026-03-16;M-1;DE •••• ${ibanOf(1).slice(-4)};${one.reference}`,
      `'=1+1;;"45,00";2026-03-16;M-2;DE •••• ${ibanOf(2).slice(-4)};${other.reference}`,
    ])
    const [event] = (await eventsOf(club)).filter(({ action }) => action === 'collection.exported')
    expect(event).toMatchObject({ subject_id: body.data.id, changes: { debits: [null, 2] } })
    expect(JSON.stringify(event)).not.toContain('example.org')
    const opened = await staff.get(page, GERMAN)
    expect(textOf(opened.text)).toContain('Staff treasurer hat die Liste der Lastschriften')

    await staff.submit(`${page}/discard`, { reason: 'Wrong year' })
    expect(locationOf(await staff.submit(`${page}/announcement`))).toEqual([303, `${page} after meanwhile`])
    expect((await staff.get(page, GERMAN)).text).not.toContain('/announcement')
  })

  it('gives a list of more than a hundred debits only with a fresh proof', async () => {
    const { club, page } = await released(101)
    const old = await staffOf(club, 'treasurer', { provedAt: new Date(Date.now() - 31 * 60_000) })
    expect(locationOf(await old.submit(`${page}/announcement`))).toEqual([
      303,
      `/dashboard/prove?to=${encodeURIComponent(page)}`,
    ])
    expect((await eventsOf(club)).some(({ action }) => action === 'collection.exported')).toBe(false)
    const staff = await staffOf(club, 'treasurer')
    const { status, text } = await staff.submit(`${page}/announcement`)
    expect([status, text.trim().split('\r\n').length]).toEqual([200, 102])
  })

  it('has debits that are planned, and on their way once it is at the bank', async () => {
    const { club, id, page } = await released()
    const staff = await staffOf(club, 'treasurer')
    const shown = async () => textOf((await staff.get(page, GERMAN)).text)
    expect(await shown()).toContain('Vorgesehen')
    expect(await shown()).not.toContain('Unterwegs')
    await club.post(`/collections/${id}/submission`, undefined)
    expect(await shown()).toContain('Unterwegs')
  })

  it('names whose fees a debit of a family collects', async () => {
    const { club, items, page } = await released(2)
    const [first, second] = items
    await rows('UPDATE collection_fees SET item_id = ? WHERE item_id = ?', first?.id, second?.id)
    const names = (await rows<{ person_name: string }>('SELECT person_name FROM fees')).map(
      ({ person_name }) => person_name,
    )
    const { text } = await (await staffOf(club, 'treasurer')).get(page)
    const list = /<ul><li><a href="[^"]*\/fees\/[^"]+">.*?<\/ul>/s.exec(text)?.[0] ?? ''
    for (const name of names) expect(textOf(list)).toContain(`· ${name}`)
    expect(list.match(/<li>/g)).toHaveLength(2)
  })

  it('is submitted once; the second is told by whom', async () => {
    const { club, page } = await released()
    const [first, second] = [await staffOf(club, 'owner'), await staffOf(club, 'treasurer')]
    const done = await first.submit(`${page}/submit`)
    expect([...locationOf(done), done.cost.trips]).toEqual([303, `${page} after submitted`, 2])
    expect(await stateOf(club)).toBe('submitted')
    const late = await second.submit(`${page}/submit`)
    expect(locationOf(late)).toEqual([303, `${page} after meanwhile`])
    const told = await openAfter(second, `${page} after meanwhile`, ENGLISH)
    expect(textOf(told.text)).toMatch(/Staff owner was faster, .* Nothing was changed\./)
    const own = await openAfter(first, `${page} after meanwhile`, GERMAN)
    expect(textOf(own.text)).toContain('Du hast es schon erledigt')
  })

  it('is discarded with a reason after a question', async () => {
    const { club, page } = await released()
    const staff = await staffOf(club, 'treasurer')
    const steps = async () => (await staff.get(page)).text.match(/class="steps-(done|current|open)"/g)
    expect(await steps()).toEqual(['class="steps-done"', 'class="steps-current"', 'class="steps-open"'])
    const question = await staff.get(`${page}/discard`, GERMAN)
    expect(question.cost).toMatchObject({ trips: 1, rowsWritten: 0 })
    expect(textOf(question.text)).toContain('2 Lastschriften über 90,00 €')
    const refused = await staff.submit(`${page}/discard`, { reason: ' ' }, GERMAN)
    expect(refused.status).toBe(422)
    expect(refused.text).toContain('href="#field-reason"')
    const done = await staff.submit(`${page}/discard`, { reason: '<i>Wrong</i> year' })
    expect(locationOf(done)).toEqual([303, `${page} after discarded`])
    expect(await stored(club, 'collections')).toMatchObject([
      { state: 'discarded', discard_reason: '<i>Wrong</i> year' },
    ])
    expect(await steps()).toEqual(['class="steps-done"', 'class="steps-open"', 'class="steps-open"'])
    const { text } = await staff.get(page, ENGLISH)
    expect(text).toContain('&lt;i&gt;Wrong')
    expect(text).not.toContain('<i>Wrong')
    expect(locationOf(await staff.submit(`${page}/submit`))).toEqual([303, `${page} after meanwhile`])
    expect(await stateOf(club)).toBe('discarded')
  })

  it('warns where it is too late for the bank', async () => {
    const { club, page } = await released()
    const staff = await staffOf(club, 'treasurer')
    expect(textOf((await staff.get(page, ENGLISH)).text)).toContain('by 13 March 2026 at the latest')
    setDay('2026-03-16')
    const late = await (await staffOf(club, 'owner')).get(page, ENGLISH)
    expect(textOf(late.text)).toContain('The date is too close')
  })
})

describe('a submitted collection', () => {
  it('is settled by hand with a date', async () => {
    const { club, page } = await atBank()
    const staff = await staffOf(club, 'treasurer')
    const question = await staff.get(`${page}/settle`, ENGLISH)
    expect(question.text).toContain(`value="${COLLECTED_ON}"`)
    expect(textOf(question.text)).not.toContain('The bank collects on')
    setDay('2026-03-10')
    const early = await (await staffOf(club, 'owner')).get(`${page}/settle`, ENGLISH)
    expect(textOf(early.text)).toContain(
      'The bank collects on 16 March 2026. The credit cannot be recorded before.',
    )
    setDay('2026-03-17')
    const refused = await staff.submit(`${page}/settle`, { settled_on: '2026-04-01' }, ENGLISH)
    expect(refused.status).toBe(422)
    expect(textOf(refused.text)).toContain('Day of the credit : The date is in the future.')
    expect(refused.text).toContain('value="2026-04-01"')
    const tooEarly = await staff.submit(`${page}/settle`, { settled_on: '2026-03-15' })
    expect(textOf(tooEarly.text)).toContain(
      'Die Bank zieht erst am 16. März 2026 ein. Nimm diesen Tag oder einen späteren.',
    )
    const done = await staff.submit(`${page}/settle`, { settled_on: COLLECTED_ON })
    expect([...locationOf(done), done.cost.trips]).toEqual([303, `${page} after settled`, 2])
    expect((await stored(club, 'fees')).map(({ status }) => status)).toEqual(['paid', 'paid'])
    const late = await staff.submit(`${page}/settle`, { settled_on: COLLECTED_ON })
    expect(locationOf(late)).toEqual([303, `${page} after meanwhile`])
    expect(locationOf(await staff.get(`${page}/settle`))).toEqual([303, `${page} after meanwhile`])
  })

  it('waits for its credit again where the settlement is undone', async () => {
    const { club, page, items } = await atBank()
    const staff = await staffOf(club, 'treasurer')
    const early = await staff.get(`${page}/unsettle`)
    expect(locationOf(early)).toEqual([303, `${page} after meanwhile`])
    await staff.submit(`${page}/settle`, { settled_on: COLLECTED_ON })
    expect((await staff.get(page)).text).toContain(`href="${page}/unsettle"`)
    expect((await (await staffOf(club, 'auditor')).get(page)).text).not.toContain('/unsettle')
    expect((await staff.get(`${page}/unsettle`, ENGLISH)).text).toContain('Undo the credit?')
    const done = await staff.submit(`${page}/unsettle`)
    expect([...locationOf(done), done.cost.trips]).toEqual([303, `${page} after unsettled`, 2])
    expect(await stateOf(club)).toBe('submitted')
    const late = await staff.submit(`${page}/unsettle`)
    expect(locationOf(late)).toEqual([303, `${page} after meanwhile`])

    await staff.submit(`${page}/settle`, { settled_on: COLLECTED_ON })
    const fields = { returned_on: '2026-03-17', reason_code: 'AM04', charge: '' }
    await staff.submit(`${page}/items/${items[0]?.id}/return`, fields)
    const refused = await staff.submit(`${page}/unsettle`, {}, ENGLISH)
    expect(refused.status).toBe(422)
    expect(textOf(refused.text)).toContain('This credit cannot be undone here')
    expect(textOf(refused.text)).toContain('A direct debit came back after the credit, so the credit stays.')
    expect(await stateOf(club)).toBe('settled')
  })

  it('records a return, says why and what to do, and allows debits again with a note', async () => {
    const { club, page, items } = await atBank()
    const staff = await staffOf(club, 'treasurer')
    const item = String(items[0]?.id)
    const path = `${page}/items/${item}`
    const form = await staff.get(`${path}/return`, GERMAN)
    expect(form.cost).toMatchObject({ trips: 1, rowsWritten: 0 })
    expect(textOf(form.text)).toContain('Konto nicht gedeckt (AM04)')
    const fields = { returned_on: '2026-03-17', reason_code: 'MD06', charge: '3,00' }
    const refused = await staff.submit(
      `${path}/return`,
      { ...fields, reason_code: '', charge: 'drei' },
      GERMAN,
    )
    expect(refused.status).toBe(422)
    for (const id of ['field-reason_code', 'field-charge']) expect(refused.text).toContain(`href="#${id}"`)
    expect(refused.text).toContain('value="drei"')
    const early = await staff.submit(`${path}/return`, { ...fields, returned_on: '2026-01-01' }, GERMAN)
    expect(early.status).toBe(422)
    expect(textOf(early.text)).toMatch(
      /Der Einzug wurde erst am \d+\. \S+ 2026 freigegeben\. Prüfe den Tag\./,
    )
    const done = await staff.submit(`${path}/return`, fields)
    expect([...locationOf(done), done.cost.trips]).toEqual([303, `${page}#return-${item} after returned`, 2])
    expect(await rows('SELECT state, return_code, charge FROM collection_items WHERE id = ?', item)).toEqual([
      { state: 'returned', return_code: 'MD06', charge: 300 },
    ])
    const again = await staff.submit(`${path}/return`, fields)
    expect(locationOf(again)).toEqual([303, `${page}#return-${item} after meanwhile`])
    expect(locationOf(await staff.get(`${path}/return`))).toEqual([303, `${page}#return-${item}`])

    const { text, cost } = await staff.get(page, GERMAN)
    expect(cost).toMatchObject({ trips: 1, rowsWritten: 0 })
    for (const sentence of [
      'Vom Kontoinhaber zurückgegeben (MD06)',
      'Sprich zuerst mit dem Mitglied',
      '3,00 €',
    ])
      expect(textOf(text)).toContain(sentence)
    expect(text).toContain(`${path}/unblock`)
    expect((await staff.submit(`${path}/unblock`, { note: '' })).status).toBe(422)
    const back = `${page.replace(/run_\w+/, 'new/check')}?due_by=2026-03-01`
    const allowed = await staff.submit(`${path}/unblock?to=${encodeURIComponent(back)}`, { note: 'Talked' })
    expect(locationOf(allowed)).toEqual([303, back])
    expect(textOf((await staff.get(page, GERMAN)).text)).toContain('Einzug wieder erlaubt am ')
    expect(locationOf(await staff.submit(`${path}/unblock`, { note: 'Twice' }))).toEqual([
      303,
      `${page}#return-${item} after meanwhile`,
    ])
  })

  it('finds no debit of another collection or workspace', async () => {
    const { club, page } = await atBank(1)
    const other = await atBank(1)
    const staff = await staffOf(club, 'treasurer')
    const foreign = `${page}/items/${other.items[0]?.id}`
    for (const act of ['return', 'unblock']) expect((await staff.get(`${foreign}/${act}`)).status).toBe(404)
    expect((await staff.get(pageOf(club, other.id))).status).toBe(404)
    expect((await staff.submit(`${pageOf(club, other.id)}/submit`)).status).toBe(404)
  })
})

describe('the page of a collection', () => {
  it('shows whole IBANs to those who may see them, and masks those of others', async () => {
    const { club, page } = await released(1)
    const wholeIban = (ibanOf(1).match(/.{1,4}/g) ?? []).join(' ')
    const see = async (staff: Staff) => (await staff.get(page, ENGLISH)).text
    expect(await see(await staffOf(club, 'treasurer'))).toContain(wholeIban)
    const seen = await see(await staffOf(club, 'auditor'))
    expect(seen).not.toContain(wholeIban)
    expect(seen).toContain(`•••• ${ibanOf(1).slice(-4)}`)
    for (const act of ['file', 'submit', 'discard']) expect(seen).not.toContain(`${page}/${act}`)
  })

  it('pages above a hundred debits, searches above ten, and shows a hundred of its returns', async () => {
    const { club, page } = await atBank(101)
    const staff = await staffOf(club, 'treasurer')
    await rows("UPDATE collection_items SET state = 'returned', returned_on = '2026-03-17'")
    const shownWith = async (debits: number) => {
      await rows(
        'DELETE FROM collection_items WHERE id NOT IN (SELECT id FROM collection_items ORDER BY id LIMIT ?)',
        debits,
      )
      await rows('UPDATE collections SET item_count = ?', debits)
      const { text } = await staff.get(page, ENGLISH)
      const hasRest = textOf(text).includes('The others are among the debits.')
      return { hasSearch: text.includes('name="search"'), hasPages: text.includes('?page=2'), hasRest }
    }
    expect(await shownWith(101)).toEqual({ hasSearch: true, hasPages: true, hasRest: true })
    expect(await shownWith(100)).toEqual({ hasSearch: true, hasPages: false, hasRest: false })
    expect(await shownWith(11)).toMatchObject({ hasSearch: true })
    expect(await shownWith(10)).toMatchObject({ hasSearch: false })
    expect((await staff.get(`${page}?page=1000`)).text).not.toContain('<tr id="dbt_')
    expect((await staff.get(`${page}?page=1001`)).text).toContain('<tr id="dbt_')
  })

  it('stays under 25 KB with a thousand debits, which are paged and searched in one trip', async () => {
    const { club, id, page } = await atBank(1000)
    await rows(
      "UPDATE collection_items SET state = 'returned', returned_on = '2026-03-17' WHERE id LIKE '%0'",
    )
    const staff = await staffOf(club, 'treasurer')
    const { text, cost } = await staff.get(`${page}?page=2`, ENGLISH)
    expect(cost).toMatchObject({ trips: 1, rowsWritten: 0 })
    expect(cost.rowsRead).toBeLessThan(1500)
    expect(text.match(/<tr id="dbt_/g)).toHaveLength(100)
    expect(textOf(text)).toContain('101–200 of 1,000')
    expect(await gzipSize(text)).toBeLessThan(25_000)
    for (const unknown of ['0', '-1', '1.5', 'x']) {
      const first = await staff.get(`${page}?page=${unknown}`, ENGLISH)
      expect(textOf(first.text), unknown).toContain('1–100 of 1,000')
    }
    const found = await staff.get(`${page}?search=Lovelace+77`, ENGLISH)
    expect(found.text.match(/<tr id="dbt_/g)).toHaveLength(11)
    const foundBy = async (search: string) =>
      textOf((await staff.get(`${page}?search=${encodeURIComponent(search)}`, ENGLISH)).text)
    for (const search of ['%', 'Lovelace '.repeat(11)])
      expect(await foundBy(search)).toContain('No debit matches.')
    expect(await foundBy('lovelace 77')).toContain('Lovelace 77')
    expect((await stored(club, 'collections'))[0]?.id).toBe(id)
  })
})

const gzipSize = async (text: string): Promise<number> =>
  (await new Response(new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))).arrayBuffer())
    .byteLength
