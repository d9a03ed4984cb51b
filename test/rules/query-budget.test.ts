import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { open } from '../../src/db/client'
import { mintToken } from '../../src/domain/access/tokens'
import type { SuggestedBankLine } from '../../src/domain/bank/lines/suggested-line'
import { earliestCollectionDate } from '../../src/domain/collections/target-days'
import { sealEvents } from '../../src/domain/events/seal'
import { todayIn } from '../../src/domain/shared/dates'
import { keepDeadMessages } from '../../src/domain/watch/dead-messages'
import type { QueuedMail, QueuedMailing } from '../../src/env'
import { credit, OWN_IBAN, statementOf, upload } from '../support/bank'
import { withoutVouchers } from '../support/book'
import { type Answer, call, type Options } from '../support/call'
import { camt } from '../support/camt'
import { ibanOf } from '../support/direct-debit-file'
import { CREDITOR } from '../support/direct-debits'
import { DUES, PLAN } from '../support/everything'
import { openApi } from '../support/openapi'
import { runWebhooks } from '../support/receiver'
import { pausedOperator } from '../support/restores'
import { inPart } from '../support/runs'
import { memberId, seedMembers } from '../support/seed-members'
import { operator, rows, type Workspace, workspace } from '../support/workspace'

const PERSONS = '/lists/members/persons'
const COLUMNS = 3

const PAID = { paid_on: '2026-01-31', method: 'bank_transfer' }

/** The fee of a person. */
const feeOf = async (club: Workspace, person: number): Promise<string> =>
  (await club.get(`/fees?person_id=${memberId(person)}`)).body.data[0].id

const pay = (club: Workspace, fee_id: string, amount = 100) =>
  club.post('/payments', { data: [{ fee_id, amount, ...PAID }] })

/** A shared view of all active members. */
async function segmentOf(club: Workspace): Promise<string> {
  await rows(
    "INSERT INTO segments (workspace_id, list_id, id, name, query, created_at) VALUES (?, 'members', 'seg_all', 'All', '', '2026-01-31T12:00:00.000Z')",
    club.id,
  )
  return 'seg_all'
}

const ENDPOINT = { url: 'https://www.verein.example.org/hooks', events: ['person.*'] }

/** Creates an endpoint, and returns its path. Nothing leaves this machine. */
async function endpointOf(club: Workspace): Promise<string> {
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response())
  return `/webhook_endpoints/${(await club.post('/webhook_endpoints', ENDPOINT)).body.data.id}`
}

/** Has an endpoint sent that a person was created, and returns the id of the attempt. */
async function attemptOf(club: Workspace, endpoint: string): Promise<string> {
  await club.post(PERSONS, { name: { last_name: 'New' } })
  await runWebhooks(club)
  return (await club.get(`${endpoint}/attempts`)).body.data[0].id
}

/** Pays a part of a hundred fees. */
async function payHundred(club: Workspace): Promise<void> {
  const { body } = await club.get('/fees?per_page=100')
  const data = body.data.map(({ id }: { id: string }) => ({ fee_id: id, amount: 1, ...PAID }))
  expect((await club.post('/payments', { data })).status).toBe(201)
}

const TODAY = todayIn('Europe/Berlin', new Date())
const COLLECTED = { collection_date: earliestCollectionDate(TODAY, 14) }

/** Ten fees of persons who can be debited. */
async function collectable(club: Workspace): Promise<string[]> {
  const { name, iban, creditor_id } = CREDITOR
  await rows(
    'UPDATE workspaces SET creditor_name = ?, creditor_iban = ?, creditor_id = ?',
    name,
    iban,
    creditor_id,
  )
  await rows(
    `UPDATE persons SET bank_account = json_object('iban', ?1), sepa_mandate = json_object(
       'reference', 'M-' || substr(id, -4), 'signature_date', ?2) WHERE id BETWEEN ?3 AND ?4`,
    iban,
    TODAY,
    memberId(100),
    memberId(109),
  )
  const { body } = await claimTen(club)
  return body.data.map(({ id }: { id: string }) => id)
}

const releaseTen = async (club: Workspace, options?: Options) =>
  club.post('/collections', { fee_ids: await collectable(club), ...COLLECTED }, options)

/** The path of a collection of ten, after an act on it where one is named, and its debits. */
async function ten(club: Workspace, act?: 'submission') {
  const { body } = await releaseTen(club)
  const path = `/collections/${body.data.id}`
  if (act) await club.post(`${path}/${act}`, undefined)
  await rows('UPDATE collections SET collection_date = ? WHERE workspace_id = ?', TODAY, club.id)
  return { path, items: body.data.items as { id: string }[] }
}

const returnOne = ({ path, items }: Awaited<ReturnType<typeof ten>>, club: Workspace) =>
  club.post(`${path}/returns`, {
    item_id: items[0]?.id,
    returned_on: TODAY,
    reason_code: 'AC04',
    charge: 300,
  })

const planOf = async (club: Workspace) => `/dues_plans/${(await club.post('/dues_plans', PLAN)).body.data.id}`

const dues = async (club: Workspace, query = '', more: object = {}) => {
  const { body } = await club.post('/dues_plans', PLAN)
  return club.post(`/dues_runs${query}`, { plan_id: body.data.id, period: '2027', ...more })
}

/** The path of a run of dues of ten persons. */
const duesRun = async (club: Workspace) =>
  `/dues_runs/${(await dues(club, '', { person_ids: tenth.map(memberId) })).body.data.id}`

const SMALL = 600
const LARGE = inPart(3000, 1200)

type Row = {
  operation: string
  request: (club: Workspace) => Promise<Answer>
  status?: number
  trips: number
  /** The maximum of rows read, those of the credential, the workspace and the custom columns included. */
  reads: number
  writes?: number
  /** The budget of an isolate that has not cached the key; by default the same trips, and a few more rows. */
  cold?: { trips: number; reads: number }
}

const MORE_READ_COLD = 3

const tenth = Array.from({ length: 10 }, (_, index) => index + 100)

const ONCE = { headers: { 'Idempotency-Key': 'k' } }

// The claim, its entry in the index by start, and the result.
const CLAIM = 3
// The version of the custom columns, in the row of the workspace.
const VERSION = 1
// The entry that puts a person in order by name.
const BY_NAME = 1
// The event of a subject, and its entry in the index by subject.
const EVENT = 2
// The entry of a fee that can be paid again.
const TO_PAY_AGAIN = 1
// A part, with its entries in the indexes by run, by fee and by person.
const PART = 4
// A run, with its entry in the index by period.
const RUN = 2
// A fee, with its entries in the indexes by person, by status, and of those to pay.
const FEE = 4
// A payment, with its entries by id and by its last change, and what it changes of its fee with the entry by status.
const PAYMENT = 5
// A voucher, with its entries by id, by date and by account.
const VOUCHER = 4
// The entries of a voucher that no bank line shows, by its amount and by its day.
const TO_MEET = 2
// The line of a voucher that books a payment, with its entry by payment.
const PAYMENT_LINE = 2
// What the vouchers of a day add up to in an account.
const ACCOUNT_DAY = 1
// A recipient of a mail, with its entry by person.
const RECIPIENT = 2
// How many mails are sent on a day.
const MAIL_DAY = 1
const LINE = 1
// What was decided of a payment, with its entry by voucher, that of the payment, and its entry by its last change.
const DECISION = 4
// A debit, with its entries in the indexes by collection, by mandate and by account.
const DEBIT = 4
// One that came back, with its entries in the indexes of returns.
const RETURNED_DEBIT = 4
// The fee in a debit, with its entries by debit and among the live ones.
const LINK = 3
// What changes of a fee, with its entry by status.
const FEE_CHANGE = 2
// What an event is made from: its workspace, its actor, its subject and the number before it.
const EVENT_READS = 15
// The first voucher of an account that the service opened.
const FIRST_VOUCHER = 1
// The payments and accounts that the first voucher of all looks for.
const NO_LONGER_LEFT = 2
// The entry that finds the response when its person is deleted.
const ANSWER_BY_PERSON = 1

const bookTen = (club: Workspace, options?: Options) =>
  club.post(
    '/vouchers',
    { data: tenth.map((amount) => ({ amount, booked_on: '2026-01-31', text: 'Footballs' })) },
    options,
  )

/** Pays a fee and books the payment. */
async function bookFee(club: Workspace, fee: string): Promise<Answer> {
  await withoutVouchers(club, () => pay(club, fee))
  return club.post('/vouchers/fees', { fee_ids: [fee] })
}

/** Pays a fee as an earlier version did, and gives the payment, which waits to be booked. */
async function waitingPayment(club: Workspace): Promise<string> {
  const fee = await feeOf(club, 77)
  return (await withoutVouchers(club, () => pay(club, fee))).body.data[0].id
}

/** Creates a cash box. */
async function cashOf(club: Workspace): Promise<string> {
  const fields = { kind: 'cash', name: 'Cash', opening_on: '2026-01-01', opening_amount: 0 }
  return (await club.post('/accounts', fields)).body.data.id
}

const NO_QUEUE = { env: { MAILINGS: { sendBatch: async () => {} } as unknown as Queue<QueuedMailing> } }

/** Sends a mail to ten persons through a queue that does nothing. */
async function mailTen(club: Workspace, options?: Options): Promise<Answer> {
  await rows(
    "UPDATE persons SET email = id || '@example.org' WHERE id BETWEEN ?1 AND ?2",
    memberId(100),
    memberId(109),
  )
  const mail = { list: 'members', kind: 'official', subject: 'Hello', body: 'Dear members' }
  return club.post('/mails', { ...mail, person_ids: tenth.map(memberId) }, { ...options, ...NO_QUEUE })
}

/** The path of a mail to ten persons, after an act on it where one is named. */
async function mailed(club: Workspace, act?: 'stop'): Promise<string> {
  const { body } = await mailTen(club)
  const path = `/mails/${body.data.id}`
  if (act) await club.post(`${path}/${act}`, undefined)
  return path
}

/** A queue that takes what it is sent. */
const TAKES_ALL = { send: async () => {} } as unknown as Queue<QueuedMail>

