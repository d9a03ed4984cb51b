import { beforeEach, describe, expect, it } from 'vitest'
import { Browser, type Staff, staffOf } from '../support/dashboard'
import { leadsTo } from '../support/done'
import { eventsOf } from '../support/events'
import { seedMembers } from '../support/seed-members'
import { operator, rows, type Workspace, workspace } from '../support/workspace'

const PERSONS = '/lists/members/persons'
const IBAN = 'DE89370400440532013000'

let club: Workspace
let owner: Staff

beforeEach(async () => {
  club = await workspace()
  await club.put('/lists/members/custom_columns', {
    data: [
      { name: 'Shirt', type: 'string', allowed_values: ['S', 'M'], external_id: 'shirt' },
      { name: 'Since', type: 'date', external_id: 'since' },
    ],
  })
  owner = await staffOf(club, 'owner')
})

const create = async (fields: object = {}, list = 'members') =>
  (
    await club.post(`/lists/${list}/persons`, {
      external_id: 'katrin',
      name: { first_name: 'Katrin', last_name: 'Bergmann' },
      ...fields,
    })
  ).body.data

const logPath = (query: Record<string, string> = {}) =>
  `/dashboard/${club.id}/log${Object.keys(query).length > 0 ? `?${new URLSearchParams(query)}` : ''}`

const read = async (query: Record<string, string> = {}, language = 'de', staff: Browser = owner) => {
  const answer = await staff.get(logPath(query), { headers: { 'Accept-Language': language } })
  expect(answer.status, answer.text).toBe(200)
  expect(answer.cost).toMatchObject({ trips: 1, rowsWritten: 0 })
  return answer
}

/** The text of each entry, without markup, newest first. */
const linesOf = (text: string): string[] => {
  const entries = [...text.matchAll(/<li id="evt_\d+">(.*?)<\/div><\/li>/gs)].map(([, entry = '']) => entry)
  return entries.map((entry) =>
    entry
      .replace(/<p class="timeline-detail">.*/s, '')
      .replace(/<form.*?<\/form>/gs, '')
      .replace(/<(li|summary|ul|p)[^>]*>/g, ' ')
      .replace(/<[^>]+>/g, '')
      .replaceAll('&quot;', '"')
      .replace(/\s+/g, ' ')
      .trim(),
  )
}

const lines = async (query?: Record<string, string>, language?: string) =>
  linesOf((await read(query, language)).text)

