import { Hono } from 'hono'
import { permits } from '../../domain/access/authorize'
import { decideHeld, type HeldMail, type HeldMails, viewHeldMails } from '../../domain/mails/held'
import type { Env } from '../../env'
import { type Done, done, takeDone } from '../../http/done'
import { readForm } from '../../http/forms'
import { originOf } from '../../http/origin'
import { queueMails } from '../../mail/queue'
import { Button } from '../../ui/button'
import { Form } from '../../ui/form-layout'
import { formatDay, formatNumber } from '../../ui/i18n/format'
import { DoneNotice, Notice } from '../../ui/notice'
import { Breadcrumb, PageHead } from '../../ui/page-head'
import { Actions } from '../../ui/stack'
import { type Column, Table } from '../../ui/table'
import { Quiet } from '../../ui/text'
import { StaffLayout, type Viewer, viewerOf } from '../layout'
import { restoreText } from '../restored'
import { occasionName } from './automatic-occasions'
import { mailsPath } from './path'
import { mailsTexts } from './texts'
import { heldTexts } from './texts-held'

const HELD = '/:workspace/mails/held'
const DECISIONS = ['stop', 'continue'] as const

/** The mails that are held since the data was restored, and the buttons that release or drop those that it shows. */
export const heldPage = new Hono<Env>()
  .get(HELD, async (c) => {
    const held = await viewHeldMails(c.var.staff)
    return c.html(<HeldPage {...held} done={takeDone(c)} viewer={viewerOf(c)} />)
  })

  .post(HELD, async (c) => {
    const form = await readForm(c)
    const decision = DECISIONS.find((known) => known === form.get('decision'))
    if (!decision) return c.redirect(mailsPath({ staff: c.var.staff.current() }, '/held'), 303)
    const { count, sendings } = await decideHeld(c.var.staff, { ids: form.getAll('id'), decision })
    for (const sending of sendings) await queueMails(c.env, sending, originOf(c))
    return done(c, decision, { to: mailsPath({ staff: c.var.staff.current() }, '/held'), numbers: { count } })
  })

type Props = HeldMails & { done: Done | undefined; viewer: Viewer }

function HeldPage({ mails, restore, done, viewer }: Props) {
  const { staff, locale } = viewer
  const t = heldTexts(locale)
  const count = done?.numbers.count ?? 0
  const hidden = mails.map(({ id }): [string, string] => ['id', id])
  return (
    <StaffLayout title={t.title} viewer={viewer} section="mails">
      <PageHead
        title={t.title}
        breadcrumb={
          <Breadcrumb
            items={[{ label: mailsTexts(locale).title, href: mailsPath(viewer) }]}
            locale={locale}
          />
        }
      />
      <DoneNotice
        done={done}
        texts={{
          continue: t.released(count, formatNumber(count, locale)),
          stop: t.dropped(count, formatNumber(count, locale)),
        }}
      />
      {mails.length === 0 ? (
        <Quiet>{t.none}</Quiet>
      ) : (
        <>
          {restore && (
            <Notice tone="warn" title={restoreText(restore, viewer)}>
              <p>{t.why}</p>
            </Notice>
          )}
          <Table
            caption={t.title}
            columns={columnsOf(viewer)}
            rows={mails}
            rowId={({ id }) => id}
            locale={locale}
          />
          {permits(staff, 'mails:send') && (
            <Form action={mailsPath(viewer, '/held')} hidden={new URLSearchParams(hidden)}>
              <Actions>
                <Button name="decision" value="stop">
                  {t.dropAll}
                </Button>
                <Button name="decision" value="continue" kind="second">
                  {t.releaseAll}
                </Button>
              </Actions>
              <Quiet>{t.one}</Quiet>
            </Form>
          )}
        </>
      )}
    </StaffLayout>
  )
}

function columnsOf(viewer: Viewer): Column<HeldMail>[] {
  const { staff, locale } = viewer
  const t = heldTexts(locale)
  return [
    {
      key: 'subject',
      label: t.subject,
      cell: ({ id, subject }) => <a href={mailsPath(viewer, `/${id}`)}>{subject}</a>,
    },
    {
      key: 'about',
      label: t.about,
      cell: ({ occasion }) => (occasion === null ? t.written : occasionName(occasion, locale)),
    },
    {
      key: 'date',
      label: t.date,
      isShort: true,
      cell: ({ createdAt }) => formatDay(createdAt, staff.workspace.timezone, locale),
    },
    {
      key: 'waiting',
      label: t.waiting,
      cell: ({ waiting }) => formatNumber(waiting, locale),
      isNumeric: true,
      phone: 'aside',
    },
  ]
}
