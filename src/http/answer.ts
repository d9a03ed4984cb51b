import type { Context } from 'hono'
import { z } from 'zod'
import type { Cursors } from '../domain/paging'
import type { Env } from '../env'
import { originOf } from './origin'

/** `{ data: … }` around a schema, as every answer of the API is wrapped. */
export const wrapped = <S extends z.ZodType>(schema: S) => z.object({ data: schema })

/** `{ data: […], meta: … }` around a schema, the contract's pagination metadata. */
export const paged = <S extends z.ZodType>(schema: S) =>
  z.object({
    data: z.array(schema),
    meta: z.object({
      path: z.string(),
      per_page: z.int(),
      next_cursor: z.string().nullable(),
      prev_cursor: z.string().nullable(),
    }),
  })

/** Answers with finished JSON text. */
export const answerJson = (c: Context<Env>, text: string, status: 200 | 201 = 200): Response =>
  c.body(text, status, { 'Content-Type': 'application/json' })

/** Answers a page of finished JSON texts with its metadata, and with Link headers (RFC 8288) that keep the query. */
export function answerPage(
  c: Context<Env>,
  page: { items: string[]; perPage: number; cursors: Cursors },
): Response {
  const path = `${originOf(c)}${c.req.path}`
  const { next, prev } = page.cursors
  for (const [rel, cursor] of Object.entries({ first: '', next, prev }))
    if (cursor !== null) c.header('Link', `<${addressOf(c, path, cursor)}>; rel="${rel}"`, { append: true })
  const meta = { path, per_page: page.perPage, next_cursor: next, prev_cursor: prev }
  return answerJson(c, `{"data":[${page.items.join(',')}],"meta":${JSON.stringify(meta)}}`)
}

function addressOf(c: Context<Env>, path: string, cursor: string): string {
  const query = new URLSearchParams(c.req.query())
  query.delete('cursor')
  if (cursor) query.set('cursor', cursor)
  return query.size > 0 ? `${path}?${query}` : path
}
