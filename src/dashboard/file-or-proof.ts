import type { Context } from 'hono'
import { DomainError } from '../domain/shared/errors'
import type { Env } from '../env'

/**
 * Answers with a file, or asks for the proof that it needs. A browser that gets a file stays on its page, so the page of the
 * proof leads back to `page` instead of sending the form on.
 */
export async function fileOrProof(
  c: Context<Env>,
  { page, file }: { page: () => string; file: () => Promise<Response> },
) {
  try {
    return await file()
  } catch (error) {
    if (!(error instanceof DomainError && error.reason === 'proof_required')) throw error
    return c.redirect(`/dashboard/prove?to=${encodeURIComponent(page())}`, 303)
  }
}
