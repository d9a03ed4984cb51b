import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { parseArgs, parseEnv } from 'node:util'
import { step, VARS } from './local-state.ts'
import { release } from './release.ts'
import { statementXml } from './statement.ts'

const { values } = parseArgs({ options: { origin: { type: 'string', default: 'http://localhost:8787' } } })

const YEAR = new Date().getUTCFullYear() - 1
const IBAN = 'DE02120300000000202051'
const BOOKED_TO = { costunit_name: 'Ruderclub', category_name: 'Mitgliedsbeiträge', sphere: 'ideal' }
const NAMES = ['Ada', 'Grace', 'Katherine', 'Dorothy']
const FEE = 4800
/** What of the fee is for the place of a boat. */
const BOAT = 1200

type Json = Record<string, unknown>

/**
 * Sends a request as the operator or with a key, and returns what is in `data`. A request that is refused ends the
 * script.
 */
async function send<T = Json>(key: string, method: string, path: string, body?: object | string): Promise<T> {
  const isXml = typeof body === 'string'
  const response = await fetch(`${values.origin}${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${key}`,
      ...(body !== undefined && { 'Content-Type': isXml ? 'application/xml' : 'application/json' }),
    },
    ...(body !== undefined && { body: isXml ? body : JSON.stringify(body) }),
  }).catch(() => {
    console.error(
      `Nothing answers at ${values.origin}. Run \`npm start\` first, or name the service with --origin.`,
    )
    process.exit(1)
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
  const isJson = response.headers.get('Content-Type')?.startsWith('application/json')
  return (isJson ? JSON.parse(text).data : text) as T
}

step(`Make a club at ${values.origin}`)
const { OPERATOR_TOKEN = '' } = existsSync(VARS) ? parseEnv(readFileSync(VARS, 'utf8')) : {}
const club = await send<{ id: string }>(OPERATOR_TOKEN, 'POST', '/operator/workspaces', {
  name: 'Ruderclub',
  creditor: { name: 'Ruderclub', iban: IBAN, creditor_id: 'DE98ZZZ09999999999' },
})
const keys = `/operator/workspaces/${club.id}/api_keys`
const { token } = await send<{ token: string }>(OPERATOR_TOKEN, 'POST', keys, { name: 'A year' })
const api = <T = Json>(method: string, path: string, body?: object | string): Promise<T> =>
  send<T>(token, method, path, body)

await api('POST', '/cost_units', {
  name: 'Ruderclub',
  categories: ['Mitgliedsbeiträge', 'Bootsplätze', 'Miete', 'Bank', 'Spenden'],
})
const account = (fields: Json) =>
  api<{ id: string }>('POST', '/accounts', { opening_on: `${YEAR}-01-01`, ...fields })
const bank = await account({ kind: 'bank', name: 'Girokonto', iban: IBAN, opening_amount: 100_000 })
const cash = await account({ kind: 'cash', name: 'Kasse', opening_amount: 5_000 })

step('Claim the dues of four members by a plan')
const ibans = ['DE89370400440532013000', 'DE02500105170137075030', 'DE02100500000054540402', null]
await api('PUT', '/lists/members/persons', {
  data: NAMES.map((first_name, index) => ({
    external_id: `r-${index}`,
    name: { first_name, last_name: 'Muster' },
    ...(ibans[index] && {
      bank_account: { iban: ibans[index] },
      sepa_mandate: { reference: `R-${index}`, signature_date: `${YEAR}-01-31` },
    }),
  })),
})
const plan = await api<{ id: string }>('POST', '/dues_plans', {
  name: 'Jahresbeitrag',
  list: 'members',
  interval: 'year',
  description: 'Jahresbeitrag {{period}}',
  from_period: `${YEAR}`,
  version: {
    key_day: '01-01',
    due_day: 59,
    pro_rata: 'none',
    rounding: 1,
    rules: [
      { kind: 'base', name: 'Mitglied', amount: FEE - BOAT, attached_expense: BOOKED_TO },
      {
        kind: 'surcharge',
        name: 'Bootsplatz',
        amount: BOAT,
        attached_expense: { ...BOOKED_TO, category_name: 'Bootsplätze' },
      },
    ],
  },
})
const asked = { plan_id: plan.id, period: `${YEAR}` }
const { mark, amount } = await api<{ mark: string; amount: number }>('POST', '/dues_runs?dry_run=true', asked)
assert.equal(amount, 4 * FEE)
await api('POST', '/dues_runs', { ...asked, mark })
type Fee = { id: string; reference: string; person_name: string }
const claimed = await api<Fee[]>('GET', '/fees')
const fees = NAMES.flatMap((name) => claimed.filter(({ person_name }) => person_name.startsWith(name)))
assert.equal(fees.length, 4)

step('Release and submit a collection of three')
const run = await release(
  api,
  fees.slice(0, 3).map(({ id }) => id),
)
const file = await api<string>('GET', `/collections/${run.id}/file`)
assert.match(String(file), /<CtrlSum>144\.00<\/CtrlSum>/)
await api('POST', `/collections/${run.id}/submission`)

step("Import the bank's answer, with a debit that comes back")
const [returned] = run.items
assert.ok(returned && fees[3])
const imported = await api(
  'POST',
  `/accounts/${bank.id}/statements`,
  statementXml(IBAN, 100_000, [
    {
      date: `${YEAR}-03-16`,
      amount: 3 * FEE,
      name: 'Ruderclub',
      text: 'Lastschriften',
      messageId: run.message_id,
    },
    {
      date: `${YEAR}-03-19`,
      amount: -FEE - 300,
      name: 'Ada Muster',
      text: 'Rücklastschrift',
      returned: { reference: returned.reference, amount: FEE, charge: 300, code: 'AM04' },
    },
    { date: `${YEAR}-04-02`, amount: FEE, name: 'Dorothy Muster', text: `Beitrag ${fees[3].reference}` },
    { date: `${YEAR}-06-30`, amount: -20_000, name: 'Bootshaus GmbH', text: 'Miete' },
    { date: `${YEAR}-12-01`, amount: 5_000, name: 'Eine Freundin', text: 'Spende' },
  ]),
)
assert.equal(imported.lines_new, 5)

step('Confirm what is certain, then the rest')
await api('POST', '/bank_lines/confirmations', {})
type Line = { id: string; text: string }
for (const { id, text } of await api<Line[]>('GET', '/bank_lines?state=open'))
  await api('POST', `/bank_lines/${id}/confirmation`, confirmationOf(text))
assert.deepEqual(await api('GET', '/bank_lines?state=open'), [])

step('Take the returned fee in cash, and book what the bank took for it')
await api('POST', '/payments', {
  data: [{ fee_id: fees[0]?.id, amount: FEE, method: 'cash', account_id: cash.id, paid_on: `${YEAR}-04-10` }],
})
type Voucher = { id: string; lines: { line: number; sphere: string | null; costunit_name: string | null }[] }
for (const { id, lines } of await api<Voucher[]>('GET', `/vouchers?year=${YEAR}&unassigned=true`))
  await api('PATCH', `/vouchers/${id}`, {
    lines: lines
      .filter(({ sphere, costunit_name }) => !sphere && !costunit_name)
      .map(({ line }) => ({ line, costunit_name: 'Ruderclub', category_name: 'Bank', sphere: 'ideal' })),
  })

step(`Close ${YEAR}`)
await api('POST', `/years/${YEAR}/closing`)
type Report = {
  accounts: { name: string; closing: number }[]
  spheres: { in: number; out: number }[]
  closed_at: string
}
const report = await api<Report>('GET', `/years/${YEAR}`)
const balances = Object.fromEntries(report.accounts.map(({ name, closing }) => [name, closing]))
assert.deepEqual(balances, { Girokonto: 99_100, Kasse: 9_800 })
assert.deepEqual(
  report.spheres
    .filter(({ in: income, out }) => income !== 0 || out !== 0)
    .map(({ in: income, out }) => [income, out]),
  [[4 * FEE + 5_000, 20_300]],
)
assert.ok(report.closed_at)
console.log(
  `In 242.00 €, out 203.00 €; in the bank 991.00 €, in the cash box 98.00 €. It adds up to the cent.`,
)

/** What an open line of the statement is. */
function confirmationOf(text: string): Json {
  if (text.includes('Rücklastschrift')) return { item_ids: [returned?.id] }
  if (text.includes('Lastschriften')) return { collection_id: run.id }
  const category_name = text.includes('Miete') ? 'Miete' : 'Spenden'
  return { booking: { text, costunit_name: 'Ruderclub', category_name, sphere: 'ideal' } }
}