describe('a sentence', () => {
  const put = (fields: object) => club.put(`${PERSONS}/katrin`, fields)

  const SAYS: [name: string, act: () => Promise<unknown>, de: string, en: string][] = [
    [
      'a new member',
      () => create(),
      'API-Schlüssel „test“ hat das Mitglied Katrin Bergmann angelegt',
      'API key “test” added the member Katrin Bergmann',
    ],
    [
      'a new applicant',
      () => create({ creation_behaviour: 'unconfirmed' }),
      'hat den Antrag von Katrin Bergmann angelegt',
      'added the application of Katrin Bergmann',
    ],
    [
      'a new contact',
      () => create({}, 'contacts'),
      'hat den Kontakt Katrin Bergmann angelegt',
      'added the contact Katrin Bergmann',
    ],
    [
      'a changed field',
      async () => {
        await create({ email: 'a@example.org' })
        await put({ email: 'b@example.org' })
      },
      'hat E-Mail-Adresse von Katrin Bergmann geändert: a@example.org → b@example.org',
      'changed Email address of Katrin Bergmann: a@example.org → b@example.org',
    ],
    [
      'a field that was empty',
      async () => {
        await create()
        await put({ birthdate: '1985-12-10' })
      },
      'hat Geburtsdatum von Katrin Bergmann eingetragen: 10. Dezember 1985',
      'set Date of birth of Katrin Bergmann: December 10, 1985',
    ],
    [
      'a merge',
      async () => {
        const { id } = await create({ external_id: 'double' })
        await create()
        await club.post(`${PERSONS}/katrin/merge`, { from: id })
      },
      'hat Katrin Bergmann mit einem doppelten Eintrag zusammengeführt',
      'merged Katrin Bergmann with a second entry',
    ],
    [
      'a field that was cleared',
      async () => {
        await create({ payment_method: 'direct_debit' })
        await put({ payment_method: null })
      },
      'hat Zahlungsart von Katrin Bergmann entfernt: Lastschrift',
      'removed Payment method of Katrin Bergmann: Direct debit',
    ],
    [
      'part of a name',
      async () => {
        await create()
        await put({ name: { last_name: 'Weiß' } })
      },
      'hat Nachname von Katrin Bergmann geändert: Bergmann → Weiß',
      'changed Last name of Katrin Bergmann: Bergmann → Weiß',
    ],
    [
      'a custom column, by its name',
      async () => {
        await create({ since: '2020-01-31' })
        await put({ since: '2021-02-01' })
      },
      'hat Since von Katrin Bergmann geändert: 31. Januar 2020 → 1. Februar 2021',
      'changed Since of Katrin Bergmann: January 31, 2020 → February 1, 2021',
    ],
    [
      'a bank account, by its end',
      async () => {
        await create()
        await put({ bank_account: { iban: IBAN } })
      },
      'hat Bankverbindung von Katrin Bergmann eingetragen: •••• 3000',
      'set Bank account of Katrin Bergmann: •••• 3000',
    ],
    [
      'several fields',
      async () => {
        await create({ shirt: 'S' })
        await put({ shirt: 'M', address: { street: 'Weg 1', postcode: '50667', city: 'Köln' } })
      },
      'hat 2 Angaben von Katrin Bergmann geändert Adresse: Weg 1, 50667 Köln Shirt: S → M',
      'changed 2 details of Katrin Bergmann Address: Weg 1, 50667 Köln Shirt: S → M',
    ],
    [
      'a confirmation',
      async () => {
        await create({ creation_behaviour: 'unconfirmed' })
        await club.post(`${PERSONS}/katrin/confirmation`, undefined)
      },
      'hat Katrin Bergmann als Mitglied aufgenommen',
      'admitted Katrin Bergmann as a member',
    ],
    [
      'a confirmation that was taken back',
      async () => {
        await create({ creation_behaviour: 'unconfirmed' })
        await club.post(`${PERSONS}/katrin/confirmation`, undefined)
        const batch = String((await eventsOf(club)).at(-1)?.batch_id)
        await owner.submit(`/dashboard/${club.id}/undo`, { batch })
      },
      'Staff owner hat die Aufnahme von Katrin Bergmann rückgängig gemacht',
      'Staff owner undid the admission of Katrin Bergmann',
    ],
    [
      'a deletion',
      async () => {
        await create()
        await club.delete(`${PERSONS}/katrin`)
      },
      'hat ein Mitglied gelöscht',
      'deleted a member',
    ],
    [
      'a fee',
      async () => {
        const { id } = await create()
        await club.post('/fees', { data: [{ amount: 4800, description: 'Jahresbeitrag', person_id: id }] })
      },
      'hat einen Beitrag für Katrin Bergmann angelegt: Jahresbeitrag, 48,00 €',
      'added a fee for Katrin Bergmann: Jahresbeitrag, €48.00',
    ],
    [
      'a column',
      () => club.put('/lists/contacts/custom_columns', { data: [{ name: 'Note', type: 'string' }] }),
      'hat das Feld Note angelegt',
      'added the field Note',
    ],
    [
      'a booking rule',
      () => club.post('/booking_rules', { party_name: 'Stadtwerke', sign: 'out', sphere: 'ideal' }),
      'hat die Buchungsregel Stadtwerke angelegt 3 Angaben Name der Gegenseite: Stadtwerke Richtung: Ausgabe Sphäre: Ideeller Bereich',
      'added the booking rule Stadtwerke 3 details Name of the other side: Stadtwerke Direction: expense Sphere: Non-profit activities',
    ],
    [
      'a cost unit',
      () => club.post('/cost_units', { name: 'Jugend' }),
      'hat die Kostenstelle Jugend angelegt',
      'added the cost unit Jugend',
    ],
    [
      'a setting',
      () =>
        operator('PATCH', `/operator/workspaces/${club.id}`, {
          member_portal: { enabled: false, fields: { email: 'editable' } },
        }),
      'Der Betreiber hat die Einstellungen geändert Mitgliederportal: Ja → Nein E-Mail-Adresse im Portal: sichtbar → änderbar',
      'The operator changed the settings Member portal: Yes → No Email address in the portal: visible → editable',
    ],
    [
      'a key',
      () => operator('POST', `/operator/workspaces/${club.id}/api_keys`, { name: 'CRM' }),
      'Der Betreiber hat den API-Schlüssel CRM ausgestellt',
      'The operator issued the API key CRM',
    ],
    [
      'an export of the log',
      () => owner.submit(`/dashboard/${club.id}/log/export`),
      'Staff owner hat 4 Einträge des Protokolls exportiert',
      'Staff owner exported 4 entries of the log',
    ],
    [
      'an export of a list',
      () => owner.submit(`/dashboard/${club.id}/members/bulk`, { scope: 'all', action: 'export' }),
      'Staff owner hat 0 Mitglieder exportiert',
      'Staff owner exported 0 members',
    ],
  ]

  it.each(SAYS)('tells %s', async (_, act, german, english) => {
    await act()
    const [de = ''] = await lines()
    const [en = ''] = await lines({}, 'en')
    expect([de, en]).toEqual([expect.stringContaining(german), expect.stringContaining(english)])
  })

  const RECORDED: [action: string, subject: string, changes: object, de: string, en: string][] = [
    [
      'staff.invited',
      'Jan',
      { role: [null, 'office'] },
      'hat Jan ins Team eingeladen Rolle: Geschäftsstelle',
      'invited Jan to the team Role: Office',
    ],
    [
      'staff.invited_again',
      'Jan',
      { sent_at: [null, '2026-01-31T12:00:00.000Z'] },
      'hat Jan noch einmal ins Team eingeladen',
      'invited Jan to the team again',
    ],
    [
      'staff.added',
      'Jan',
      { role: [null, 'owner'] },
      'hat Jan ins Team aufgenommen Rolle: Vollzugriff',
      'added Jan to the team Role: Owner',
    ],
    [
      'staff.accepted',
      'Jan',
      { accepted_at: [null, '2026-01-31T12:00:00.000Z'] },
      'hat die Einladung ins Team angenommen',
      'accepted the invitation to the team',
    ],
    [
      'staff.updated',
      'Jan',
      { role: ['auditor', 'office'], ends_on: ['2026-12-31', null] },
      'hat die Rolle von Jan geändert Rolle: Kassenprüfung → Geschäftsstelle Zugang bis: 31. Dezember 2026',
      'changed the role of Jan Role: Auditor → Office Access until: December 31, 2026',
    ],
    [
      'staff.removed',
      'Jan',
      { role: ['office', null] },
      'hat Jan aus dem Team entfernt Rolle: Geschäftsstelle',
      'removed Jan from the team Role: Office',
    ],
    [
      'custom_column.updated',
      'Size',
      { name: ['Shirt', 'Size'], allowed_values: [['S'], ['S', 'M']] },
      'hat das Feld Size geändert Name: Shirt → Size Mögliche Werte: S → S, M',
      'changed the field Size Name: Shirt → Size Allowed values: S → S, M',
    ],
    [
      'booking_rule.updated',
      'Stadtwerke',
      { sign: ['in', 'out'], text_contains: [null, 'Strom'], party_iban: ['3000', null] },
      'hat die Buchungsregel Stadtwerke geändert Richtung: Einnahme → Ausgabe Text enthält: Strom Konto der Gegenseite: 3000',
      'changed the booking rule Stadtwerke Direction: income → expense Text has: Strom Account of the other side: 3000',
    ],
    [
      'custom_column.updated',
      'Size',
      { place: [1, 2] },
      'hat das Feld Size verschoben Platz: 1 → 2',
      'moved the field Size Place: 1 → 2',
    ],
    [
      'cost_unit.updated',
      'hidden',
      { name: ['visible', 'hidden'], archived: [false, true] },
      'hat die Kostenstelle hidden geändert Name: visible → hidden Archiviert: Nein → Ja',
      'changed the cost unit hidden Name: visible → hidden Archived: No → Yes',
    ],
    [
      'dues_plan.updated',
      'Dues',
      { from_period: [null, '2028'], key_day: [null, '01-01'], version: [null, 1] },
      'hat die Beitragsordnung Dues geändert Gilt ab: 2028 Stichtag: 01-01 Fassung: 1',
      'changed the plan of dues Dues In force from: 2028 Key day: 01-01 Version: 1',
    ],
    [
      'dues.claimed',
      'Dues 2027',
      { period: [null, '2027'], count: [null, 2], amount: [null, 24_000] },
      'hat die Beiträge Dues 2027 erhoben Zeitraum: 2027 Beiträge: 2 Betrag: 240,00 €',
      'claimed the dues Dues 2027 Period: 2027 Fees: 2 Amount: €240.00',
    ],
    [
      'dues.discarded',
      'Dues 2027',
      { reason: [null, 'Wrong prices'] },
      'hat den Beitragslauf Dues 2027 rückgängig gemacht Grund: Wrong prices',
      'undid the run of dues Dues 2027 Reason: Wrong prices',
    ],
    [
      'dues.difference_kept',
      'Ada',
      { period: [null, '2027'], amount: [12_000, 6000] },
      'hat den Beitrag von Ada so gelassen, wie er erhoben ist Zeitraum: 2027 Betrag: 120,00 € → 60,00 €',
      'kept the dues of Ada as they were claimed Period: 2027 Amount: €120.00 → €60.00',
    ],
    [
      'api_key.revoked',
      'CRM',
      { revoked_at: [null, '2026-01-31T12:00:00.000Z'] },
      'hat den API-Schlüssel CRM widerrufen',
      'revoked the API key CRM',
    ],
    [
      'account.created',
      'Bank',
      { kind: [null, 'bank'], iban: [null, '2051'], opening_amount: [null, 125000] },
      'hat das Konto Bank angelegt 3 Angaben Art: Bankkonto IBAN: 2051 Anfangsbestand: 1.250,00 €',
      'added the account Bank 3 details Kind: Bank account IBAN: 2051 Opening balance: €1,250.00',
    ],
    [
      'account.updated',
      'Bank',
      { archived: [false, true] },
      'hat das Konto Bank geändert Archiviert: Nein → Ja',
      'changed the account Bank Archived: No → Yes',
    ],
    [
      'account.counted',
      'Kasse',
      { counted: [null, 500], difference: [null, -10] },
      'hat die Kasse Kasse gezählt Gezählt: 5,00 € Abweichung: −0,10 €',
      'counted the cash box Kasse Counted: €5.00 Difference: −€0.10',
    ],
    [
      'account.balance_entered',
      'Sparbuch',
      { balance_on: [null, '2026-01-31'], balance: [100, 500] },
      'hat für Sparbuch einen Kontostand eingetragen Am: 31. Januar 2026 Kontostand: 1,00 € → 5,00 €',
      'entered a balance of Sparbuch Balance on: January 31, 2026 Balance: €1.00 → €5.00',
    ],
    [
      'account.balance_removed',
      'Sparbuch',
      { balance_on: ['2026-01-31', null], balance: [500, null] },
      'hat für Sparbuch einen Kontostand entfernt Am: 31. Januar 2026 Kontostand: 5,00 €',
      'removed a balance of Sparbuch Balance on: January 31, 2026 Balance: €5.00',
    ],
    [
      'statement.imported',
      'Giro',
      { to_on: [null, '2026-01-31'], new_lines: [null, 12] },
      'hat einen Kontoauszug eingelesen: Giro Bis: 31. Januar 2026 Neue Umsätze: 12',
      'imported a bank statement: Giro To: January 31, 2026 New lines: 12',
    ],
    [
      'statement.import_undone',
      'Giro',
      { to_on: ['2026-01-31', null], new_lines: [12, null] },
      'hat das Einlesen eines Kontoauszugs rückgängig gemacht: Giro Bis: 31. Januar 2026 Neue Umsätze: 12',
      'undid the import of a bank statement: Giro To: January 31, 2026 New lines: 12',
    ],
    [
      'bank_line.confirmed',
      'Ada Lovelace',
      { state: ['open', 'done'], assigned_amount: [0, 4500] },
      'hat einen Umsatz zugeordnet: Ada Lovelace Status: Offen → Erledigt Zugeordnet: 0,00 € → 45,00 €',
      'assigned a bank line: Ada Lovelace Status: Open → Done Assigned: €0.00 → €45.00',
    ],
    [
      'bank_line.ignored',
      'Ada Lovelace',
      { ignore_reason: [null, 'Umbuchung'] },
      'hat einen Umsatz ausgeblendet: Ada Lovelace Grund: Umbuchung',
      'ignored a bank line: Ada Lovelace Reason: Umbuchung',
    ],
    [
      'voucher.created',
      'Bälle',
      { number: [null, '2026-7'], booked_on: [null, '2026-01-31'], amount: [null, -8990] },
      'hat −89,90 € gebucht: Bälle 3 Angaben Beleg: 2026-7 Datum: 31. Januar 2026 Betrag: −89,90 €',
      'booked −€89.90: Bälle 3 details Voucher: 2026-7 Date: January 31, 2026 Amount: −€89.90',
    ],
    [
      'voucher.reversed',
      'Bälle',
      { reason: [null, 'Doppelt'] },
      'hat den Beleg Bälle storniert Grund: Doppelt',
      'reversed the voucher Bälle Reason: Doppelt',
    ],
    [
      'voucher.assigned',
      'Bälle',
      { 'lines.1.sphere': [null, 'ideal'], 'lines.1.costunit_name': ['Chor', null] },
      'hat den Beleg Bälle anders zugeordnet Zeile 1: Sphäre: Ideeller Bereich Zeile 1: Kostenstelle: Chor',
      'changed what the voucher Bälle is booked to Line 1: Sphere: Non-profit activities Line 1: Cost unit: Chor',
    ],
    [
      'fee.updated',
      'Jahresbeitrag 2026',
      { due_on: ['2026-01-31', '2026-03-31'] },
      'hat die Fälligkeit eines Beitrags geändert: Jahresbeitrag 2026 Fällig am: 31. Januar 2026 → 31. März 2026',
      'changed the due date of a fee: Jahresbeitrag 2026 Due on: January 31, 2026 → March 31, 2026',
    ],
    [
      'collection.debit_removed',
      'RF51040866RDK79DF7W7ZTGID',
      { items: [12, 11], amount: [54000, 49500], reason: [null, 'Mandat widerrufen'] },
      'hat eine Lastschrift aus dem Einzug RF51040866RDK79DF7W7ZTGID genommen Lastschriften: 12 → 11 Betrag: 540,00 € → 495,00 € Grund: Mandat widerrufen',
      'took a debit out of the collection RF51040866RDK79DF7W7ZTGID Direct debits: 12 → 11 Amount: €540.00 → €495.00 Reason: Mandat widerrufen',
    ],
    [
      'collection.exported',
      'RF51040866RDK79DF7W7ZTGID',
      { debits: [null, 12] },
      'hat die Liste der Lastschriften RF51040866RDK79DF7W7ZTGID heruntergeladen',
      'downloaded the list of the direct debits RF51040866RDK79DF7W7ZTGID',
    ],
    [
      'fiscal_year.closed',
      '2025',
      { vouchers: [null, 1200] },
      'hat das Geschäftsjahr 2025 abgeschlossen Belege: 1.200',
      'closed the fiscal year 2025 Vouchers: 1,200',
    ],
    [
      'fiscal_year.reopened',
      '2025',
      { reason: [null, 'Korrektur'] },
      'hat das Geschäftsjahr 2025 wieder geöffnet Grund: Korrektur',
      'reopened the fiscal year 2025 Reason: Korrektur',
    ],
    [
      'workspace.restored',
      'TSV',
      { restored_to: [null, '2026-01-31T09:30:00.000Z'] },
      'hat alle Daten auf einen früheren Zeitpunkt zurückgesetzt Zurückgesetzt auf: 31. Januar 2026 um 10:30',
      'restored all data to an earlier state State of: January 31, 2026 at 10:30 AM',
    ],
    [
      'workspace.debits_checked',
      'TSV',
      { restored_to: [null, '2026-01-31T09:30:00.000Z'] },
      'hat geprüft, welche Lastschriften die Bank schon hat Zurückgesetzt auf: 31. Januar 2026 um 10:30',
      'checked which direct debits the bank already has State of: January 31, 2026 at 10:30 AM',
    ],
    ['mail.held', 'Einladung', {}, 'hat die E-Mail Einladung zurückgehalten', 'held the email Einladung'],
    [
      'mail.released',
      'Einladung',
      {},
      'hat die zurückgehaltene E-Mail Einladung freigegeben',
      'released the held email Einladung',
    ],
    [
      'mail.dropped',
      'Einladung',
      {},
      'hat die zurückgehaltene E-Mail Einladung verworfen',
      'dropped the held email Einladung',
    ],
    [
      'workspace.wiped',
      'TSV',
      {},
      'hat die Testumgebung über Nacht geleert',
      'emptied the sandbox overnight',
    ],
    [
      'workspace.created',
      'TSV',
      { name: [null, 'TSV'] },
      'hat den Verein TSV angelegt 1 Angabe Name: TSV',
      'created the association TSV 1 detail Name: TSV',
    ],
  ]

  it.each(RECORDED)('tells %s of %s', async (action, subject, changes, german, english) => {
    await rows(
      `INSERT INTO events (workspace_id, number, at, request_id, batch_id, action, actor_kind, actor_name, door, subject_kind, subject_id, subject_name, changes)
       SELECT ?1, max(number) + 1, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), '', 'bat_x', ?2, 'staff', 'Anna Weber', 'dashboard', ?3, 'x', ?4, ?5
       FROM events WHERE workspace_id = ?1`,
      club.id,
      action,
      action.split('.')[0],
      subject,
      JSON.stringify(changes),
    )
    const [de = ''] = await lines()
    const [en = ''] = await lines({}, 'en')
    expect([de, en]).toEqual([`Anna Weber ${german}`, `Anna Weber ${english}`])
  })

  it('of a version that knows more shows the stored names', async () => {
    await rows(
      `UPDATE events SET action = 'thing.done', door = 'kiosk', actor_kind = 'robot', actor_name = NULL WHERE number = 1`,
    )
    expect((await lines()).at(-1)).toMatch(/^robot: thing.done /)
    expect((await read()).text).toContain('kiosk')
    expect((await owner.submit(`/dashboard/${club.id}/log/export`)).text).toContain(';kiosk;thing.done;')
  })

  it('of many without a sentence of their own tell the first, and how many more', async () => {
    for (const name of ['North', 'South', 'West']) await club.post('/cost_units', { name })
    await rows(`UPDATE events SET batch_id = 'bat_x' WHERE action = 'cost_unit.created'`)
    const [de = ''] = await lines()
    expect(de).toMatch(/^API-Schlüssel „test“ hat die Kostenstelle West angelegt – und 2 weitere/)
  })

  it('of a person who was deleted says so, and holds nothing personal', async () => {
    await create({ email: 'a@example.org' })
    await club.put(`${PERSONS}/katrin`, { email: 'b@example.org' })
    await club.delete(`${PERSONS}/katrin`)
    const { text } = await read()
    expect(text).not.toMatch(/Katrin|Bergmann|@example\.org<\/(del|ins)>/)
    expect(linesOf(text).slice(0, 3)).toEqual([
      'API-Schlüssel „test“ hat ein Mitglied gelöscht',
      'API-Schlüssel „test“ hat ein Mitglied geändert, das inzwischen gelöscht ist',
      'API-Schlüssel „test“ hat ein Mitglied angelegt, das inzwischen gelöscht ist',
    ])
  })

  it('shows texts of people as they are', async () => {
    await create({ name: { last_name: '<script>alert(1)</script> {who}' } })
    await put({ email: 'a@example.org' })
    const { text } = await read()
    expect(text).not.toContain('<script>alert')
    expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt; {who}')
  })

  it('shortens long values', async () => {
    await club.put('/lists/members/custom_columns', {
      data: [{ name: 'Note', type: 'string', external_id: 'note' }],
    })
    await create()
    await put({ note: 'ä'.repeat(3000) })
    expect((await lines())[0]?.length).toBeLessThan(300)
  })
})

