import { type Sql, sql } from '../../db/sql'
import { EVENT_ROW, type Event, type EventRow } from '../events/event'
import { type PortalPrincipal, personsOfSession, selectSession } from './principal'
import type { PortalSession } from './sessions'
import type { PortalField } from './settings'
import { valueFor } from './shown'

/** How many of the last events of a person its page looks through. */
export const MAX_EVENTS = 200

/** Who changed something, as members see it: one of the persons of the session, another member, or the office. */
export type ChangedBy = 'you' | 'member' | 'office'

/** A change to fields that the portal shows: the values after it, by dotted path, custom values under the key of the column. */
export type MyChange = {
  at: string
  by: ChangedBy
  values: Record<string, [before: unknown, after: unknown]>
}

/** Selects the last events of the principal's person, newest first; where it names none, of the first of the session. */
export const selectMyHistory = (
  principal: PortalPrincipal,
  limit = MAX_EVENTS,
): Sql<EventRow> => sql<EventRow>`
  SELECT ${EVENT_ROW} FROM events INDEXED BY events_of_subject
  WHERE workspace_id = ${principal.workspace()} AND subject_id = ${personOf(principal)}
  ORDER BY number DESC LIMIT ${limit}`

const personOf = ({ id, now, personId }: PortalPrincipal): Sql =>
  sql`coalesce(${personId ?? null}, (SELECT persons.id FROM ${personsOfSession(selectSession(id, now), { now })} LIMIT 1))`

/** What of events members see: changes to the fields that the portal shows, and whether they made them. */
export function visibleChanges(
  events: Event[],
  fields: PortalField[],
  { persons }: PortalSession,
): MyChange[] {
  const keys = new Map(fields.map(({ key, column }) => [column?.id ?? key, key]))
  const own = new Set(
    persons.flatMap(({ id, isWard, guardian }) => (isWard && guardian ? [id, guardian.id] : [id])),
  )
  return events
    .filter(({ action }) => action === 'person.created' || action === 'person.updated')
    .map(({ at, actor, changes }) => ({
      at,
      by: changedBy(actor, own),
      values: Object.fromEntries(
        Object.entries(changes ?? {}).flatMap(([path, [before, after]]) => {
          const [field = '', ...part] = path.split('.')
          const key = keys.get(field)
          if (key === undefined) return []
          const values: [unknown, unknown] = [valueFor(key, before), valueFor(key, after)]
          const isHidden = JSON.stringify(values[0]) === JSON.stringify(values[1])
          return isHidden ? [] : [[[key, ...part].join('.'), values]]
        }),
      ),
    }))
    .filter(({ values }) => Object.keys(values).length > 0)
}

function changedBy({ kind, id }: Event['actor'], own: Set<string>): ChangedBy {
  if (kind !== 'member') return 'office'
  return id !== null && own.has(id) ? 'you' : 'member'
}

/** When a consent was given or withdrawn, and by whom; newest first. */
export type Decision = { at: string; by: ChangedBy; isGiven: boolean | null }

/** The decisions about a consent, as far as the events of its person go back. */
export const decisionsOn = (key: string, changes: MyChange[]): Decision[] =>
  changes.flatMap(({ at, by, values }) => {
    const [, after] = values[key] ?? []
    return values[key] ? [{ at, by, isGiven: typeof after === 'boolean' ? after : null }] : []
  })
