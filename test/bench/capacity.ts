import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { capacityOf, type Inputs } from './capacity/compute.ts'
import { CLASSES, LIMITS, PRICES, SETTINGS, YEAR } from './capacity/inputs.ts'
import type { Measured } from './capacity/measured.ts'
import { namesOf, overridden } from './capacity/overrides.ts'
import { report } from './capacity/report.ts'
import { measure } from './host/measure.ts'

const FILE = new URL('capacity/measured.json', import.meta.url)

const inputs: Inputs = { year: YEAR, classes: CLASSES, settings: SETTINGS, prices: PRICES, limits: LIMITS }
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    ...Object.fromEntries(namesOf(inputs).map((name) => [name, { type: 'string' as const }])),
    measure: { type: 'boolean' },
    help: { type: 'boolean' },
  },
})
const { measure: measures, help, ...flags } = values

if (help) {
  console.log(`npm run capacity -- [--measure] [--<input> <number>]… [associations]…
Inputs, in test/bench/capacity/inputs.ts: ${Object.keys(overridden(inputs, {}).paths).join(', ')}`)
} else if (measures) {
  const ending = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => ending.abort())
  writeFileSync(FILE, `${JSON.stringify(await measure(ending.signal), null, 2)}\n`)
} else {
  const measured = JSON.parse(readFileSync(FILE, 'utf8')) as Measured
  const chosen = overridden(inputs, flags).inputs
  const sizes = positionals.length > 0 ? positionals.map(Number) : [1_000, 10_000, 100_000]
  if (!sizes.every((clubs) => Number.isInteger(clubs) && clubs > 0))
    throw new Error('Name whole numbers of associations.')
  console.log(
    report(
      sizes.map((clubs) => capacityOf(clubs, chosen, measured)),
      chosen.settings.years,
    ),
  )
  console.log(`\nMeasured on ${measured.date}, on the schema of ${measured.migration}.`)
}
