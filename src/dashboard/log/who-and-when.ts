import type { Event } from '../../domain/events/event'
import { formatInstant } from '../../ui/i18n/format'
import type { Viewer } from '../layout'
import { actorName } from './sentence'
import { sentenceTexts } from './sentence-texts'

/** Who did something, and when, in words. */
export const whoAndWhen = (event: Event, { staff, locale }: Viewer) => ({
  who: actorName(event, sentenceTexts(locale)),
  when: formatInstant(event.at, staff.workspace.timezone, locale),
  isOwn: event.actor.kind === 'staff' && event.actor.id === staff.staff.id,
})
