import type { EventRow } from '../events/event'
import { eventId } from '../events/event'
import type { Restore } from '../shared/restores'

/** What one POST tells: the numbers of its first and last event, and the body as it is sent each time. */
export type Delivery = {
  id: string
  first: number
  last: number
  type: string
  /** The kind of the things that it is about; null if it is about the log itself. */
  kind: string | null
  body: string
}

/** How many things one delivery tells of at most. */
const MAX_SUBJECTS = 100

/** An event as deliveries read it: without names and values. */
export type HeardRow = Pick<
  EventRow,
  'number' | 'at' | 'action' | 'subjectKind' | 'subjectId' | 'door' | 'requestId' | 'batchId'
> & {
  /** The names of the fields that changed, as a JSON array; NULL where the person was deleted since. */
  changed: string | null
}

type Of = { endpointId: string; restores: Restore[] }

/**
 * The deliveries of events in their order: consecutive events of one act, with the same action and kind of thing, are one. The id of
 * a delivery names its endpoint and events, so that it is the same however often it is sent.
 */
export function deliveriesOf(rows: readonly HeardRow[], of: Of): Delivery[] {
  const groups: HeardRow[][] = []
  for (const row of rows) {
    const group = groups.at(-1)
    if (group && group.length < MAX_SUBJECTS && isSameAct(group[0], row)) group.push(row)
    else groups.push([row])
  }
  return groups.map((group) => deliveryOf(group, of))
}

const isSameAct = (one: HeardRow | undefined, other: HeardRow): boolean =>
  one?.batchId === other.batchId &&
  one.action === other.action &&
  one.subjectKind === other.subjectKind &&
  one.door === other.door

function deliveryOf(group: readonly HeardRow[], of: Of): Delivery {
  const [event] = group as [HeardRow]
  const range = { first: event.number, last: group.at(-1)?.number ?? event.number }
  return {
    ...range,
    id: deliveryId(range, of),
    type: event.action,
    kind: event.subjectKind,
    body: JSON.stringify({
      type: event.action,
      timestamp: event.at,
      data: {
        subject_kind: event.subjectKind,
        subjects: group.map(({ number, subjectId, changed }) => ({
          event_id: eventId(number, of.restores),
          id: subjectId,
          changed: changed === null ? null : JSON.parse(changed),
        })),
        door: event.door,
        request_id: event.requestId,
        batch_id: event.batchId,
      },
    }),
  }
}

/** The delivery that tells an endpoint of events that were deleted, after two years, before they were sent. */
export function truncation(range: { first: number; last: number }, at: string, of: Of): Delivery {
  const data = {
    first_event_id: eventId(range.first, of.restores),
    last_event_id: eventId(range.last, of.restores),
  }
  const type = 'log.truncated'
  return {
    ...range,
    id: deliveryId(range, of),
    type,
    kind: null,
    body: JSON.stringify({ type, timestamp: at, data }),
  }
}

/** The `webhook-id` of a delivery: the endpoint, and its first and last event. */
const deliveryId = ({ first, last }: { first: number; last: number }, { endpointId, restores }: Of): string =>
  `${endpointId}_${eventId(first, restores).slice('evt_'.length)}_${eventId(last, restores).slice('evt_'.length)}`
