import { Notice } from '../../../ui/notice'
import { whoAndWhen } from '../../log/who-and-when'
import { collectionTexts } from '../texts-collection'
import { eventOf } from './event-of'
import type { CollectionProps } from './props'

/** Says that an act came too late, and who was faster. */
export function MeanwhileNotice({ opened: { collection, events }, viewer }: CollectionProps) {
  const t = collectionTexts(viewer.locale).meanwhile
  const event = eventOf(events, collection.state)
  const known = event && whoAndWhen(event, viewer)
  return (
    <Notice tone="warn" title={t.title}>
      {!known ? t.unknown : known.isOwn ? t.self(known.when) : t.by(known.who, known.when)}
    </Notice>
  )
}
