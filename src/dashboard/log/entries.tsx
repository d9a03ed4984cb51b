import { permits } from '../../domain/access/authorize'
import type { Event } from '../../domain/events/event'
import type { LogEntry, LogPage } from '../../domain/pages/log'
import type { LogQuery } from '../../domain/pages/log-query'
import { todayIn } from '../../domain/shared/dates'
import { formatDate, formatNumber, formatTime } from '../../ui/i18n/format'
import { wordOf } from '../../ui/i18n/word-of'
import { Quiet } from '../../ui/text'
import { ChangeList, Fold, Timeline } from '../../ui/timeline'
import type { Viewer } from '../layout'
import { UndoButton, UndoOffer } from '../undo/notice'
import { undoTexts } from '../undo/texts'
import { logPath, pageHref } from './path'
import { FieldChange, ManySentence, Sentence, SentenceBody, Subject } from './sentence'
import { sentenceTexts } from './sentence-texts'
import { logTexts } from './texts'
import { fieldLabel, isPerson, type Wording } from './values'

type Props = { viewer: Viewer; query: LogQuery; page: LogPage }

/** The entries of a page, under the days on which they happened. */
export function Entries({ viewer, query, page }: Props) {
  const { timezone } = viewer.staff.workspace
  const days = Map.groupBy(page.entries, ({ events: [{ at }] }) => todayIn(timezone, new Date(at)))
  return (
    <Timeline
      isPage
      days={[...days].map(([day, entries]) => ({
        day: dayName(day, viewer),
        entries: entries.map((entry) => timelineEntry(entry, { viewer, query, page })),
      }))}
    />
  )
}

function dayName(day: string, { staff, locale }: Viewer): string {
  const t = logTexts(locale)
  const { timezone } = staff.workspace
  const now = Date.now()
  if (day === todayIn(timezone, new Date(now))) return `${t.today}, ${formatDate(day, locale)}`
  if (day === todayIn(timezone, new Date(now - DAY))) return `${t.yesterday}, ${formatDate(day, locale)}`
  return formatDate(day, locale)
}

const DAY = 24 * 60 * 60 * 1000

function timelineEntry({ events, count }: LogEntry, { viewer, query, page }: Props) {
  const { staff, locale } = viewer
  const { timezone, currency } = staff.workspace
  const wording: Wording = { columns: page.columns, timezone, currency, locale }
  const [event] = events
  const hrefOf = (event: Event) =>
    pageHref(event, viewer) ??
    (event.subject.id === query.subject ? undefined : logPath(viewer, { subject: event.subject.id }))
  const { kind } = event.subject
  const back = logPath(viewer, query)
  const mayUndo = isPerson(kind) && permits(staff, kind === 'contact' ? 'contacts:write' : 'members:write')
  return {
    id: event.id,
    at: event.at,
    time: formatTime(event.at, timezone, locale),
    text:
      count > 1 ? (
        <ManySentence events={events} count={count} wording={wording} />
      ) : (
        <Sentence event={event} wording={wording} hrefOf={hrefOf} />
      ),
    body:
      count > 1 ? (
        <EntryList {...{ events, count, wording, viewer, hrefOf }} />
      ) : (
        <SentenceBody event={event} wording={wording} />
      ),
    detail: event.door !== 'dashboard' && wordOf(sentenceTexts(locale).doors, event.door),
    action:
      mayUndo &&
      (count === 1 ? (
        <UndoOffer {...{ viewer, event, back }} />
      ) : (
        events.some(({ undo }) => undo) && (
          <UndoButton
            {...{ viewer, back }}
            batchId={event.batch_id}
            label={undoTexts(locale).undoAll(formatNumber(count, locale))}
            isPlain
          />
        )
      )),
  }
}

type ListProps = LogEntry & { wording: Wording; viewer: Viewer; hrefOf: (event: Event) => string | undefined }

/** The events of an entry, which opens to them; the first of very many. Those of deleted persons say nothing more. */
function EntryList({ events, count, wording, viewer, hrefOf }: ListProps) {
  const { locale } = wording
  const t = logTexts(locale)
  const shown = events.filter(({ subject }) => subject.name !== null)
  if (shown.length === 0) return null
  const rest = count - events.length
  return (
    <Fold label={t.showAll(formatNumber(count, locale))}>
      <ChangeList
        items={shown.map((event) => ({
          label: <Subject event={event} hrefOf={hrefOf} />,
          value: event.action.endsWith('.updated') && <Changes event={event} wording={wording} />,
        }))}
      />
      {rest > 0 && (
        <Quiet>
          <a href={logPath(viewer, { batch: events[0].batch_id })}>{t.more(formatNumber(rest, locale))}</a>
        </Quiet>
      )}
    </Fold>
  )
}

/** All changes of an event in one line. */
const Changes = ({ event, wording }: { event: Event; wording: Wording }) =>
  Object.keys(event.changes ?? {}).map((path, index, { length }) => (
    <>
      {index > 0 && '; '}
      {length > 1 && `${fieldLabel(event.subject.kind, path, wording)} `}
      <FieldChange event={event} path={path} wording={wording} />
    </>
  ))
