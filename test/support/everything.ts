import type { CollectionWithItems } from '../../src/domain/collections/collection'
import { earliestCollectionDate } from '../../src/domain/collections/target-days'
import { creditorReference } from '../../src/domain/shared/creditor-reference'
import { todayIn } from '../../src/domain/shared/dates'
import { credit, OWN_IBAN, statementOf } from './bank'
import { withoutVouchers } from './book'
import { camtText } from './camt'
import { addStaff } from './dashboard'
import { addPersons, CREDITOR, claim, payer } from './direct-debits'
import { postMail } from './mails'
import { operator, rows, type Workspace } from './workspace'

export const TODAY = todayIn('Europe/Berlin', new Date())
export const COLLECTED = { collection_date: earliestCollectionDate(TODAY, 14) }
export const VOUCHER = { booked_on: '2026-01-31', text: 'Footballs', amount: 100 }
export const PAID = { paid_on: '2026-01-31', method: 'bank_transfer' }

export const STATEMENT = camtText({
  statements: [statementOf(['open', 'done', 'ignored'].map((text) => credit(100, text)))],
})
const NEW_STATEMENT = camtText({ statements: [statementOf([credit(100, 'new')])] })

/** A workspace with one of everything that a path, a query or a body can name. */
export type Everything = Awaited<ReturnType<typeof createEverything>>

/** Ids and keys of what a workspace has. */
export type Named = Omit<Everything, 'club'>

/** Ids of the same form and length as existing ones. */
export const UNKNOWN: Named = {
  members: unknownIn('members'),
  contacts: unknownIn('contacts'),
  email: 'unknown@example.org',
  number: 'N-unknown',
  unit: `cst_${'0'.repeat(24)}`,
  unitName: 'Unit-of-unknown',
  category: `cat_${'0'.repeat(24)}`,
  keyId: `key_${'0'.repeat(24)}`,
  fee: `fee_${'0'.repeat(24)}`,
  feeExternal: 'fee-1-of-unknown',
  reference: creditorReference(`fee_${'0'.repeat(24)}`),
  otherFee: `fee_${'0'.repeat(24)}`,
  cancelledFee: `fee_${'0'.repeat(24)}`,
  payment: `pay_${'0'.repeat(24)}`,
  waitingPayment: `pay_${'0'.repeat(24)}`,
  leftOutPayment: `pay_${'0'.repeat(24)}`,
  collection: `run_${'0'.repeat(24)}`,
  submitted: `run_${'0'.repeat(24)}`,
  settled: `run_${'0'.repeat(24)}`,
  releasedItem: `dbt_${'0'.repeat(23)}2`,
  item: `dbt_${'0'.repeat(24)}`,
  returned: `dbt_${'0'.repeat(23)}1`,
  webhook: `whk_${'0'.repeat(24)}`,
  attempt: `wha_${'0'.repeat(24)}`,
  account: `acc_${'0'.repeat(24)}`,
  voucher: `vch_${'0'.repeat(24)}`,
  count: `cnt_${'0'.repeat(24)}`,
  staff: `stf_${'0'.repeat(32)}`,
  bankAccount: `acc_${'0'.repeat(24)}`,
  statement: `stm_${'0'.repeat(24)}`,
  newStatement: `stm_${'0'.repeat(24)}`,
  draft: `imp_${'0'.repeat(24)}`,
  imported: `imp_${'0'.repeat(24)}`,
  draftMark: 'f'.repeat(64),
  line: `lin_${'0'.repeat(24)}`,
  doneLine: `lin_${'0'.repeat(24)}`,
  ignoredLine: `lin_${'0'.repeat(24)}`,
  bookings: `bkg_${'0'.repeat(24)}`,
  bookingRule: `brl_${'0'.repeat(24)}`,
  mail: `mai_${'0'.repeat(24)}`,
  stoppedMail: `mai_${'0'.repeat(24)}`,
  failedMail: `mai_${'0'.repeat(24)}`,
  plan: `pln_${'0'.repeat(24)}`,
  claimedPlan: `pln_${'0'.repeat(23)}1`,
  run: `drn_${'0'.repeat(24)}`,
  rule: `rul_${'0'.repeat(24)}`,
  segment: `seg_${'0'.repeat(24)}`,
}

