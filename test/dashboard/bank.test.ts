import { describe, expect, it } from 'vitest'
import { addAccount, credit, OWN_IBAN, statementOf, stored } from '../support/bank'
import { call } from '../support/call'
import { type CamtEntry, type CamtStatement, camt, camtText, zipOf } from '../support/camt'
import { bankAccount, clubOf, signedIn } from '../support/club'
import { type Staff, staffOf } from '../support/dashboard'
import { leadsTo, openAfter } from '../support/done'
import { eventsOf } from '../support/events'
import { inputValue, textOf } from '../support/html'
import { rows, workspace } from '../support/workspace'

const OTHER_IBAN = 'DE02120300000000202051'
const ENGLISH = { headers: { 'Accept-Language': 'en-GB' } }

async function fixture() {
  const world = await clubOf(bankAccount(), signedIn('treasurer'))
  return { ...world, path: `/dashboard/${world.club.id}/bank` }
}

/** Sends a file by the form of a page. */
async function upload(staff: Staff, path: string, file: Uint8Array | string, language = 'de') {
  const form = new FormData()
  form.append('file', await new Response(file as BodyInit).blob(), 'statement.xml')
  const body = new Response(form)
  return call('POST', `${path}/import`, {
    raw: await body.arrayBuffer(),
    headers: {
      'Content-Type': String(body.headers.get('Content-Type')),
      Cookie: `__Host-staff=${staff.cookie('__Host-staff')}`,
      'Sec-Fetch-Site': 'same-origin',
      'Accept-Language': language,
    },
  })
}

const month = (number: number, opening: number, entries: CamtEntry[] = []): CamtStatement =>
  statementOf(
    entries.length > 0 ? entries : [credit(1000, `Month ${number}`, { date: `2026-0${number}-15` })],
    { opening, period: [`2026-0${number}-01`, `2026-0${number}-28`], id: `${number}` },
  )
const file = (...statements: CamtStatement[]) => camt({ statements })

const plain = (text: string) => textOf(text).replaceAll('\u00a0', ' ')

describe('an import', () => {
  it('finds the accounts by their IBANs and says what is new, known and missing', async () => {
    const { club, account, path, staff } = await fixture()
    const savings = await addAccount(club, { name: 'Sparkonto', iban: OTHER_IBAN })
    const first = await upload(
      staff,
      path,
      zipOf(file(month(1, 0)), camt({ statements: [{ ...month(1, 0), iban: OTHER_IBAN }] })),
    )
    expect([first.status, first.cost.trips], first.text).toEqual([303, 2])
    expect(leadsTo(first)).toBe(`${path}/lines#done after imported?new=2&known=0&skipped=0&confirmed=0`)
    expect((await stored(club, 'bank_lines')).map(({ account_id }) => account_id).sort()).toEqual(
      [account, savings].sort(),
    )

    const second = await upload(staff, path, file(month(1, 0), month(3, 5000)))
    const location = leadsTo(second)
    expect(location).toContain('new=1&known=1&skipped=0&confirmed=0&days=2026-01-28,2026-03-01')
    const told = plain((await openAfter(staff, location)).text)
    expect(told).toContain('1 neuer Umsatz, 1 schon bekannt.')
    expect(told).toContain('Zwischen dem 28. Januar 2026 und dem 1. März 2026 fehlt ein Auszug.')

    await rows('UPDATE accounts SET opening_amount = 1000 WHERE id = ?', account)
    const { text, cost } = await staff.get(path, ENGLISH)
    expect([cost.trips, cost.rowsWritten]).toEqual([1, 0])
    expect(plain(text)).toContain('By the bank on 28 March 2026: €60.00 (€50.00 apart')
    expect(plain(text)).toContain('A statement is missing between 28 January 2026 and 1 March 2026.')
    expect(plain(text)).toContain('Sparkonto')
  })

  it('says which entry is wrong and what to do, and stores nothing', async () => {
    const { club, path, staff } = await fixture()
    const wrong = { ...credit(1000, 'x'), amountText: '10.001' }
    const answers = [
      [
        camtText({ statements: [statementOf([credit(1, 'a'), wrong])] }),
        'Buchung 2: Der Betrag hat mehr als zwei Nachkommastellen.',
      ],
      ['<Document>', 'Die Datei ist kein gültiges XML.'],
      ['<html>', 'Das ist kein Kontoauszug im Format camt.053'],
      [new Uint8Array([0x50, 0x4b, 1, 2]), 'Die ZIP-Datei ist beschädigt'],
      [
        camtText({ statements: [{ ...month(1, 0), closing: 99 }] }),
        'Die Buchungen ergeben nicht den Endsaldo.',
      ],
      [
        file(statementOf(Array(25_001).fill({ amount: 1, status: 'PDNG' }))),
        'Die Datei ist zu groß: höchstens 15.000 Buchungen.',
      ],
      ['', 'Bitte wähle eine Datei.'],
    ] as const
    for (const [sent, message] of answers) {
      const { status, text, cost } = await upload(staff, path, sent)
      expect([status, cost.rowsWritten]).toEqual([422, 0])
      expect(plain(text)).toContain(message)
    }
    expect(await stored(club, 'statement_files')).toEqual([])
  })

  it('offers to add an account that is missing, with what the statement says of it', async () => {
    const { club, staff } = await clubOf(signedIn('treasurer'))
    const path = `/dashboard/${club.id}/bank`
    const sent = file(month(2, 123_450))
    const refused = await upload(staff, path, sent, 'en')
    expect([refused.status, refused.cost.rowsWritten]).toEqual([422, 0])
    expect(plain(refused.text)).toContain(
      'The statement is of an account that ends in 3000, which is missing.',
    )
    const fields = Object.fromEntries(
      ['iban', 'opening_on', 'opening_amount', 'to'].map((name) => [
        name,
        String(inputValue(refused.text, name)),
      ]),
    )
    expect(fields).toEqual({
      iban: 'DE89 3704 0044 0532 0130 00',
      opening_on: '2026-02-01',
      opening_amount: '1234.50',
      to: 'import',
    })
    const added = await staff.submit(`${path}/accounts/new`, { ...fields, name: 'Giro' })
    expect([added.status, leadsTo(added)], added.text).toEqual([303, `${path}/import after added`])
    expect(await stored(club, 'accounts')).toMatchObject([
      { name: 'Giro', iban: OWN_IBAN, opening_on: '2026-02-01', opening_amount: 123_450 },
    ])
    expect((await upload(staff, path, sent)).status).toBe(303)
  })
})

