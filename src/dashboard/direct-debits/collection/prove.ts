import type { Context } from 'hono'
import { DomainError } from '../../../domain/shared/errors'
import type { Env } from '../../../env'
import { viewerOf } from '../../layout'
import { debitsPath } from '../path'

/**
 * Answers with a file, or asks for the proof that it needs. A browser that gets a file stays on its page, so the page of the
 * proof leads back to the collection.
 */
export async function fileOrProof(c: Context<Env>, id: string, file: () => Promise<Response>) {
  try {
    return await file()
  } catch (error) {
    if (!(error instanceof DomainError && error.reason === 'proof_required')) throw error
    const to = encodeURIComponent(debitsPath(viewerOf(c), `/${id}`))
    return c.redirect(`/dashboard/prove?to=${to}`, 303)
  }
}