function unknownIn(list: string) {
  return {
    person: `per_${'0'.repeat(24)}`,
    second: `per_${'0'.repeat(23)}2`,
    deleted: `per_${'0'.repeat(23)}1`,
    external: `${list}-of-unknown`,
    column: `col_${'0'.repeat(24)}`,
    cursor: `next-per_${'0'.repeat(24)}-0123456789abcdef`,
  }
}

/** Adds one of everything to a workspace, named after it. */
export async function createEverything(club: Workspace, name = 'club') {
  const list = async (list: 'members' | 'contacts', more: object) => {
    const persons = `/lists/${list}/persons`
    const external = `${list}-of-${name}`
    const columns = await club.put(`/lists/${list}/custom_columns`, {
      data: [{ name: 'Motto', type: 'string' }],
    })
    const person = await club.post(persons, { external_id: external, email: `${name}@example.org`, ...more })
    const second = await club.post(persons, { email: `second-of-${name}@example.org` })
    const gone = await club.post(persons, { email: `gone-of-${name}@example.org` })
    await club.delete(`${persons}/${gone.body.data.id}`)
    const page = await club.get(`${persons}?per_page=1`)
    return {
      person: person.body.data.id as string,
      second: second.body.data.id as string,
      deleted: gone.body.data.id as string,
      external,
      column: columns.body.data[0].id as string,
      cursor: page.body.meta.next_cursor as string,
    }
  }
  const unit = await club.post('/cost_units', { name: `Unit-of-${name}`, categories: ['Balls'] })
  const party = { party_name: `Party-of-${name}`, text_contains: `Bill-of-${name}` }
  const bookingRule = await club.post('/booking_rules', { ...party, sign: 'out', sphere: 'ideal' })
  const keys = await operator('GET', `/operator/workspaces/${club.id}/api_keys`)
  const today = todayIn('Europe/Berlin', new Date())
  const { bank_account, sepa_mandate } = mandated(today)(1815)
  const members = await list('members', { membership_number: `N-${name}`, bank_account, sepa_mandate })
  await rows(
    `INSERT INTO resignations (workspace_id, id, person_id, leave_date, sent_at, sent_by, state, expires_at, confirmed_at)
     SELECT workspace_id, 'rsg_' || substr(id, 5), id, '2999-12-31', created_at, id, 'confirmed', created_at, created_at
     FROM persons WHERE id = ?`,
    members.person,
  )
  const fee = (n: number) =>
    createFee(club, { person_id: members.person, external_id: `fee-${n}-of-${name}` })
  const [paid, other, cancelled] = [await fee(1), await fee(2), await fee(3)].map(
    ({ body }) => body.data[0].id,
  )
  const runs = await collectionsOf(club, today)
  const payments = await club.post('/payments', { data: [{ fee_id: paid, amount: 100, ...PAID }] })
  const unbooked = (await fee(4)).body.data[0].id
  const { body } = await withoutVouchers(club, () =>
    club.post('/payments', { data: [1, 2].map((amount) => ({ fee_id: unbooked, amount, ...PAID })) }),
  )
  const [waitingPayment, leftOutPayment] = body.data.map(({ id }: { id: string }) => id)
  await club.post(`/payments/${leftOutPayment}/booking`, { reason: 'Elsewhere' })
  await club.post(`/fees/${cancelled}/cancellation`, { kind: 'mistake', reason: 'Claimed twice' })
  const opening = { opening_on: '2024-01-01', opening_amount: 0 }
  const account = await club.post('/accounts', { kind: 'cash', name: `Cash of ${name}`, ...opening })
  const vouchers = await club.post('/vouchers', { data: [{ ...VOUCHER, account_id: account.body.data.id }] })
  await club.post('/years/2023/closing', undefined)
  const count = { counted_on: '2026-01-31', counted: 100 }
  const counts = await club.post(`/accounts/${account.body.data.id}/counts`, count)
  const bank = await linesOf(club)
  return {
    club,
    members,
    contacts: await list('contacts', { sepa_mandate: { ...sepa_mandate, reference: 'M-1816' } }),
    email: `${name}@example.org`,
    number: `N-${name}`,
    unit: unit.body.data.id as string,
    unitName: `Unit-of-${name}`,
    bookingRule: bookingRule.body.data.id as string,
    category: unit.body.data.categories[0].id as string,
    keyId: keys.body.data[0].id as string,
    fee: paid as string,
    feeExternal: `fee-1-of-${name}`,
    reference: creditorReference(String(paid)),
    otherFee: other as string,
    cancelledFee: cancelled as string,
    payment: payments.body.data[0].id as string,
    waitingPayment: waitingPayment as string,
    leftOutPayment: leftOutPayment as string,
    ...runs,
    account: account.body.data.id as string,
    voucher: vouchers.body.data[0].id as string,
    count: counts.body.data.id as string,
    staff: await addStaff(club, 'office'),
    ...bank,
    ...(await mailsOf(club, members.person)),
    ...(await importsOf(club)),
    ...(await planOf(club)),
    ...(await duesOf(club, members.person)),
    segment: await segmentOf(club, name),
    ...(await webhookOf(club)),
  }
}