describe('an undo of an import', () => {
  const undo = async (staff: Staff, path: string, sha: 'first' | 'last') => {
    const statements = await rows<{ id: string }>('SELECT id FROM statements ORDER BY id')
    const id = String((sha === 'first' ? statements[0] : statements.at(-1))?.id)
    const asked = await staff.get(`${path}/statements/${id}/undo`)
    expect([asked.status, asked.cost.trips, asked.cost.rowsWritten]).toEqual([200, 1, 0])
    return { asked, answer: await staff.submit(`${path}/statements/${id}/undo`) }
  }

  it('deletes the statements of a file, their lines and the file, after which it can be imported again', async () => {
    const { club, account, path, staff } = await fixture()
    const sent = file(month(1, 0), month(2, 1000))
    await upload(staff, path, file(month(3, 2000)))
    await upload(staff, path, sent)
    const { answer } = await undo(staff, path, 'last')
    expect([answer.status, answer.cost.trips], answer.text).toEqual([303, 2])
    expect(leadsTo(answer)).toBe(`${path}/accounts/${account} after undone?lines=2`)
    expect(await stored(club, 'bank_lines')).toMatchObject([{ text: 'Month 3' }])
    expect(await stored(club, 'statements')).toHaveLength(1)
    expect(await stored(club, 'statement_files')).toHaveLength(1)
    expect((await eventsOf(club)).filter(({ action }) => action === 'statement.import_undone')).toHaveLength(
      2,
    )
    const list = await staff.get(String(answer.headers.get('Location')))
    expect(plain(list.text)).toContain('Rückgängig gemacht: 2 Umsätze gelöscht.')
    await upload(staff, path, sent)
    expect(await stored(club, 'bank_lines')).toHaveLength(3)
  })

  it('says by whom it was undone where it is pressed again', async () => {
    const { club, path, staff } = await fixture()
    await upload(staff, path, file(month(1, 0)))
    const other = await staffOf(club, 'owner')
    const [statement] = await stored(club, 'statements')
    const page = `${path}/statements/${statement?.id}/undo`
    expect((await other.submit(page)).status).toBe(303)
    const late = await staff.submit(page)
    expect([late.status, late.cost.rowsWritten]).toEqual([422, 0])
    expect(plain(late.text)).toMatch(/Staff owner hat es am \d+\. \S+ \d{4}.* rückgängig gemacht\./)
    const seen = await other.get(page, { headers: { 'Accept-Language': 'en' } })
    expect([seen.status, seen.cost.trips, seen.cost.rowsWritten]).toEqual([200, 1, 0])
    expect(plain(seen.text)).toContain('You undid it on')
    expect((await staff.submit(`${path}/statements/stm_0/undo`)).status).toBe(404)
    const elsewhere = await workspace()
    const stranger = await staffOf(elsewhere, 'owner')
    expect((await stranger.get(page.replace(club.id, elsewhere.id))).status).toBe(404)
  })

  it('is refused once something was done with a line, also where that was taken back', async () => {
    const { club, path, staff } = await fixture()
    await upload(staff, path, file(month(1, 0)))
    const [line] = await stored(club, 'bank_lines')
    await staff.submit(`${path}/lines/${line?.id}/ignore`, { reason: 'No' })
    await staff.submit(`${path}/lines/${line?.id}/restore`)
    const { asked, answer } = await undo(staff, path, 'first')
    expect(plain(asked.text)).toContain('Das geht nicht mehr')
    expect([answer.status, answer.cost.rowsWritten]).toEqual([422, 0])
    expect(await stored(club, 'bank_lines')).toHaveLength(1)
  })

  it('is refused while a later import counts its lines among the known ones', async () => {
    const { club, path, staff } = await fixture()
    await upload(staff, path, file(month(1, 0)))
    const [entry] = month(1, 0).entries
    const both = [entry as CamtEntry, credit(500, 'New', { date: '2026-01-20' })]
    await upload(staff, path, file(month(1, 0, both)))
    expect((await undo(staff, path, 'first')).answer.status).toBe(422)
    expect(await stored(club, 'bank_lines')).toHaveLength(2)
    expect((await undo(staff, path, 'last')).answer.status).toBe(303)
    expect((await undo(staff, path, 'first')).answer.status).toBe(303)
    expect(await stored(club, 'bank_lines')).toEqual([])
  })
})

