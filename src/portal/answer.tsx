import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { DomainError } from '../domain/shared/errors'
import type { Env } from '../env'
import { pageError } from '../http/page-error'
import { PROBLEMS } from '../http/problem'
import { localeFor } from '../ui/i18n/locale'
import { MessagePage } from './layout'
import type { PortalTexts } from './texts/de'
import { portalTexts } from './texts/texts'

/** Answers an error with a page that says what to do. */
export function answerError(error: Error, c: Context<Env>) {
  if (error instanceof DomainError && error.reason === 'unauthenticated')
    return answerMessage(c, 401, 'sessionEnded')
  if (error instanceof DomainError) return answerMessage(c, PROBLEMS[error.reason].status, 'notFound')
  const { status, message } = pageError(c, error)
  return answerMessage(c, status, message)
}

/** Answers with a page that says one thing. */
export function answerMessage(
  c: Context<Env>,
  status: ContentfulStatusCode,
  message: keyof PortalTexts['messages'],
) {
  const locale = localeFor(c.req)
  return c.html(<MessagePage {...portalTexts(locale).messages[message]} locale={locale} />, status)
}