/** The rules of a plan of dues for 2027. */
export const DUES = {
  ...{ key_day: '01-01', due_day: 0, pro_rata: 'months', rounding: 1 },
  rules: [{ kind: 'base', name: 'Adult', amount: 100 }],
}

/** A plan of dues that is in force from 2027 on. */
export const PLAN = {
  ...{ name: 'Dues', list: 'members', interval: 'year', description: 'Dues', from_period: '2027' },
  version: DUES,
}

async function planOf(club: Workspace) {
  const { id, version } = (await club.post('/dues_plans', PLAN)).body.data
  return { plan: id as string, rule: version.rules[0].id as string }
}

/** A run of dues, whose fee was cancelled: the plan says otherwise than was claimed. */
async function duesOf(club: Workspace, person: string) {
  const plan = (await club.post('/dues_plans', { ...PLAN, name: 'Claimed dues' })).body.data.id
  const dues = { plan_id: plan, period: '2027', person_ids: [person] }
  const run = (await club.post('/dues_runs', dues)).body.data.id as string
  const [part] = (await club.get(`/dues_runs/${run}/parts`)).body.data
  await club.post(`/fees/${part.fee_id}/cancellation`, { kind: 'mistake', reason: 'Claimed twice' })
  return { claimedPlan: plan as string, run }
}

/** A view of the members that is shared with all staff. */
async function segmentOf(club: Workspace, name: string): Promise<string> {
  const id = `seg_of_${name}`
  await rows(
    "INSERT INTO segments (workspace_id, list_id, id, name, query, created_at) VALUES (?, 'members', ?, ?, '', '2026-01-31T12:00:00.000Z')",
    ...[club.id, id, `View of ${name}`],
  )
  return id
}

/** An import that was run and changed nobody, and a draft. */
async function importsOf(club: Workspace) {
  const upload = async (rows: string) =>
    (
      await club.post('/lists/members/imports', undefined, {
        raw: rows,
        headers: { 'Content-Type': 'text/csv' },
      })
    ).body.data as { id: string; mark: string }
  const imported = await upload(`${FILE}Nobody;Ann;31.2.1990\n`)
  await club.patch(`/imports/${imported.id}`, { options: { new: false } })
  const { mark } = (await club.get(`/imports/${imported.id}`)).body.data
  await club.post(`/imports/${imported.id}/run`, { mark })
  const draft = await upload(`${FILE}Somebody;Ben;1.2.1990\n`)
  return { imported: imported.id, draft: draft.id, draftMark: draft.mark }
}

const FILE = 'Nachname;Vorname;Geburtsdatum\n'

