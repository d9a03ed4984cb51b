import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { query } from '../domain/access/query'
import type { Env } from '../env'
import { retryOf } from '../http/page-error'
import { localeFor } from '../ui/i18n/locale'
import { Message, TryAgain } from '../ui/message'
import { Quiet } from '../ui/text'
import { PublicLayout, StaffLayout, type Viewer, viewerOf } from './layout'
import { pathIn } from './paths'
import { type LayoutTexts, layoutTexts } from './texts'

export type MessageName = Exclude<
  keyof LayoutTexts['messages'],
  'requestId' | 'toDashboard' | 'toHome' | 'toFirstPage' | 'again'
>

/** Answers an address that is no page; members of staff keep the navigation of the workspace that it names. */
export async function answerUnknownPage(c: Context<Env>) {
  // Whatever is wrong with the session or the workspace, there is no such page.
  if (c.var.staff) await query(c.var.staff, {}).catch(() => {})
  return answerMessage(c, 404, 'notFound')
}

/** Answers the address of a page of a list that was opened before the data was restored: it leads to the first page. */
export function answerRestored(c: Context<Env>) {
  const first = new URL(c.req.url)
  for (const name of ['cursor', 'from']) first.searchParams.delete(name)
  return answerMessage(c, 422, 'restored', first.pathname + first.search)
}

/**
 * Answers with a page that says one thing, within the workspace if a trip of the request has proved the session. It leads home, or
 * to the first page of a list, if that is given. After a temporary error, the reader can try again.
 */
export async function answerMessage(
  c: Context<Env>,
  status: ContentfulStatusCode,
  message: MessageName,
  firstPage?: string,
) {
  const viewer = knownViewer(c)
  const locale = viewer?.locale ?? localeFor(c.req)
  const { [message]: t, requestId, again, ...leads } = layoutTexts(locale).messages
  const home = viewer
    ? { href: pathIn(viewer.staff.workspace), label: leads.toHome }
    : { href: '/dashboard', label: leads.toDashboard }
  const back = firstPage ? { href: firstPage, label: leads.toFirstPage } : home
  const retry = await retryOf(c, { status, message })
  const content = (
    <Message title={t.title} lead={t.lead} back={back}>
      {retry && <TryAgain retry={retry} texts={again} />}
      {status >= 500 && (
        <Quiet>
          {requestId} {c.var.requestId}
        </Quiet>
      )}
    </Message>
  )
  return c.html(
    viewer ? (
      <StaffLayout title={t.title} viewer={viewer} saysMoving={message === 'moving'}>
        {content}
      </StaffLayout>
    ) : (
      <PublicLayout title={t.title} locale={locale}>
        {content}
      </PublicLayout>
    ),
    status,
  )
}

/** Who looks at the page; undefined if no trip of the request has proved the session. */
function knownViewer(c: Context<Env>): Viewer | undefined {
  try {
    return c.var.staff && viewerOf(c)
  } catch {
    return undefined
  }
}
