import { afterEach, beforeAll, beforeEach, type TestContext } from 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    /** The mutations whose code ran in the test, or before all tests of its file. */
    reached?: number[]
    /** Those of them whose code ran before all tests, which a second try of the test does not run again. */
    reachedBefore?: number[]
  }
}

type Task = TestContext['task']

let active = 0
let wanted: Set<string> | undefined
let latest: Task | undefined
let hasFailed = false
let isInTest = false
const inTest = new Set<number>()
const aroundTests = new Set<number>()

Object.assign(globalThis, {
  /** Whether a mutation is active. Every switch in the source asks. */
  isMutated(id: number): boolean {
    ;(isInTest ? inTest : aroundTests).add(id)
    return id === active
  },
  /** Makes a mutation active for the rest of the file, of which only some tests run. */
  mutate(id: number, names: string[]): void {
    active = id
    wanted = new Set(names)
  },
})

beforeAll(() => {
  aroundTests.clear()
})

// A test that fails is tried again without the mutation, and the others of its file are skipped.
beforeEach(({ task, skip }) => {
  isInTest = true
  inTest.clear()
  if (latest === task) {
    active = 0
    hasFailed = true
  } else if (wanted && (hasFailed || !wanted.has(fullName(task)))) skip()
  latest = task
})

afterEach(({ task }) => {
  isInTest = false
  if (wanted) return
  task.meta.reached = [...inTest, ...aroundTests]
  task.meta.reachedBefore = [...aroundTests]
})

function fullName({ name, suite }: { name: string; suite?: Task['suite'] }): string {
  return suite?.name ? `${fullName(suite)} > ${name}` : name
}
