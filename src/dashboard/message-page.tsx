import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { query } from '../domain/access/query'
import type { Env } from '../env'
import { localeFor } from '../ui/i18n/locale'
import { Message } from '../ui/message'
import { Quiet } from '../ui/text'
import { PublicLayout, StaffLayout, type Viewer, viewerOf } from './layout'
import { pathIn } from './paths'
import { type LayoutTexts, layoutTexts } from './texts'

export type MessageName = Exclude<keyof LayoutTexts['messages'], 'requestId' | 'toDashboard' | 'toHome'>

/** Answers an address that is no page; members of staff keep the navigation of the workspace that it names. */
export async function answerUnknownPage(c: Context<Env>) {
  // Whatever is wrong with the session or the workspace, there is no such page.
  if (c.var.staff) await query(c.var.staff, {}).catch(() => {})
  return answerMessage(c, 404, 'notFound')
}

/** Answers with a page that says one thing, within the workspace if a trip of the request has proved the session. */
export function answerMessage(c: Context<Env>, status: ContentfulStatusCode, message: MessageName) {
  const viewer = knownViewer(c)
  const locale = viewer?.locale ?? localeFor(c.req)
  const { [message]: t, requestId, toDashboard, toHome } = layoutTexts(locale).messages
  const back = viewer
    ? { href: pathIn(viewer.staff.workspace), label: toHome }
    : { href: '/dashboard', label: toDashboard }
  const content = (
    <Message title={t.title} lead={t.lead} back={back}>
      {status >= 500 && (
        <Quiet>
          {requestId} {c.var.requestId}
        </Quiet>
      )}
    </Message>
  )
  return c.html(
    viewer ? (
      <StaffLayout title={t.title} viewer={viewer}>
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
