import { type Sql, sql } from '../../db/sql'
import { isObject } from '../shared/validation'
import type { Changes } from './record'

/** What differs between two states of a thing, by dotted paths. From `{}`, every value that is set. */
export function changesBetween(before: object, after: object): Changes {
  const stored = Object.fromEntries(leavesOf(before))
  const changes = leavesOf(after).map(([path, value]): [string, Changes[string]] => [
    path,
    [stored[path] ?? null, value ?? null],
  ])
  return Object.fromEntries(changes.filter(([, [from, to]]) => JSON.stringify(from) !== JSON.stringify(to)))
}

/** The values of an object and of the objects in it, by dotted paths. Lists are values. */
const leavesOf = (object: object): [path: string, value: unknown][] =>
  Object.entries(object).flatMap(([key, value]): [string, unknown][] =>
    isObject(value) ? leavesOf(value).map(([path, leaf]) => [`${key}.${path}`, leaf]) : [[key, value]],
  )

/** Changes as SQL that gives their JSON, from members of {@link changeJson}; a member may be empty. */
export const changesJson = (members: string[]): Sql =>
  sql.raw(`'{' || substr(${members.join(' || ')}, 2) || '}'`)

/** A member of changes as SQL, with a comma before it; `before` and `after` are SQL that gives JSON. */
export const changeJson = (field: string, before: string, after: string): string =>
  `',"${field}":[' || ${before} || ',' || ${after} || ']'`
