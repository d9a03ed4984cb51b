import * as z from 'zod'
import { events } from '../../db/schema'
import { allColumns } from '../../db/sql'
import type { Restore } from '../shared/restores'
import { instant, openEnum } from '../shared/text'
import { ACTIONS, SUBJECT_KINDS } from './actions'

const EVENT_ID = /^evt_(?:([1-9]\d{0,11})_)?(\d{12})$/

/** The id of an event, as a parameter of a query. */
export const afterEvent = z.string().regex(EVENT_ID, { error: 'must be the id of an event' })

/** An action, or all actions of a kind of thing, as a parameter of a query. */
export const actionFilter = z.string().regex(/^[a-z_]{1,40}\.([a-z_]{1,40}|\*)$/, {
  error: 'must be an action such as fee.created, or fee.* for all',
})

const VALUE = 'The value before and after; `null` where there was or is none'

/** An event as the API shows it. */
export const event = z
  .object({
    id: z.string(),
    at: instant,
    action: openEnum(ACTIONS).describe('What happened'),
    actor: z.object({
      kind: openEnum(events.actorKind.enumValues),
      id: z.string().nullable(),
      name: z.string().nullable(),
    }),
    door: openEnum(events.door.enumValues).describe('Where the actor came in'),
    subject: z.object({
      kind: openEnum(SUBJECT_KINDS).describe('`member` and `contact` are persons of these lists'),
      id: z.string(),
      name: z.string().nullable(),
    }),
    changes: z
      .record(z.string(), z.array(z.unknown()).length(2).describe(VALUE))
      .nullable()
      .describe(
        'By field, parts by dots, custom columns under their `col_` id. An IBAN has its last four characters alone. ' +
          '`null` where a person has been deleted.',
      ),
    request_id: z.string(),
    batch_id: z.string().describe('The same for the events of one act'),
  })
  .meta({
    id: 'Event',
    examples: [
      {
        id: 'evt_000000000042',
        at: '2026-01-31T12:00:00.000Z',
        action: 'person.updated',
        actor: { kind: 'key', id: 'key_0VMtKcPBq7XJ3mZ1sWv9LdTe', name: 'CRM' },
        door: 'api',
        subject: { kind: 'member', id: 'per_0VMtKcPBq7XJ3mZ1sWv9LdTe', name: 'Ada Lovelace' },
        changes: { email: [null, 'ada@example.org'] },
        request_id: '7f1a0d0e-2f64-4c56-9c0a-0c7f3b0c8f0e',
        batch_id: 'bat_0VMtKcPBq7XJ3mZ1sWv9LdTe',
      },
    ],
  })
export type Event = z.infer<typeof event>

/** A stored event as {@link EVENT_ROW} selects it. */
export type EventRow = typeof events.$inferSelect

export const EVENT_ROW = allColumns(events)

/** A stored event as pages show it. */
export const toApi = (row: EventRow): Event => ({
  id: eventId(row.number),
  at: row.at,
  action: row.action,
  actor: { kind: row.actorKind, id: row.actorId, name: row.actorName },
  door: row.door,
  subject: { kind: row.subjectKind, id: row.subjectId, name: row.subjectName },
  changes: row.changes === null ? null : JSON.parse(row.changes),
  request_id: row.requestId,
  batch_id: row.batchId,
})

/**
 * The id of an event, which is unique in its workspace, and sorts as its number. Since a restore it begins with the epoch, so that
 * no id means two events.
 */
export function eventId(number: number, restores: Restore[] = []): string {
  const epoch = restores.findLast(({ last_event }) => number > last_event)?.epoch
  return `evt_${epoch === undefined ? '' : `${epoch}_`}${String(number).padStart(12, '0')}`
}

/** The number in the id of an event; 0, which no event has, for other texts. */
export const numberOf = (id: string): number => Number(EVENT_ID.exec(id)?.[2] ?? 0)

/** Whether a restore made an event undone: its epoch is gone, or ended before its number. */
export function isLost(id: string, restores: Restore[]): boolean {
  const epoch = Number(EVENT_ID.exec(id)?.[1] ?? 0)
  if (epoch !== 0 && !restores.some((restore) => restore.epoch === epoch)) return true
  return restores.some((restore) => restore.epoch > epoch && numberOf(id) > restore.last_event)
}
