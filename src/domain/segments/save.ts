import * as z from 'zod'
import { sql } from '../../db/sql'
import { act, CHECKED_BY_READS } from '../access/act'
import { requirePermission } from '../access/authorize'
import { inList } from '../access/principal'
import { queryList } from '../custom-columns/query-list'
import { type BrowseQuery, requireConditions, writeBrowseQuery } from '../persons/browse-query'
import { newId } from '../shared/ids'
import { requireNoErrors, validate } from '../shared/validation'
import type { StaffPrincipal } from '../staff/principal'
import { MAX_SEGMENTS, queryIssues, type Segment, segmentName, writeOf } from './segment'

type NewSegment = { list: string; name: unknown; query: BrowseQuery; isShared: boolean }

const input = z.object({ name: segmentName })

/**
 * Saves a query of a list under a name, for its author or for all staff of the workspace. Two trips. Throws `invalid`
 * for the name, for conditions that the list cannot meet, and where there are too many; `permission_missing` if a
 * shared one is saved without the permission to write to the list.
 */
export async function saveSegment(
  principal: StaffPrincipal,
  { list, name: givenName, query, isShared }: NewSegment,
): Promise<Segment> {
  return act(principal, CHECKED_BY_READS, async (tx) => {
    const workspace = tx.workspace()
    const owner = isShared ? sql`NULL` : tx.staffId()
    const { context, credential, rows } = await queryList(tx, list, 'read', {
      counts: sql<{ count: number }>`
        SELECT count(*) AS count FROM segments WHERE ${inList(workspace, list)} AND staff_id IS ${owner}`,
    })
    if (isShared) requirePermission(credential, writeOf(list))
    const { name } = validate(input, { name: givenName })
    // A shared view shows its conditions to staff who may not read bank accounts.
    requireConditions({ query }, context, isShared ? [] : credential.permissions)
    const text = writeBrowseQuery(query).toString()
    requireNoErrors(limitIssues(text, rows.counts[0]?.count ?? 0))
    const id = newId('seg', tx.now)
    const writable = tx.writableWorkspace({
      permission: isShared ? writeOf(list) : `${context.list}:read`,
    })
    await tx.write({
      saved: sql`
        INSERT INTO segments (workspace_id, list_id, id, staff_id, name, query, created_at)
        SELECT ${writable}, ${list}, ${id}, ${owner}, ${name}, ${text}, ${tx.now.toISOString()}`,
    })
    return { id, name, query: text, isShared }
  })
}

function* limitIssues(text: string, count: number) {
  if (count >= MAX_SEGMENTS) yield [['name'], { code: 'too_many_segments', max: MAX_SEGMENTS }] as const
  yield* queryIssues(text)
}
