import { permits } from '../../domain/access/authorize'
import type { ExplainedRefusal } from '../../domain/shared/refusals'
import type { ClosingChecks } from '../../domain/years/closing-checks'
import { Badge } from '../../ui/badge'
import { formatDate, formatMoney, formatNumber } from '../../ui/i18n/format'
import { kitTexts } from '../../ui/i18n/kit'
import { Lines } from '../../ui/lines'
import { reconciliationPath } from '../bank/paths'
import type { Viewer } from '../layout'
import { pathIn } from '../paths'
import { refusalText } from '../refusals'
import { bookPath } from './paths'
import { bookTexts } from './texts'

/** A thing to check before a year is closed; `href` is where it is done. */
export type ClosingItem = { isDone: boolean; text: string; href?: string }

/** What `closeYear` requires. */
export function requirementsOf(checks: ClosingChecks, viewer: Viewer): ClosingItem[] {
  const { locale, staff } = viewer
  const { closePage: t } = bookTexts(locale)
  const { report, isOver, closedYear, earlierYear, openLines, waiting, keepsBook } = checks
  const { lines } = report.unassigned
  const { year } = report
  const mayBook = permits(staff, 'bookkeeping:write')
  const last = formatDate(report.last_on, locale)
  const isLater = closedYear !== null && closedYear > year
  const missing = (refusal: ExplainedRefusal) => ({ isDone: false, text: refusalText(refusal, viewer) })
  if (!keepsBook) return [missing({ code: 'book_elsewhere' })]
  return [
    isOver ? { isDone: true, text: t.over(last) } : missing({ code: 'year_not_over', date: report.last_on }),
    earlierYear === null
      ? isLater
        ? missing({ code: 'closed_year_later', year: closedYear })
        : { isDone: true, text: t.earlierDone }
      : {
          isDone: false,
          text: t.earlier(earlierYear),
          href: bookPath(viewer, '/close', { year: earlierYear }),
        },
    lines === 0
      ? { isDone: true, text: t.linesDone }
      : {
          ...missing({ code: 'lines_unassigned', count: lines, isNonprofit: report.is_nonprofit }),
          href: mayBook
            ? bookPath(viewer, '/assign', { year })
            : bookPath(viewer, '', { year, unassigned: '1' }),
        },
    openLines === 0
      ? { isDone: true, text: t.bankDone }
      : {
          ...missing({ code: 'bank_lines_open', count: openLines }),
          href: pathIn(staff.workspace, '/bank'),
        },
    waiting === 0
      ? { isDone: true, text: t.paymentsDone }
      : {
          ...missing({ code: 'payments_waiting', count: waiting }),
          href: bookPath(viewer, '/fees', { year }),
        },
  ]
}

/** What the bank says of its accounts, if that is another balance than the book has, or none. A reason stands in for it. */
export function bankRequirementsOf({ report, differences }: ClosingChecks, viewer: Viewer): ClosingItem[] {
  const { closePage: t } = bookTexts(viewer.locale)
  if (differences.length === 0) return [{ isDone: true, text: t.banksAgree }]
  return differences.map(({ id, refusal }) => ({
    isDone: false,
    text: refusalText(refusal, viewer),
    href: reconciliationPath(viewer, id, { on: report.last_on, closing: String(report.year) }),
  }))
}

/** What is worth a look, although the year can be closed without it. */
export function adviceOn({ report, aroundEnd, boxes }: ClosingChecks, viewer: Viewer): ClosingItem[] {
  const { locale, staff } = viewer
  const { closePage: t } = bookTexts(locale)
  return [
    ...(!report.is_nonprofit && report.spheres.some(({ sphere }) => sphere === null)
      ? [
          {
            isDone: false,
            text: t.maybeNonprofit,
            ...(permits(staff, 'settings:write') && {
              href: pathIn(staff.workspace, '/settings/direct-debit'),
            }),
          },
        ]
      : []),
    ...(aroundEnd > 0
      ? [
          {
            isDone: false,
            text: t.aroundEnd(formatNumber(aroundEnd, locale)),
            href: bookPath(viewer, '', { year: report.year }),
          },
        ]
      : []),
    ...boxes.map(({ name, counted_on, difference }): ClosingItem => {
      const href = bookPath(viewer, '/count')
      if (counted_on === null) return { isDone: false, text: t.notCounted(name), href }
      const date = formatDate(counted_on, locale)
      if (difference === 0) return { isDone: true, text: t.counted(name, date) }
      const amount = formatMoney(difference ?? 0, staff.workspace.currency, locale)
      return { isDone: false, text: t.differs(name, date, amount), href }
    }),
  ]
}

/** The things to check, each with whether it is done. */
export function CheckList({ items, viewer }: { items: ClosingItem[]; viewer: Viewer }) {
  const { closePage: t } = bookTexts(viewer.locale)
  return (
    <Lines
      items={items.map(({ isDone, text, href }) => ({
        main: text,
        badge: isDone ? (
          <Badge tone="good">{kitTexts(viewer.locale).done}</Badge>
        ) : (
          href && <a href={href}>{t.fix}</a>
        ),
      }))}
    />
  )
}
