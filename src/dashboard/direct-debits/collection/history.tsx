import { permits } from '../../../domain/access/authorize'
import type { Event } from '../../../domain/events/event'
import { formatInstant } from '../../../ui/i18n/format'
import { Quiet } from '../../../ui/text'
import { Timeline } from '../../../ui/timeline'
import { logPath } from '../../log/path'
import { Sentence } from '../../log/sentence'
import { sentenceTexts } from '../../log/sentence-texts'
import type { CollectionProps } from './props'

/** Why someone discarded a collection, or allowed debits again. */
const reasonOf = ({ changes }: Event) => {
  const [, text] = changes?.reason ?? changes?.note ?? []
  return typeof text === 'string' ? text : undefined
}

/** What was done with a collection, each in a sentence, newest first. */
export function History({ opened: { collection, events }, viewer }: CollectionProps) {
  const { staff, locale } = viewer
  const { timezone, currency } = staff.workspace
  const wording = { columns: [], timezone, currency, locale }
  return (
    <>
      <Timeline
        days={[
          {
            entries: events.map((event) => ({
              at: event.at,
              time: formatInstant(event.at, timezone, locale),
              text: <Sentence event={event} wording={wording} isOwn />,
              body: reasonOf(event) && <p>{reasonOf(event)}</p>,
              detail: event.door !== 'dashboard' && sentenceTexts(locale).doors[event.door],
            })),
          },
        ]}
      />
      {permits(staff, 'audit:read') && (
        <Quiet>
          <a href={logPath(viewer, { subject: collection.id })}>{sentenceTexts(locale).wholeLog}</a>
        </Quiet>
      )}
    </>
  )
}