/** A mail that is being sent, one that is stopped, and one that has failed. */
async function mailsOf(club: Workspace, person: string) {
  const send = async () => (await postMail(club, { person_ids: [person] })).body.data.id as string
  const [mail, stoppedMail, failedMail] = [await send(), await send(), await send()]
  await club.post(`/mails/${stoppedMail}/stop`, undefined)
  await rows("UPDATE mails SET state = 'sent', waiting = 0, failed = 1 WHERE id = ?", failedMail)
  await rows("UPDATE mail_recipients SET state = 'failed' WHERE mail_id = ?", failedMail)
  return { mail, stoppedMail, failedMail }
}

/** The day of a balance that was entered from paper. */
const BALANCE_ON = '2024-01-31'

/** An account with a statement: a line that is open, one that is booked, and one that is ignored. And one more statement. */
async function linesOf(club: Workspace) {
  const opening = { opening_on: '2024-01-01', opening_amount: 0 }
  const account = await club.post('/accounts', { kind: 'bank', name: 'Giro', iban: OWN_IBAN, ...opening })
  const imported = await importStatement(club, account.body.data.id)
  const lines = await club.get('/bank_lines')
  const [line, doneLine, ignoredLine]: string[] = lines.body.data.map(({ id }: { id: string }) => id)
  const untouched = await importStatement(club, account.body.data.id, NEW_STATEMENT)
  await club.put(`/accounts/${account.body.data.id}/balances/${BALANCE_ON}`, { balance: 0 })
  const data = [{ bank_line_id: doneLine, booking: { text: 'Donation' } }]
  const booked = await club.post('/bank_line_bookings', { data })
  await club.post(`/bank_lines/${ignoredLine}/ignoring`, { reason: 'Own transfer' })
  return {
    bankAccount: account.body.data.id as string,
    statement: imported.body.data.statements[0].id as string,
    newStatement: untouched.body.data.statements[0].id as string,
    line: line as string,
    doneLine: doneLine as string,
    ignoredLine: ignoredLine as string,
    bookings: booked.body.data.id as string,
  }
}

export const importStatement = (club: Workspace, account: string, raw = STATEMENT) =>
  club.post(`/accounts/${account}/statements`, undefined, { raw, headers: XML })

export const XML = { 'Content-Type': 'application/xml' }

/** A payer whose mandate is signed today, since it expires after three years. */
const mandated = (today: string) => (n: number) =>
  payer(n, { sepa_mandate: { reference: `M-${n}`, signature_date: today } })

/** A collection that is released, one that is submitted with a debit that came back, and one that is settled. */
async function collectionsOf(club: Workspace, today: string) {
  await operator('PATCH', `/operator/workspaces/${club.id}`, { creditor: CREDITOR })
  await addPersons(club, [1, 2, 3, 4].map(mandated(today)), 'contacts')
  const [first = '', last = '', ...others] = await claim(
    club,
    [1, 2, 3, 4].map((n) => ({ person_external_id: `m${n}` })),
  )
  const release = async (fee_ids: string[]) =>
    (await club.post('/collections', { fee_ids, collection_date: earliestCollectionDate(today, 14) })).body
      .data as CollectionWithItems
  const [released, submitted, settled] = [
    await release([first]),
    await release(others),
    await release([last]),
  ]
  const [item = '', returned = ''] = submitted.items.map(({ id }) => id)
  for (const { id } of [submitted, settled]) await club.post(`/collections/${id}/submission`, undefined)
  await rows('UPDATE collections SET collection_date = ? WHERE workspace_id = ?', today, club.id)
  await club.post(`/collections/${settled.id}/settlement`, { settled_on: today })
  const back = { item_id: returned, returned_on: today, reason_code: 'AC04' }
  await club.post(`/collections/${submitted.id}/returns`, back)
  return {
    collection: released.id,
    releasedItem: String(released.items[0]?.id),
    submitted: submitted.id,
    settled: settled.id,
    item,
    returned,
  }
}

