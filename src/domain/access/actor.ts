import type { events } from '../../db/schema'
import { type Sql, sql } from '../../db/sql'
import { newId } from '../shared/ids'

type EventRow = typeof events.$inferSelect

/**
 * Who acts through which door, as events name it. `id`, `name` and the `kind` in a portal session are SQL, since before the
 * lookup only the database knows them. Events of one request have the same `requestId`, and those of one act the same `batchId`.
 */
export type Actor = {
  kind: EventRow['actorKind'] | Sql
  door: EventRow['door']
  id: Sql
  name: Sql
  requestId: string
  batchId: string
}

/** A request that acts: its id, and when it came. */
export type ActingRequest = { requestId: string; now: Date }

/** An actor, with a new `batchId`. */
export const actorOf = (
  { requestId, now }: ActingRequest,
  who: Pick<Actor, 'kind' | 'door' | 'id' | 'name'>,
): Actor => ({ ...who, requestId, batchId: newId('bat', now) })

/** The operator of the deployment, who has no name. */
export const operatorActor = (request: ActingRequest): Actor =>
  actorOf(request, { kind: 'operator', door: 'operator', id: sql`NULL`, name: sql`NULL` })

/** The service itself, for what it does by the clock. */
export const serviceActor = (request: ActingRequest): Actor =>
  actorOf(request, { kind: 'service', door: 'service', id: sql`NULL`, name: sql`NULL` })