/** Keeps ten dead messages of a workspace, and returns their ids. */
async function dieTen(club: Workspace): Promise<string[]> {
  const dead = Array.from({ length: 10 }, (_, n) => ({
    ...{ messageId: `m${n}`, kind: 'invitation', workspaceId: club.id, error: null },
    body: { kind: 'invitation' },
  }))
  await keepDeadMessages(open(env.DB), dead, new Date())
  return (await rows<{ id: string }>('SELECT id FROM dead_messages ORDER BY id')).map(({ id }) => id)
}

const CHARGE_TEN = {
  ...{ list: 'members', person_ids: tenth.map((n) => memberId(n)) },
  ...{ calculation: 'fixed', amount: 100, description: 'Annual fee' },
}

const claimTen = (club: Workspace, options?: Options) =>
  club.post(
    '/fees',
    { data: tenth.map((n) => ({ amount: 100, description: 'Fee', person_id: memberId(n) })) },
    options,
  )

// A bank line, with its entries in the indexes by content, date and statement.
const BANK_LINE = 4
// What the lines of a day add up to on an account.
const BANK_DAY = 1
// What an act changes of a bank line, with its entry by date.
const DONE_LINE = 2
// A person for whom an account has paid, with its entry by person.
const LEARNED = 2
// A voucher of a bank line, with its entries by id, date, account and line, and what the day of its account adds up to.
const BOOKED_LINE = 6

const openAccount = async (club: Workspace): Promise<string> => {
  const account = { kind: 'bank', name: 'Giro', iban: OWN_IBAN, opening_on: '2024-01-01', opening_amount: 0 }
  return (await club.post('/accounts', account)).body.data.id
}

const importLines = (club: Workspace, account: string, texts: string[], iban?: string) =>
  upload(
    club,
    account,
    camt({ statements: [statementOf(texts.map((text) => credit(100, text, iban ? { iban } : {})))] }),
  )

const importTen = (club: Workspace, account: string) =>
  importLines(
    club,
    account,
    tenth.map((n) => `Text ${n}`),
  )

const uploadTen = (club: Workspace) =>
  club.post('/lists/members/imports', undefined, {
    raw: `MitgliedNr.;Name;Vorname\n${tenth.map((n) => `x${n};Name ${n};Ada`).join('\n')}\n`,
    headers: { 'Content-Type': 'text/csv' },
  })

const draftOf = async (club: Workspace): Promise<string> => (await uploadTen(club)).body.data.id

/** The first of ten imported lines. */
const bankLineOf = async (club: Workspace): Promise<{ id: string }> => {
  await importTen(club, await openAccount(club))
  return (await club.get('/bank_lines?per_page=1')).body.data[0]
}

const payByLine = async (club: Workspace) =>
  club.post(`/bank_lines/${(await bankLineOf(club)).id}/confirmation`, {
    parts: [{ fee_id: await feeOf(club, 77), amount: 100 }],
  })

const RULE = { party_name: 'Stadtwerke', sign: 'out', sphere: 'ideal' }

const addRule = async (club: Workspace): Promise<string> =>
  (await club.post('/booking_rules', RULE)).body.data.id

/** Three of ten lines of one account. */
async function lineToBookAs(club: Workspace) {
  const texts = tenth.map((n) => `Text ${n}`)
  await importLines(club, await openAccount(club), texts, 'DE00000000000000000077')
  const { body } = await club.get('/bank_lines?per_page=3')
  const [first, ...others] = body.data.map(({ id }: { id: string }) => id)
  return { first, others }
}

