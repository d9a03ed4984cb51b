import { credit, statementOf, upload } from '../support/bank'
import { withoutVouchers } from '../support/book'
import { camt } from '../support/camt'
import { staffOf } from '../support/dashboard'
import { ibanOf } from '../support/direct-debit-file'
import { CREDITOR, payer } from '../support/direct-debits'
import { inputValue } from '../support/html'
import { rows, type Workspace, workspace } from '../support/workspace'
import { moveInstants, stopClock, ticking } from './world'

const RELEASED = Date.UTC(2026, 2, 2, 12)
const COLLECTED = Date.UTC(2026, 2, 17, 12)
export const NOW = Date.UTC(2026, 5, 15, 12)
const TODAY = '2026-06-15'

// biome-ignore lint/suspicious/noExplicitAny: the answer to each request has its own shape
type Sent = { data: any }

/** A workspace with a fee, a debtor and a collection in each state, and what belongs to them by name. */
export type MoneyWorld = {
  club: Workspace
  /** Another workspace that was filled with the same. */
  twin: string
  /** The account of the bank that collects. */
  bank: string
  fees: Record<string, string>
  payments: Record<string, string>
  collections: Record<string, string>
  /** The debits that came back, by the code of the reason. */
  returned: Record<string, { id: string; collection: string }>
  units: Record<string, string>
  persons: Record<string, string>
}

const PERSONS: Record<string, object> = {
  ada: {},
  namesake: { name: { first_name: 'Ada', last_name: 'Lovelace 1' } },
  released: {},
  submitted: {},
  settled: {},
  credited: {},
  AC04: {},
  MD01: {},
  MD07: {},
  AM04: {},
  none: {},
  unblocked: {},
  otherCreditor: {},
  discarded: {},
  partlySettled: {},
  deleted: {},
  withoutEmail: { email: null },
  paysCash: { payment_method: 'cash' },
  paysByDebit: { payment_method: 'direct_debit' },
  former: { join_date: '2020-01-01', leave_date: '2026-06-14' },
  leavesToday: { join_date: '2020-01-01', leave_date: TODAY },
  withoutIban: { bank_account: null },
  outside: { bank_account: { iban: 'TR330006100519786457841326' } },
  withoutMandate: { sepa_mandate: null },
  wrongReference: { sepa_mandate: { reference: 'M 25', signature_date: '2025-01-31' } },
  unsigned: { sepa_mandate: { reference: 'M-26' } },
  signedToday: { sepa_mandate: { reference: 'M-27', signature_date: TODAY } },
  signedTomorrow: { sepa_mandate: { reference: 'M-28', signature_date: '2026-06-16' } },
  expired: { sepa_mandate: { reference: 'M-29', signature_date: '2023-06-01' } },
  expiring: { sepa_mandate: { reference: 'M-30', signature_date: '2023-08-01' } },
  sharing: { sepa_mandate: { reference: 'M-31', signature_date: '2025-01-31' } },
  alsoSharing: { sepa_mandate: { reference: 'M-31', signature_date: '2025-01-31' } },
  parent: { bank_account: { iban: ibanOf(33), signatory: 'Parents & Sons' } },
  child: {
    bank_account: { iban: ibanOf(33), signatory: 'Parents & Sons' },
    sepa_mandate: { reference: 'M-33', signature_date: '2025-01-31' },
  },
  movedAccount: {},
  givenLately: {},
  applicant: {},
}
/** How payments were made whose money a voucher may have. */
const MATCHED = [
  ...[
    'bank_transfer',
    'bank_transfer',
    'bank_transfer',
    'bank_transfer',
    'cash',
    'cash',
    'other',
    'bank_transfer',
  ],
  'bank_transfer',
]
type Claim = [name: string, person: string, more?: object]

const NAMES = Object.keys(PERSONS)
const IN_CONTACTS = ['discarded', 'withoutEmail']

/** Makes the world in a workspace with these settings. A second workspace has the same before, which no answer shows. */
export async function createMoneyWorld(settings: object = {}): Promise<MoneyWorld> {
  const { club: twin } = await fill(settings)
  const world = await fill(settings)
  await moveInstants(NOW)
  return { ...world, twin: twin.id }
}

