import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestModule } from 'vitest/node'
import type { Reach } from './reach.ts'
import { run } from './run.ts'

export interface Outcome {
  /** `unclear`: a test failed, and failed again without the mutation. */
  state: 'noticed' | 'unnoticed' | 'unreached' | 'unclear'
  /** The test that noticed it. */
  by?: string
  /** How many of the test files that reach it have run. */
  tried: number
  of: number
}

const RUNS = 'test/mutants/runs'

/** Runs each mutation against the tests that reach it until one fails, at most so many seconds of tests. */
export async function tryMutations(
  folder: string,
  reach: Map<number, Reach[]>,
  seconds: number,
): Promise<Map<number, Outcome>> {
  const outcomes = new Map<number, Outcome>()
  const left = new Map<number, Reach[]>()
  for (const [id, files] of reach) {
    outcomes.set(id, { state: files.length > 0 ? 'unnoticed' : 'unreached', tried: 0, of: files.length })
    left.set(id, firstWithin(seconds * 1000, files))
  }
  // One file of each first: most mutations are noticed by it, and every run takes a while to start.
  for (let width = 1; ; width *= 2) {
    const next = [...left].flatMap(([id, files]) =>
      outcomes.get(id)?.state === 'noticed' ? [] : files.splice(0, width).map((file) => ({ id, ...file })),
    )
    if (next.length === 0) return outcomes
    console.log(`› Trying ${new Set(next.map(({ id }) => id)).size} changes with ${next.length} test files`)
    writeRuns(join(folder, RUNS), next)
    await run(folder, [`${RUNS}/`], {
      retry: 1,
      onEnd(module) {
        const run = next[Number(/-(\d+)\.test/.exec(module.relativeModuleId)?.[1])]
        const outcome = run && outcomes.get(run.id)
        if (outcome) judge(outcome, module, run.isBefore)
      },
    })
  }
}

/** The first files whose tests take at most so long together, and the very first in any case. */
function firstWithin(ms: number, files: Reach[]): Reach[] {
  let sum = 0
  return files.filter((file, index) => {
    sum += file.ms
    return index === 0 || sum <= ms
  })
}

/** Writes test files that make a mutation active and then load another one, which the query loads anew. */
function writeRuns(runs: string, next: ({ id: number } & Reach)[]): void {
  rmSync(runs, { recursive: true, force: true })
  mkdirSync(runs)
  for (const [index, { id, file, names }] of next.entries())
    writeFileSync(
      join(runs, `${id}-${index}.test.ts`),
      `globalThis.mutate(${id}, ${JSON.stringify(names)})\nawait import('../../../${file}?${id}')\n`,
    )
}

function judge(outcome: Outcome, module: TestModule, isBefore: boolean): void {
  outcome.tried++
  const tests = [...module.children.allTests()]
  // What ran before the tests stays as the mutation made it, so that the second try fails, too.
  const noticing = tests.find(
    (test) => test.diagnostic()?.flaky || (isBefore && test.result().state === 'failed'),
  )
  const broken = [...module.children.allSuites()].find((suite) => suite.errors().length > 0)
  const [error] = module.errors()
  const by = noticing?.fullName ?? broken?.fullName ?? error?.message
  if (by !== undefined) Object.assign(outcome, { state: 'noticed', by })
  else if (outcome.state === 'unnoticed' && tests.some((test) => test.result().state === 'failed'))
    outcome.state = 'unclear'
}
