import type { Context, TypedResponse } from 'hono'
import { accepts } from 'hono/accepts'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import * as z from 'zod'
import type { VersionedPerson } from '../domain/persons/precondition'
import type { Cursors } from '../domain/shared/paging'
import type { Env } from '../env'
import { contentTag, deploymentTag, entityTag, isNotModified } from './etag'
import { originOf } from './origin'

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

/** A response with JSON of type `T`, for typed clients. */
export type Json<T, S extends ContentfulStatusCode = 200> = Response & TypedResponse<T, S, 'json'>

/** Answers with JSON text. */
export const jsonText = <T, S extends 200 | 201 = 200>(
  c: Context<Env>,
  text: string | Buffer<ArrayBuffer>,
  status?: S,
) => typed<T, S>(c.body(text, status ?? 200, { 'Content-Type': 'application/json' }))

/** Answers with a person under the entity tag of its version; 304 to a read by a caller who has that version. */
export const personJson = <T, S extends 200 | 201 = 200>(
  c: Context<Env>,
  { json, version }: VersionedPerson,
  status?: S,
): Json<{ data: T }, S> => taggedJson(c, deploymentTag(c, version), () => `{"data":${json}}`, status)

/**
 * Answers with JSON text that also depends on what has other versions, under the entity tag that `If-Match` takes. Never 304.
 */
export function changingJson<T, S extends 200 | 201 = 200>(
  c: Context<Env>,
  { json, version }: { json: string; version: string },
  status?: S,
): Json<{ data: T }, S> {
  c.header('ETag', deploymentTag(c, version))
  return jsonText(c, `{"data":${json}}`, status)
}

/** A page as a verb gives it, each item as JSON text. */
type PageText = { items: string[]; perPage: number; cursors: Cursors }

type Page<T> = {
  data: T[]
  meta: { path: string; per_page: number; next_cursor: string | null; prev_cursor: string | null }
}

/**
 * Answers with a page and its metadata, and with Link headers (RFC 8288) that keep the query, under the entity tag of
 * its content; 304 to a caller who has it.
 */
export function pageWithETag<T>(c: Context<Env>, page: PageText): Json<Page<T>> {
  // Encoded once, for the tag and for the body.
  const bytes = Buffer.from(pageText(c, page))
  return taggedJson(c, contentTag(bytes), () => bytes)
}

/** Answers with a page as {@link pageWithETag} does, under the entity tag of its version. */
export const pageWithVersion = <T>(c: Context<Env>, page: PageText & { version: string }): Json<Page<T>> =>
  taggedJson(c, entityTag(page.version), () => pageText(c, page))

function taggedJson<T, S extends 200 | 201 = 200>(
  c: Context<Env>,
  tag: string,
  text: () => string | Buffer<ArrayBuffer>,
  status?: S,
): Json<T, S> {
  c.header('ETag', tag)
  return isNotModified(c, tag) ? typed(c.body(null, 304)) : jsonText(c, text(), status)
}

// What a response holds is known only where its text is made.
const typed = <T, S extends ContentfulStatusCode>(response: Response) => response as Json<T, S>

function pageText(c: Context<Env>, { items, perPage, cursors: { next, prev } }: PageText): string {
  const path = `${originOf(c)}${c.req.path}`
  for (const [rel, cursor] of Object.entries({ first: '', next, prev }))
    if (cursor !== null) c.header('Link', `<${pageUrl(c, path, cursor)}>; rel="${rel}"`, { append: true })
  const meta = { path, per_page: perPage, next_cursor: next, prev_cursor: prev }
  return `{"data":[${items.join(',')}],"meta":${JSON.stringify(meta)}}`
}

function pageUrl(c: Context<Env>, path: string, cursor: string): string {
  const query = new URLSearchParams(c.req.query())
  query.delete('cursor')
  if (cursor) query.set('cursor', cursor)
  return query.size > 0 ? `${path}?${query}` : path
}

/** Whether a request asks for CSV: by its `format`, otherwise by its `Accept`. */
export const wantsCsv = (c: Context<Env>, format?: 'json' | 'csv'): boolean =>
  format === undefined
    ? accepts(c, {
        header: 'Accept',
        supports: ['application/json', 'text/csv'],
        default: 'application/json',
      }) === 'text/csv'
    : format === 'csv'

/** Streams CSV as a file of this name. */
export function csvFile(
  c: Context<Env>,
  pieces: AsyncIterable<string>,
  name: string,
): Response & TypedResponse<string, 200, 'text'> {
  const iterator = pieces[Symbol.asyncIterator]()
  const stream = new ReadableStream<string>({
    async pull(controller) {
      const { value, done } = await iterator.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
  })
  const response: Response = c.body(stream.pipeThrough(new TextEncoderStream()), 200, {
    'Content-Type': 'text/csv; charset=utf-8; header=present',
    'Content-Disposition': `attachment; filename="${name}.csv"`,
  })
  return response as Response & TypedResponse<string, 200, 'text'>
}
