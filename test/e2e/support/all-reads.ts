import type { Started } from './npm-start.ts'

type Document = { paths: Record<string, Record<string, unknown>> }
type Read = { status: number; body: unknown }

/** The lists that paths name by `{list_id}`. */
const LISTS = ['members', 'contacts']

/** Reads every address of an API document by GET, each `{id}` as the first entry of the list before it. */
export async function readEverything(service: Started, paths: string[]): Promise<Map<string, Read>> {
  const reads = new Map<string, Read>()
  for (const path of paths) if (!reads.has(path)) reads.set(path, await read(service, path))
  return reads
}

/** The addresses of a document, with ids of what the service has. */
export async function addressesOf(service: Started): Promise<string[]> {
  const document = (await read(service, '/openapi.json')).body as Document
  const addresses: string[] = []
  for (const [template, operations] of Object.entries(document.paths))
    if (operations.get) for (const path of await filled(service, template)) addresses.push(path)
  return addresses
}

async function filled(service: Started, template: string): Promise<string[]> {
  const [, before, name, after] = /^(.*?)\{(\w+)\}(.*)$/.exec(template) ?? []
  if (before === undefined || name === undefined) return [template]
  const values = name === 'list_id' ? LISTS : await firstOf(service, before, name)
  const more = await Promise.all(values.map((value) => filled(service, `${before}${value}${after}`)))
  return more.flat()
}

async function firstOf(service: Started, before: string, name: string): Promise<string[]> {
  const { body } = await read(service, before.replace(/\/$/, ''))
  const [first] = ((body as { data?: unknown }).data ?? []) as Record<string, unknown>[]
  const value = Array.isArray((body as { data?: unknown }).data) ? (first?.[name] ?? first?.id) : undefined
  return value === undefined ? [] : [encodeURIComponent(String(value))]
}

async function read({ origin, key }: Started, path: string): Promise<Read> {
  const response = await fetch(`${origin}${path}`, { headers: { Authorization: `Bearer ${key}` } })
  const text = (await response.text()).replaceAll(origin, 'http://origin')
  try {
    return { status: response.status, body: JSON.parse(text) }
  } catch {
    return { status: response.status, body: text }
  }
}

/** What differs between any two answers: the number of a request that was refused, and the last event of a workspace. */
const VOLATILE = ['request_id', 'last_event_id']

/** Where a value lacks something of an earlier one, or has it otherwise. What is new, as an entry at the end, is no difference. */
export function lostFrom(before: unknown, after: unknown, path = ''): string[] {
  if (typeof before !== 'object' || before === null)
    return before === after ? [] : [`${path}: ${JSON.stringify(before)} became ${JSON.stringify(after)}`]
  return Object.entries(before).flatMap(([key, value]) =>
    VOLATILE.includes(key)
      ? []
      : lostFrom(value, (Object(after) as Record<string, unknown>)[key], `${path}.${key}`),
  )
}
