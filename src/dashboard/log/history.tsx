import { permits } from '../../domain/access/authorize'
import type { ListColumns } from '../../domain/custom-columns/query-list'
import type { OfferedEvent } from '../../domain/persons/undo-offer'
import { formatInstant } from '../../ui/i18n/format'
import { Quiet } from '../../ui/text'
import { Timeline } from '../../ui/timeline'
import type { Viewer } from '../layout'
import { UndoOffer } from '../undo/notice'
import { logPath } from './path'
import { Sentence, SentenceBody } from './sentence'
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
  const { timezone, currency } = staff.workspace
  const wording = { columns, timezone, currency, locale }
  const [first] = events
  const mayUndo = permits(staff, `${list}:write`)
  return (
    <>
      <Timeline
        days={[
          {
            entries: events.map((event) => ({
              at: event.at,
              time: formatInstant(event.at, timezone, locale),
              text: <Sentence event={event} wording={wording} isOwn />,
              body: <SentenceBody event={event} wording={wording} />,
              detail: event.door !== 'dashboard' && sentenceTexts(locale).doors[event.door],
              action: mayUndo && <UndoOffer {...{ viewer, event, back }} />,
            })),
          },
        ]}
      />
      {first && permits(staff, 'audit:read') && (
        <Quiet>
          <a href={logPath(viewer, { subject: first.subject.id })}>{sentenceTexts(locale).wholeLog}</a>
        </Quiet>
      )}
    </>
  )
}
