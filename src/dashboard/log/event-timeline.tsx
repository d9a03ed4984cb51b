import type { Child } from 'hono/jsx'
import type { CustomColumn } from '../../domain/custom-columns/column'
import type { Event } from '../../domain/events/event'
import { formatInstant } from '../../ui/i18n/format'
import { wordOf } from '../../ui/i18n/word-of'
import { Timeline } from '../../ui/timeline'
import type { Viewer } from '../layout'
import { Sentence, SentenceBody } from './sentence'
import { sentenceTexts } from './sentence-texts'

type Props<E extends Event> = {
  /** The events of one thing, newest first. */
  events: E[]
  viewer: Viewer
  /** The custom columns whose values the events may have changed. */
  columns?: CustomColumn[]
  /** What stands below the sentence; absent, what changed. */
  bodyOf?: (event: E) => Child
  actionOf?: (event: E) => Child
}

/** What was done with one thing, each in a sentence. */
export function EventTimeline<E extends Event>({ events, viewer, columns = [], ...props }: Props<E>) {
  const { staff, locale } = viewer
  const { timezone, currency } = staff.workspace
  const wording = { columns, timezone, currency, locale }
  const { bodyOf = (event) => <SentenceBody event={event} wording={wording} />, actionOf } = props
  return (
    <Timeline
      days={[
        {
          entries: events.map((event) => ({
            at: event.at,
            time: formatInstant(event.at, timezone, locale),
            text: <Sentence event={event} wording={wording} isOwn />,
            body: bodyOf(event),
            detail: event.door !== 'dashboard' && wordOf(sentenceTexts(locale).doors, event.door),
            action: actionOf?.(event),
          })),
        },
      ]}
    />
  )
}
