import { Hono } from 'hono'
import { permits } from '../../domain/access/authorize'
import { viewYear } from '../../domain/book/years/get'
import type { FiscalYear } from '../../domain/book/years/year'
import type { Env } from '../../env'
import { type Done, takeDone } from '../../http/done'
import { Badge } from '../../ui/badge'
import { Button, ButtonLink } from '../../ui/button'
import { Form } from '../../ui/form-layout'
import { formatDate, formatDay, formatNumber } from '../../ui/i18n/format'
import { DoneNotice, Notice } from '../../ui/notice'
import { Signatures } from '../../ui/signatures'
import { Actions, Stack } from '../../ui/stack'
import { Lead, Quiet } from '../../ui/text'
import { type Viewer, viewerOf } from '../layout'
import { yearName } from './last-year'
import { BookLayout } from './layout'
import { bookPath, yearIn } from './paths'
import { AccountsTable, CategoriesTable, CostUnitsTable } from './report-tables'
import { bookTexts } from './texts'
import { SphereSums } from './year-foot'

/** The report of a year, to read, print and sign. */
export const reportPage = new Hono<Env>().get('/:workspace/cash-book/report', async (c) => {
  const year = yearIn(c.req.query('year')) ?? c.var.staff.now.getUTCFullYear()
  const { report, last } = await viewYear(c.var.staff, { year })
  return c.html(<ReportPage {...{ report, last }} viewer={viewerOf(c)} done={takeDone(c)} />)
})

type Props = { report: FiscalYear; last?: FiscalYear | undefined; viewer: Viewer; done: Done | undefined }

function ReportPage({ report, last, viewer, done }: Props) {
  const { locale, staff } = viewer
  const { reportPage: t } = bookTexts(locale)
  const { closed_at, unassigned, sha256, difference_reason } = report
  return (
    <BookLayout
      title={t.title(yearName(report))}
      badge={closed_at ? <Badge tone="good">{t.closed}</Badge> : <Badge tone="warn">{t.open}</Badge>}
      viewer={viewer}
      year={report.year}
      actions={<ReportActions report={report} viewer={viewer} />}
      notice={<DoneNotice done={done} texts={{ closed: t.closedNow, reopened: t.reopenedNow }} />}
    >
      <Stack gap="small">
        <Lead>
          {staff.workspace.name} ·{' '}
          {t.period(formatDate(report.first_on, locale), formatDate(report.last_on, locale))}
        </Lead>
        <Quiet>
          {closed_at ? t.closedLead(formatDay(closed_at, staff.workspace.timezone, locale)) : t.openLead}{' '}
          {t.vouchers(formatNumber(report.vouchers, locale), `${report.year}-${report.last_number}`)}
        </Quiet>
      </Stack>
      {unassigned.lines > 0 && (
        <Notice tone="warn" isQuiet>
          <p>{t.unassigned(formatNumber(unassigned.lines, locale), report.is_nonprofit)}</p>
        </Notice>
      )}
      <AccountsTable report={report} viewer={viewer} />
      {difference_reason && (
        <Notice tone="warn" isQuiet>
          <p>
            {t.differs} {difference_reason}
          </p>
        </Notice>
      )}
      <SphereSums {...{ report, last, viewer }} />
      <CategoriesTable {...{ report, last, viewer }} />
      <CostUnitsTable {...{ report, last, viewer }} />
      <Signatures title={t.signatures} items={t.signers} />
      {sha256 && (
        <Quiet>
          {t.digest}: <span class="numbers">{sha256}</span>
        </Quiet>
      )}
      <Actions>
        <Quiet>{t.print}</Quiet>
      </Actions>
    </BookLayout>
  )
}

function ReportActions({ report: { year, closed_at }, viewer }: Omit<Props, 'done'>) {
  const t = bookTexts(viewer.locale)
  const { staff } = viewer
  return (
    <Actions>
      <Form action={bookPath(viewer, '/report/export', { year })}>
        <Button kind="second" icon="download">
          {t.reportPage.csv}
        </Button>
      </Form>
      <Form action={bookPath(viewer, '/export', { year })}>
        <Button kind="second" icon="download">
          {t.exportJournal}
        </Button>
      </Form>
      {!closed_at && permits(staff, 'bookkeeping:write') && (
        <ButtonLink href={bookPath(viewer, '/close', { year })}>{t.reportPage.close}</ButtonLink>
      )}
      {closed_at && permits(staff, 'settings:write') && (
        <ButtonLink kind="second" href={bookPath(viewer, '/reopen', { year })}>
          {t.reportPage.reopen}
        </ButtonLink>
      )}
    </Actions>
  )
}
