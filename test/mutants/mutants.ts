import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { AREA_NAMES, chooseMutations } from './choose.ts'
import { compiling, copyProject, writeSwitches } from './copy.ts'
import type { Mutation } from './mutation.ts'
import { findReach } from './reach.ts'
import { type Outcome, tryMutations } from './try.ts'

const USAGE = `Usage: npm run mutants -- [--count 110] [--seed 1] [--area money] [--seconds 60] [test/api …]

Changes one small thing in a copy of the service, as a border, a term of a condition or a guard, runs the tests that
reach it, and lists the changes that no test notices. Chooses --count changes by --seed, of all areas or of one:
${AREA_NAMES.join(', ')}. Leaves out those that do not compile, and tries each with --seconds of tests.
Test files are named as for npm test; all run otherwise.`

const { values, positionals } = parseArgs({
  options: {
    count: { type: 'string', default: '110' },
    seed: { type: 'string', default: '1' },
    area: { type: 'string' },
    seconds: { type: 'string', default: '60' },
    help: { type: 'boolean' },
  },
  allowPositionals: true,
})
if (values.help || (values.area && !AREA_NAMES.includes(values.area))) console.log(USAGE)
else await mutants()

async function mutants(): Promise<void> {
  // All test files run, the longest proofs in part.
  process.env.PROOFS ??= ''
  const folder = mkdtempSync(join(tmpdir(), 'membership-mutants-'))
  const copy = join(folder, 'service')
  copyProject(copy)
  const mutations = compiling(copy, chooseMutations(Number(values.count), Number(values.seed), values.area))
  writeSwitches(copy, mutations)
  console.log(`› Running the tests, to see which reach the ${mutations.length} changes that compile`)
  const reach = await findReach(copy, positionals, mutations)
  const outcomes = await tryMutations(copy, reach, Number(values.seconds))
  const report = reportOn(mutations, outcomes)
  writeFileSync(join(folder, 'report.txt'), report)
  rmSync(copy, { recursive: true })
  console.log(`${report}\n› The report is ${join(folder, 'report.txt')}`)
}

function reportOn(mutations: Mutation[], outcomes: Map<number, Outcome>): string {
  const stateOf = ({ id }: Mutation) => outcomes.get(id)?.state
  const lines = mutations.map((mutation) => {
    const { state, by, tried, of } = outcomes.get(mutation.id) ?? {}
    const place = `src/${mutation.file}:${mutation.line}`
    if (state === 'noticed') return `${place} is noticed by "${by}"`
    return `${place} is ${state} by ${tried} of ${of} test files\n${mutation.diff}`
  })
  const rates = [...Map.groupBy(mutations, ({ area }) => area)].map(([area, own]) => {
    const judged = own.filter((mutation) => stateOf(mutation) !== 'unclear')
    const noticed = judged.filter((mutation) => stateOf(mutation) === 'noticed').length
    return `${area}: ${noticed} of ${judged.length} noticed`
  })
  return [...lines.sort(), ...rates].join('\n')
}
