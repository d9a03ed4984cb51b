import type { Context } from 'hono'
import type { IfNoneMatch } from '../domain/persons/list'
import type { Precondition } from '../domain/persons/precondition'
import { sha256 } from '../domain/shared/hash'
import type { Env } from '../env'
import { originOf } from './origin'

/** The strong entity tag (RFC 9110) of a body, by its content alone. */
export const contentTag = (content: string | Uint8Array): string => entityTag(sha256(content).slice(0, 32))

/** The entity tag of a version. */
export const entityTag = (version: string): string => `"${version}"`

/** The entity tag of a version that does not say in which form this deployment shows it. */
export const deploymentTag = (c: Context<Env>, version: string): string =>
  entityTag(`${version}.${c.env.VERSION?.id ?? ''}`)

/** The precondition that If-Match sets for the version of a person; undefined without the header. */
export function ifMatch(c: Context<Env>): Precondition | undefined {
  const header = c.req.header('If-Match')
  return header === undefined ? undefined : (version) => includesTag(header, deploymentTag(c, version))
}

/** Whether a read names the tag in If-None-Match, in its weak form or not, so that the caller has the body already. */
export const isNotModified = (c: Context<Env>, tag: string): boolean =>
  isReading(c) && includesTag(ifNoneMatchHeader(c), tag)

/** The versions of a page that If-None-Match names, and what else the form of the page depends on. */
export const ifNoneMatch = (c: Context<Env>): IfNoneMatch => ({
  versions: tagsIn(ifNoneMatchHeader(c))
    .slice(0, MAX_VERSIONS)
    .flatMap((tag) => /^"([^"]+)"$/.exec(tag)?.[1] ?? []),
  form: `${c.env.VERSION?.id ?? ''} ${originOf(c)}`,
})

/** Whether a request only reads. */
export const isReading = (c: Context): boolean => ['GET', 'HEAD'].includes(c.req.method)

const MAX_VERSIONS = 10

// If-None-Match compares weakly.
const ifNoneMatchHeader = (c: Context<Env>): string =>
  (c.req.header('If-None-Match') ?? '').replaceAll('W/', '')

const includesTag = (header: string, tag: string): boolean =>
  tagsIn(header).some((named) => named === '*' || named === tag)

const tagsIn = (header: string): string[] => header.split(',').map((tag) => tag.trim())
