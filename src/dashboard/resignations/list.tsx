import { Hono } from 'hono'
import { listWaitingResignations, type WaitingResignation } from '../../domain/portal/resign/decide'
import type { Env } from '../../env'
import { type Done, takeDone } from '../../http/done'
import { Empty } from '../../ui/empty'
import { formatDate, formatInstant } from '../../ui/i18n/format'
import { DoneNotice } from '../../ui/notice'
import { PageHead } from '../../ui/page-head'
import { Table } from '../../ui/table'
import { Quiet } from '../../ui/text'
import { StaffLayout, type Viewer, viewerOf } from '../layout'
import { personPathIn } from '../paths'
import { WayBack } from '../way-back'
import { TO_RESIGNATIONS } from './paths'
import { resignationTexts } from './texts'

/** The resignations that wait for staff, the oldest first. */
export const resignationsPage = new Hono<Env>().get(`/:workspace${TO_RESIGNATIONS}`, async (c) => {
  const waiting = await listWaitingResignations(c.var.staff)
  return c.html(<ListPage {...{ waiting }} done={takeDone(c)} viewer={viewerOf(c)} />)
})

type Props = { waiting: WaitingResignation[]; done: Done | undefined; viewer: Viewer }

function ListPage({ waiting, done, viewer }: Props) {
  const { locale, staff } = viewer
  const t = resignationTexts(locale)
  return (
    <StaffLayout title={t.title} viewer={viewer} section="members">
      <DoneNotice done={done} texts={t.done} />
      <PageHead title={t.title} lead={t.lead} breadcrumb={<WayBack viewer={viewer} section="members" />} />
      <Table
        caption={t.title}
        locale={locale}
        rows={waiting}
        rowId={({ id }) => id}
        empty={<Empty title={t.none} lead={t.noneLead} />}
        columns={[
          {
            key: 'member',
            label: t.member,
            cell: ({ person_id, name }) => (
              <a href={personPathIn(staff.workspace, 'members', person_id, '/resignation')}>{name}</a>
            ),
          },
          {
            key: 'arrived',
            label: t.arrived,
            cell: ({ sent_at }) => formatInstant(sent_at, staff.workspace.timezone, locale),
          },
          {
            key: 'day',
            label: t.lastDay,
            cell: ({ leave_date, cause }) => (
              <>
                {formatDate(leave_date, locale)} {cause && <Quiet>{t.forCause}</Quiet>}
              </>
            ),
          },
          {
            key: 'what',
            label: t.what,
            cell: ({ withdrawal_asked_at }) => (withdrawal_asked_at ? t.withdraw : t.accept),
          },
        ]}
      />
    </StaffLayout>
  )
}
