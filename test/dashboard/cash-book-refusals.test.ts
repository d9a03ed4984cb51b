import { afterEach, describe, expect, it } from 'vitest'
import { type Club, closeAsItIs, clubWithBook, enter, payUnbooked, stored } from '../support/book'
import { type Staff, staffOf } from '../support/dashboard'
import { textOf } from '../support/html'
import { expectSoundBooks } from '../support/invariants'
import { rows } from '../support/workspace'

afterEach(() => expectSoundBooks())

/** A form: the page that it is sent to, its fields, and the page in both languages. */
type Sent = [page: string, fields: Record<string, string>, de: string, en: string]
type Case = (club: Club, staff: Staff) => Sent | Promise<Sent>

const VOUCHER = { direction: 'out', amount: '5', booked_on: '2025-05-01', text: 'Bälle', count: '1' }
const TRANSFER = { amount: '5', booked_on: '2025-05-01', text: 'Zur Bank' }

const OF_A_VOUCHER: Record<string, Case> = {
  'a text that is too long': (club) => [
    '/cash-book/new',
    { ...VOUCHER, account_id: club.cash, text: 'x'.repeat(501) },
    'Text: Schreib dazu, wofür das Geld ist, in höchstens 500 Zeichen.',
    'Text: Say what the money is for, in at most 500 characters.',
  ],
  'an amount beyond all measure': (club) => [
    '/cash-book/new',
    { ...VOUCHER, account_id: club.bank, amount: '1000000000' },
    'Betrag: Gib einen Betrag über 0 und unter 1 Milliarde ein, zum Beispiel 12,50.',
    'Amount: Enter an amount above 0 and below 1 billion, such as 12.50.',
  ],
  'a day before 1900': (club) => [
    '/cash-book/new',
    { ...VOUCHER, account_id: club.cash, booked_on: '0205-05-01' },
    'Datum: Das Datum liegt vor 1900. Prüfe das Jahr.',
    'Date: The date is before 1900. Check the year.',
  ],
  'an account that nobody has': () => [
    '/cash-book/new',
    { ...VOUCHER, account_id: 'acc_x' },
    'Konto: Dieses Konto gibt es nicht. Wähle eines aus der Liste.',
    'Account: There is no such account. Choose one from the list.',
  ],
  'an archived account': async (club) => {
    await club.patch(`/accounts/${club.cash}`, { archived: true })
    return [
      '/cash-book/new',
      { ...VOUCHER, account_id: club.cash },
      'Konto: Das Konto ist archiviert. Wähle ein anderes.',
      'Account: The account is archived. Choose another one.',
    ]
  },
  'an account that begins later, and is named like a closed year': async (club) => {
    await club.patch(`/accounts/${club.cash}`, { name: 'fiscal year 2019' })
    return [
      '/cash-book/new',
      { ...VOUCHER, account_id: club.cash, booked_on: '2023-05-01' },
      'Konto: Das Konto beginnt erst am 1. Januar 2024. Nimm ein späteres Datum oder ein anderes Konto.',
      'Account: The account begins on 1 January 2024. Take a later date or another account.',
    ]
  },
  'no account, where that which is taken is named like a closed year and begins later': async (club) => {
    await club.patch(`/accounts/${club.bank}`, { name: 'fiscal year 2019' })
    return [
      '/cash-book/new',
      { ...VOUCHER, booked_on: '2023-05-01' },
      'Datum: Das Konto „fiscal year 2019“ beginnt erst am 1. Januar 2024.',
      'Date: The account “fiscal year 2019” begins on 1 January 2024.',
    ]
  },
  'an archived cost unit': async (club) => {
    const [unit] = await stored<{ id: string }>(club, 'cost_units')
    await club.put(`/cost_units/${unit?.id}`, { archived: true })
    return [
      '/cash-book/new',
      { ...VOUCHER, account_id: club.cash, 'lines.0.place': '["Youth"]' },
      'Kostenstelle, Kategorie: Diese Kostenstelle ist archiviert. Wähle eine andere.',
      'Cost unit, category: This cost unit is archived. Choose another one.',
    ]
  },
  'a cost unit that was renamed': (club) => [
    '/cash-book/new',
    { ...VOUCHER, account_id: club.cash, 'lines.0.place': '["Kids"]' },
    'Kostenstelle, Kategorie: Diese Kostenstelle gibt es nicht, oder sie wurde umbenannt.',
    'Cost unit, category: There is no such cost unit, or it was renamed.',
  ],
  'a category of another cost unit': (club) => [
    '/cash-book/new',
    { ...VOUCHER, account_id: club.cash, 'lines.0.place': '["Youth","Beer"]' },
    'Kostenstelle, Kategorie: Diese Kategorie gehört nicht zur Kostenstelle.',
    'Cost unit, category: This category does not belong to the cost unit.',
  ],
  'a transfer to the same account': (club) => [
    '/cash-book/transfer',
    { ...TRANSFER, account_id: club.bank, other_account_id: club.bank },
    'Von: Wähle zwei verschiedene Konten.',
    'From: Choose two different accounts.',
  ],
  'a transfer from an archived account': async (club) => {
    const savings = { kind: 'bank', name: 'Savings', opening_on: '2024-01-01', opening_amount: 0 }
    expect((await club.post('/accounts', savings)).status).toBe(201)
    await club.patch(`/accounts/${club.cash}`, { archived: true })
    return [
      '/cash-book/transfer',
      { ...TRANSFER, account_id: club.bank, other_account_id: club.cash },
      'Von: Das Konto ist archiviert. Wähle ein anderes.',
      'From: The account is archived. Choose another one.',
    ]
  },
  'a transfer of no amount': (club) => [
    '/cash-book/transfer',
    { ...TRANSFER, account_id: club.bank, other_account_id: club.cash, amount: '0' },
    'Betrag: Gib einen Betrag über 0 und unter 1 Milliarde ein, zum Beispiel 12,50.',
    'Amount: Enter an amount above 0 and below 1 billion, such as 12.50.',
  ],
  'a count of a bank account': (club) => [
    '/cash-book/count',
    { account_id: club.bank, counted: '12', counted_on: '2025-05-01' },
    'Konto: Das ist ein Bankkonto, gezählt wird nur Bargeld. Wähle eine Kasse.',
    'Account: This is a bank account, and only cash is counted. Choose a cash box.',
  ],
  'a count before the cash box begins': (club) => [
    '/cash-book/count',
    { account_id: club.cash, counted: '12', counted_on: '2023-12-31' },
    'Datum: Das Konto beginnt erst am 1. Januar 2024.',
    'Date: The account begins on 1 January 2024.',
  ],
  'an assignment of a voucher that nobody has': () => [
    '/cash-book/assign',
    { year: '2025', line: 'vch_x.1', sphere: 'ideal' },
    'Formular: Diesen Beleg gibt es nicht. Lade die Seite neu.',
    'Form: There is no such voucher. Reload the page.',
  ],
  'an assignment of a line that a voucher has not': async (club) => {
    const [{ id = '' } = {}] = await enter(club, { amount: -500 })
    return [
      '/cash-book/assign',
      { year: '2025', line: `${id}.7`, sphere: 'ideal' },
      'Formular: Diese Zeile hat der Beleg nicht. Lade die Seite neu.',
      'Form: The voucher has no such line. Reload the page.',
    ]
  },
  'an assignment in a closed year': async (club) => {
    const [{ id = '' } = {}] = await enter(club, {
      booked_on: '2024-05-01',
      lines: [{ amount: -500, sphere: 'ideal' }],
    })
    expect((await club.post('/years/2024/closing', {})).status).toBe(201)
    return [
      '/cash-book/assign',
      { year: '2024', line: `${id}.1`, sphere: 'ideal' },
      'Das Jahr 2024 ist abgeschlossen. Nimm ein späteres Datum oder lass das Jahr wieder öffnen.',
      'The year 2024 is closed. Take a later date, or have the year reopened.',
    ]
  },
  'a side of a line that is none': async (club, staff) => {
    const [{ id = '' } = {}] = await enter(club, { amount: -500 })
    const { text } = await staff.get(`/dashboard/${club.id}/cash-book/${id}`)
    const [, version = ''] = /name="version" value="(\w+)"/.exec(text) ?? []
    return [
      `/cash-book/${id}`,
      { version, count: '1', text: 'Bälle', 'lines.0.side': 'up' },
      'Formular: Das Formular passt nicht mehr zur Seite. Lade sie neu und versuch es noch einmal.',
      'Form: The form no longer fits the page. Reload it and try again.',
    ]
  },
  'an assignment of a pair, of which one is in a closed year': async (club, staff) => {
    const [{ id = '' } = {}] = await enter(club, {
      booked_on: '2024-05-01',
      lines: [{ amount: -500, sphere: 'ideal' }],
    })
    expect((await club.post('/years/2024/closing', {})).status).toBe(201)
    const { body } = await club.post(`/vouchers/${id}/reversal`, { reason: 'Twice' })
    const { text } = await staff.get(`/dashboard/${club.id}/cash-book/${body.data.id}`)
    const [, version = ''] = /name="version" value="(\w+)"/.exec(text) ?? []
    return [
      `/cash-book/${body.data.id}`,
      { version, count: '1', text: 'Bälle', 'lines.0.sphere': 'assets' },
      'Der Beleg gehört zu einem Storno in einem abgeschlossenen Jahr und bleibt, wie er ist.',
      'The voucher belongs to a reversal in a closed year and stays as it is.',
    ]
  },
  'a reversal without cash': async (club) => {
    const [{ id = '' } = {}] = await enter(
      club,
      { amount: 500, account_id: club.cash },
      { amount: -10_500, account_id: club.cash, booked_on: '2025-03-02' },
    )
    return [
      `/cash-book/${id}/reverse`,
      { reason: 'Doppelt' },
      'Beleg: Damit wäre die Kasse am 2. März 2025 unter null.',
      'Voucher: This would bring the cash box below zero on 2 March 2025.',
    ]
  },
  'a reversal of a voucher that books a payment by a decision': async (club) => {
    const [payment] = await waiting(club)
    const [{ id = '' } = {}] = await enter(club, { amount: 12_000, booked_on: '2025-04-01' })
    const decided = await club.post(`/payments/${payment}/booking`, { voucher_id: id })
    expect(decided.status, decided.text).toBe(201)
    return [
      `/cash-book/${id}/reverse`,
      { reason: 'Doppelt' },
      'Beleg: Dieser Beleg ist als Buchung einer Zahlung festgelegt. Mach das zuerst rückgängig, im Kassenbuch unter „Beiträge buchen“.',
      'Voucher: This voucher is set as the booking of a payment. Undo that first, in the cash book under “Book fees”.',
    ]
  },
  'a booking of no payment': async (club) => {
    await waiting(club)
    return [
      '/cash-book/fees',
      { sphere: 'ideal' },
      'Beiträge buchen: Wähle mindestens eine Zahlung aus.',
      'Book fees: Choose at least one payment.',
    ]
  },
  'a payment before its account begins': async (club) => {
    const [payment = ''] = await waiting(club, '2023-04-01')
    return [
      '/cash-book/fees',
      { payment, sphere: 'ideal' },
      'Ada, Annual fee: Zahlung vom 1. April 2023: Das Konto beginnt erst am 1. Januar 2024. ',
      'Ada, Annual fee: Payment of 1 April 2023: The account begins on 1 January 2024. ',
    ]
  },
  'a payment in a closed year': async (club) => {
    const [payment = ''] = await waiting(club, '2024-04-01')
    await closeAsItIs(club, 2024)
    return [
      '/cash-book/fees',
      { payment, sphere: 'ideal' },
      'Beiträge buchen: Zahlung vom 1. April 2024: Das Jahr 2024 ist abgeschlossen.',
      'Book fees: Payment of 1 April 2024: The year 2024 is closed.',
    ]
  },
  'a payment that nobody has': () => [
    '/cash-book/fees',
    { payment: 'pay_x', sphere: 'ideal' },
    'Beiträge buchen: Diese Zahlung gibt es nicht. Lade die Seite neu.',
    'Book fees: There is no such payment. Reload the page.',
  ],
  'a payment whose money a voucher may have': async (club) => {
    const [payment = ''] = await waiting(club)
    const [voucher] = await enter(club, { amount: 12_000, booked_on: '2025-04-01' })
    return [
      '/cash-book/fees',
      { payment, sphere: 'ideal' },
      `Ada, Annual fee: Das Geld der Zahlung vom 1. April 2025 steht vielleicht schon in Beleg 2025-${voucher?.number}.`,
      `Ada, Annual fee: Voucher 2025-${voucher?.number} may have the money of the payment of 1 April 2025 already.`,
    ]
  },
  'an account for payments that begins later': async (club) => {
    const [payment = ''] = await waiting(club)
    const later = { kind: 'bank', name: 'Later', opening_on: '2026-01-01', opening_amount: 0 }
    const { body } = await club.post('/accounts', later)
    return [
      '/cash-book/fees',
      { payment, sphere: 'ideal', account_id: body.data.id },
      'Ada, Annual fee: Zahlung vom 1. April 2025: Das Konto beginnt erst am 1. Januar 2026.',
      'Ada, Annual fee: Payment of 1 April 2025: The account begins on 1 January 2026.',
    ]
  },
  'payments left out without a reason': async (club) => {
    const [payment = ''] = await waiting(club)
    return [
      '/cash-book/fees',
      { payment, act: 'leave_out', reason: '' },
      'Grund: Nenne den Grund in höchstens 500 Zeichen; er steht im Protokoll.',
      'Reason: Give the reason in at most 500 characters; the log keeps it.',
    ]
  },
  'a payment left out that is booked meanwhile': async (club) => {
    const [payment = ''] = await waiting(club)
    expect((await club.post('/vouchers/fees', { payment_ids: [payment] })).status).toBe(201)
    return [
      '/cash-book/fees',
      { payment, act: 'leave_out', reason: 'Jugend' },
      'Jemand hat die Zahlung inzwischen geklärt. Wie, steht beim Beitrag.',
      'Someone has settled the payment meanwhile. The page of the fee says how.',
    ]
  },
  'a voucher that does not have the money of a payment': async (club) => {
    const [payment = ''] = await waiting(club)
    const [voucher] = await enter(club, { amount: 4700, booked_on: '2025-04-01' })
    return [
      '/cash-book/fees/decision',
      { payment, voucher: `${voucher?.id}` },
      'Ada, Annual fee: Der Beleg passt nicht mehr:',
      'Ada, Annual fee: The voucher does not fit any more:',
    ]
  },
  'a decision that decides nothing': async (club) => {
    const [payment = ''] = await waiting(club)
    return [
      '/cash-book/fees/decision',
      { payment },
      'Ada, Annual fee: Entscheide dich für einen Beleg, einen Grund oder eine neue Buchung.',
      'Ada, Annual fee: Decide for a voucher, a reason or a new booking, and for one of them only.',
    ]
  },
  'an undo of a decision that nobody took': async (club) => {
    const [payment = ''] = await waiting(club)
    return [
      '/cash-book/fees/undo',
      { payment },
      'Ada, Annual fee: Das ist schon rückgängig gemacht; die Zahlung wartet wieder.',
      'Ada, Annual fee: That is undone already; the payment waits again.',
    ]
  },
  'a year that is not over': () => {
    const year = `${new Date().getUTCFullYear() + 1}`
    return [
      '/cash-book/close',
      { year, confirmed: '1' },
      `Jahr abschließen: Das Jahr läuft noch bis 31. Dezember ${year}. Danach kannst du es abschließen.`,
      `Close the year: The year runs until 31 December ${year}. You can close it afterwards.`,
    ]
  },
  'a year that is closed already': async (club) => {
    expect((await club.post('/years/2024/closing', {})).status).toBe(201)
    return [
      '/cash-book/close',
      { year: '2024', confirmed: '1' },
      'Jahr abschließen: Das Jahr ist schon abgeschlossen.',
      'Close the year: The year is closed already.',
    ]
  },
  'a year that was not closed last': async (club) => {
    for (const year of [2024, 2025]) expect((await club.post(`/years/${year}/closing`, {})).status).toBe(201)
    return [
      '/cash-book/reopen',
      { year: '2024', reason: 'Beleg fehlt' },
      'Nur das zuletzt abgeschlossene Jahr lässt sich wieder öffnen. Öffne zuerst 2025.',
      'Only the year that was closed last can be reopened. Reopen 2025 first.',
    ]
  },
  'a year that is open': () => [
    '/cash-book/reopen',
    { year: '2024', reason: 'Beleg fehlt' },
    'Das Jahr ist schon offen.',
    'The year is open already.',
  ],
}

