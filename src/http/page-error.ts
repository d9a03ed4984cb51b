import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { WorkspaceMoving } from '../db/client'
import type { Env } from '../env'
import { isReading } from './etag'
import { sentForm } from './forms'
import { noteError } from './log'
import { MissingPublicUrl } from './origin'
import { Paused } from './paused'
import { PROBLEMS, RETRY_AFTER, RequestError, temporaryKind } from './problem'

/** A request that can be sent again: its address, and its form if it had one. */
export type Retry = { path: string; form?: URLSearchParams }

type PageError = {
  status: ContentfulStatusCode
  message: 'requestRefused' | 'noMail' | 'unavailable' | 'notSetUp' | 'paused' | 'moving' | 'serverError'
}

/**
 * The status and the message of the page for an error that no verb throws. Writes what the operator must know to the
 * log.
 */
export function pageError(c: Context<Env>, error: Error): PageError {
  if (error instanceof HTTPException) return { status: error.status, message: 'requestRefused' }
  if (error instanceof RequestError) return { status: PROBLEMS[error.kind].status, message: 'requestRefused' }
  if (error instanceof MissingPublicUrl) {
    noteError(error, error.message)
    return { status: 503, message: 'noMail' }
  }
  if (error instanceof Paused) {
    c.header('Retry-After', RETRY_AFTER.paused)
    return { status: 503, message: 'paused' }
  }
  if (error instanceof WorkspaceMoving) {
    c.header('Retry-After', RETRY_AFTER.workspace_moving)
    return { status: 503, message: 'moving' }
  }
  noteError(error)
  const temporary = temporaryKind(error)
  if (temporary) {
    c.header('Retry-After', RETRY_AFTER[temporary])
    return { status: 503, message: temporary === 'unavailable' ? 'unavailable' : 'notSetUp' }
  }
  return { status: 500, message: 'serverError' }
}

/** The messages of errors that have changed nothing: a form can be sent again after them. */
const UNCHANGED: ReadonlySet<string> = new Set<PageError['message'] | 'busy'>([
  'busy',
  'notSetUp',
  'paused',
  'moving',
])

/** The request that the page of a temporary error (503) lets its reader send again. Undefined if it might change something twice. */
export async function retryOf(
  c: Context<Env>,
  { status, message }: { status: number; message: string },
): Promise<Retry | undefined> {
  if (status !== 503) return undefined
  const { pathname, search } = new URL(c.req.url)
  const path = pathname + search
  if (isReading(c)) return { path }
  const form = UNCHANGED.has(message) ? await sentForm(c) : undefined
  return form && { path, form }
}
