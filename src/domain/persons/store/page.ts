import { type SQL, sql } from 'drizzle-orm'
import { prepared, type Query, query } from '../../../db/query'
import { persons } from '../../../db/schema'
import { ofList, type Tenant } from '../../access/admission'
import { isBeyond, type Position, parseTimestampKey } from '../../shared/paging'
import { isUnchanged, type Stamps } from '../page-version'
import { type Filter, indexedBy, matches } from './filter'
import { PERSON_ROW, type PersonRow } from './json'

/** A row of a page of persons. */
export type PageRow = PersonRow & { updatedAt: string }

/**
 * Which persons of an area of a list are wanted: those behind or before a position, by creation or, where written since
 * an instant, by their last change; none where the area and list still have the stamps `seen`.
 */
export type Wanted = {
  area: string
  since: string | undefined
  filter: Filter
  position: Position | undefined
  limit: number
  seen: Stamps | undefined
}

/** The rows of a page of persons, for a trip. */
export function pageRows(tenant: Tenant, list: string, wanted: Wanted): Query<PageRow> {
  const { area, since = '', filter, position, limit, seen } = wanted
  const { direction, key } = position ?? { direction: 'next', key: '' }
  const order = wanted.since === undefined ? 'id' : 'stamp'
  const [stamp, id] = order === 'id' ? ['', key] : position ? parseTimestampKey(key) : [since, '']
  const values = { list, area, since, stamp, id, limit, ...seen }
  const shape: Shape = `${order} ${direction} ${seen ? 'unless seen' : 'always'}`
  const condition = matches(tenant, list, filter)
  return condition
    ? query(rowsIn(tenant.workspace, shape, condition, indexedBy(list, filter)), values)
    : plainRows(tenant, values, shape)
}

type Shape = `${'id' | 'stamp'} ${Position['direction']} ${'always' | 'unless seen'}`

const plainRows = prepared<PageRow, Shape>((workspace, shape) => rowsIn(workspace, shape))

const { placeholder } = sql

function rowsIn(workspace: SQL, shape: Shape, condition?: SQL, index = sql``): SQL {
  const [order, direction, when] = shape.split(' ') as [string, Position['direction'], string]
  const [ahead, sorting] = direction === 'next' ? ['>', 'ASC'] : ['<', 'DESC']
  const edge = [placeholder('stamp'), placeholder('id')] as const
  const isAhead =
    order === 'id'
      ? sql`persons.id ${sql.raw(ahead)} ${placeholder('id')}`
      : sql`${isBeyond(direction, [persons.updatedAt, persons.id], edge)}
          AND updated_at >= ${placeholder('since')}`
  const limit = sql`${placeholder('limit')}`
  return sql`
    SELECT ${PERSON_ROW}, updated_at AS "updatedAt" FROM persons ${index}
    WHERE ${ofList(workspace)} AND area = ${placeholder('area')} AND ${isAhead} ${condition && sql`AND ${condition}`}
    ORDER BY ${sql.raw(order === 'id' ? '' : `updated_at ${sorting},`)} persons.id ${sql.raw(sorting)}
    LIMIT ${when === 'always' ? limit : sql`CASE WHEN ${isUnchanged(workspace)} THEN 0 ELSE ${limit} END`}`
}
