import { parseArgs } from 'node:util'
import { INVARIANTS } from '../domain/book/invariants.ts'
import { WAITING_ROWS } from '../domain/book/waiting-rows.ts'
import { step } from './local-state.ts'
import { wrangler } from './wrangler.ts'

const USAGE = 'Usage: npm run books:verify -- [--repair] [--remote] [--persist-to .wrangler/state]'

type Finding = { workspace_id: string; id: string | number }
type Waiting = Finding & { paid_on: string; amount: number; vouchers: string | null }

/** How many findings of an invariant are printed. */
const MAX_FINDINGS = 20

const { values } = parseArgs({
  options: {
    remote: { type: 'boolean' },
    repair: { type: 'boolean' },
    'persist-to': { type: 'string' },
    help: { type: 'boolean' },
  },
})
if (values.help) console.log(USAGE)
else if (values.repair) await listWaiting()
else process.exitCode = (await verifyBooks()) ? 0 : 1

/**
 * Lists what waits to be booked beside the vouchers that may have its money. Changes nothing: who keeps the book
 * decides.
 */
async function listWaiting(): Promise<void> {
  step(`List the payments that wait to be booked in the ${values.remote ? 'deployed' : 'local'} database`)
  const [waiting = []] = await run<Waiting>([WAITING_ROWS])
  for (const { workspace_id, id, paid_on, amount, vouchers } of waiting)
    console.log(
      `${workspace_id} ${id} ${paid_on} ${amount} cents: ${vouchers ? `perhaps voucher ${vouchers}` : 'no voucher'}`,
    )
  console.log(
    `${waiting.length} wait. Nothing was changed: decide them in the dashboard, at /cash-book/fees.`,
  )
}

/** Runs every invariant over the database; tells whether all hold. */
async function verifyBooks(): Promise<boolean> {
  step(`Verify the books in the ${values.remote ? 'deployed' : 'local'} database`)
  const results = await run(Object.values(INVARIANTS))
  const broken = Object.keys(INVARIANTS).filter((rule, index) => {
    const found = results[index] ?? []
    console.log(`${found.length === 0 ? '✓' : '✗'} ${rule}`)
    for (const { workspace_id, id } of found.slice(0, MAX_FINDINGS)) console.log(`    ${workspace_id} ${id}`)
    if (found.length > MAX_FINDINGS) console.log(`    and ${found.length - MAX_FINDINGS} more`)
    return found.length > 0
  })
  console.log(broken.length === 0 ? 'All hold.' : `${broken.length} do not hold.`)
  return broken.length === 0
}

/** Runs queries, and returns the rows of each. */
async function run<Row = Finding>(queries: string[]): Promise<Row[][]> {
  const command = queries.map((query) => query.replaceAll(/\s+/g, ' ').trim()).join('; ')
  const folder = values['persist-to'] ? ['--persist-to', values['persist-to']] : []
  const execution = wrangler(
    new AbortController().signal,
    ...['d1', 'execute', 'DB', '--json', '--command', command],
    ...[values.remote ? '--remote' : '--local', ...folder],
  )
  await execution.succeeded()
  const text = execution.printed()
  const answers = JSON.parse(text.slice(text.indexOf('['))) as { results: Row[] }[]
  if (answers.length !== queries.length)
    throw new Error(`There are ${answers.length} answers to ${queries.length} queries.`)
  return answers.map(({ results }) => results)
}
