import { permits } from '../../../domain/access/authorize'
import type { Event } from '../../../domain/events/event'
import { Quiet } from '../../../ui/text'
import { EventTimeline } from '../../log/event-timeline'
import { logPath } from '../../log/path'
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
  return (
    <>
      <EventTimeline
        {...{ events, viewer }}
        bodyOf={(event) => reasonOf(event) && <p>{reasonOf(event)}</p>}
      />
      {permits(staff, 'audit:read') && (
        <Quiet>
          <a href={logPath(viewer, { subject: collection.id })}>{sentenceTexts(locale).wholeLog}</a>
        </Quiet>
      )}
    </>
  )
}
