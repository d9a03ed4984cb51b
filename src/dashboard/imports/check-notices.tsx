import type { PreparedImport } from '../../domain/imports/prepare'
import { ButtonLink } from '../../ui/button'
import { formatDate, formatNumber } from '../../ui/i18n/format'
import { Notice } from '../../ui/notice'
import type { Viewer } from '../layout'
import { importPath } from './path'
import { importTexts } from './texts'

type Props = { prepared: PreparedImport; viewer: Viewer }

/** What there is to know before a file is imported: open questions, rows that are put together, and what follows. */
export function CheckNotices({ prepared, viewer }: Props) {
  const { locale } = viewer
  const { stored, rows, counts, replacingKeys } = prepared
  const { listId, id, settings, state } = stored
  if (state !== 'draft') return null
  const t = importTexts(locale).check
  const number = (count: number) => formatNumber(count, locale)
  const open = rows.questions.filter(({ isAnswered }) => !isAnswered).length
  const { missing } = settings.options
  const warnings = [
    missing !== 'leave' &&
      counts.ended > 0 &&
      t.ends(number(counts.ended), formatDate(missing.leave_date, locale)),
    settings.answers.mandate_without_date === 'join_date' && t.joinDates,
    counts.accountsWaiting > 0 && t.accountsWait(number(counts.accountsWaiting)),
    ...(counts.created > 0 ? replacingKeys.map(t.keyReplaces) : []),
  ].filter((text) => text !== false)
  const facts = [
    rows.counts.united > 0 && t.united(number(rows.counts.united)),
    rows.counts.totals > 0 && t.totals(number(rows.counts.totals)),
  ].filter((text) => text !== false)
  return (
    <>
      {open > 0 && (
        <Notice
          tone="warn"
          isQuiet
          action={
            <ButtonLink kind="second" href={importPath(viewer, listId, id, '/questions')}>
              {t.answer}
            </ButtonLink>
          }
        >
          {t.questionsOpen(number(open))}
        </Notice>
      )}
      {warnings.length > 0 && (
        <Notice tone="warn" isQuiet>
          {warnings.map((text) => (
            <p>{text}</p>
          ))}
        </Notice>
      )}
      {facts.length > 0 && (
        <Notice tone="info" isQuiet>
          {facts.map((text) => (
            <p>{text}</p>
          ))}
        </Notice>
      )}
    </>
  )
}