const ACCOUNT = {
  name: 'Tagesgeld',
  iban: 'DE02500105170137075030',
  opening_on: '2024-01-01',
  opening_amount: '0',
}

const OF_SETTINGS: Record<string, Case> = {
  'an IBAN of another account': () => [
    '/bank/accounts/new',
    { ...ACCOUNT, iban: 'DE02120300000000202051' },
    'IBAN: Diese IBAN hat schon ein anderes Konto. Prüfe sie oder bearbeite jenes Konto.',
    'IBAN: Another account has this IBAN. Check it, or edit that account.',
  ],
  'an IBAN that is none': () => [
    '/bank/accounts/new',
    { ...ACCOUNT, iban: 'DE00' },
    'IBAN: Bitte gib eine gültige IBAN ein.',
    'IBAN: Enter a valid IBAN.',
  ],
  'an account that begins in the future': () => [
    '/bank/accounts/new',
    { ...ACCOUNT, opening_on: '2999-01-01' },
    'Kassenbuch beginnt am: Das Datum liegt in der Zukunft.',
    'Cash book begins on: The date is in the future.',
  ],
  'an account that begins in a closed year': async (club) => {
    expect((await club.post('/years/2024/closing', {})).status).toBe(201)
    return [
      '/bank/accounts/new',
      ACCOUNT,
      'Kassenbuch beginnt am: Das Jahr 2024 ist abgeschlossen.',
      'Cash book begins on: The year 2024 is closed.',
    ]
  },
  'an account that begins before the book does': async (club) => {
    await rows(`UPDATE workspaces SET book_begins_on = '2024-06-01' WHERE id = ?`, club.id)
    return [
      '/bank/accounts/new',
      ACCOUNT,
      'Kassenbuch beginnt am: Das Kassenbuch wird hier erst seit dem 1. Juni 2024 geführt.',
      'Cash book begins on: The cash book is kept here since 1 June 2024.',
    ]
  },
  'another opening of an account with vouchers': async (club) => {
    await enter(club, { amount: -500, account_id: club.bank })
    return [
      `/bank/accounts/${club.bank}/edit`,
      { ...ACCOUNT, iban: 'DE02120300000000202051' },
      'Saldo an diesem Tag: Beginn und Saldo sind fest, weil das Konto schon Belege hat.',
      'Balance on this day: Beginning and balance are fixed, since the account has vouchers.',
    ]
  },
  'an archived account that would begin before the book': async (club) => {
    await club.patch(`/accounts/${club.bank}`, { archived: true })
    await rows(`UPDATE workspaces SET book_begins_on = '2024-06-01' WHERE id = ?`, club.id)
    return [
      `/bank/accounts/${club.bank}/edit`,
      { ...ACCOUNT, name: 'Bank', iban: 'DE02120300000000202051', opening_amount: '1000' },
      'Kassenbuch beginnt am: Das Kassenbuch wird hier erst seit dem 1. Juni 2024 geführt.',
      'Cash book begins on: The cash book is kept here since 1 June 2024.',
    ]
  },
  'the name of another cost unit': () => [
    '/settings/cost-units/new',
    { name: 'Youth' },
    'Name: So heißt schon eine andere Kostenstelle. Wähle einen anderen Namen.',
    'Name: Another cost unit has this name. Choose another name.',
  ],
  'a name of a cost unit that is too long': () => [
    '/settings/cost-units/new',
    { name: 'x'.repeat(256) },
    'Name: Bitte gib einen Namen mit höchstens 255 Zeichen ein.',
    'Name: Enter a name of at most 255 characters.',
  ],
  'too many categories': () => [
    '/settings/cost-units/new',
    { name: 'Choir', categories: Array.from({ length: 501 }, (_, n) => `c${n}`).join('\n') },
    'Kategorien: Eine Kostenstelle hat höchstens 500 Kategorien. Lass einige weg.',
    'Categories: A cost unit has at most 500 categories. Leave some out.',
  ],
  'a book that begins before an account named like a closed year': async (club) => {
    await rows('UPDATE workspaces SET keeps_book = 0 WHERE id = ?', club.id)
    await rows(`UPDATE accounts SET name = 'fiscal year 2019' WHERE workspace_id = ?`, club.id)
    return [
      '/settings/book',
      { keeps_book: 'yes', book_begins_on: '2025-02-01' },
      'Das Konto „fiscal year 2019“ beginnt schon am 1. Januar 2024.',
      'The account “fiscal year 2019” opens on 1 January 2024 already.',
    ]
  },
}