async function fill(settings: object): Promise<Omit<MoneyWorld, 'twin'>> {
  stopClock(RELEASED)
  const club = ticking(await workspace({ creditor: CREDITOR, ...settings }))
  const ok = async (sent: Promise<{ status: number; text: string; body: unknown }>) => {
    const { status, text, body } = await sent
    if (status >= 300) throw new Error(`${status}: ${text}`)
    return (body as Sent | undefined)?.data
  }
  const personOf = (name: string) => payer(NAMES.indexOf(name) + 1, { external_id: name, ...PERSONS[name] })
  const persons: Record<string, string> = {}
  for (const list of ['members', 'contacts']) {
    const own = NAMES.filter((name) => (list === 'contacts') === IN_CONTACTS.includes(name))
    const { bank_account } = personOf('sharing')
    const data = own.map((name) => ({ ...personOf(name), ...(name === 'alsoSharing' && { bank_account }) }))
    await ok(club.put(`/lists/${list}/persons`, { data }))
    // One mandate until one of them has an account of its own.
    await rows(
      "UPDATE persons SET bank_account = json_set(bank_account, '$.iban', ?) WHERE workspace_id = ? AND external_id = 'alsoSharing'",
      personOf('alsoSharing').bank_account.iban,
      club.id,
    )
    const stored = await ok(club.get(`/lists/${list}/persons?per_page=200`))
    for (const { id, external_id } of stored) persons[external_id] = id
  }
  const unit = async (name: string) =>
    (await ok(club.post('/cost_units', { name, categories: ['Balls'] }))).id
  const units = { youth: await unit('Youth'), choir: await unit('Choir'), old: await unit('Archived') }
  const opened = { opening_on: '2026-01-01', opening_amount: 100_000 }
  const bank = (
    await ok(club.post('/accounts', { kind: 'bank', name: 'Giro', iban: CREDITOR.iban, ...opened }))
  ).id
  const cash = (await ok(club.post('/accounts', { kind: 'cash', name: 'Cash', ...opened }))).id
  const old = (await ok(club.post('/accounts', { kind: 'bank', name: 'Old', ...opened, opening_amount: 0 })))
    .id

  const fees: Record<string, string> = {}
  const claimAll = async (claims: Claim[]) => {
    const data = claims.map(([name, person, more]) => ({
      external_id: name,
      person_external_id: person,
      amount: 4500,
      description: `Fee ${name}`,
      ...more,
    }))
    for (const { id, external_id } of await ok(club.post('/fees', { data }))) fees[external_id] = id
  }
  const claim = (...claimed: Claim) => claimAll([claimed])

  const early = [
    'released',
    'submitted',
    'settled',
    'credited',
    'AC04',
    'MD01',
    'MD07',
    'AM04',
    'none',
    'unblocked',
  ]
  const last = ['otherCreditor', 'discarded', 'partlySettled', 'movedAccount']
  await claimAll([
    ...[...early, ...last].map((name): Claim => [name, name]),
    ['familyFirst', 'parent'],
    ['familySecond', 'child'],
  ])
  const collections: Record<string, string> = {}
  const items: Record<string, string> = {}
  const release = async (name: string, names: string[], date = '2026-03-16') => {
    const body = { fee_ids: names.map((fee) => fees[fee]), collection_date: date }
    const released = await ok(club.post('/collections', body))
    collections[name] = released.id
    for (const item of released.items)
      for (const { fee_id } of item.fees) items[String(names.find((fee) => fees[fee] === fee_id))] = item.id
  }
  const act = (collection: string, verb: string, body?: object) =>
    ok(club.post(`/collections/${collections[collection]}/${verb}`, body))
  await release('discarded', ['discarded'])
  await act('discarded', 'discard', { reason: 'Wrong day' })
  await release('early', ['AC04', 'MD01', 'MD07', 'partlySettled', 'otherCreditor', 'movedAccount'])
  await release('settled', ['settled', 'AM04', 'none', 'unblocked', 'familyFirst', 'familySecond'])
  await release('credited', ['credited'])
  for (const name of ['early', 'settled', 'credited']) await act(name, 'submission')

  stopClock(COLLECTED)
  const returned: MoneyWorld['returned'] = {}
  const giveBack = async (collection: string, name: string, more: object) => {
    await act(collection, 'returns', { item_id: items[name], returned_on: '2026-03-17', ...more })
    returned[name] = { id: String(items[name]), collection: String(collections[collection]) }
  }
  await giveBack('early', 'AC04', { reason_code: 'AC04', charge: 350 })
  await act('settled', 'settlement', { settled_on: '2026-03-16' })
  await act('credited', 'settlement', { settled_on: '2026-03-17' })
  await giveBack('settled', 'AM04', { reason_code: 'AM04', charge: 300 })
  await giveBack('settled', 'none', { reason_code: null })
  await giveBack('settled', 'unblocked', { reason_code: 'AC04' })
  await giveBack('early', 'MD01', { reason_code: 'MD01' })
  await giveBack('early', 'MD07', { reason_code: 'MD07' })
  await ok(
    club.post(`/collections/${collections.settled}/items/${items.unblocked}/unblocking`, {
      note: 'She asked the bank',
    }),
  )
  await rows(
    `UPDATE collections SET creditor = json_set(creditor, '$.creditor_id', 'DE05ZZZ00000000000')
     WHERE workspace_id = ? AND id = ?`,
    club.id,
    collections.credited,
  )
  await claim('otherCreditorAgain', 'credited')
  await claim('movedAgain', 'movedAccount')
  await ok(
    club.put('/lists/members/persons', {
      data: [
        payer(NAMES.indexOf('movedAccount') + 1, {
          external_id: 'movedAccount',
          bank_account: { iban: ibanOf(900) },
        }),
      ],
    }),
  )

  stopClock(NOW)
  await release('released', ['released'], '2026-07-01')
  await release('submitted', ['submitted', 'movedAgain'], '2026-07-02')
  await act('submitted', 'submission')
  const lacking = NAMES.slice(NAMES.indexOf('withoutEmail'), NAMES.indexOf('parent'))
  await claimAll([
    ...[...lacking, 'givenLately', 'applicant'].map((name): Claim => [name, name]),
    ['untouched', 'ada'],
    ['alsoUntouched', 'ada', { amount: 1250, description: 'Ärger über Kurs' }],
    ['ofNamesake', 'namesake'],
    ['dueLongAgo', 'ada', { due_on: '2026-01-31' }],
    ['dueYesterday', 'ada', { due_on: '2026-06-14' }],
    ['dueToday', 'ada', { due_on: TODAY }],
    ['dueTomorrow', 'ada', { due_on: '2026-06-16' }],
    ...['deferredUntilYesterday', 'deferred', 'disputed', 'reminded'].map(
      (name): Claim => [name, 'ada', { due_on: '2026-05-31' }],
    ),
  ])
  const expense = { costunit_name: 'Youth', category_name: 'Balls', sphere: 'purpose' }
  await claim('assigned', 'ada', { attached_expense: expense })
  await claim('assignedToOld', 'ada', { attached_expense: { costunit_name: 'Archived' } })
  await ok(club.put(`/cost_units/${units.old}`, { archived: true }))

  const payments: Record<string, string> = {}
  const pay = async (name: string, more: object = {}, fee = name) => {
    if (!fees[fee]) await claim(fee, 'ada', fee === 'paidToUnit' ? { attached_expense: expense } : {})
    const item = { fee_id: fees[fee], amount: 4500, paid_on: '2026-06-01', method: 'bank_transfer', ...more }
    const [{ id }] = await ok(club.post('/payments', { data: [item] }))
    payments[name] = id
  }
  const undo = (name: string) =>
    ok(club.post(`/payments/${payments[name]}/reversal`, { reason: 'By mistake' }))
  const onFee = (name: string, verb: string, body?: object) =>
    ok(club.post(`/fees/${fees[name]}/${verb}`, body))
  await pay('paid')
  await pay('paidCash', { method: 'cash', paid_on: TODAY, note: 'At the party' })
  await pay('paidToUnit')
  await pay('setOff', { set_off: true, method: 'other' })
  await pay('part', { amount: 2000 })
  await pay('almost', { amount: 4499 })
  await pay('first', { amount: 1500 }, 'twoPayments')
  await pay('second', { amount: 3000, method: 'cash' }, 'twoPayments')
  await pay('reversed')
  await undo('reversed')
  await pay('oneReversed', { amount: 1500 })
  await pay('other', { amount: 1000 }, 'oneReversed')
  await undo('oneReversed')
  await pay('refundedInPart')
  await onFee('refundedInPart', 'refunds', {
    amount: 1000,
    paid_on: TODAY,
    method: 'cash',
    reason: 'Too much',
  })
  await pay('refundedAndCancelled')
  const all = {
    amount: 4500,
    paid_on: TODAY,
    method: 'bank_transfer',
    reason: 'Left the club',
    cancels: true,
  }
  await onFee('refundedAndCancelled', 'refunds', all)
  await pay('waivedRest', { amount: 4000 })
  await onFee('waivedRest', 'waiver', { reason: 'Goodwill' })
  await pay('waiverReversed', { amount: 4000 })
  await onFee('waiverReversed', 'waiver', { reason: 'Goodwill' })
  const journal = await ok(club.get(`/fees/${fees.waiverReversed}/payments`))
  await ok(club.post(`/payments/${journal[1].id}/reversal`, { reason: 'Not this one' }))
  for (const kind of ['mistake', 'waived']) {
    await claim(kind, 'ada')
    await onFee(kind, 'cancellation', { kind, reason: 'Claimed twice' })
  }
  await claim('reopened', 'ada')
  await onFee('reopened', 'cancellation', { kind: 'waived', reason: 'Poor' })
  await ok(club.delete(`/fees/${fees.reopened}/cancellation`))
  await claim('dueChanged', 'ada')
  await ok(club.patch(`/fees/${fees.dueChanged}`, { due_on: '2026-08-31' }))
  await claim('dueRemoved', 'ada', { due_on: '2026-08-31' })
  await ok(club.patch(`/fees/${fees.dueRemoved}`, { due_on: null }))
  await withoutVouchers(club, async () => {
    await pay('waiting')
    await pay('waitingOfUnit', {}, 'paidToUnitUnbooked')
    await pay('leftOut')
    await pay('tied', { amount: 4400 })
    for (const [index, method] of MATCHED.entries())
      await pay(`matched${index}`, { amount: 1100 + index, method })
  })
  await ok(club.post(`/payments/${payments.leftOut}/booking`, { reason: 'Elsewhere' }))
  const entered = await ok(
    club.post('/vouchers', {
      data: [
        { booked_on: '2026-06-01', text: 'Ada', amount: 4400 },
        { booked_on: '2026-06-08', text: 'A week later', amount: 1100 },
        { booked_on: '2026-06-09', text: 'More than a week later', amount: 1101 },
        { booked_on: '2026-05-25', text: 'A week before', amount: 1102 },
        { booked_on: '2026-05-24', text: 'More than a week before', amount: 1103 },
        { booked_on: '2026-06-02', text: 'Cash', amount: 1104, account_id: cash },
        { booked_on: '2026-06-02', text: 'Not cash', amount: 1105 },
        { booked_on: '2026-06-02', text: 'By some way', amount: 1106, account_id: cash },
        { booked_on: '2026-06-02', text: 'By some way', amount: 1106 },
        { booked_on: '2026-06-02', kind: 'transfer', text: 'Moved', amount: 1107, other_account_id: cash },
        { booked_on: '2026-06-02', text: 'To reverse', amount: 1108 },
      ].map((draft) => ({ account_id: bank, ...draft })),
    }),
  )
  await ok(club.post(`/payments/${payments.tied}/booking`, { voucher_id: entered[0].id }))
  await ok(club.post(`/vouchers/${entered.at(-1).id}/reversal`, { reason: 'Twice' }))
  await ok(club.patch(`/accounts/${old}`, { archived: true }))
  await claim('byBankLine', 'ada')
  await claim('ofDeleted', 'deleted')
  await ok(club.delete(`/lists/members/persons/${persons.deleted}`))
  await rows(`UPDATE persons SET area = 'applications' WHERE id = ?`, persons.applicant)
  await rows(
    `INSERT INTO portal_guards (workspace_id, person_id, account_given_at, changed_at) VALUES (?1, ?2, ?3, ?3)`,
    club.id,
    persons.givenLately,
    new Date(NOW - 3_600_000).toISOString(),
  )
  await rows(
    `INSERT INTO reminders (workspace_id, fee_id, level, person_id, mail_id, created_at)
     SELECT ?1, ?2, value, ?3, 'mai_' || value || '00000000', '2026-06-0' || value || 'T12:00:00.000Z' FROM json_each('[1, 2, 3]')`,
    club.id,
    fees.reminded,
    persons.ada,
  )
  const statement = statementOf([credit(4500, 'By bank line', { date: '2026-06-10' })], {
    iban: CREDITOR.iban,
  })
  await ok(upload(club, bank, camt({ statements: [statement] })))
  const [line] = await ok(club.get('/bank_lines?state=open'))
  await ok(
    club.post(`/bank_lines/${line.id}/confirmation`, { parts: [{ fee_id: fees.byBankLine, amount: 4500 }] }),
  )
  const staff = await staffOf(club, 'treasurer', { email: `${club.id}@example.org`.toLowerCase() })
  const hold = async (name: string, act: string, fields: Record<string, string>) => {
    const path = `/dashboard/${club.id}/fees/${fees[name]}/${act}`
    const revision = inputValue((await staff.get(path)).text, 'revision') ?? ''
    const { status, text } = await staff.submit(path, { revision, ...fields })
    if (status !== 303) throw new Error(`${status}: ${text}`)
  }
  await hold('deferred', 'deferral', { until: '2026-06-15', note: 'Until the pay day' })
  await hold('deferredUntilYesterday', 'deferral', { until: '2026-06-16' })
  await hold('disputed', 'dispute', { note: 'Says she left' })
  const path = [club.id, fees.deferredUntilYesterday]
  await rows(
    `UPDATE fees SET reminder_hold = json_set(reminder_hold, '$.until', '2026-06-14') WHERE workspace_id = ? AND id = ?`,
    ...path,
  )
  return { club, bank, fees, payments, collections, returned, units, persons }
}
