import { type Context, Hono } from 'hono'
import type { Event } from '../../domain/events/event'
import { exportLog } from '../../domain/pages/export-log'
import { type LogQuery, readLogQuery } from '../../domain/pages/log-query'
import { csvText } from '../../domain/persons/csv/export'
import type { ToldEvent } from '../../domain/persons/payers/told-events'
import { wallClock } from '../../domain/shared/dates'
import { DomainError } from '../../domain/shared/errors'
import type { Env } from '../../env'
import { readForm } from '../../http/forms'
import { wordOf } from '../../ui/i18n/word-of'
import { Message } from '../../ui/message'
import { fileOrProof } from '../file-or-proof'
import { StaffLayout, type Viewer, viewerOf } from '../layout'
import { logPath } from './path'
import { actorName } from './sentence'
import { sentenceTexts } from './sentence-texts'
import { logTexts } from './texts'
import { fieldLabel, valueText, type Wording } from './values'

/** The log as a CSV file. A POST, since it is recorded in the log itself. */
export const exportLogFile = new Hono<Env>().post('/:workspace/log/export', async (c) => {
  const query = readLogQuery(Object.fromEntries(await readForm(c)))
  return fileOrProof(c, { page: () => logPath(viewerOf(c), query), file: () => answerFile(c, query) })
})

async function answerFile(c: Context<Env>, query: LogQuery): Promise<Response> {
  try {
    const { events, columns } = await exportLog(c.var.staff, { query })
    const viewer = viewerOf(c)
    const { timezone, currency } = viewer.staff.workspace
    const text = logCsv(events, { columns, timezone, currency, locale: viewer.locale })
    return c.body(text, 200, {
      'Content-Type': 'text/csv; charset=utf-8; header=present',
      'Content-Disposition': `attachment; filename="${logTexts(viewer.locale).file}.csv"`,
    })
  } catch (error) {
    if (!(error instanceof DomainError && error.issues)) throw error
    return c.html(<TooManyPage viewer={viewerOf(c)} />, 422)
  }
}

function logCsv(events: Event[], wording: Wording): string {
  const { timezone, locale } = wording
  const sentences = sentenceTexts(locale)
  const t = logTexts(locale)
  const rows = events.map((event) => [
    event.id,
    wallClock(timezone, new Date(event.at)),
    actorName(event, sentences),
    event.actor.id ?? '',
    wordOf(t.doors, event.door),
    event.action,
    event.subject.name ?? '',
    event.subject.id,
    changesText(event, wording),
    event.batch_id,
  ])
  return csvText(t.csv, rows, ['text', 'date'], locale.tag)
}

const changesText = (event: ToldEvent, wording: Wording): string =>
  Object.entries(event.changes ?? {})
    .map(([path, [from, to]]) => {
      const [before, after] = [from, to].map((value) => valueText(event, path, value, wording) || '–')
      return `${fieldLabel(event.subject.kind, path, wording)}: ${before} → ${after}`
    })
    .join('; ')

function TooManyPage({ viewer }: { viewer: Viewer }) {
  const t = logTexts(viewer.locale)
  return (
    <StaffLayout title={t.tooManyTitle} viewer={viewer} section="log">
      <Message title={t.tooManyTitle} lead={t.tooMany} back={{ href: logPath(viewer, {}), label: t.back }} />
    </StaffLayout>
  )
}
