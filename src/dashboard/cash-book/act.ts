import { DomainError } from '../../domain/shared/errors'
import { attempt } from '../attempt'

const MAX_TRIES = 20
const PAUSE_MILLISECONDS = 250

/**
 * Runs an act of a form as `attempt` does. A browser shows the answer to the second of two clicks, so that one that meets the
 * first waits until that is done, and then gives its result.
 */
export const attemptOnce = <T>(act: () => Promise<T>) => attempt(() => whenFree(act))

async function whenFree<T>(act: () => Promise<T>, tries = 1): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof DomainError) || error.reason !== 'still_running' || tries === MAX_TRIES)
      throw error
  }
  await scheduler.wait(PAUSE_MILLISECONDS)
  return whenFree(act, tries + 1)
}
