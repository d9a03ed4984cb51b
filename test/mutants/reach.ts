import type { Mutation } from './mutation.ts'
import { run } from './run.ts'

/** The tests of a file that run the code of a mutation. */
export interface Reach {
  file: string
  names: string[]
  ms: number
  /** Whether the code also runs before the tests. */
  isBefore: boolean
}

/** Runs the tests once without mutations. Returns which reach each mutation, those that may notice it first. */
export async function findReach(
  folder: string,
  words: string[],
  mutations: Mutation[],
): Promise<Map<number, Reach[]>> {
  const reach = new Map<number, Reach[]>(mutations.map(({ id }) => [id, []]))
  await run(folder, words, {
    retry: 0,
    onEnd(module) {
      // Other builds have other code.
      if (module.project.name === 'one field more') return
      const tests = [...module.children.allTests('passed')]
      for (const id of new Set(tests.flatMap((test) => test.meta().reached ?? []))) {
        const own = tests.filter((test) => test.meta().reached?.includes(id))
        const ms = own.reduce((sum, test) => sum + (test.diagnostic()?.duration ?? 0), 0)
        const names = own.map(({ fullName }) => fullName)
        const isBefore = own.some((test) => test.meta().reachedBefore?.includes(id))
        reach.get(id)?.push({ file: module.relativeModuleId, names, ms, isBefore })
      }
    },
  })
  for (const mutation of mutations) reach.get(mutation.id)?.sort(byLikelihood(mutation))
  return reach
}

/** Test files whose paths share words with that of the source come first, those that try any input last. */
function byLikelihood({ file }: Mutation) {
  const own = wordsOf(file)
  const shared = (test: Reach) => [...wordsOf(test.file)].filter((word) => own.has(word)).length
  const isSlow = (test: Reach) => Number(/fuzz|query-budget|tenancy/.test(test.file))
  return (a: Reach, b: Reach) => isSlow(a) - isSlow(b) || shared(b) - shared(a) || a.ms - b.ms
}

function wordsOf(path: string): Set<string> {
  return new Set(path.split(/[^a-z]+/i).map((word) => word.replace(/s$/, '')))
}