describe('events of one act', () => {
  it('are one entry that opens to them', async () => {
    await club.put(PERSONS, { data: ['a', 'b', 'c'].map((id) => ({ external_id: id, shirt: 'S' })) })
    await club.put(PERSONS, { data: ['a', 'b', 'c'].map((id) => ({ external_id: id, shirt: 'M' })) })
    const [changed, created, ...others] = await lines()
    expect(changed).toBe(
      'API-Schlüssel „test“ hat Shirt bei 3 Mitgliedern auf M gesetzt Alle 3 zeigen c: S → M b: S → M a: S → M',
    )
    expect(created).toContain('hat 3 Mitglieder angelegt')
    expect(others.length).toBe((await eventsOf(club)).length - 7)
  })

  it('say what they have in common', async () => {
    await club.put(PERSONS, { data: ['a', 'b'].map((id) => ({ external_id: id, shirt: 'S' })) })
    const say = async (...changes: object[]) => {
      await club.put(PERSONS, { data: changes.map((one, n) => ({ external_id: 'ab'[n], ...one })) })
      return (await lines({}, 'en'))[0]?.replace(/ Show all.*/, '')
    }
    expect(await say({ shirt: 'M' }, { shirt: null })).toBe('API key “test” changed Shirt of 2 members')
    expect(await say({ shirt: null, birthdate: '2000-01-01' }, { birthdate: '2000-01-01' })).toBe(
      'API key “test” changed 2 members',
    )
    expect(await say({ birthdate: null }, { birthdate: null })).toBe(
      'API key “test” changed Date of birth of 2 members',
    )
    await club.post(PERSONS, { external_id: 'c' })
    await club.put(PERSONS, { data: [{ external_id: 'c' }], delete_omitted: true })
    expect((await lines({}, 'en'))[0]).toBe('API key “test” deleted 2 members')
  })

  it('are counted behind the page, which goes on after them', async () => {
    await create()
    await seedMembers(club.id, 2500)
    const data = Array.from({ length: 2500 }, (_, n) => ({ external_id: `e${n + 1}`, shirt: 'M' }))
    expect((await club.put(PERSONS, { data })).status).toBe(200)
    await club.put(`${PERSONS}/katrin`, { shirt: 'M' })
    const { text, cost } = await read()
    const [katrin, all, ...others] = linesOf(text)
    expect(katrin).toContain('Katrin Bergmann')
    expect(all).toContain('hat Shirt bei 2.500 Mitgliedern auf M gesetzt Alle 2.500 zeigen')
    expect(all).toContain('und 2.401 weitere')
    expect(others).toEqual([])
    expect(cost.rowsRead).toBeLessThan(1500)
    const [, next = ''] = /before=(evt_\d+)/.exec(text) ?? []
    expect((await lines({ before: next }))[0]).toContain('hat das Mitglied Katrin Bergmann angelegt')
    const [, batch = ''] = /batch=(bat_\w+)/.exec(text) ?? []
    const single = await read({ batch })
    expect(linesOf(single.text)).toHaveLength(100)
    expect(single.cost.rowsRead).toBeLessThan(3000)
    expect(single.text).toContain('Nur dieser Vorgang')
  })
})

