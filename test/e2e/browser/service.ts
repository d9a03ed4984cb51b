import { readFileSync } from 'node:fs'
import { clientOf, type Service, startService } from '../support/service.ts'

export const ORIGIN = 'BROWSER_TESTS_ORIGIN'
export const OUTPUT = 'BROWSER_TESTS_OUTPUT'

/** Joins the service of the run, or starts one where a file runs alone. */
export async function joinService(): Promise<Service & { stop: () => Promise<void> }> {
  const { [ORIGIN]: origin, [OUTPUT]: output } = process.env
  if (!origin || !output) return startService()
  return { ...clientOf(origin, () => readFileSync(output, 'utf8')), stop: async () => {} }
}
