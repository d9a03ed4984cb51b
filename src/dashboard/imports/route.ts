import type { Context } from 'hono'
import { DomainError } from '../../domain/shared/errors'
import type { Env } from '../../env'
import { done } from '../../http/done'
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

/** Answers; leads to a page that shows the import as it is now if somebody has changed it since, and says so. */
export async function unlessChanged(c: Context<Env>, page: string, answer: () => Promise<Response>) {
  try {
    return await answer()
  } catch (error) {
    if (!(error instanceof DomainError && error.reason === 'changed_meanwhile')) throw error
    return done(c, 'changed', { to: pageOf(c, page) })
  }
}
