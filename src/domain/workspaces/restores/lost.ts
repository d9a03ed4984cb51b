import { SetupError } from '../../../db/client'

/** Asks a database that may be lost as well: one without tables gives `nothing`. Throws all other errors. */
export async function unlessLost<T>(ask: () => Promise<T>, nothing: T): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof SetupError) return nothing
    throw error
  }
}
