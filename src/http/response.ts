import type { Context, TypedResponse } from 'hono'
import { accepts } from 'hono/accepts'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { z } from 'zod'
import type { VersionedPerson } from '../domain/persons/precondition'
import type { Cursors } from '../domain/shared/paging'
import type { Env } from '../env'
import { contentTag, deploymentTag, entityTag, isNotModified } from './etag'
import { originOf } from './origin'
import { isReading } from './reading'

/** `{ data: … }` around a schema, as every answer of the API is wrapped. */
export const dataOf = <S extends z.ZodType>(schema: S) => z.object({ data: schema })

/** `{ data: […], meta: … }` around a schema, the contract's pagination metadata. */
export const pageOf = <S extends z.ZodType>(schema: S) =>
  z.object({
    data: z.array(schema),
    meta: z
      .object({
        path: z.string(),
        per_page: z.int(),
        next_cursor: z.string().nullable(),
        prev_cursor: z.string().nullable(),
      })
      .meta({ id: 'PageMeta' }),
  })

/** A response whose JSON is of a type, for typed clients; the text itself is finished elsewhere. */
export type Json<T, S extends ContentfulStatusCode = 200> = Response & TypedResponse<T, S, 'json'>

/** Answers with finished JSON text. */
export function jsonText<T, S extends 200 | 201 = 200>(
  c: Context<Env>,
  text: string,
  status?: S,
): Json<T, S> {
  return c.body(text, status ?? 200, { 'Content-Type': 'application/json' }) as unknown as Json<T, S>
}

/** Answers with finished JSON text under its entity tag; 304 without it to a read by a caller who has it already. */
export async function jsonWithETag<T, S extends 200 | 201 = 200>(
  c: Context<Env>,
  text: string,
  status?: S,
): Promise<Json<T, S>> {
  return jsonWithTag(c, text, await contentTag(text), status)
}

/** Answers with a person under the entity tag of its version; 304 as {@link jsonWithETag} does. */
export const personJson = <T, S extends 200 | 201 = 200>(
  c: Context<Env>,
  { json, version }: VersionedPerson,
  status?: S,
): Json<{ data: T }, S> => jsonWithTag(c, `{"data":${json}}`, deploymentTag(c, version), status)

function jsonWithTag<T, S extends 200 | 201 = 200>(
  c: Context<Env>,
  text: string,
  tag: string,
  status?: S,
): Json<T, S> {
  c.header('ETag', tag)
  if (isReading(c) && isNotModified(c, tag)) return unchanged(c)
  return jsonText(c, text, status)
}

const unchanged = <J>(c: Context<Env>): J => c.body(null, 304) as unknown as J

type Page<T> = {
  data: T[]
  meta: { path: string; per_page: number; next_cursor: string | null; prev_cursor: string | null }
}

/** Answers a page of finished JSON texts with its metadata, and with Link headers (RFC 8288) that keep the query. */
export function pageWithETag<T>(
  c: Context<Env>,
  page: { items: string[]; perPage: number; cursors: Cursors },
): Promise<Json<Page<T>>> {
  return jsonWithETag(c, textOf(c, page))
}

/** Answers a page as {@link pageWithETag} does, under the name of its edition; 304 to a caller who has seen it. */
export function pageWithVersion<T>(
  c: Context<Env>,
  page: { items: string[]; perPage: number; cursors: Cursors; version: string; isNotModified: boolean },
): Json<Page<T>> {
  const tag = entityTag(page.version)
  c.header('ETag', tag)
  return page.isNotModified || isNotModified(c, tag) ? unchanged(c) : jsonText(c, textOf(c, page))
}

function textOf(c: Context<Env>, page: { items: string[]; perPage: number; cursors: Cursors }): string {
  const path = `${originOf(c)}${c.req.path}`
  const { next, prev } = page.cursors
  for (const [rel, cursor] of Object.entries({ first: '', next, prev }))
    if (cursor !== null) c.header('Link', `<${addressOf(c, path, cursor)}>; rel="${rel}"`, { append: true })
  const meta = { path, per_page: page.perPage, next_cursor: next, prev_cursor: prev }
  return `{"data":[${page.items.join(',')}],"meta":${JSON.stringify(meta)}}`
}

function addressOf(c: Context<Env>, path: string, cursor: string): string {
  const query = new URLSearchParams(c.req.query())
  query.delete('cursor')
  if (cursor) query.set('cursor', cursor)
  return query.size > 0 ? `${path}?${query}` : path
}

/** Whether the caller would rather have CSV than JSON. */
export const wantsCsv = (c: Context<Env>): boolean =>
  accepts(c, {
    header: 'Accept',
    supports: ['application/json', 'text/csv'],
    default: 'application/json',
  }) === 'text/csv'

/** Streams CSV as a file of this name. */
export function csvFile(c: Context<Env>, pieces: AsyncIterable<string>, name: string): Response {
  const iterator = pieces[Symbol.asyncIterator]()
  const stream = new ReadableStream<string>({
    async pull(controller) {
      const { value, done } = await iterator.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
  })
  return c.body(stream.pipeThrough(new TextEncoderStream()), 200, {
    'Content-Type': 'text/csv; charset=utf-8; header=present',
    'Content-Disposition': `attachment; filename="${name}.csv"`,
  })
}