describe('the accounts', () => {
  it('are renamed and archived; what is fixed says so', async () => {
    const { club, account, path, staff } = await fixture()
    await upload(staff, path, file(month(1, 0)))
    const page = `${path}/accounts/${account}/edit`
    const { text, cost } = await staff.get(page)
    expect(cost.trips).toBe(1)
    const fields = { name: 'Hauptkonto', iban: OWN_IBAN, opening_on: '2025-01-01', opening_amount: '0,00' }
    expect(inputValue(text, 'iban')).toBe('DE89 3704 0044 0532 0130 00')
    const refused = await staff.submit(page, { ...fields, iban: OTHER_IBAN })
    expect([refused.status, refused.cost.trips]).toEqual([422, 2])
    expect(plain(refused.text)).toContain('Die IBAN ist fest, weil schon Auszüge eingelesen sind.')
    const saved = await staff.submit(page, { ...fields, archived: '1' })
    expect(leadsTo(saved)).toBe(`${path}#${account} after saved`)
    expect(await stored(club, 'accounts')).toMatchObject([{ name: 'Hauptkonto', iban: OWN_IBAN }])
    expect(plain((await staff.get(path)).text)).toContain('archiviert')
  })

  it('lists statements by file, and gives the files with a fresh proof; each download is an event', async () => {
    const { club, account, path, staff } = await fixture()
    const sent = zipOf(file(month(1, 0)), file(month(2, 1000)))
    await upload(staff, path, sent)
    const { text, cost } = await staff.get(`${path}/accounts/${account}`)
    expect([cost.trips, cost.rowsWritten]).toEqual([1, 0])
    expect(text.match(/<tr id="stm_/g)).toHaveLength(1)
    expect(plain(text)).toContain('01.01.2026 – 28.02.2026')
    const [, action = ''] = /action="([^"]*\/file)"/.exec(text) ?? []
    const { status, headers, cost: download } = await staff.submit(action)
    expect([status, download.trips, headers.get('Cache-Control')]).toEqual([200, 1, 'no-store'])
    expect(headers.get('Content-Disposition')).toMatch(/^attachment; filename="stm_\w+\.zip"$/)
    const downloads = async () =>
      (await eventsOf(club)).filter(({ action }) => action === 'statement.downloaded').length
    expect(await downloads()).toBe(1)

    const old = await staffOf(club, 'treasurer', { provedAt: new Date(Date.now() - 31 * 60_000) })
    const unproved = await old.submit(action)
    expect([unproved.status, unproved.headers.get('Location')]).toEqual([
      303,
      `/dashboard/prove?to=${encodeURIComponent(path)}`,
    ])
    const auditor = await staffOf(club, 'auditor')
    expect((await auditor.get(`${path}/accounts/${account}`)).text).not.toContain('/file"')
    expect((await auditor.submit(action)).status).toBe(403)
    expect((await (await staffOf(await workspace(), 'owner')).submit(action)).status).toBe(404)
    expect(await downloads()).toBe(1)
  })
})

describe('archiving an account', () => {
  it.each([
    ['de', 'Nach dem Kassenbuch sind noch 50,00 € darauf.'],
    ['en', 'By the book, €50.00 are still there.'],
  ])('says in %s what is still there by the book', async (language, said) => {
    const club = await workspace()
    const [full, empty] = [
      await addAccount(club, { opening_amount: 5000 }),
      await addAccount(club, { iban: null, name: 'Empty' }),
    ]
    const staff = await staffOf(club, 'treasurer')
    const page = async (id: string) =>
      textOf(
        (
          await staff.get(`/dashboard/${club.id}/bank/accounts/${id}/edit`, {
            headers: { 'Accept-Language': language },
          })
        ).text,
      )
    expect(await page(full)).toContain(said)
    expect(await page(empty)).not.toContain(said.slice(0, 12))
    const archived = await club.patch(`/accounts/${full}`, { archived: true })
    expect([archived.status, archived.body.data.balance]).toEqual([200, 5000])
  })
})