// A new or changed entry of a secondary index counts as a row written.
const TABLE: Record<string, Row> = {
  'a page of persons': {
    operation: 'readPersons',
    request: (club) => club.get(PERSONS),
    trips: 1,
    reads: 505 + COLUMNS,
  },
  'a cached page': {
    operation: 'readPersons',
    request: async (club) => {
      const { headers } = await club.get(PERSONS)
      return club.get(PERSONS, { headers: { 'If-None-Match': headers.get('ETag') ?? '' } })
    },
    status: 304,
    trips: 1,
    reads: 5 + COLUMNS,
  },
  'a cached page of a list with a deletion': {
    operation: 'readPersons',
    request: async (club) => {
      await club.delete(`${PERSONS}/e99`)
      const { headers } = await club.get(PERSONS)
      return club.get(PERSONS, { headers: { 'If-None-Match': headers.get('ETag') ?? '' } })
    },
    status: 304,
    trips: 1,
    reads: 6 + COLUMNS,
  },
  'a page that changed since it was cached': {
    operation: 'readPersons',
    request: async (club) => {
      const { headers } = await club.get(PERSONS)
      await club.put(`${PERSONS}/e99`, { birthdate: '1985-12-10' })
      return club.get(PERSONS, { headers: { 'If-None-Match': headers.get('ETag') ?? '' } })
    },
    trips: 1,
    reads: 506 + COLUMNS,
  },
  'a page without a key': {
    operation: 'readPersons',
    request: (club) => call('GET', PERSONS, { key: club.key.slice(1) }),
    status: 401,
    trips: 0,
    reads: 0,
  },
  'a page under an unknown key': {
    operation: 'readPersons',
    request: () => call('GET', PERSONS, { key: mintToken('a') }),
    status: 401,
    trips: 1,
    reads: 0,
  },
  'a small page': {
    operation: 'readPersons',
    request: (club) => club.get(`${PERSONS}?per_page=10`),
    trips: 1,
    reads: 15 + COLUMNS,
  },
  'one person by id': {
    operation: 'readPerson',
    request: (club) => club.get(`${PERSONS}/${memberId(77)}`),
    trips: 1,
    reads: 6 + COLUMNS,
  },
  'one person by external_id': {
    operation: 'readPerson',
    request: (club) => club.get(`${PERSONS}/e77`),
    trips: 1,
    reads: 6 + COLUMNS,
  },
  'an unknown person by external_id': {
    operation: 'readPerson',
    request: (club) => club.get(`${PERSONS}/unknown`),
    status: 404,
    trips: 1,
    reads: 6 + COLUMNS,
  },
  'the mandate of a person': {
    operation: 'readMandate',
    request: async (club) => {
      await collectable(club)
      return club.get(`${PERSONS}/${memberId(100)}/mandate`)
    },
    trips: 1,
    reads: 10 + COLUMNS,
  },
  'the resignation of a person who has sent none': {
    operation: 'readResignation',
    request: (club) => club.get(`${PERSONS}/e77/resignation`),
    status: 404,
    trips: 1,
    reads: 12 + COLUMNS,
  },
  'persons by filter[external_id]': {
    operation: 'readPersons',
    request: (club) => club.get(`${PERSONS}?filter[external_id]=e77`),
    trips: 1,
    reads: 6 + COLUMNS,
  },
  'persons by filter[email]': {
    operation: 'readPersons',
    request: (club) => club.get(`${PERSONS}?filter[email]=FAMILY50@example.org`),
    trips: 1,
    reads: 8 + COLUMNS,
  },
  'persons by filter[membership_number]': {
    operation: 'readPersons',
    request: (club) => club.get(`${PERSONS}?filter[membership_number]=m77`),
    trips: 1,
    reads: 6 + COLUMNS,
  },
  'a page of persons by an operator': {
    operation: 'readPersons',
    request: (club) => club.get(`${PERSONS}?filter[email][empty]=false&per_page=10`),
    trips: 1,
    reads: 12 + COLUMNS,
  },
  'persons by filter[email] and another': {
    operation: 'readPersons',
    request: (club) =>
      club.get(`${PERSONS}?filter[email]=family50@example.org&filter[name.first_name]=First101`),
    trips: 1,
    reads: 8 + COLUMNS,
  },
  'persons that changed since': {
    operation: 'readPersons',
    request: async (club) => {
      for (const n of [7, 77]) await club.put(`${PERSONS}/e${n}`, { birthdate: '1985-12-10' })
      return club.get(`${PERSONS}?updated_since=2026-01-02T00:00:00Z`)
    },
    trips: 1,
    reads: 8 + COLUMNS,
  },
  'a small page of persons that changed since': {
    operation: 'readPersons',
    request: (club) => club.get(`${PERSONS}?updated_since=2025-01-01T00:00:00Z&per_page=10`),
    trips: 1,
    reads: 26 + COLUMNS,
  },
  'a list of less than a page as CSV': {
    operation: 'readPersons',
    request: (club) =>
      club.get(`${PERSONS}?filter[email]=family50@example.org`, { headers: { Accept: 'text/csv' } }),
    trips: 1,
    reads: 8 + COLUMNS,
  },
  'deleted persons': {
    operation: 'readDeletedPersons',
    request: async (club) => {
      for (const n of [7, 77]) await club.delete(`${PERSONS}/e${n}`)
      return club.get('/lists/members/deleted_persons?since=2026-01-02T00:00:00Z')
    },
    trips: 1,
    reads: 6,
  },
  'a small page of fees': {
    operation: 'readFees',
    request: (club) => club.get('/fees?per_page=10'),
    trips: 1,
    // Of each fee, whether it has parts, and whether anybody has a payer.
    reads: 25,
  },
  'fees of a person': {
    operation: 'readFees',
    request: (club) => club.get(`/fees?person_id=${memberId(77)}`),
    trips: 1,
    reads: 7,
  },
  'fees of a person by external_id': {
    operation: 'readFees',
    request: (club) => club.get('/fees?person_external_id=e77'),
    trips: 1,
    reads: 12,
  },
  'a fee by reference': {
    operation: 'readFees',
    request: async (club) => {
      const { body } = await club.get(`/fees?person_id=${memberId(77)}`)
      return club.get(`/fees?reference=${body.data[0].reference}`)
    },
    trips: 1,
    reads: 6,
  },
  'fees created since': {
    operation: 'readFees',
    request: async (club) => {
      await claimTen(club)
      return club.get('/fees?created_since=2020-01-01T00:00:00Z&per_page=10')
    },
    trips: 1,
    reads: 25,
  },
  'one fee': {
    operation: 'readFee',
    request: async (club) => {
      const { body } = await club.get(`/fees?person_id=${memberId(77)}`)
      return club.get(`/fees/${body.data[0].id}`)
    },
    trips: 1,
    reads: 6,
  },
  'fees by status': {
    operation: 'readFees',
    request: async (club) => {
      await claimTen(club)
      return club.get('/fees?status=open&status=returned&per_page=10')
    },
    trips: 1,
    reads: 25,
  },
  'the payments of a fee': {
    operation: 'readPayments',
    request: async (club) => club.get(`/fees/${await feeOf(club, 77)}/payments`),
    trips: 1,
    reads: 6,
  },
  'a small page of payments': {
    operation: 'readAllPayments',
    request: async (club) => {
      await payHundred(club)
      return club.get('/payments?per_page=10')
    },
    trips: 1,
    reads: 25,
  },
  'payments since, of one method': {
    operation: 'readAllPayments',
    request: async (club) => {
      await payHundred(club)
      return club.get('/payments?updated_since=2020-01-01T00:00:00Z&method=bank_transfer&per_page=10')
    },
    trips: 1,
    reads: 25,
  },
  'payments by fee': {
    operation: 'readAllPayments',
    request: async (club) => club.get(`/payments?fee_id=${await feeOf(club, 77)}`),
    trips: 1,
    reads: 6,
  },
  'importing a statement of ten lines': {
    operation: 'importStatements',
    request: async (club) => importTen(club, await openAccount(club)),
    status: 201,
    trips: 2,
    reads: 107 + EVENT_READS,
    writes: 1 + 4 + 10 * BANK_LINE + BANK_DAY + EVENT,
  },
  'importing a statement once more': {
    operation: 'importStatements',
    request: async (club) => {
      const account = await openAccount(club)
      await importTen(club, account)
      return importTen(club, account)
    },
    status: 201,
    trips: 2,
    reads: 107 + EVENT_READS,
    writes: 1,
  },
  'the statements of an account': {
    operation: 'readStatements',
    request: async (club) => {
      const account = await openAccount(club)
      await importTen(club, account)
      return club.get(`/accounts/${account}/statements`)
    },
    trips: 1,
    reads: 12,
  },
  'uploading a file of ten persons': {
    operation: 'uploadImport',
    request: uploadTen,
    status: 201,
    trips: 3,
    // Some rows say that the file names no payers.
    reads: 144,
    writes: 6,
  },
  'a file of ten persons of one payer, in a draft,': {
    operation: 'uploadImport',
    request: (club) =>
      club.post('/lists/members/imports', undefined, {
        raw: `MitgliedNr;Vorname;Zahler\n${Array.from({ length: 10 }, (_, n) => `p${n};P${n};p0\n`).join('')}`.replace(
          'p0;P0;p0',
          'p0;P0;',
        ),
        headers: { 'Content-Type': 'text/csv' },
      }),
    status: 201,
    trips: 3,
    reads: 200,
    writes: 6,
  },
  'the imports of a list': {
    operation: 'readImports',
    request: async (club) => {
      await uploadTen(club)
      return club.get('/lists/members/imports')
    },
    trips: 1,
    reads: 8,
  },
  'a draft of ten persons': {
    operation: 'readImport',
    request: async (club) => club.get(`/imports/${await draftOf(club)}`),
    trips: 1,
    reads: 114,
  },
  'changing what a column of a draft becomes': {
    operation: 'changeImport',
    request: async (club) => club.patch(`/imports/${await draftOf(club)}`, { mapping: { 2: 'ignore' } }),
    trips: 2,
    reads: 239,
    writes: 3,
  },
  'the rows of a draft': {
    operation: 'readImportRows',
    request: async (club) => club.get(`/imports/${await draftOf(club)}/rows`),
    trips: 1,
    reads: 114,
  },
  'running an import of ten persons': {
    operation: 'runImport',
    request: async (club) => {
      const { id, mark } = (await uploadTen(club)).body.data
      return club.post(`/imports/${id}/run`, { mark })
    },
    status: 201,
    trips: 2,
    reads: 250 + 11 * EVENT_READS,
    writes: 70,
  },
  'undoing an import of ten persons': {
    operation: 'undoListImport',
    request: async (club) => {
      const { id, mark } = (await uploadTen(club)).body.data
      await club.post(`/imports/${id}/run`, { mark })
      return club.post(`/imports/${id}/undo`, undefined)
    },
    trips: 4,
    reads: 1500,
    writes: 54,
  },
  'discarding a draft': {
    operation: 'discardImport',
    request: async (club) => club.delete(`/imports/${await draftOf(club)}`),
    status: 204,
    trips: 2,
    reads: 31,
    writes: 5,
  },
  'the file of a statement': {
    operation: 'readStatementFile',
    request: async (club) => {
      const { body } = await importTen(club, await openAccount(club))
      return club.get(`/statements/${body.data.statements[0].id}/file`)
    },
    trips: 1,
    reads: 12,
  },
  'undoing an import of ten lines': {
    operation: 'undoImport',
    request: async (club) => {
      const { body } = await importTen(club, await openAccount(club))
      return club.delete(`/statements/${body.data.statements[0].id}`)
    },
    status: 204,
    trips: 2,
    reads: 200,
    writes: 2 + 10 + BANK_DAY + EVENT,
  },
  'a page of ten open bank lines': {
    operation: 'readBankLines',
    request: async (club) => {
      await importTen(club, await openAccount(club))
      return club.get('/bank_lines?state=open')
    },
    trips: 1,
    reads: 250,
  },
  'a page of ten open bank lines from the account of one of many': {
    operation: 'readBankLines',
    request: async (club) => {
      await rows(ACCOUNTS_OF_PERSONS, club.id)
      const texts = tenth.map((n) => `Text ${n}`)
      await importLines(club, await openAccount(club), texts, 'DE00000000000000000077')
      return club.get('/bank_lines?state=open')
    },
    trips: 1,
    reads: 250,
  },
  'a page of ten open bank lines from the account of a payer of ten': {
    operation: 'readBankLines',
    request: async (club) => {
      await rows(ACCOUNTS_OF_PERSONS, club.id)
      await rows(
        `UPDATE persons SET payer_id = ?2
         WHERE workspace_id = ?1 AND id <> ?2 AND id IN (SELECT value FROM json_each(?3))`,
        club.id,
        memberId(77),
        JSON.stringify(tenth.map(memberId)),
      )
      await claimTen(club)
      const texts = tenth.map((n) => `Text ${n}`)
      await importLines(club, await openAccount(club), texts, 'DE00000000000000000077')
      return club.get('/bank_lines?state=open')
    },
    trips: 1,
    reads: 250,
  },
  'one bank line': {
    operation: 'readBankLine',
    request: async (club) => club.get(`/bank_lines/${(await bankLineOf(club)).id}`),
    trips: 1,
    reads: 60,
  },
  'confirming a bank line with a fee': {
    operation: 'confirmBankLine',
    request: async (club) => payByLine(club),
    status: 201,
    trips: 2,
    reads: 90 + 2 * EVENT_READS,
    writes: PAYMENT + 1 + BOOKED_LINE + LINE + 1 + DONE_LINE + 2 * EVENT,
  },
  'confirming a bank line of an account that has not paid before': {
    operation: 'confirmBankLine',
    request: async (club) => {
      await importLines(club, await openAccount(club), ['Text'], 'DE00000000000000000077')
      const { body } = await club.get('/bank_lines?per_page=1')
      const parts = [{ fee_id: await feeOf(club, 77), amount: 100 }]
      return club.post(`/bank_lines/${body.data[0].id}/confirmation`, { parts })
    },
    status: 201,
    trips: 2,
    reads: 95 + 2 * EVENT_READS,
    writes: PAYMENT + 1 + BOOKED_LINE + LINE + 1 + DONE_LINE + LEARNED + 2 * EVENT,
  },
  'booking a bank line': {
    operation: 'confirmBankLine',
    request: async (club) =>
      club.post(`/bank_lines/${(await bankLineOf(club)).id}/confirmation`, { booking: { text: 'Rent' } }),
    status: 201,
    trips: 2,
    reads: 55 + EVENT_READS,
    // One for the index by which the next line of the party is suggested to be booked alike.
    writes: BOOKED_LINE + LINE + DONE_LINE + EVENT + 1,
  },
  'undoing the confirmation of a bank line': {
    operation: 'loosenBankLine',
    request: async (club) => {
      const { body } = await payByLine(club)
      return club.delete(`/bank_lines/${body.data.id}/confirmation`)
    },
    trips: 2,
    reads: 120 + 2 * EVENT_READS,
    writes: PAYMENT + 2 + BOOKED_LINE + 2 * LINE + 1 + DONE_LINE + 2 * EVENT + TO_PAY_AGAIN,
  },
  'confirming ten certain bank lines': {
    operation: 'confirmSeveralBankLines',
    request: async (club) => {
      const { body } = await claimTen(club)
      const texts = (body.data as { reference: string }[]).map(({ reference }) => reference)
      await importLines(club, await openAccount(club), texts)
      return club.post('/bank_lines/confirmations', {})
    },
    status: 201,
    trips: 3,
    reads: 10 * (60 + 2 * EVENT_READS),
    writes: 10 * (PAYMENT + 1 + BOOKED_LINE - ACCOUNT_DAY + LINE + 1 + DONE_LINE + 2 * EVENT) + ACCOUNT_DAY,
  },
  'booking two bank lines together, one as suggested': {
    operation: 'bookBankLines',
    request: async (club) => {
      const { first, others } = await lineToBookAs(club)
      const booking = { text: 'Rent', sphere: 'ideal' }
      const [one, two] = others
      await club.post(`/bank_lines/${first}/confirmation`, { booking })
      return club.post('/bank_line_bookings', {
        data: [{ bank_line_id: one, booking }, { bank_line_id: two }],
      })
    },
    status: 201,
    trips: 3,
    reads: 2 * (80 + EVENT_READS),
    writes: 2 * (BOOKED_LINE - ACCOUNT_DAY + LINE + DONE_LINE + EVENT + 2) + ACCOUNT_DAY,
  },
  'undoing two bank lines that were booked together': {
    operation: 'undoBankLineBookings',
    request: async (club) => {
      const { others } = await lineToBookAs(club)
      const booking = { text: 'Rent', sphere: 'ideal' }
      const { body } = await club.post('/bank_line_bookings', {
        data: others.map((bank_line_id: string) => ({ bank_line_id, booking })),
      })
      return club.delete(`/bank_line_bookings/${body.data.id}`)
    },
    trips: 2,
    reads: 2 * (80 + EVENT_READS),
    writes: 2 * (BOOKED_LINE - ACCOUNT_DAY + LINE + DONE_LINE + EVENT + 1) + ACCOUNT_DAY,
  },
  'reading booking rules': {
    operation: 'readBookingRules',
    request: async (club) => {
      await addRule(club)
      return club.get('/booking_rules')
    },
    trips: 1,
    reads: 12,
  },
  'reading one booking rule': {
    operation: 'readBookingRule',
    request: async (club) => club.get(`/booking_rules/${await addRule(club)}`),
    trips: 1,
    reads: 12,
  },
  'creating a booking rule': {
    operation: 'createBookingRule',
    request: (club) => club.post('/booking_rules', RULE),
    status: 201,
    trips: 2,
    reads: 20 + EVENT_READS,
    writes: 1 + EVENT,
  },
  'changing a booking rule': {
    operation: 'changeBookingRule',
    request: async (club) => club.put(`/booking_rules/${await addRule(club)}`, { ...RULE, sign: 'in' }),
    trips: 2,
    reads: 20 + EVENT_READS,
    writes: 1 + EVENT,
  },
  'deleting a booking rule': {
    operation: 'deleteBookingRule',
    request: async (club) => club.delete(`/booking_rules/${await addRule(club)}`),
    status: 204,
    trips: 2,
    reads: 20 + EVENT_READS,
    writes: 1 + EVENT,
  },
  'confirming ten bank lines as they are suggested': {
    operation: 'confirmSeveralBankLines',
    request: async (club) => {
      const data = tenth.map((n) => ({ amount: 123, description: 'Fee', person_id: memberId(n) }))
      await club.post('/fees', { data })
      const own =
        "UPDATE persons SET bank_account = json_object('iban', ?1) WHERE workspace_id = ?2 AND id = ?3"
      await Promise.all(tenth.map((n) => rows(own, ibanOf(n), club.id, memberId(n))))
      const entries = tenth.map((n) => credit(123, 'Fee', { iban: ibanOf(n) }))
      await upload(club, await openAccount(club), camt({ statements: [statementOf(entries)] }))
      const { body } = await club.get('/bank_lines?state=open')
      const lines = (body.data as SuggestedBankLine[]).map(({ id, revision, suggestion }) => ({
        ...{ id, revision, parts: suggestion?.parts },
      }))
      return club.post('/bank_lines/confirmations', { lines })
    },
    status: 201,
    trips: 2,
    reads: 10 * (80 + 2 * EVENT_READS),
    writes:
      10 * (PAYMENT + 1 + BOOKED_LINE - ACCOUNT_DAY + LINE + 1 + DONE_LINE + LEARNED + 2 * EVENT) +
      ACCOUNT_DAY,
  },
  'ignoring a bank line': {
    operation: 'ignoreBankLine',
    request: async (club) =>
      club.post(`/bank_lines/${(await bankLineOf(club)).id}/ignoring`, { reason: 'Own transfer' }),
    status: 201,
    trips: 2,
    reads: 35 + EVENT_READS,
    writes: DONE_LINE + EVENT,
  },
  'restoring a bank line': {
    operation: 'restoreBankLine',
    request: async (club) => {
      const { id } = await bankLineOf(club)
      await club.post(`/bank_lines/${id}/ignoring`, { reason: 'Own transfer' })
      return club.delete(`/bank_lines/${id}/ignoring`)
    },
    trips: 2,
    reads: 35 + EVENT_READS,
    writes: DONE_LINE + EVENT,
  },
  'recording a payment': {
    operation: 'recordPayments',
    request: async (club) => pay(club, await feeOf(club, 77)),
    status: 201,
    trips: 2,
    reads: 60 + EVENT_READS,
    writes: PAYMENT + EVENT + VOUCHER + TO_MEET + PAYMENT_LINE + ACCOUNT_DAY + 1,
  },
  'reversing a payment': {
    operation: 'reversePayment',
    request: async (club) => {
      const { body } = await pay(club, await feeOf(club, 77))
      return club.post(`/payments/${body.data[0].id}/reversal`, { reason: 'Wrong fee' })
    },
    status: 201,
    trips: 2,
    reads: 86 + EVENT_READS,
    writes: PAYMENT + 1 + EVENT + TO_PAY_AGAIN + VOUCHER + 2 + PAYMENT_LINE + ACCOUNT_DAY,
  },
  'refunding a fee': {
    operation: 'refundFee',
    request: async (club) => {
      const fee = await feeOf(club, 77)
      await pay(club, fee)
      return club.post(`/fees/${fee}/refunds`, { ...PAID, amount: 50, reason: 'Too much' })
    },
    status: 201,
    trips: 2,
    reads: 65 + EVENT_READS,
    writes: PAYMENT + EVENT + TO_PAY_AGAIN + VOUCHER + TO_MEET + PAYMENT_LINE + ACCOUNT_DAY,
  },
  'waiving the rest of a fee': {
    operation: 'waiveFee',
    request: async (club) => {
      const fee = await feeOf(club, 77)
      await pay(club, fee, 50)
      return club.post(`/fees/${fee}/waiver`, { reason: 'Bank charges' })
    },
    status: 201,
    trips: 2,
    reads: 50 + EVENT_READS,
    writes: PAYMENT + EVENT,
  },
  'changing when a fee is due': {
    operation: 'updateFee',
    request: async (club) => club.patch(`/fees/${await feeOf(club, 77)}`, { due_on: '2027-03-31' }),
    trips: 2,
    reads: 30 + EVENT_READS,
    writes: 1 + EVENT,
  },
  'cancelling a fee': {
    operation: 'cancelFee',
    request: async (club) =>
      club.post(`/fees/${await feeOf(club, 77)}/cancellation`, { kind: 'waived', reason: 'Hardship' }),
    status: 201,
    trips: 2,
    reads: 40 + EVENT_READS,
    writes: 3 + EVENT,
  },
  'reopening a fee': {
    operation: 'reopenFee',
    request: async (club) => {
      const url = `/fees/${await feeOf(club, 77)}/cancellation`
      await club.post(url, { kind: 'waived', reason: 'Hardship' })
      return club.delete(url)
    },
    trips: 2,
    reads: 40 + EVENT_READS,
    writes: 3 + EVENT + TO_PAY_AGAIN,
  },
  'a page of collections': {
    operation: 'readCollections',
    request: async (club) => {
      await ten(club)
      return club.get('/collections')
    },
    trips: 1,
    reads: 5,
  },
  'a page of mails': {
    operation: 'readMails',
    request: async (club) => {
      await mailTen(club)
      return club.get('/mails')
    },
    trips: 1,
    reads: 5,
  },
  'the mails of a sandbox': {
    operation: 'readSandboxMails',
    request: (club) => club.get('/sandbox_mails'),
    trips: 1,
    reads: 3,
  },
  'one mail': {
    operation: 'readMail',
    request: async (club) => club.get(await mailed(club)),
    trips: 1,
    reads: 5,
  },
  'the recipients of a mail': {
    operation: 'readMailRecipients',
    request: async (club) => club.get(`${await mailed(club)}/recipients`),
    trips: 1,
    reads: 5 + 8 * 10,
  },
  'sending a mail to ten persons': {
    operation: 'sendMail',
    request: (club) => mailTen(club),
    status: 201,
    trips: 2,
    reads: 32 * 10 + EVENT_READS,
    writes: 10 * RECIPIENT + 4 + MAIL_DAY + EVENT,
  },
  'stopping a mail': {
    operation: 'stopMail',
    request: async (club) => club.post(`${await mailed(club)}/stop`, undefined),
    status: 204,
    trips: 2,
    reads: 10 + EVENT_READS,
    writes: 1 + EVENT,
  },
  'continuing a mail': {
    operation: 'continueMail',
    request: async (club) => club.post(`${await mailed(club, 'stop')}/continuation`, undefined, NO_QUEUE),
    status: 204,
    trips: 2,
    reads: 5 * 10 + EVENT_READS,
    writes: 2 + EVENT,
  },
  'sending again what failed of a mail': {
    operation: 'retryMail',
    request: async (club) => {
      const path = await mailed(club)
      await rows('UPDATE mails SET failed = 1, waiting = 9')
      await rows("UPDATE mail_recipients SET state = 'failed' WHERE person_id = ?", memberId(100))
      return club.post(`${path}/retry`, undefined, NO_QUEUE)
    },
    status: 204,
    trips: 2,
    reads: 6 * 10 + EVENT_READS,
    writes: 1 + 1 + 2 + EVENT,
  },
  'checking ten fees before a release': {
    operation: 'releaseCollection',
    request: async (club) =>
      club.post('/collections?dry_run=true', { fee_ids: await collectable(club), ...COLLECTED }),
    trips: 1,
    reads: 18.5 * 10,
  },
  'releasing ten fees': {
    operation: 'releaseCollection',
    request: (club) => releaseTen(club),
    status: 201,
    trips: 2,
    reads: 43 * 10,
    writes: 10 * (DEBIT + LINK + FEE_CHANGE + EVENT) + 3 + EVENT,
  },
  'releasing ten fees under an Idempotency-Key': {
    operation: 'releaseCollection',
    request: (club) => releaseTen(club, ONCE),
    status: 201,
    trips: 2,
    reads: 43 * 10 + 10,
    writes: 10 * (DEBIT + LINK + FEE_CHANGE + EVENT) + 3 + EVENT + CLAIM,
  },
  'one collection': {
    operation: 'readCollection',
    request: async (club) => club.get((await ten(club)).path),
    trips: 1,
    reads: 13 * 10,
  },
  'the file of a collection': {
    operation: 'readCollectionFile',
    request: async (club) => club.get(`${(await ten(club)).path}/file`),
    trips: 1,
    reads: 5 + EVENT_READS,
    writes: EVENT,
  },
  'submitting a collection': {
    operation: 'submitCollection',
    request: async (club) => club.post(`${(await ten(club)).path}/submission`, undefined),
    status: 201,
    trips: 2,
    reads: 21 + EVENT_READS,
    writes: 2 + EVENT,
  },
  'discarding a collection': {
    operation: 'discardCollection',
    request: async (club) => club.post(`${(await ten(club)).path}/discard`, { reason: 'x' }),
    status: 201,
    trips: 2,
    reads: 33 * 10,
    writes: 10 * (2 + FEE_CHANGE + EVENT) + 1 + EVENT + 10 * TO_PAY_AGAIN,
  },
  'taking one of ten debits out of a collection': {
    operation: 'removeDebit',
    request: async (club) => {
      const { path, items } = await ten(club)
      return club.post(`${path}/items/${items[0]?.id}/removal`, { reason: 'x' })
    },
    status: 201,
    trips: 2,
    reads: 60 + 2 * EVENT_READS,
    // The fee is in no live debit any more, and the debit is among those that were taken out; the file is another one.
    writes: 2 + 1 + 1 + 2 + FEE_CHANGE + 2 * EVENT + TO_PAY_AGAIN,
  },
  'settling a collection': {
    operation: 'settleCollection',
    request: async (club) => {
      const { path } = await ten(club, 'submission')
      return club.post(`${path}/settlement`, { settled_on: TODAY })
    },
    status: 201,
    trips: 2,
    reads: 58 * 10,
    writes: 10 * (PAYMENT + 2 + EVENT) + 1 + EVENT + VOUCHER + TO_MEET + 10 * PAYMENT_LINE + ACCOUNT_DAY + 1,
  },
  'undoing a settlement': {
    operation: 'undoSettlement',
    request: async (club) => {
      const { path } = await ten(club, 'submission')
      await club.post(`${path}/settlement`, { settled_on: TODAY })
      return club.delete(`${path}/settlement`)
    },
    trips: 2,
    reads: 90 * 10,
    writes: 10 * (PAYMENT + 1 + 3 + EVENT) + 2 + EVENT + VOUCHER + 2 + 10 * PAYMENT_LINE + ACCOUNT_DAY,
  },
  'returning a settled debit with a charge': {
    operation: 'recordReturn',
    request: async (club) => {
      const run = await ten(club, 'submission')
      await club.post(`${run.path}/settlement`, { settled_on: TODAY })
      return returnOne(run, club)
    },
    status: 201,
    trips: 2,
    reads: 135 + EVENT_READS,
    writes:
      PAYMENT +
      1 +
      RETURNED_DEBIT +
      EVENT +
      2 * (VOUCHER + TO_MEET) +
      PAYMENT_LINE +
      LINE +
      ACCOUNT_DAY +
      TO_PAY_AGAIN,
  },
  'unblocking a debit': {
    operation: 'unblockItem',
    request: async (club) => {
      const run = await ten(club, 'submission')
      await returnOne(run, club)
      return club.post(`${run.path}/items/${run.items[0]?.id}/unblocking`, { note: 'x' })
    },
    status: 201,
    trips: 2,
    reads: 35 + EVENT_READS,
    writes: 1 + EVENT,
  },
  accounts: {
    operation: 'readAccounts',
    request: async (club) => {
      await bookTen(club)
      return club.get('/accounts')
    },
    trips: 1,
    reads: 40,
  },
  'creating an account': {
    operation: 'createAccount',
    request: (club) =>
      club.post('/accounts', {
        kind: 'bank',
        name: 'Bank',
        iban: 'DE02120300000000202051',
        opening_on: '2026-01-01',
        opening_amount: 100,
      }),
    status: 201,
    trips: 2,
    reads: 25 + EVENT_READS,
    writes: 2 + EVENT,
  },
  'renaming an account': {
    operation: 'changeAccount',
    request: async (club) =>
      call('PATCH', `/accounts/${await cashOf(club)}`, { key: club.key, body: { name: 'Till' } }),
    trips: 2,
    reads: 40 + EVENT_READS,
    writes: 1 + EVENT,
  },
  'comparing an account': {
    operation: 'reconcileAccount',
    request: async (club) => {
      const account = await openAccount(club)
      await importTen(club, account)
      return club.get(`/accounts/${account}/reconciliation`)
    },
    trips: 1,
    reads: 130,
  },
  'the entered balances of an account': {
    operation: 'readAccountBalances',
    request: async (club) => club.get(`/accounts/${await openAccount(club)}/balances`),
    trips: 1,
    reads: 6,
  },
  'entering a balance': {
    operation: 'enterAccountBalance',
    request: async (club) =>
      club.put(`/accounts/${await openAccount(club)}/balances/2026-01-31`, { balance: 1 }),
    trips: 2,
    reads: 20 + EVENT_READS,
    writes: 1 + EVENT,
  },
  'removing a balance': {
    operation: 'removeAccountBalance',
    request: async (club) => {
      const path = `/accounts/${await openAccount(club)}/balances/2026-01-31`
      await club.put(path, { balance: 1 })
      return club.delete(path)
    },
    status: 204,
    trips: 2,
    reads: 20 + EVENT_READS,
    writes: 1 + EVENT,
  },
  'counting cash': {
    operation: 'countCash',
    request: async (club) =>
      club.post(`/accounts/${await cashOf(club)}/counts`, { counted_on: '2026-01-31', counted: 0 }),
    status: 201,
    trips: 2,
    reads: 25 + EVENT_READS,
    writes: 1 + EVENT,
  },
  'the counts of a cash box': {
    operation: 'readCashCounts',
    request: async (club) => club.get(`/accounts/${await cashOf(club)}/counts`),
    trips: 1,
    reads: 6,
  },
  'ten vouchers': {
    operation: 'createVouchers',
    request: (club) => bookTen(club),
    status: 201,
    trips: 2,
    reads: 190 + FIRST_VOUCHER + EVENT_READS,
    writes: 10 * (VOUCHER + TO_MEET + LINE + EVENT) + ACCOUNT_DAY + 1,
  },
  'ten vouchers under an Idempotency-Key': {
    operation: 'createVouchers',
    request: (club) => bookTen(club, ONCE),
    status: 201,
    trips: 2,
    reads: 250 + EVENT_READS,
    writes: 10 * (VOUCHER + TO_MEET + LINE + EVENT) + ACCOUNT_DAY + 1 + CLAIM,
  },
  'a small page of vouchers': {
    operation: 'readVouchers',
    request: async (club) => {
      await bookTen(club)
      return club.get('/vouchers?per_page=5')
    },
    trips: 1,
    reads: 26,
  },
  'the vouchers of a fee': {
    operation: 'readVouchers',
    request: async (club) => {
      await bookTen(club)
      await bookFee(club, await feeOf(club, 77))
      return club.get(`/vouchers?fee_id=${await feeOf(club, 77)}`)
    },
    trips: 1,
    reads: 12,
  },
  'one voucher': {
    operation: 'readVoucher',
    request: async (club) => club.get(`/vouchers/${(await bookTen(club)).body.data[4].id}`),
    trips: 1,
    reads: 7,
  },
  'assigning a voucher': {
    operation: 'changeVoucher',
    request: async (club) =>
      call('PATCH', `/vouchers/${(await bookTen(club)).body.data[4].id}`, {
        key: club.key,
        body: { lines: [{ line: 1, costunit_name: 'Youth' }] },
      }),
    trips: 2,
    reads: 90 + EVENT_READS,
    writes: 1 + EVENT,
  },
  'reversing a voucher': {
    operation: 'reverseVoucher',
    request: async (club) =>
      club.post(`/vouchers/${(await bookTen(club)).body.data[4].id}/reversal`, { reason: 'Twice' }),
    status: 201,
    trips: 2,
    reads: 65 + EVENT_READS,
    writes: VOUCHER + 1 + 1 + LINE + ACCOUNT_DAY + EVENT,
  },
  'booking a fee': {
    operation: 'bookFees',
    request: async (club) => bookFee(club, await feeOf(club, 77)),
    status: 201,
    trips: 2,
    reads: 72 + FIRST_VOUCHER + NO_LONGER_LEFT + EVENT_READS,
    writes: VOUCHER + TO_MEET + PAYMENT_LINE + ACCOUNT_DAY + 1 + EVENT + DECISION,
  },
  'the payments that wait to be booked': {
    operation: 'readWaitingPayments',
    request: async (club) => {
      await waitingPayment(club)
      return club.get('/payments/waiting')
    },
    trips: 1,
    reads: 23,
  },
  'leaving a payment out of the book': {
    operation: 'decideBooking',
    request: async (club) =>
      club.post(`/payments/${await waitingPayment(club)}/booking`, { reason: 'Elsewhere' }),
    status: 201,
    trips: 2,
    reads: 22 + EVENT_READS,
    writes: DECISION - 1 + EVENT,
  },
  'tying a payment to a voucher': {
    operation: 'decideBooking',
    request: async (club) => {
      const payment = await waitingPayment(club)
      const [money] = await rows('SELECT amount, paid_on AS booked_on FROM payments WHERE id = ?', payment)
      const voucher = { ...money, text: 'Annual fee' }
      const { body } = await club.post('/vouchers', { data: [voucher] })
      return club.post(`/payments/${payment}/booking`, { voucher_id: body.data[0].id })
    },
    status: 201,
    trips: 2,
    reads: 84 + FIRST_VOUCHER + EVENT_READS,
    writes: DECISION + EVENT,
  },
  'taking a decision about a payment back': {
    operation: 'takeDecisionBack',
    request: async (club) => {
      const path = `/payments/${await waitingPayment(club)}/booking`
      await club.post(path, { reason: 'Elsewhere' })
      return club.delete(path)
    },
    trips: 2,
    reads: 27 + EVENT_READS,
    writes: DECISION + EVENT,
  },
  'the report of a year': {
    operation: 'readYear',
    request: async (club) => {
      await bookTen(club)
      return club.get('/years/2026')
    },
    trips: 1,
    reads: 100,
  },
  'the report of a year as CSV': {
    operation: 'readYear',
    request: async (club) => {
      await bookTen(club)
      return club.get('/years/2026?format=csv')
    },
    trips: 1,
    reads: 101,
  },
  'closing a year': {
    operation: 'closeYear',
    request: (club) => club.post('/years/2025/closing', undefined),
    status: 201,
    trips: 2,
    reads: 40 + EVENT_READS,
    writes: 1 + EVENT,
  },
  'reopening a year': {
    operation: 'reopenYear',
    request: async (club) => {
      await club.post('/years/2025/closing', undefined)
      return club.delete('/years/2025/closing?reason=Mistake')
    },
    trips: 2,
    reads: 40 + EVENT_READS,
    writes: 1 + EVENT,
  },
  'a small page of events': {
    operation: 'readEvents',
    request: async (club) => {
      await claimTen(club)
      return club.get('/events?after=evt_000000000003&per_page=10')
    },
    trips: 1,
    reads: 16,
  },
  'the place after the last event': {
    operation: 'readEvents',
    request: (club) => club.get('/events?after=latest'),
    trips: 1,
    reads: 4,
  },
  'a small page of events since an instant': {
    operation: 'readEvents',
    request: (club) => club.get('/events?since=2020-01-01T00:00:00Z&per_page=10'),
    trips: 1,
    reads: 40,
  },
  'events of a person': {
    operation: 'readEvents',
    request: async (club) => {
      await claimTen(club)
      await club.put(`${PERSONS}/e77`, { birthdate: '1985-12-10' })
      return club.get(`/events?subject_id=${memberId(77)}`)
    },
    trips: 1,
    reads: 8,
  },
  'custom columns': {
    operation: 'readCustomColumns',
    request: (club) => club.get('/lists/members/custom_columns'),
    trips: 1,
    reads: 3 + COLUMNS,
  },
  'the segments of a list': {
    operation: 'readSegments',
    request: async (club) => {
      await segmentOf(club)
      return club.get('/lists/members/segments')
    },
    trips: 1,
    reads: 5,
  },
  'persons of a segment': {
    operation: 'readPersons',
    request: async (club) => club.get(`${PERSONS}?segment_id=${await segmentOf(club)}&per_page=10`),
    trips: 2,
    reads: 25 + COLUMNS,
  },
  'the endpoints of webhooks': {
    operation: 'readWebhookEndpoints',
    request: async (club) => {
      await endpointOf(club)
      return club.get('/webhook_endpoints')
    },
    trips: 1,
    reads: 4,
  },
  'creating an endpoint of webhooks': {
    operation: 'createWebhookEndpoint',
    request: (club) => club.post('/webhook_endpoints', ENDPOINT),
    status: 201,
    trips: 2,
    reads: 23,
    writes: 2 + EVENT,
  },
  'an endpoint of webhooks': {
    operation: 'readWebhookEndpoint',
    request: async (club) => club.get(await endpointOf(club)),
    trips: 1,
    reads: 4,
  },
  'pausing an endpoint of webhooks': {
    operation: 'changeWebhookEndpoint',
    request: async (club) => club.patch(await endpointOf(club), { state: 'paused' }),
    trips: 2,
    reads: 34,
    writes: 1 + EVENT,
  },
  'deleting an endpoint of webhooks': {
    operation: 'deleteWebhookEndpoint',
    request: async (club) => club.delete(await endpointOf(club)),
    status: 204,
    trips: 2,
    reads: 38,
    writes: 2 + EVENT,
  },
  'the secret of an endpoint': {
    operation: 'showWebhookSecret',
    request: async (club) => club.post(`${await endpointOf(club)}/secret`, undefined),
    trips: 2,
    reads: 29,
    writes: EVENT,
  },
  'another secret of an endpoint': {
    operation: 'rotateWebhookSecret',
    request: async (club) => club.post(`${await endpointOf(club)}/rotation`, undefined),
    trips: 2,
    reads: 34,
    writes: 1 + EVENT,
  },
  'sending an endpoint what it was sent before': {
    operation: 'replayWebhookEvents',
    request: async (club) =>
      club.post(`${await endpointOf(club)}/replay`, { since: todayIn('Europe/Berlin', new Date()) }),
    trips: 2,
    reads: 54,
    writes: 1 + EVENT,
  },
  'a test of an endpoint': {
    operation: 'sendWebhookTest',
    request: async (club) => club.post(`${await endpointOf(club)}/test`, undefined),
    trips: 2,
    reads: 6,
    writes: 1,
  },
  'the attempts of an endpoint': {
    operation: 'readWebhookAttempts',
    request: async (club) => {
      const endpoint = await endpointOf(club)
      await attemptOf(club, endpoint)
      return club.get(`${endpoint}/attempts`)
    },
    trips: 1,
    reads: 6,
  },
  'a delivery that is sent again': {
    operation: 'sendWebhookAgain',
    request: async (club) => {
      const endpoint = await endpointOf(club)
      return club.post(`${endpoint}/attempts/${await attemptOf(club, endpoint)}/again`, undefined)
    },
    trips: 2,
    reads: 14,
    writes: 1,
  },
  'cost units': {
    operation: 'readCostUnits',
    request: (club) => club.get('/cost_units'),
    trips: 1,
    reads: 8,
  },
  '/me': { operation: 'readMe', request: (club) => club.get('/me'), trips: 1, reads: 6 },
  'a portal session by email': {
    operation: 'createMemberPortalSession',
    request: (club) => club.post('/member_portal_sessions', { email: 'FAMILY50@example.org' }),
    status: 201,
    trips: 1,
    reads: 4 + 2 * 2,
  },
  'a portal session by person_id': {
    operation: 'createMemberPortalSession',
    request: (club) => club.post('/member_portal_sessions', { person_id: memberId(77) }),
    status: 201,
    trips: 1,
    reads: 4 + 2,
  },
  'a portal session by membership_number': {
    operation: 'createMemberPortalSession',
    request: (club) => club.post('/member_portal_sessions', { membership_number: 'm77' }),
    status: 201,
    trips: 1,
    reads: 4 + 3,
  },
  'creating a person without any key of its own': {
    operation: 'createPerson',
    request: (club) => club.post(PERSONS, { name: { first_name: 'Ada' } }),
    status: 201,
    trips: 1,
    reads: 12 + COLUMNS + EVENT_READS,
    writes: 1 + 1 + EVENT + BY_NAME,
    cold: { trips: 2, reads: 12 + COLUMNS + EVENT_READS },
  },
  'creating a person with every indexed field': {
    operation: 'createPerson',
    request: (club) =>
      club.post(PERSONS, { external_id: 'ada', email: 'ada@example.org', membership_number: '1815' }),
    status: 201,
    trips: 1,
    reads: 12 + COLUMNS + EVENT_READS,
    writes: 1 + 4 + EVENT + BY_NAME,
    cold: { trips: 2, reads: 14 + COLUMNS + EVENT_READS },
  },
  'creating a person under an Idempotency-Key': {
    operation: 'createPerson',
    request: (club) => club.post(PERSONS, { name: { first_name: 'Ada' } }, ONCE),
    status: 201,
    trips: 2,
    reads: 20 + COLUMNS + EVENT_READS,
    writes: 1 + 1 + EVENT + CLAIM + ANSWER_BY_PERSON + BY_NAME,
  },
  'creating a person once more under its Idempotency-Key': {
    operation: 'createPerson',
    request: async (club) => {
      await club.post(PERSONS, { name: { first_name: 'Ada' } }, ONCE)
      return club.post(PERSONS, { name: { first_name: 'Ada' } }, ONCE)
    },
    status: 201,
    trips: 1,
    reads: 8 + COLUMNS,
  },
  'updating fields without an index': {
    operation: 'updatePerson',
    request: (club) => club.put(`${PERSONS}/e77`, { birthdate: '1985-12-10' }),
    trips: 1,
    reads: 15 + 2 * COLUMNS + EVENT_READS,
    writes: 1 + 1 + EVENT,
    cold: { trips: 2, reads: 30 + COLUMNS + EVENT_READS },
  },
  'renaming a person': {
    operation: 'updatePerson',
    request: (club) => club.put(`${PERSONS}/e77`, { name: { first_name: 'Ada' }, birthdate: '1985-12-10' }),
    trips: 1,
    reads: 15 + 2 * COLUMNS + EVENT_READS,
    writes: 1 + 1 + EVENT + BY_NAME,
    cold: { trips: 2, reads: 30 + COLUMNS + EVENT_READS },
  },
  'updating fields with an index': {
    operation: 'updatePerson',
    request: (club) => club.put(`${PERSONS}/e77`, { email: 'ada@example.org', membership_number: '1815' }),
    trips: 2,
    reads: 30 + COLUMNS,
    // A new address also ends the sessions and links of the person.
    writes: 1 + 1 + 2 + EVENT + 1,
  },
  'updating where If-Match holds': {
    operation: 'updatePerson',
    request: (club) =>
      club.put(`${PERSONS}/e77`, { birthdate: '1985-12-10' }, { headers: { 'If-Match': '*' } }),
    trips: 2,
    reads: 30 + COLUMNS,
    writes: 1 + 1 + EVENT,
  },
  'updating where If-Match does not hold': {
    operation: 'updatePerson',
    request: (club) =>
      club.put(`${PERSONS}/e77`, { birthdate: '1985-12-10' }, { headers: { 'If-Match': '"x"' } }),
    status: 412,
    trips: 1,
    reads: 6 + COLUMNS,
  },
  'updating a person to what it is': {
    operation: 'updatePerson',
    request: (club) => club.put(`${PERSONS}/e77`, { name: { first_name: 'First77' } }),
    trips: 1,
    reads: 15 + 2 * COLUMNS + EVENT_READS,
  },
  'confirming an application': {
    operation: 'confirmPerson',
    request: async (club) => {
      await club.post(PERSONS, { external_id: 'ada', creation_behaviour: 'unconfirmed' })
      return club.post(`${PERSONS}/ada/confirmation`, undefined)
    },
    trips: 2,
    reads: 24 + COLUMNS + EVENT_READS,
    writes: 3 + EVENT + BY_NAME,
  },
  'confirming a member': {
    operation: 'confirmPerson',
    request: (club) => club.post(`${PERSONS}/e77/confirmation`, undefined),
    trips: 1,
    reads: 6 + COLUMNS,
  },
  'confirming an application with a body': {
    operation: 'confirmPerson',
    request: async (club) => {
      await club.post(PERSONS, { external_id: 'ada', creation_behaviour: 'unconfirmed' })
      return club.post(`${PERSONS}/ada/confirmation`, {
        join_date: '2026-01-01',
        person: { membership_number: 'new', payer_external_id: 'e77' },
      })
    },
    trips: 2,
    // Most of them check payers and numbers, as they are read and again in the write.
    reads: 73 + COLUMNS + EVENT_READS,
    writes: 13,
  },
  'confirming two applications': {
    operation: 'confirmPersons',
    request: async (club) => {
      for (const external_id of ['ada', 'ben'])
        await club.post(PERSONS, { external_id, creation_behaviour: 'unconfirmed' })
      return club.post('/lists/members/confirmations', {
        data: [{ external_id: 'ada' }, { external_id: 'ben', membership_number: 'new' }],
      })
    },
    status: 201,
    trips: 2,
    reads: 43 + COLUMNS + EVENT_READS,
    writes: 13,
  },
  'merging two persons': {
    operation: 'mergePersons',
    request: async (club) => {
      await club.delete(`${PERSONS}/e78`)
      return club.post(`${PERSONS}/e77/merge`, { from: 'e79', take: ['email'] })
    },
    trips: 2,
    // 36 of them look for those for whom either pays, and check who then does; 9 for those whose guardian it is; 5 for mandates.
    reads: 277 + COLUMNS + EVENT_READS,
    // The person who stays with its address, the one who goes, its tombstone with its survivor, the events of both, and access.
    writes: 17,
  },
  'deleting a person': {
    operation: 'deletePerson',
    request: (club) => club.delete(`${PERSONS}/e77`),
    status: 204,
    trips: 2,
    // 33 of them look for those for whom the person pays, 10 for those whose guardian it is.
    reads: 105 + COLUMNS + EVENT_READS,
    writes: 1 + 1 + EVENT,
  },
  'synchronizing ten, five of which change': {
    operation: 'synchronizePersons',
    request: (club) =>
      club.put(PERSONS, {
        data: tenth.map((n) => ({ external_id: `e${n}`, name: { first_name: n % 2 ? 'Ada' : `First${n}` } })),
      }),
    trips: 2,
    reads: 20 * 10,
    writes: 5 * (2 + EVENT + BY_NAME),
  },
  'synchronizing ten that keep their names': {
    operation: 'synchronizePersons',
    request: (club) =>
      club.put(PERSONS, {
        data: tenth.map((n) => ({
          external_id: `e${n}`,
          name: { first_name: `First${n}` },
          birthdate: '1985-12-10',
        })),
      }),
    trips: 2,
    reads: 20 * 10,
    writes: 10 * (2 + EVENT),
  },
  'synchronizing ten that do not change': {
    operation: 'synchronizePersons',
    request: (club) =>
      club.put(PERSONS, { data: tenth.map((n) => ({ id: memberId(n), name: { first_name: `First${n}` } })) }),
    trips: 1,
    reads: 6 * 10,
  },
  'importing ten as CSV, five of which change': {
    operation: 'synchronizePersons',
    request: (club) =>
      club.put(PERSONS, undefined, {
        raw: [
          'external_id,name.first_name',
          ...tenth.map((n) => `e${n},${n % 2 ? 'Ada' : `First${n}`}`),
        ].join('\n'),
        headers: { 'Content-Type': 'text/csv' },
      }),
    trips: 2,
    reads: 20 * 10,
    writes: 5 * (2 + EVENT + BY_NAME),
  },
  'creating ten fees by id': {
    operation: 'createFees',
    request: (club) => claimTen(club),
    status: 201,
    trips: 2,
    reads: 18 * 10,
    writes: 10 * (FEE + EVENT),
  },
  'charging ten persons by terms': {
    operation: 'chargePersons',
    request: (club) => club.post('/charges', CHARGE_TEN),
    trips: 2,
    reads: 18 * 10 + 5 + COLUMNS,
    writes: 10 * (FEE + EVENT),
  },
  'what charging ten persons would do': {
    operation: 'chargePersons',
    request: (club) => club.post('/charges?dry_run=true', CHARGE_TEN),
    trips: 1,
    reads: 6 * 10 + 2 + COLUMNS,
  },
  'creating ten fees by external_id with expenses': {
    operation: 'createFees',
    request: (club) =>
      club.post('/fees', {
        data: tenth.map((n) => ({
          amount: 100,
          description: 'Fee',
          person_external_id: `e${n}`,
          attached_expense: { costunit_name: 'Youth', category_name: 'Jerseys' },
        })),
      }),
    status: 201,
    trips: 2,
    reads: 18 * 10,
    writes: 10 * (FEE + EVENT),
  },
  'creating ten fees under an Idempotency-Key': {
    operation: 'createFees',
    request: (club) => claimTen(club, ONCE),
    status: 201,
    trips: 2,
    reads: 18 * 10 + 10,
    writes: 10 * (FEE + EVENT) + CLAIM,
  },
  'creating ten fees once more under their Idempotency-Key': {
    operation: 'createFees',
    request: async (club) => {
      await claimTen(club, ONCE)
      return claimTen(club, ONCE)
    },
    status: 201,
    trips: 1,
    reads: 12 * 10,
  },
  'adding a column': {
    operation: 'addCustomColumns',
    request: (club) =>
      club.put('/lists/members/custom_columns', {
        data: [{ name: 'New', type: 'string', external_id: 'new' }],
      }),
    status: 201,
    trips: 2,
    reads: 10 + COLUMNS + EVENT_READS,
    writes: 2 + EVENT + VERSION,
  },
  'adding a column under an Idempotency-Key': {
    operation: 'addCustomColumns',
    request: (club) =>
      club.put('/lists/members/custom_columns', { data: [{ name: 'New', type: 'string' }] }, ONCE),
    status: 201,
    trips: 2,
    reads: 20 + COLUMNS + EVENT_READS,
    writes: 1 + EVENT + CLAIM + VERSION,
  },
  'reading ten workspaces as operator': {
    operation: 'readWorkspaces',
    request: async () => {
      for (let n = 0; n < 10; n++) await workspace()
      return operator('GET', '/operator/workspaces?per_page=10')
    },
    trips: 1,
    reads: 11,
  },
  'creating a workspace as operator': {
    operation: 'createWorkspace',
    request: () => operator('POST', '/operator/workspaces', { name: 'TSV' }),
    status: 201,
    trips: 2,
    reads: 2 + EVENT_READS,
    writes: 1 + EVENT,
  },
  'changing a workspace as operator': {
    operation: 'changeWorkspace',
    request: (club) => operator('PATCH', `/operator/workspaces/${club.id}`, { name: 'TSV' }),
    trips: 2,
    reads: 10 + COLUMNS + EVENT_READS,
    writes: 1 + EVENT,
  },
  'revoking a key as operator': {
    operation: 'revokeApiKey',
    request: async (club) => {
      const keys = `/operator/workspaces/${club.id}/api_keys`
      await club.keyWith()
      const { body } = await operator('GET', keys)
      return operator('DELETE', `${keys}/${body.data.at(-1).id}`)
    },
    status: 204,
    trips: 1,
    reads: 4 + EVENT_READS,
    writes: 2 + EVENT,
  },
  'reading a workspace as operator': {
    operation: 'readWorkspace',
    request: (club) => operator('GET', `/operator/workspaces/${club.id}`),
    trips: 1,
    reads: 250,
  },
  'reading the keys of a workspace as operator': {
    operation: 'readApiKeys',
    request: (club) => operator('GET', `/operator/workspaces/${club.id}/api_keys`),
    trips: 1,
    reads: 1 + 2,
  },
  'issuing a key as operator': {
    operation: 'issueApiKey',
    request: (club) => operator('POST', `/operator/workspaces/${club.id}/api_keys`, { name: 'CRM' }),
    status: 201,
    trips: 2,
    reads: 3 + EVENT_READS,
    writes: 2 + EVENT,
  },
  'adding staff as operator': {
    operation: 'addStaff',
    request: (club) =>
      operator('POST', `/operator/workspaces/${club.id}/staff`, { name: 'Anna', email: 'anna@example.org' }),
    status: 201,
    trips: 2,
    reads: 16,
    writes: 4 + EVENT,
  },
  'verifying the events of a workspace as operator': {
    operation: 'verifyEventSeals',
    request: async (club) => {
      await claimTen(club)
      await sealEvents(open(env.DB), club.id)
      return operator('GET', `/operator/workspaces/${club.id}/event_seals/verification`)
    },
    trips: 2,
    reads: 20,
  },
  'suspending a workspace as operator': {
    operation: 'suspendWorkspace',
    request: (club) => operator('PUT', `/operator/workspaces/${club.id}/suspension`),
    trips: 2,
    reads: 20 + EVENT_READS,
    writes: 1 + EVENT,
  },
  'lifting a suspension as operator': {
    operation: 'liftSuspension',
    request: async (club) => {
      await operator('PUT', `/operator/workspaces/${club.id}/suspension`)
      return operator('DELETE', `/operator/workspaces/${club.id}/suspension`)
    },
    trips: 2,
    reads: 20 + EVENT_READS,
    writes: 1 + EVENT,
  },
  'reading the move of a workspace as operator': {
    operation: 'readMove',
    request: (club) => operator('GET', `/operator/workspaces/${club.id}/move`),
    status: 404,
    trips: 1,
    reads: 5,
  },
  'reading receipts of erased workspaces as operator': {
    operation: 'readWorkspaceErasures',
    request: () => operator('GET', '/operator/workspace_erasures'),
    trips: 1,
    reads: 5,
  },
  'reading restores as operator': {
    operation: 'readRestores',
    request: () => operator('GET', '/operator/restores'),
    trips: 1,
    reads: 5,
  },
  'recording the restore of a workspace as operator': {
    operation: 'recordRestore',
    request: (club) =>
      operator(
        'POST',
        '/operator/restores',
        { bookmark: new Date().toISOString(), workspace_id: club.id },
        { env: { PAUSED: 'restore' } },
      ),
    status: 201,
    trips: 2,
    reads: 30 + EVENT_READS,
    writes: 2 + EVENT,
  },
  'reading erasures as operator': {
    operation: 'readErasures',
    request: async (club) => {
      const { body } = await club.post('/lists/members/persons', { name: { last_name: 'Erased' } })
      await club.delete(`/lists/members/persons/${body.data.id}`)
      return operator('GET', '/operator/erasures?since=2026-01-01T00:00:00Z')
    },
    trips: 1,
    reads: 40,
  },
  'applying an erasure again as operator': {
    operation: 'applyErasures',
    request: async (club) => {
      const { body } = await club.post('/lists/members/persons', { name: { last_name: 'Erased' } })
      const erased_at = '2026-01-01T00:00:00Z'
      const persons = [{ workspace_id: club.id, person_id: body.data.id, erased_at }]
      const data = { until: erased_at, is_complete: true, persons, workspaces: [] }
      return pausedOperator('POST', '/operator/erasures', { data })
    },
    trips: 3,
    reads: 310,
    writes: 3 + EVENT,
  },
  'reading how full the databases are, with ten workspaces': {
    operation: 'readDatabases',
    request: async () => {
      for (let n = 0; n < 10; n++) await workspace()
      return operator('GET', '/operator/databases')
    },
    trips: 1,
    reads: 24,
    writes: 0,
  },
  'reading dead messages as operator': {
    operation: 'readDeadMessages',
    request: async (club) => {
      await dieTen(club)
      return operator('GET', '/operator/dead_messages?per_page=5')
    },
    trips: 1,
    reads: 6,
  },
  'replaying ten dead messages as operator': {
    operation: 'replayDeadMessages',
    request: async (club) => {
      await dieTen(club)
      return operator('POST', '/operator/dead_messages/replay', undefined, { env: { MAILS: TAKES_ALL } })
    },
    trips: 3,
    reads: 140,
    writes: 21,
  },
  'replaying a dead message as operator': {
    operation: 'replayDeadMessage',
    request: async (club) => {
      const [id] = await dieTen(club)
      return operator('POST', `/operator/dead_messages/${id}/replay`, undefined, {
        env: { MAILS: TAKES_ALL },
      })
    },
    trips: 3,
    reads: 20,
    writes: 2,
  },
  'deleting a dead message as operator': {
    operation: 'deleteDeadMessage',
    request: async (club) => {
      const [id] = await dieTen(club)
      return operator('DELETE', `/operator/dead_messages/${id}`)
    },
    status: 204,
    trips: 1,
    reads: 5,
    writes: 1,
  },
  'plans of dues': {
    operation: 'readDuesPlans',
    request: async (club) => {
      await planOf(club)
      return club.get('/dues_plans')
    },
    trips: 1,
    reads: 8,
  },
  'a plan of dues': {
    operation: 'readDuesPlan',
    request: async (club) => club.get(await planOf(club)),
    trips: 1,
    reads: 14,
  },
  'creating a plan of dues': {
    operation: 'createDuesPlan',
    request: (club) => club.post('/dues_plans', PLAN),
    status: 201,
    trips: 2,
    reads: 21 + EVENT_READS,
    writes: 2 + EVENT,
  },
  'renaming a plan of dues': {
    operation: 'changeDuesPlan',
    request: async (club) => club.patch(await planOf(club), { name: 'Old dues' }),
    trips: 2,
    reads: 30 + EVENT_READS,
    writes: 1 + EVENT,
  },
  'setting a version of a plan of dues': {
    operation: 'setDuesVersion',
    request: async (club) => club.put(`${await planOf(club)}/versions/2028`, DUES),
    trips: 2,
    reads: 44 + EVENT_READS,
    writes: 2 + EVENT,
  },
  // The list once for the persons, and twice for the rules of each version.
  'a comparison of versions of dues': {
    operation: 'compareDuesVersions',
    request: async (club) => club.post(`${await planOf(club)}/versions/2028/compare`, DUES),
    trips: 2,
    reads: 5 * LARGE + 40,
    cold: { trips: 2, reads: 5 * SMALL + 40 },
  },
  'a quote of dues': {
    operation: 'quoteDues',
    request: async (club) =>
      club.post(`${await planOf(club)}/quote`, { period: '2027', person_id: memberId(7) }),
    trips: 2,
    reads: 50,
  },
  'a preview of dues': {
    operation: 'runDues',
    request: async (club) => dues(club, '?dry_run=true'),
    trips: 2,
    reads: LARGE + 40,
    cold: { trips: 2, reads: SMALL + 40 },
  },
  'claiming dues from ten persons': {
    operation: 'runDues',
    request: async (club) => dues(club, '', { person_ids: tenth.map(memberId) }),
    status: 201,
    trips: 3,
    reads: 385,
    writes: 10 * (FEE + EVENT + PART) + RUN + EVENT,
  },
  'runs of dues': {
    operation: 'readDuesRuns',
    request: async (club) => {
      await duesRun(club)
      return club.get('/dues_runs')
    },
    trips: 1,
    reads: 8,
  },
  'a run of dues': {
    operation: 'readDuesRun',
    request: async (club) => club.get(await duesRun(club)),
    trips: 1,
    reads: 14,
  },
  'the parts of a run of dues': {
    operation: 'readDuesParts',
    request: async (club) => club.get(`${await duesRun(club)}/parts`),
    trips: 1,
    reads: 50,
  },
  'taking a run of dues back': {
    operation: 'discardDues',
    request: async (club) => club.post(`${await duesRun(club)}/discard`, { reason: 'Wrong prices' }),
    status: 201,
    trips: 2,
    reads: 300,
    // The fees, which are no longer to be paid, the parts, and the run.
    writes: 63,
  },
  'claiming what a plan of dues says otherwise': {
    operation: 'settleDuesDifference',
    request: async (club) => {
      const run = (await club.get(await duesRun(club))).body.data
      const [fee] = (await club.get(`/fees?person_id=${memberId(100)}`)).body.data.filter(
        ({ dues }: { dues: object | null }) => dues,
      )
      await club.post(`/fees/${fee.id}/cancellation`, { kind: 'mistake', reason: 'x' })
      const body = { period: '2027', person_id: memberId(100), decision: 'claim' }
      return club.post(`/dues_plans/${run.plan_id}/differences`, body)
    },
    status: 201,
    // The isolate knows the plan from the run.
    trips: 2,
    reads: 100,
    writes: FEE + EVENT + PART + RUN + EVENT,
  },
  'creating a cost unit with a category': {
    operation: 'createCostUnit',
    request: (club) => club.post('/cost_units', { name: 'Choir', categories: ['Hall'] }),
    status: 201,
    trips: 2,
    reads: 24 + EVENT_READS,
    writes: 4 + EVENT,
  },
  'renaming a cost unit': {
    operation: 'changeCostUnit',
    request: async (club) => {
      const { body } = await club.get('/cost_units')
      return club.put(`/cost_units/${body.data[0].id}`, { name: 'Juniors' })
    },
    trips: 2,
    reads: 21 + EVENT_READS,
    writes: 2 + EVENT,
  },
  'archiving a cost unit': {
    operation: 'changeCostUnit',
    request: async (club) => {
      const { body } = await club.get('/cost_units')
      return club.put(`/cost_units/${body.data[0].id}`, { archived: true })
    },
    trips: 2,
    reads: 21 + EVENT_READS,
    writes: 1 + EVENT,
  },
}

