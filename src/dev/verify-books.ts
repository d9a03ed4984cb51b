import { parseArgs } from 'node:util'
import { INVARIANTS } from '../domain/book/invariants.ts'
import { step } from './local-state.ts'
import { wrangler } from './wrangler.ts'

const USAGE = 'Usage: npm run books:verify -- [--remote] [--persist-to .wrangler/state]'

type Finding = { workspace_id: string; id: string | number }

/** How many findings of an invariant are printed. */
const MAX_FINDINGS = 20

const { values } = parseArgs({
  options: { remote: { type: 'boolean' }, 'persist-to': { type: 'string' }, help: { type: 'boolean' } },
})
if (values.help) console.log(USAGE)
else process.exitCode = (await verifyBooks()) ? 0 : 1

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

/** Runs queries, and gives the rows of each. */
async function run(queries: string[]): Promise<Finding[][]> {
  const command = queries.map((query) => query.replaceAll(/\s+/g, ' ').trim()).join('; ')
  const folder = values['persist-to'] ? ['--persist-to', values['persist-to']] : []
  const execution = wrangler(
    new AbortController().signal,
    ...['d1', 'execute', 'DB', '--json', '--command', command],
    ...[values.remote ? '--remote' : '--local', ...folder],
  )
  await execution.succeeded()
  const text = execution.printed()
  const answers = JSON.parse(text.slice(text.indexOf('['))) as { results: Finding[] }[]
  if (answers.length !== queries.length)
    throw new Error(`There are ${answers.length} answers to ${queries.length} queries.`)
  return answers.map(({ results }) => results)
}
