import type { Context } from 'hono'
import { DomainError, type Issues, invalid } from '../../domain/shared/errors'
import type { Env } from '../../env'
import { done } from '../../http/done'
import { attempt, type Faults } from '../attempt'
import { viewerOf } from '../layout'
import { listOf } from '../members/page-query'
import { importPath } from './path'

export const IMPORTS = '/:workspace/:list{(?:members|contacts)}/import' as const
export const IMPORT = `${IMPORTS}/:import_id` as const

/** The id of the import that the address of a page names. */
export const idOf = (c: Context<Env>): string => c.req.param('import_id') ?? ''

/** The address of another page of the import. */
export const pageOf = (c: Context<Env>, page: string): string =>
  importPath(viewerOf(c), listOf(c), idOf(c), page)

/** The revision that a form was shown with. */
export const revisionIn = (form: URLSearchParams): number | undefined => {
  const revision = Number(form.get('revision') || Number.NaN)
  return Number.isSafeInteger(revision) ? revision : undefined
}

/** Answers; leads to a page that shows the import as it is now if somebody has changed or run it since, and says so. */
export async function unlessChanged(c: Context<Env>, page: string, answer: () => Promise<Response>) {
  try {
    return await answer()
  } catch (error) {
    if (!isOutdated(error)) throw error
    return done(c, 'changed', { to: pageOf(c, page) })
  }
}

/** Runs a change of a draft. Returns its result, or the faults of its input; throws every other error, as that it is no draft. */
export const attemptChange = <T>(change: () => Promise<T>): Promise<{ result: T } | Faults> =>
  attempt(change).then((outcome) => {
    if ('issues' in outcome && isOfState(outcome.issues)) throw invalid(outcome.issues)
    return outcome
  })

const isOutdated = (error: unknown): boolean =>
  error instanceof DomainError &&
  (error.reason === 'changed_meanwhile' || (error.issues !== undefined && isOfState(error.issues)))

const isOfState = ({ import_id: refusals = [] }: Issues): boolean =>
  refusals.some(({ code }) => code === 'import_state')