describe('the filters', () => {
  const ADA = { external_id: 'ada', name: { last_name: 'Lovelace' } }

  it('offer as actors who works here, and nobody who is only invited', async () => {
    const invited = await staffOf(club, 'office')
    await rows("UPDATE staff SET name = 'Invited Person' WHERE id = ?", invited.id)
    await rows('UPDATE memberships SET accepted_at = NULL WHERE staff_id = ?', invited.id)
    const { text } = await read()
    expect(text).toContain(`value="${owner.id}"`)
    expect(text).not.toContain(`value="${invited.id}"`)
  })

  it('find by actor, action, door and subject', async () => {
    const { id } = await create()
    await club.post(PERSONS, ADA)
    await club.put(`${PERSONS}/ada`, { shirt: 'M' })
    const [event] = (await eventsOf(club)).slice(-1)
    await owner.submit(`/dashboard/${club.id}/undo`, { batch: String(event?.batch_id) })
    const found = async (query: Record<string, string>) =>
      (await lines(query, 'en')).map((line) => line.slice(0, 30))
    expect(await found({ actor: owner.id })).toEqual(['Staff owner removed Shirt of L'])
    expect(await found({ actor: String(event?.actor_id), action: 'person.updated' })).toEqual([
      'API key “test” set Shirt of Lo',
    ])
    expect(await found({ actor: 'operator', action: 'workspace' })).toEqual([
      'The operator created the assoc',
    ])
    expect(await found({ action: 'person' })).toHaveLength(4)
    expect(await found({ action: 'person.created' })).toHaveLength(2)
    expect(await found({ action: 'person.c' })).toEqual([])
    expect(await found({ door: 'dashboard' })).toEqual(['Staff owner removed Shirt of L'])
    expect(await found({ subject: id })).toEqual(['API key “test” added the membe'])
    expect(await found({ subject: id, door: 'dashboard' })).toEqual([])
  })

  it('find the days in the time zone of the workspace', async () => {
    await operator('PATCH', `/operator/workspaces/${club.id}`, { timezone: 'America/New_York' })
    const at = async (number: number, instant: string) =>
      rows('UPDATE events SET at = ? WHERE workspace_id = ? AND number = ?', instant, club.id, number)
    const { length } = await eventsOf(club)
    for (let number = 1; number <= length; number += 1) await at(number, '2026-01-01T00:00:00.000Z')
    await at(length - 1, '2026-07-02T03:59:59.999Z')
    await at(length, '2026-07-02T04:00:00.000Z')
    await read()
    const count = async (query: Record<string, string>) => (await lines(query)).length
    expect(await count({ from: '2026-07-01', to: '2026-07-01' })).toBe(1)
    expect(await count({ from: '2026-07-02' })).toBe(1)
    expect(await count({ from: '2026-07-03' })).toBe(0)
    expect(await count({ to: '2026-07-01' })).toBe(length - 2)
    expect(await count({ to: '2025-12-30' })).toBe(0)
    const { text } = await read({ from: '2026-07-01' })
    expect([...text.matchAll(/<section><h2>(.*?)<\/h2>/g)].map(([, day]) => day)).toEqual([
      '2. Juli 2026',
      '1. Juli 2026',
    ])
  })

  it('read the rows that they show, not the log', async () => {
    const { id } = await create()
    await rows(
      `INSERT INTO events (workspace_id, number, at, request_id, batch_id, action, actor_kind, actor_id, door, subject_kind, subject_id, changes)
       WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 30000)
       SELECT ?1, (SELECT max(number) FROM events WHERE workspace_id = ?1) + n,
         strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '+' || n || ' seconds'), '', 'bat_' || n, 'person.updated', 'staff', 'stf_x',
         'dashboard', 'member', 'per_x', '{}' FROM numbers`,
      club.id,
    )
    const bounded: Record<string, string>[] = [
      {},
      { subject: id },
      { subject: id, actor: 'key' },
      { from: '2020-01-01' },
      { to: '2020-01-01' },
    ]
    for (const query of bounded)
      expect((await read(query)).cost.rowsRead, JSON.stringify(query)).toBeLessThan(1500)
    const { text, cost } = await read({ actor: 'key' })
    expect(cost.rowsRead).toBeLessThan(10_500)
    expect(text).toContain('In diesem Teil des Protokolls passt nichts zum Filter.')
    let [, next] = /before=(evt_\d+)/.exec(text) ?? []
    let last = ''
    for (let pages = 0; next && pages < 5; pages += 1) {
      last = (await read({ actor: 'key', before: next })).text
      ;[, next] = /before=(evt_\d+)/.exec(last) ?? []
    }
    expect(linesOf(last).length).toBeGreaterThan(1)
  })

  it('ignore what is no filter', async () => {
    const all = (await lines()).length
    const odd: Record<string, string>[] = [
      { actor: "'; --" },
      { action: 'Person%' },
      { door: 'window' },
      { from: '2026-02-31' },
      { before: 'evt_1' },
      { batch: 'bat_' },
    ]
    for (const query of odd) expect(await lines(query)).toHaveLength(all)
  })

  it('page through all events, each once', async () => {
    for (let n = 0; n < 120; n += 1)
      await rows(
        `INSERT INTO events (workspace_id, number, at, request_id, batch_id, action, actor_kind, door, subject_kind, subject_id, changes)
       SELECT ?1, max(number) + 1, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), '', ?2, 'thing.done', 'service', 'service', 'thing', ?2, '{}'
       FROM events WHERE workspace_id = ?1`,
        club.id,
        `bat_${Math.floor(n / 3)}`,
      )
    const seen: string[] = []
    for (let query: Record<string, string> | undefined = {}; query; ) {
      const { text } = await read(query)
      seen.push(...[...text.matchAll(/<li id="(evt_\d+)">/g)].map(([, id]) => String(id)))
      const [, before] = /before=(evt_\d+)/.exec(text) ?? []
      query = before ? { before } : undefined
    }
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen).toHaveLength(40 + (await eventsOf(club)).length - 120 - 1)
  })
})