const ACCOUNTS_OF_PERSONS = `
  UPDATE persons SET bank_account = json_object('iban', 'DE' || substr(id, -20)) WHERE workspace_id = ?1`

// A fee of each person, with ids from before 2020.
const OLD_FEES = `
  INSERT INTO fees (workspace_id, id, reference, amount, description, person_id, person_name, created_at, updated_at)
  WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < CAST(?2 AS INTEGER))
  SELECT ?1, printf('fee_0%023d', n), printf('RF00%021d', n), 100, 'Fee', printf('per_%024d', n), 'Ada',
    '2019-01-01T00:00:00.000Z', '2019-01-01T00:00:00.000Z'
  FROM numbers`

// Both sizes are above a page of 500.

async function createWorkspaceOf(size: number): Promise<Workspace> {
  const club = await workspace()
  await seedMembers(club.id, size)
  await club.put('/lists/members/custom_columns', {
    data: [
      { name: 'Shirt', type: 'string', external_id: 'shirt' },
      { name: 'Trainer', type: 'boolean' },
      { name: 'Teams', type: 'array' },
    ],
  })
  await club.post('/cost_units', { name: 'Youth', categories: ['Jerseys'] })
  await rows(OLD_FEES, club.id, size)
  return club
}

afterEach(() => {
  vi.restoreAllMocks()
})

