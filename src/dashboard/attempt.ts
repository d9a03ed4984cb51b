import { DomainError, type Issues } from '../domain/shared/errors'
import { type ExplainedRefusal, isExplained } from '../domain/shared/refusals'

/** What is wrong with an input: its issues, and those of them that pages explain, by the same paths. */
export type Faults = { issues: Issues; refusals: Record<string, ExplainedRefusal[]> }

/** The faults of an input that has these issues. */
export const faultsOf = (issues: Issues): Faults => ({
  issues,
  refusals: Object.fromEntries(
    Object.entries(issues).flatMap(([path, found]) => {
      const explained = found.filter(isExplained)
      return explained.length > 0 ? [[path, explained]] : []
    }),
  ),
})

/** Runs an act. Returns its result, or the faults of its input if it refuses that; throws every other error. */
export async function attempt<T>(act: () => Promise<T>): Promise<{ result: T } | Faults> {
  try {
    return { result: await act() }
  } catch (error) {
    if (error instanceof DomainError && error.issues) return faultsOf(error.issues)
    throw error
  }
}
