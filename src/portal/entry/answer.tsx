import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { MembershipEnded, PaysForNobody } from '../../domain/portal/principal'
import { DomainError } from '../../domain/shared/errors'
import type { Env } from '../../env'
import { pageError, retryOf } from '../../http/page-error'
import { PROBLEMS } from '../../http/problem'
import { ButtonLink } from '../../ui/button'
import { memberLocaleFor } from '../../ui/i18n/locale'
import { TryAgain } from '../../ui/message'
import { Actions } from '../../ui/stack'
import { MessagePage } from '../layout'
import { type MessageName, messageTexts } from '../texts/messages'
import { MembershipEndedPage, PaysForNobodyPage } from './closed'
import { entryOf } from './entry'
import { EntryForm } from './entry-form'
import { answerSessionEnded } from './session-ended'

/** Answers an error with a page that says what to do. */
export function answerError(error: Error, c: Context<Env>) {
  if (error instanceof MembershipEnded || error instanceof PaysForNobody) return answerEnded(c, error)
  if (error instanceof DomainError && error.reason === 'unauthenticated') return answerSessionEnded(c)
  if (error instanceof DomainError && error.reason === 'permission_missing') return answerBarred(c)
  if (error instanceof DomainError) return answerMessage(c, PROBLEMS[error.reason].status, 'notFound')
  const { status, message } = pageError(c, error)
  return answerMessage(c, status, message === 'notSetUp' ? 'unavailable' : message)
}

/** Answers former members and contacts who pay for nobody any more, who would ask for links in vain. */
async function answerEnded(c: Context<Env>, error: MembershipEnded | PaysForNobody) {
  const entry = await entryOf(c)
  if (!entry) return answerSessionEnded(c)
  const { workspace } = entry
  const locale = memberLocaleFor(c.req, workspace)
  if (error instanceof PaysForNobody) return c.html(<PaysForNobodyPage {...{ workspace, locale }} />, 404)
  return c.html(<MembershipEndedPage {...{ workspace, locale }} endedOn={error.endedOn} />, 404)
}

/** Answers what the link of a session is not enough for, with the form that asks for one that is. */
async function answerBarred(c: Context<Env>) {
  const entry = await entryOf(c)
  const workspace = entry?.isOpen ? entry.workspace : undefined
  const locale = memberLocaleFor(c.req, workspace)
  return c.html(
    <MessagePage {...messageTexts(locale).barred} {...{ locale, workspace }}>
      {workspace && <EntryForm {...{ workspace, locale }} />}
    </MessagePage>,
    PROBLEMS.permission_missing.status,
  )
}

/** The messages of errors at which the database is read as ever. */
const READABLE: MessageName[] = ['paused', 'moving']

/**
 * Answers with a page that says one thing, and leads to the portal if it is known whose it is. After a temporary error, the reader
 * can try again.
 */
export async function answerMessage(c: Context<Env>, status: ContentfulStatusCode, message: MessageName) {
  // What made a request fail could be the database.
  const entry = status < 500 || READABLE.includes(message) ? await entryOf(c) : undefined
  const retry = await retryOf(c, { status, message })
  const locale = memberLocaleFor(c.req, entry?.workspace)
  const { [message]: texts, again, toPortal } = messageTexts(locale)
  return c.html(
    <MessagePage
      {...texts}
      locale={locale}
      workspace={entry?.workspace}
      saysMoving={message === 'moving'}
      keepsInput={retry?.form !== undefined}
      formPath={retry?.form && '/portal'}
    >
      {retry && <TryAgain retry={retry} texts={again} />}
      {entry?.isOpen && (
        <Actions>
          <ButtonLink kind={retry && 'second'} href="/portal">
            {toPortal}
          </ButtonLink>
        </Actions>
      )}
    </MessagePage>,
    status,
  )
}
