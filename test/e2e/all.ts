import { spawn } from 'node:child_process'
import { copyVars } from '../../src/dev/local-state.ts'

/** Each script of `npm run check` that runs the service outside of the suite, those that take longest first. */
const STEPS = [
  ...['1/4', '2/4', '3/4', '4/4'].map((part) => `browser -- --turns --part ${part}`),
  ...[
    'rehearse -- move --persons 2000',
    'memory',
    'smoke',
    'spreadsheet',
    'clients',
    'bench -- --compare',
    'openapi',
    'bundle',
  ],
  ...['operate', 'databases', 'clock', 'restore', 'restore-twice', 'upgrade', 'release'].map(
    (name) => `rehearse -- ${name}`,
  ),
]
/** How many run at a time: none of them keeps two processors busy. */
const LANES = 2

// Words select the scripts whose names contain one.
const words = process.argv.slice(2)
const waiting = STEPS.filter((step) => words.length === 0 || words.some((word) => step.includes(word)))
const failed: string[] = []
// A server would reload if npm start of another script made the file.
copyVars()
await Promise.all(
  Array.from({ length: LANES }, async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) await run(step)
  }),
)
if (failed.length > 0) {
  console.error(`\nFailed: ${failed.join(', ')}`)
  process.exitCode = 1
}

/** Runs a script of package.json, and prints what it wrote when it has ended. */
async function run(step: string): Promise<void> {
  const start = performance.now()
  const child = spawn('npm', ['run', '--silent', ...step.split(' ')], { stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      printed += text
    })
  const code = await new Promise((resolve) => child.on('close', resolve))
  const seconds = ((performance.now() - start) / 1000).toFixed(0)
  console.log(`\n${code === 0 ? '✓' : '✗'} npm run ${step} (${seconds} s)\n${printed}`)
  if (code !== 0) failed.push(step)
}
