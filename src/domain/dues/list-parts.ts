import * as z from 'zod'
import { duesParts } from '../../db/schema'
import { type Sql, sql } from '../../db/sql'
import { requirePermission } from '../access/authorize'
import type { Principal } from '../access/principal'
import { query } from '../access/query'
import { answerPage, type Cursors, type Position, pageRequest, pagingQuery } from '../shared/paging'
import { basis } from './basis'
import { requireRun } from './runs'

/** The query of a page of parts. */
export const duesPartsQuery = z.strictObject(pagingQuery)

/** A part of what a person owes by a run. */
export const duesPart = z
  .object({
    person_id: z.string(),
    part: z.string().describe('The rule, with the value that has the price if there is one'),
    instalment: z.int(),
    period: z.string().describe('`once` for an admission fee'),
    kind: z.enum(duesParts.kind.enumValues),
    name: z.string(),
    amount: z.int().describe('Cents'),
    fee_id: z.string().nullable().describe('`null` for a part of 0'),
    position: z.int().describe('From 1: the order in which payments of the fee fill its parts'),
    basis,
  })
  .meta({ id: 'DuesPart' })
export type DuesPart = z.infer<typeof duesPart>

type PartRow = Omit<DuesPart, 'basis'> & { basis: string; place: number }

const KEY = sql.raw('dues_parts.period, dues_parts.person_id, dues_parts.part, dues_parts.instalment')

/**
 * Lists a page of the parts of a run by person: those of the period, then what is claimed once. One trip; the rows of the page
 * and a constant. Throws `permission_missing` and `not_found`.
 */
export async function listDuesParts(
  principal: Principal,
  { id, query: asked }: { id: string; query: z.infer<typeof duesPartsQuery> },
): Promise<{ parts: DuesPart[]; perPage: number; cursors: Cursors }> {
  const request = pageRequest(asked)
  const { position, order, limit } = request
  const workspace = principal.workspace()
  const ofRun = partsOfRun(workspace, id)
  const by = sql.raw(
    ['plan_id', 'period', 'person_id', 'part', 'instalment']
      .map((column) => `dues_parts.${column} ${order.texts.join('')}`)
      .join(', '),
  )
  const { credential, rows } = await query(
    principal,
    {
      runs: sql<{ id: string }>`SELECT id FROM dues_runs WHERE workspace_id = ${workspace} AND id = ${id}`,
      page: sql<PartRow>`
        SELECT person_id, part, instalment, period, kind, name, amount, fee_id, position, basis, (
          SELECT count(*) FROM dues_parts AS before INDEXED BY dues_parts_by_run
          WHERE before.workspace_id = ${workspace} AND before.run_id = ${id} AND before.plan_id = dues_parts.plan_id
            AND before.period = dues_parts.period AND before.person_id = dues_parts.person_id
            AND (before.part, before.instalment) < (dues_parts.part, dues_parts.instalment)) AS place
        FROM dues_parts INDEXED BY dues_parts_by_run
        WHERE ${ofRun} AND ${beyondSql(workspace, id, position)}
        ORDER BY ${by} LIMIT ${limit}`,
    },
    (credential) => requirePermission(credential, 'fees:read'),
  )
  requireRun(rows.runs)
  const paged = { workspace: credential.workspace, scope: ['dues_parts', id] }
  const keyOf = ({ period, person_id, place }: PartRow) => [period, person_id, place].join('.')
  const { rows: page, ...paging } = answerPage(request, rows.page, { ...paged, keyOf })
  return {
    parts: page.map(({ place: _, basis: stored, ...part }) => ({ ...part, basis: JSON.parse(stored) })),
    ...paging,
  }
}

const partsOfRun = (workspace: Sql, id: string): Sql =>
  sql`dues_parts.workspace_id = ${workspace} AND dues_parts.run_id = ${id}
    AND dues_parts.plan_id = (SELECT plan_id FROM dues_runs WHERE workspace_id = ${workspace} AND id = ${id})`

/** The condition that a part comes after a position or before it. A key names a person and the place of the part among its own. */
function beyondSql(workspace: Sql, id: string, position: Position | undefined): Sql {
  if (!position?.key) return sql`TRUE`
  const isInclusive = position.key.endsWith('~')
  const [period = '', personId = '', place = ''] = position.key.replace('~', '').split('.')
  const operator = sql.raw(`${position.direction === 'prev' ? '<' : '>'}${isInclusive ? '=' : ''}`)
  return sql`(${KEY}) ${operator} (
    SELECT ${KEY} FROM dues_parts INDEXED BY dues_parts_by_run
    WHERE ${partsOfRun(workspace, id)} AND dues_parts.period = ${period} AND dues_parts.person_id = ${personId}
    ORDER BY dues_parts.part, dues_parts.instalment LIMIT 1 OFFSET ${Number(place)})`
}
