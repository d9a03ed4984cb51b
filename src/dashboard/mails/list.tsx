import { Hono } from 'hono'
import { permits } from '../../domain/access/authorize'
import { type ListedMail, type MailsPage, viewMails } from '../../domain/mails/view-list'
import type { Env } from '../../env'
import { type Done, takeDone } from '../../http/done'
import { ButtonLink } from '../../ui/button'
import { Empty } from '../../ui/empty'
import { formatDay, formatNumber } from '../../ui/i18n/format'
import { DoneNotice } from '../../ui/notice'
import { PageHead } from '../../ui/page-head'
import { Actions, Stack } from '../../ui/stack'
import { type Column, Table } from '../../ui/table'
import { StaffLayout, type Viewer, viewerOf } from '../layout'
import { shortAudienceText } from './audience'
import { occasionName } from './automatic-occasions'
import { mailsPath } from './path'
import { MailState } from './state'
import { mailsTexts } from './texts'
import { reminderTexts } from './texts-reminders'

/** The mails of a workspace: drafts, then the others, newest first. */
export const listPage = new Hono<Env>().get('/:workspace/mails', async (c) => {
  const before = c.req.query('before')
  const page = await viewMails(c.var.staff, { before })
  return c.html(<ListPage {...{ page, before }} done={takeDone(c)} viewer={viewerOf(c)} />)
})

type Props = {
  page: MailsPage
  before: string | undefined
  done: Done | undefined
  viewer: Viewer
}

function ListPage({ page, before, done, viewer }: Props) {
  const { staff, locale } = viewer
  const t = mailsTexts(locale)
  const add = permits(staff, 'mails:send') && (
    <ButtonLink href={mailsPath(viewer, '/new')} icon="plus" shortcut="n">
      {t.add}
    </ButtonLink>
  )
  const { drafts, mails, next } = page
  const isEmpty = drafts.length === 0 && mails.length === 0 && !before
  return (
    <StaffLayout title={t.title} viewer={viewer} section="mails">
      <PageHead
        title={t.title}
        lead={t.lead}
        actions={
          <>
            {!isEmpty && add}
            <ButtonLink kind="second" href={mailsPath(viewer, '/automatic')}>
              {t.automatics}
            </ButtonLink>
          </>
        }
      />
      <DoneNotice
        done={done}
        texts={{
          deleted: t.deleted,
          reminded: reminderTexts(locale).sent(formatNumber(done?.numbers.count ?? 0, locale)),
        }}
      />
      {isEmpty && <Empty title={t.none} lead={t.noneLead} action={add} />}
      <Mails title={t.drafts} mails={drafts} viewer={viewer} />
      <Mails title={t.written} mails={mails} viewer={viewer} />
      <Actions>
        {before && (
          <ButtonLink kind="second" href={mailsPath(viewer)}>
            {t.newest}
          </ButtonLink>
        )}
        {next && (
          <ButtonLink kind="second" href={mailsPath(viewer, '', { before: next })}>
            {t.older}
          </ButtonLink>
        )}
      </Actions>
    </StaffLayout>
  )
}

function Mails({ title, mails, viewer }: { title: string; mails: ListedMail[]; viewer: Viewer }) {
  if (mails.length === 0) return null
  return (
    <Stack gap="small">
      <h2>{title}</h2>
      <Table
        caption={title}
        columns={columnsOf(viewer)}
        rows={mails}
        rowId={({ id }) => id}
        locale={viewer.locale}
      />
    </Stack>
  )
}

function columnsOf(viewer: Viewer): Column<ListedMail>[] {
  const { staff, locale } = viewer
  const t = mailsTexts(locale)
  const number = (value: number) => formatNumber(value, locale)
  return [
    {
      key: 'subject',
      label: t.columns.subject,
      cell: ({ id, subject }) => <a href={mailsPath(viewer, `/${id}`)}>{subject}</a>,
    },
    {
      key: 'audience',
      label: t.columns.audience,
      cell: (mail) =>
        mail.occasion === null
          ? shortAudienceText(mail, locale)
          : `${t.automatic}: ${occasionName(mail.occasion, locale)}`,
    },
    {
      key: 'kind',
      label: t.columns.kind,
      cell: ({ kind }) => t.kinds[kind],
      phone: 'hidden',
    },
    {
      key: 'date',
      label: t.columns.date,
      isShort: true,
      cell: ({ sentAt, createdAt }) => formatDay(sentAt ?? createdAt, staff.workspace.timezone, locale),
    },
    {
      key: 'count',
      label: t.states.sent,
      cell: ({ state, sent, total }) => state !== 'draft' && t.sentOf(number(sent), number(total)),
      isNumeric: true,
    },
    {
      key: 'state',
      label: t.columns.state,
      cell: (mail) => <MailState mail={mail} locale={locale} />,
      phone: 'aside',
    },
  ]
}