describe.each(Object.entries(TABLE))('%s', (_, row) => {
  const { request, status = 200, trips, reads, writes = 0 } = row
  const { cold = { trips, reads: reads + MORE_READ_COLD } } = row

  it(`costs its budget in a list of ${LARGE}`, async () => {
    const club = await createWorkspaceOf(LARGE)
    await club.get(`${PERSONS}?per_page=1`)
    const answer = await request(club)
    expect(answer.status, answer.text).toBe(status)
    expect([answer.cost.trips, answer.cost.rowsWritten]).toEqual([trips, writes])
    expect(answer.cost.rowsRead).toBeLessThanOrEqual(reads)
  })

  it(`costs its cold budget in a list of ${SMALL}, when the isolate meets the key for the first time`, async () => {
    const answer = await request(await createWorkspaceOf(SMALL))
    expect(answer.status, answer.text).toBe(status)
    expect([answer.cost.trips, answer.cost.rowsWritten]).toEqual([cold.trips, writes])
    expect(answer.cost.rowsRead).toBeLessThanOrEqual(cold.reads)
  })
})

// They read or write all that a workspace has.
const WITHOUT_BUDGET = [
  'readBackup',
  'readSharedBackup',
  'readDatabase',
  'readRestoredRows',
  'loadRows',
  'clearRows',
  'exportWorkspace',
  'copyWorkspace',
  'restoreWorkspace',
  'eraseWorkspace',
  'moveWorkspace',
  'cancelMove',
]