describe('the undo of an entry', () => {
  it('is offered to who may write the list, for a day', async () => {
    await create()
    await club.put(`${PERSONS}/katrin`, { shirt: 'M' })
    const auditor = await staffOf(club, 'auditor')
    const count = async (staff: Browser) =>
      (await read({}, 'de', staff)).text.split('name="batch"').length - 1
    expect([await count(owner), await count(auditor)]).toEqual([1, 0])
    await rows(`UPDATE events SET at = strftime('%Y-%m-%dT%H:%M:%fZ', at, '-25 hours')`)
    expect(await count(owner)).toBe(0)
  })

  it('leads back to the log', async () => {
    await create()
    await club.put(`${PERSONS}/katrin`, { shirt: 'M' })
    const { text } = await read({ action: 'person.updated' })
    const [, batch = ''] = /name="batch" value="(bat_\w+)"/.exec(text) ?? []
    const [, back = ''] = /name="back" value="([^"]+)"/.exec(text) ?? []
    const { headers } = await owner.submit(`/dashboard/${club.id}/undo`, { batch, back })
    expect(leadsTo({ headers })).toMatch(/\/log\?action=person\.updated after undone\?batch=bat_/)
    const after = await owner.get(String(headers.get('Location')))
    expect(after.text).toContain('Rückgängig gemacht.')
  })
})