/** The place of each kind of thing in a path. */
const IN_PATHS: Record<string, (everything: Everything) => string> = {
  contact_id: ({ contacts }) => contacts.person,
  other_id: ({ members }) => members.second,
  column_id: ({ members }) => members.column,
  fee_id: ({ fee }) => fee,
  other_fee_id: ({ otherFee }) => otherFee,
  cancelled_fee_id: ({ cancelledFee }) => cancelledFee,
  payment_id: ({ payment }) => payment,
  waiting_payment_id: ({ waitingPayment }) => waitingPayment,
  left_out_payment_id: ({ leftOutPayment }) => leftOutPayment,
  collection_id: ({ collection }) => collection,
  submitted_collection_id: ({ submitted }) => submitted,
  settled_collection_id: ({ settled }) => settled,
  released_item_id: ({ releasedItem }) => releasedItem,
  item_id: ({ item }) => item,
  returned_item_id: ({ returned }) => returned,
  account_id: ({ account }) => account,
  bank_account_id: ({ bankAccount }) => bankAccount,
  balance_on: () => BALANCE_ON,
  voucher_id: ({ voucher }) => voucher,
  count_id: ({ count }) => count,
  statement_id: ({ statement }) => statement,
  new_statement_id: ({ newStatement }) => newStatement,
  import_id: ({ draft }) => draft,
  undoable_import_id: ({ imported }) => imported,
  line_id: ({ line }) => line,
  done_line_id: ({ doneLine }) => doneLine,
  ignored_line_id: ({ ignoredLine }) => ignoredLine,
  bookings_id: ({ bookings }) => bookings,
  booking_rule_id: ({ bookingRule }) => bookingRule,
  mail_id: ({ mail }) => mail,
  stopped_mail_id: ({ stoppedMail }) => stoppedMail,
  failed_mail_id: ({ failedMail }) => failedMail,
  cost_unit_id: ({ unit }) => unit,
  plan_id: ({ plan }) => plan,
  rule_id: ({ rule }) => rule,
  claimed_plan_id: ({ claimedPlan }) => claimedPlan,
  run_id: ({ run }) => run,
  from_period: () => '2027',
  workspace_id: ({ club }) => club.id,
  key_id: ({ keyId }) => keyId,
  webhook_endpoint_id: ({ webhook }) => webhook,
  attempt_id: ({ attempt }) => attempt,
  dead_message_id: () => 'ded_unknown',
  restored_id: ({ club }) => club.id,
  staff_id: ({ staff }) => staff,
  list_id: () => 'members',
  year: () => '2024',
  closed_year: () => '2023',
}

/** A path whose places are filled with the ids of a workspace. Throws for a place that has none. */
export function filled(template: string, everything: Everything): string {
  const list = template.includes('/contacts/') ? 'contacts' : 'members'
  return template.replace(/\{(\w+)\}/g, (place, name) => {
    const id = name === 'person_id' ? everything[list].person : IN_PATHS[name]?.(everything)
    if (id === undefined) throw new Error(`nothing to put into ${place} of ${template}`)
    return id
  })
}

/** All ids and keys of a workspace. */
export const idsOf = (named: Named): string[] =>
  Object.values(named).flatMap((value) =>
    typeof value === 'object' ? Object.values<string>(value) : [value],
  )

/** A webhook that is paused, with an attempt. */
async function webhookOf(club: Workspace) {
  const url = 'https://www.verein.example.org/hooks'
  const created = await club.post('/webhook_endpoints', { url, events: ['person.*', 'fee.paid'] })
  const webhook: string = created.body.data.id
  await club.patch(`/webhook_endpoints/${webhook}`, { state: 'paused' })
  const attempt = webhook.replace('whk_', 'wha_')
  await rows(
    `INSERT INTO webhook_attempts (workspace_id, endpoint_id, id, delivery_id, first, last, type, at, status, milliseconds)
     SELECT webhook_endpoints.workspace_id, id, ?, id || '_1_1', min(number), min(number), action, created_at, 503, 12
     FROM webhook_endpoints JOIN events ON events.workspace_id = webhook_endpoints.workspace_id AND action = 'person.created'
     WHERE id = ?`,
    attempt,
    webhook,
  )
  return { webhook, attempt }
}

const createFee = (club: Workspace, fee: object) =>
  club.post('/fees', { data: [{ amount: 4500, description: 'Annual fee', ...fee }] })
