import type { Context } from 'hono'
import type { IfNoneMatch } from '../domain/persons/list'
import type { Precondition } from '../domain/persons/precondition'
import { sha256 } from '../domain/shared/hash'
import type { Env } from '../env'
import { originOf } from './origin'

/** The entity tag (RFC 9110) of a body: strong, by its content alone. */
export const contentTag = async (text: string): Promise<string> =>
  entityTag((await sha256(text)).slice(0, 32))

/** The entity tag around a version. */
export const entityTag = (version: string): string => `"${version}"`

/** The entity tag of a version that says nothing of how this deployment shows it. */
export const deploymentTag = (c: Context<Env>, version: string): string =>
  entityTag(`${version}.${c.env.VERSION.id}`)

/** What If-Match expects of the version of a person; undefined without the header. */
export function ifMatch(c: Context<Env>): Precondition | undefined {
  const header = c.req.header('If-Match')
  return header === undefined ? undefined : (version) => names(header, deploymentTag(c, version))
}

/** Whether If-None-Match names the tag, a weak form of it included, so that the caller has the body already. */
export const isNotModified = (c: Context<Env>, tag: string): boolean => names(ifNoneMatch(c), tag)

/** The versions of a page that If-None-Match names, and what else the page looks different by. */
export const ifNoneMatchOf = (c: Context<Env>): IfNoneMatch => ({
  versions: tagsIn(ifNoneMatch(c))
    .slice(0, MAX_VERSIONS)
    .flatMap((tag) => /^"([^"]+)"$/.exec(tag)?.[1] ?? []),
  form: `${c.env.VERSION.id} ${originOf(c)}`,
})

const MAX_VERSIONS = 10

const ifNoneMatch = (c: Context<Env>): string => (c.req.header('If-None-Match') ?? '').replaceAll('W/', '')

const names = (header: string, tag: string): boolean =>
  tagsIn(header).some((named) => named === '*' || named === tag)

const tagsIn = (header: string): string[] => header.split(',').map((tag) => tag.trim())
