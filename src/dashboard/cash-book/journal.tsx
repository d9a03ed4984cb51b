import { Hono } from 'hono'
import { viewJournal } from '../../domain/book/journal/journal'
import { isNarrowed, readJournalQuery } from '../../domain/book/journal/query'
import type { Env } from '../../env'
import { ButtonLink } from '../../ui/button'
import { Empty } from '../../ui/empty'
import { formatNumber } from '../../ui/i18n/format'
import { Menu, MenuList } from '../../ui/menu'
import { Notice } from '../../ui/notice'
import { PageHead } from '../../ui/page-head'
import { StaffLayout, viewerOf } from '../layout'
import { YearChips } from './journal-chips'
import { JournalFilter } from './journal-filter'
import type { JournalProps } from './journal-props'
import { JournalTable } from './journal-rows'
import { mayBook } from './may-book'
import { bookPath, yearIn } from './paths'
import { bookTexts } from './texts'
import { YearFoot } from './year-foot'

/** The journal of a fiscal year. An address without a year means that of today. */
export const journalPage = new Hono<Env>().get('/:workspace/cash-book', async (c) => {
  const asked = yearIn(c.req.query('year'))
  const query = readJournalQuery(c.req.query(), asked ?? c.var.staff.now.getUTCFullYear())
  const journal = await viewJournal(c.var.staff, query)
  const viewer = viewerOf(c)
  if (asked === undefined && journal.currentYear !== query.year)
    return c.redirect(bookPath(viewer, '', { year: journal.currentYear }))
  return c.html(<JournalPage {...{ viewer, query, journal }} />)
})

function JournalPage(props: JournalProps) {
  const { viewer, query, journal } = props
  const t = bookTexts(viewer.locale)
  const { report, closedYear } = journal
  const isClosed = closedYear !== null && query.year <= closedYear
  const hasVouchers = journal.rows.length > 0 || isNarrowed(query) || query.cursor !== undefined
  return (
    <StaffLayout title={t.title} viewer={viewer} section="cashBook">
      <PageHead title={t.title} actions={<JournalActions {...props} />} />
      <YearChips {...props} />
      {isClosed && (
        <Notice tone="info" isQuiet>
          <p>{t.isClosed(query.year)}</p>
        </Notice>
      )}
      {report && report.unassigned.lines > 0 && <ToAssign {...props} lines={report.unassigned.lines} />}
      {hasVouchers && <JournalFilter {...props} />}
      {journal.rows.length > 0 ? <JournalTable {...props} /> : <NoVouchers {...props} />}
      {report && report.vouchers > 0 && <YearFoot report={report} viewer={viewer} />}
    </StaffLayout>
  )
}

function JournalActions({ viewer, query: { year, account } }: JournalProps) {
  const t = bookTexts(viewer.locale)
  const mayEnter = mayBook(viewer)
  const items = [
    ...(mayEnter ? [{ label: t.transfer, href: bookPath(viewer, '/transfer') }] : []),
    { label: t.count, href: bookPath(viewer, '/count') },
    ...(mayEnter
      ? [
          { label: t.assign, href: bookPath(viewer, '/assign', { year }) },
          { label: t.bookFees, href: bookPath(viewer, '/fees') },
        ]
      : []),
    { label: t.exportJournal, action: bookPath(viewer, '/export', { year }), startsGroup: true },
  ]
  return (
    <>
      <ButtonLink kind="second" href={bookPath(viewer, '/report', { year })}>
        {t.report}
      </ButtonLink>
      <Menu id="book-actions" label={t.more} isAtEnd>
        <MenuList items={items} />
      </Menu>
      {mayEnter && (
        <ButtonLink href={bookPath(viewer, '/new', { account })} icon="plus" shortcut="n">
          {t.newVoucher}
        </ButtonLink>
      )}
    </>
  )
}

function ToAssign({ viewer, query: { year }, lines }: JournalProps & { lines: number }) {
  const t = bookTexts(viewer.locale)
  const mayAssign = mayBook(viewer)
  const href = mayAssign
    ? bookPath(viewer, '/assign', { year })
    : bookPath(viewer, '', { year, unassigned: '1' })
  return (
    <Notice
      tone="warn"
      isQuiet
      action={
        <ButtonLink kind="second" href={href}>
          {mayAssign ? t.assign : t.closePage.fix}
        </ButtonLink>
      }
    >
      <p>{t.toAssign(formatNumber(lines, viewer.locale))}</p>
    </Notice>
  )
}

function NoVouchers({ viewer, query }: JournalProps) {
  const t = bookTexts(viewer.locale)
  if (isNarrowed(query) || query.cursor !== undefined)
    return (
      <Empty
        title={t.nothingFound}
        lead={t.nothingFoundLead}
        action={
          <ButtonLink kind="second" href={bookPath(viewer, '', { year: query.year })}>
            {t.showAll}
          </ButtonLink>
        }
      />
    )
  return (
    <Empty
      title={t.emptyTitle(query.year)}
      lead={t.emptyLead}
      action={
        mayBook(viewer) && (
          <ButtonLink kind="second" href={bookPath(viewer, '/new', { account: query.account })}>
            {t.newVoucher}
          </ButtonLink>
        )
      }
    />
  )
}
