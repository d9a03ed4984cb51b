import type { Context } from 'hono'
import { sha256 } from '../domain/access/tokens'
import type { Sight } from '../domain/persons/list'
import type { Env } from '../env'
import { originOf } from './origin'

/** The entity tag (RFC 9110) of a body: strong, by its content alone. */
export const etagOf = async (text: string): Promise<string> => tagged((await sha256(text)).slice(0, 32))

/** The entity tag around what names a representation. */
export const tagged = (name: string): string => `"${name}"`

/** Whether a header names a tag or any. */
const names = (header: string, tag: string): boolean =>
  namesIn(header).some((named) => named === '*' || named === tag)

const namesIn = (header: string): string[] => header.split(',').map((named) => named.trim())

/** What If-Match expects of the data of a `{ data: … }` body; nothing without the header. */
export function ifMatch(c: Context<Env>): ((data: string) => Promise<boolean>) | undefined {
  const header = c.req.header('If-Match')
  if (header === undefined) return undefined
  return async (data) => names(header, await etagOf(`{"data":${data}}`))
}

const ifNoneMatch = (c: Context<Env>): string => (c.req.header('If-None-Match') ?? '').replaceAll('W/', '')

/** Whether If-None-Match names the tag, a weak form of it included, so that the caller has the body already. */
export const isKnown = (c: Context<Env>, tag: string): boolean => names(ifNoneMatch(c), tag)

/** The editions that the caller has already, of the first tags that it sends, and what else an edition looks different by. */
export const sightOf = (c: Context<Env>): Sight => ({
  editions: namesIn(ifNoneMatch(c))
    .slice(0, MOST_EDITIONS)
    .flatMap((tag) => /^"([^"]+)"$/.exec(tag)?.[1] ?? []),
  form: `${c.env.VERSION.id} ${originOf(c)}`,
})

const MOST_EDITIONS = 10
