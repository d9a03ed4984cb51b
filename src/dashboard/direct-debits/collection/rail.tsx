import { formatDate } from '../../../ui/i18n/format'
import { Steps } from '../../../ui/steps'
import { whoAndWhen } from '../../log/who-and-when'
import { collectionTexts } from '../texts-collection'
import { eventOf } from './event-of'
import type { CollectionProps } from './props'

const STATES = ['released', 'submitted', 'settled'] as const

/** How far a collection is: released, at the bank, credited; and by whom. */
export function CollectionSteps({ opened: { collection, events }, viewer }: CollectionProps) {
  const { locale } = viewer
  const t = collectionTexts(locale)
  const isDiscarded = collection.state === 'discarded'
  const reached = isDiscarded ? 0 : STATES.indexOf(collection.state as (typeof STATES)[number])
  return (
    <Steps
      items={STATES.map((state, index) => {
        const event = eventOf(events, state)
        const known = event && whoAndWhen(event, viewer)
        const day = state === 'settled' && collection.settled_on
        return {
          label: t.steps[state],
          state: index <= reached ? 'done' : index === reached + 1 && !isDiscarded ? 'current' : 'open',
          detail: index <= reached && (day ? formatDate(day, locale) : known && t.by(known.who, known.when)),
        }
      })}
      locale={locale}
    />
  )
}
