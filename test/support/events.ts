import { rows, type Workspace } from './workspace'

export type StoredEvent = {
  number: number
  request_id: string
  batch_id: string
  action: string
  actor_kind: string
  actor_id: string | null
  actor_name: string | null
  door: string
  subject_kind: string
  subject_id: string
  subject_name: string | null
  changes: Record<string, [before: unknown, after: unknown]> | null
  salt: string | null
}

/** The events of a workspace in their order, from a number on. */
export async function eventsOf({ id }: Pick<Workspace, 'id'>, after = 0): Promise<StoredEvent[]> {
  const stored = await rows<Omit<StoredEvent, 'changes'> & { changes: string | null }>(
    'SELECT * FROM events WHERE workspace_id = ? AND number > ? ORDER BY number',
    id,
    after,
  )
  return stored.map((event) => ({ ...event, changes: event.changes && JSON.parse(event.changes) }))
}
