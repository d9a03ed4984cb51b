import { permits } from '../../domain/access/authorize'
import type { ListColumns } from '../../domain/custom-columns/query-list'
import type { OfferedEvent } from '../../domain/persons/undo-offer'
import { Quiet } from '../../ui/text'
import type { Viewer } from '../layout'
import { UndoOffer } from '../undo/notice'
import { EventTimeline } from './event-timeline'
import { logPath } from './path'
import { sentenceTexts } from './sentence-texts'

type Props = {
  /** The events of the person, newest first. */
  events: OfferedEvent[]
  context: ListColumns
  viewer: Viewer
  /** The path of the page, to which an undo leads back. */
  back: string
}

/** What was done with a person, each in a sentence; what can be taken back has a button that does so. */
export function PersonHistory({ events, context: { list, columns }, viewer, back }: Props) {
  const { staff, locale } = viewer
  const [first] = events
  const mayUndo = permits(staff, `${list}:write`)
  return (
    <>
      <EventTimeline
        {...{ events, viewer, columns }}
        actionOf={(event) => mayUndo && <UndoOffer {...{ viewer, event, back }} />}
      />
      {first && permits(staff, 'audit:read') && (
        <Quiet>
          <a href={logPath(viewer, { subject: first.subject.id })}>{sentenceTexts(locale).wholeLog}</a>
        </Quiet>
      )}
    </>
  )
}
