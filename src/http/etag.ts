import type { Context } from 'hono'
import { sha256 } from '../domain/credentials'
import type { Env } from '../env'

/** The entity tag (RFC 9110) of a body: strong, by its content alone. */
export const etagOf = async (text: string): Promise<string> => `"${(await sha256(text)).slice(0, 32)}"`

/** Whether a header names a tag or any. */
const names = (header: string, tag: string): boolean =>
  header.split(',').some((named) => named.trim() === '*' || named.trim() === tag)

/** What If-Match expects of the data of a `{ data: … }` body; nothing without the header. */
export function ifMatch(c: Context<Env>): ((data: string) => Promise<boolean>) | undefined {
  const header = c.req.header('If-Match')
  if (header === undefined) return undefined
  return async (data) => names(header, await etagOf(`{"data":${data}}`))
}

/** Whether If-None-Match names the tag, a weak form of it included, so that the caller has the body already. */
export const isKnown = (c: Context<Env>, tag: string): boolean =>
  names((c.req.header('If-None-Match') ?? '').replaceAll('W/', ''), tag)