/** The payment of a fee, which waits to be booked. */
const waiting = async (club: Club, paid_on = '2025-04-01') =>
  (await payUnbooked(club, { paid_on })).map(({ id }) => id)

describe.each([
  ['the cash book', OF_A_VOUCHER],
  ['the settings of accounts, cost units and the book', OF_SETTINGS],
])('a form of %s', (_, cases) => {
  it.each(Object.entries(cases))('says in both languages why it refuses %s', async (_name, prepare) => {
    const club = await clubWithBook()
    const staff = await staffOf(club, 'owner')
    const [page, fields, de, en] = await prepare(club, staff)
    const before = await contents(club)
    for (const [language, sentence] of Object.entries({ de, 'en-GB': en })) {
      const options = { headers: { 'Accept-Language': language } }
      const { status, text } = await staff.submit(`/dashboard/${club.id}${page}`, fields, options)
      const said = textOf(text.replaceAll('</a>:', ':'))
      expect([status, said]).toEqual([422, expect.stringContaining(sentence)])
    }
    expect(await contents(club)).toEqual(before)
  })
})

const contents = async (club: Club) =>
  Promise.all(
    ['vouchers', 'voucher_lines', 'accounts', 'cost_units', 'cash_counts', 'fiscal_years', 'payments'].map(
      (table) => stored(club, table),
    ),
  )

describe('a verb of the book', () => {
  const files = import.meta.glob<string>(
    [
      '../../src/domain/{book,cost-units,years,payments/booking}/**/*.ts',
      '../../src/domain/workspaces/book-switch.ts',
    ],
    { query: '?raw', import: 'default', eager: true },
  )

  it('refuses by a code, which pages put into words', () => {
    expect(Object.keys(files).length).toBeGreaterThan(40)
    for (const [path, text] of Object.entries(files))
      expect(text, path).not.toMatch(/yield \[\s*\[[^\n]*\],\s*['`]/)
  })
})