describe('the export', () => {
  const path = () => `/dashboard/${club.id}/log/export`

  it('is a file of all that matches, and an event', async () => {
    await create({ email: 'a@example.org' })
    await club.put(`${PERSONS}/katrin`, { email: 'b@example.org', name: { first_name: '=1+1' } })
    const { status, headers, text, cost } = await owner.submit(
      path(),
      { action: 'person' },
      { headers: { 'Accept-Language': 'de' } },
    )
    expect([status, cost.trips]).toEqual([200, 2])
    expect(headers.get('Content-Disposition')).toBe('attachment; filename="protokoll.csv"')
    const [head = '', changed = '', created = '', ...others] = text.trim().split('\r\n')
    expect(head).toContain('Zeit;Wer;')
    expect(changed).toContain('Vorname: Katrin → =1+1; E-Mail-Adresse: a@example.org → b@example.org')
    expect(created).toContain('person.created;Katrin Bergmann;')
    expect(others).toEqual([])
    const [event] = (await eventsOf(club)).slice(-1)
    expect(event).toMatchObject({
      action: 'log.exported',
      actor_id: owner.id,
      changes: { filter: [null, 'action=person'], events: [null, 2] },
    })
  })

  it('guards what a spreadsheet would take for a formula', async () => {
    await create({ name: { last_name: '=1+1' } })
    const { text } = await owner.submit(path(), { action: 'person' })
    expect(text).toContain("'=1+1")
  })

  it('has at most ten thousand events', async () => {
    await rows(
      `INSERT INTO events (workspace_id, number, at, request_id, batch_id, action, actor_kind, door, subject_kind, subject_id)
       WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 10001)
       SELECT ?1, 1000 + n, '2026-01-01T00:00:00.000Z', '', 'bat_x', 'thing.done', 'service', 'service', 'thing', 'x' FROM numbers`,
      club.id,
    )
    const { status, text, cost } = await owner.submit(path())
    expect([status, cost.rowsWritten]).toEqual([422, 0])
    expect(text).toContain('10.000')
  })
})

describe('who may read', () => {
  it('is owners and auditors of this workspace', async () => {
    await create()
    await read({}, 'de', await staffOf(club, 'auditor'))
    for (const role of ['office', 'treasurer'] as const) {
      const { status, text } = await (await staffOf(club, role)).get(logPath())
      expect(status).toBe(403)
      expect(text).not.toContain('Katrin')
    }
    const stranger = await staffOf(await workspace(), 'owner')
    const { text } = await stranger.get(logPath())
    expect(text).not.toContain('Katrin')
    expect((await new Browser().get(logPath())).status).toBe(303)
  })

  it('finds nothing of other workspaces', async () => {
    const { id } = await create()
    const batch = String((await eventsOf(club)).at(-1)?.batch_id)
    const other = await workspace()
    const stranger = await staffOf(other, 'owner')
    const queries: Record<string, string>[] = [{ subject: id }, { batch }, { action: 'person' }]
    for (const query of queries) {
      const { text } = await stranger.get(`/dashboard/${other.id}/log?${new URLSearchParams(query)}`)
      expect(linesOf(text)).toEqual([])
      expect(text).not.toContain('Katrin')
    }
  })
})
