import { readFileSync } from 'node:fs'
import { seed } from '../../../src/dev/local-state.ts'
import { clientOf, type Service, startService } from '../support/service.ts'

export const ORIGIN = 'BROWSER_TESTS_ORIGIN'
export const OUTPUT = 'BROWSER_TESTS_OUTPUT'

/** Starts the service with the demo workspace, which has a past. */
export const startDemo = () => startService(seed)

/** Joins the service of the run, or starts one where a file runs alone. */
export async function joinService(): Promise<Service & { stop: () => Promise<void> }> {
  const { [ORIGIN]: origin, [OUTPUT]: output } = process.env
  if (!origin || !output) return startDemo()
  return { ...clientOf(origin, () => readFileSync(output, 'utf8')), stop: async () => {} }
}
