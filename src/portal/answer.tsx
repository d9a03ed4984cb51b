import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { DomainError } from '../domain/shared/errors'
import type { Env } from '../env'
import { pageError } from '../http/page-error'
import { PROBLEMS } from '../http/problem'
import { memberLocaleFor } from '../ui/i18n/locale'
import { MessagePage } from './layout'
import { type MessageName, messageTexts } from './texts/messages'

/** Answers an error with a page that says what to do. */
export function answerError(error: Error, c: Context<Env>) {
  if (error instanceof DomainError && error.reason === 'unauthenticated')
    return answerMessage(c, 401, 'sessionEnded')
  if (error instanceof DomainError) return answerMessage(c, PROBLEMS[error.reason].status, 'notFound')
  const { status, message } = pageError(c, error)
  return answerMessage(c, status, message)
}

/** Answers with a page that says one thing. */
export function answerMessage(c: Context<Env>, status: ContentfulStatusCode, message: MessageName) {
  const locale = memberLocaleFor(c.req)
  return c.html(<MessagePage {...messageTexts(locale)[message]} locale={locale} />, status)
}