it('has a budget for every documented operation', async () => {
  const { paths } = await openApi()
  const operations = Object.values(paths).flatMap(Object.values<{ operationId: string }>)
  const pinned = [...Object.values(TABLE).map(({ operation }) => operation), ...WITHOUT_BUDGET]
  expect(new Set(pinned)).toEqual(new Set(operations.map(({ operationId }) => operationId)))
})

it('costs two trips and the rows of the list to synchronize with delete_omitted', async () => {
  for (const size of [SMALL, LARGE]) {
    const answer = await (await createWorkspaceOf(size)).put(PERSONS, {
      delete_omitted: true,
      data: [{ external_id: 'e77' }],
    })
    expect(answer.body.meta).toEqual({ created: 0, updated: 0, unchanged: 1, deleted: size - 1 })
    // That it deletes whom it omits is noted on the key, once a day.
    expect([answer.cost.trips, answer.cost.rowsWritten]).toEqual([2, (2 + EVENT) * (size - 1) + 1])
    expect(answer.cost.rowsRead).toBeLessThanOrEqual(42 * size)
  }
})

it('reads as many rows for the page after 100,000 persons as for the first', async () => {
  const club = await workspace()
  await seedMembers(club.id, 1_000, 100_001)
  const first = await club.get(PERSONS)
  await seedMembers(club.id, 100_000)
  const late = await club.get(`${PERSONS}?cursor=${first.body.meta.next_cursor}`)
  expect(late.body.data[0].id).toBe(memberId(100_501))
  expect(late.cost.trips).toBe(1)
  expect(late.cost.rowsRead).toBeLessThanOrEqual(first.cost.rowsRead)
})
