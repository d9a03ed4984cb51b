import type { Event } from '../../../domain/events/event'
import { formatInstant } from '../../../ui/i18n/format'
import type { Viewer } from '../../layout'
import { actorName } from '../../log/sentence'
import { sentenceTexts } from '../../log/sentence-texts'

/** Who did something, and when, in words. */
export const whoAndWhen = (event: Event, { staff, locale }: Viewer) => ({
  who: actorName(event, sentenceTexts(locale)),
  when: formatInstant(event.at, staff.workspace.timezone, locale),
  isOwn: event.actor.kind === 'staff' && event.actor.id === staff.staff.id,
})

/** The event by which a collection came into a state, if it is among its last ones. */
export const eventOf = (events: Event[], state: string): Event | undefined =>
  events.find(({ action }) => action === `collection.${state}`)
