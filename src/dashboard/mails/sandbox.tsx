import { Hono } from 'hono'
import { listSandboxMails, type SandboxMail } from '../../domain/mails/sandbox-mails'
import type { Env } from '../../env'
import { Card } from '../../ui/card'
import { Empty } from '../../ui/empty'
import { formatInstant } from '../../ui/i18n/format'
import { Breadcrumb, PageHead } from '../../ui/page-head'
import { Measure } from '../../ui/stack'
import { Prose, Quiet } from '../../ui/text'
import { StaffLayout, type Viewer, viewerOf } from '../layout'
import { mailsPath } from './path'
import { mailsTexts } from './texts'
import { sandboxTexts } from './texts-sandbox'

/** The mails that a sandbox has kept in place of sending them, newest first. */
export const sandboxPage = new Hono<Env>().get('/:workspace/mails/sandbox', async (c) => {
  const mails = await listSandboxMails(c.var.staff)
  return c.html(<SandboxPage mails={mails} viewer={viewerOf(c)} />)
})

function SandboxPage({ mails, viewer }: { mails: SandboxMail[]; viewer: Viewer }) {
  const { staff, locale } = viewer
  const t = sandboxTexts(locale)
  const { isSandbox, timezone } = staff.workspace
  return (
    <StaffLayout title={t.title} viewer={viewer} section="mails">
      <Measure>
        <PageHead
          title={t.title}
          lead={isSandbox && t.lead}
          breadcrumb={
            <Breadcrumb
              items={[{ label: mailsTexts(locale).title, href: mailsPath(viewer) }]}
              locale={locale}
            />
          }
        />
        {mails.length === 0 && (
          <Empty title={isSandbox ? t.none : t.notHere} lead={isSandbox ? t.noneLead : t.notHereLead} />
        )}
        {mails.map(({ id, at, to, subject, text }) => (
          <Card id={id} title={subject}>
            <Quiet>{t.to(to, formatInstant(at, timezone, locale))}</Quiet>
            <Prose>{withLinks(text)}</Prose>
          </Card>
        ))}
      </Measure>
    </StaffLayout>
  )
}

/** A text whose addresses can be opened. */
const withLinks = (text: string) =>
  text
    .split(/(https?:\/\/[^\s<>]*[^\s<>.,;:!?)])/)
    .map((part, index) => (index % 2 === 1 ? <a href={part}>{part}</a> : part))
