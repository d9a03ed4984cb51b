import type { Event } from '../../../domain/events/event'

/** The event by which a collection came into a state, if it is among its last ones. */
export const eventOf = (events: Event[], state: string): Event | undefined =>
  events.find(({ action }) => action === `collection.${state}`)
