import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A table of wrangler.toml by its header, `''` for what stands before the first; of several, the one that has the line `having`. */
export type Part = { header: string; having?: string }

/** The header of a part in an environment; `''` is production. */
export const headerOf = (env: string, table: string): string => {
  const path = [...(env ? ['env', env] : []), ...(table ? [table] : [])].join('.')
  return path && (LISTS.includes(table) ? `[[${path}]]` : `[${path}]`)
}
const LISTS = ['d1_databases', 'kv_namespaces', 'r2_buckets']

/** Sets a key in wrangler.toml, and keeps its comments. `value` is TOML. */
export function setInConfig(folder: string, part: Part, key: string, value: string): void {
  const path = join(folder, 'wrangler.toml')
  writeFileSync(path, withKey(readFileSync(path, 'utf8'), part, key, value))
}

/** A text of TOML with a key set in one of its parts. Throws if it has no such part. */
export function withKey(text: string, { header, having }: Part, key: string, value: string): string {
  const lines = text.split('\n')
  const isHeader = (line: string | undefined) => line === undefined || /^\[/.test(line)
  const starts =
    header === '' ? [-1] : lines.flatMap((line, index) => (line.trim() === header ? [index] : []))
  for (const start of starts) {
    let end = start + 1
    while (!isHeader(lines[end])) end++
    const part = lines.slice(start + 1, end)
    if (having !== undefined && !part.some((line) => line.trim() === having)) continue
    const line = `${key} = ${value}`
    const found = part.findIndex((one) => new RegExp(`^${key}\\s*=`).test(one))
    const last = part.findLastIndex((one) => one.trim() !== '' && !one.startsWith('#'))
    if (found >= 0) lines[start + 1 + found] = line
    else lines.splice(start + 2 + last, 0, line)
    return lines.join('\n')
  }
  throw new Error(`wrangler.toml has no part ${header}${having ? ` with ${having}` : ''}.`)
}

/** An entry of `[[d1_databases]]`. */
export type DatabaseEntry = { binding: string; database_name: string; database_id: string }

/** The bindings and ids of the databases that a text of wrangler.toml has in an environment. */
export function databaseEntries(text: string, env: string): { binding: string; id: string }[] {
  const header = headerOf(env, 'd1_databases')
  return text.split(/^(?=\[)/m).flatMap((part) => {
    if (part.split('\n', 1)[0]?.trim() !== header) return []
    const [binding, id] = ['binding', 'database_id'].map(
      (key) => new RegExp(`^${key}\\s*=\\s*"(.*)"`, 'm').exec(part)?.[1],
    )
    return binding === undefined ? [] : [{ binding, id: id ?? '' }]
  })
}

/** A text of wrangler.toml with one more database in an environment, after the last one. Throws if it has none there. */
export function withDatabase(text: string, env: string, entry: DatabaseEntry): string {
  const header = headerOf(env, 'd1_databases')
  const parts = text.split(/^(?=\[)/m)
  const last = parts.findLastIndex((part) => part.split('\n', 1)[0]?.trim() === header)
  const [, own = '', rest = ''] = /^(\[\[.*(?:\n[^#\n].*)*\n?)([\s\S]*)$/.exec(parts[last] ?? '') ?? []
  if (!own) throw new Error(`wrangler.toml has no part ${header}.`)
  const lines = Object.entries({ ...entry, migrations_dir: 'drizzle' }).map(
    ([key, value]) => `${key} = "${value}"`,
  )
  parts[last] = `${own.trimEnd()}\n\n${[header, ...lines].join('\n')}\n${rest}`
  return parts.join('')
}

/** A text of wrangler.toml with a key in a table of the variables of an environment, unless it has the key there. */
export function withVariable(text: string, env: string, table: string, key: string, value: string): string {
  const header = headerOf(env, `vars.${table}`)
  const parts = text.split(/^(?=\[)/m)
  const isOf = (wanted: string) => (part: string) => part.split('\n', 1)[0]?.trim() === wanted
  const own = parts.find(isOf(header))
  if (own !== undefined)
    return new RegExp(`^${key}\\s*=`, 'm').test(own) ? text : withKey(text, { header }, key, value)
  const vars = parts.findIndex(isOf(headerOf(env, 'vars')))
  const lines = parts[vars]?.split('\n') ?? []
  // Comments that follow a key are about the variables, and those after a blank line about what comes next.
  let end = lines.findLastIndex((line) => line.trim() !== '' && !line.startsWith('#')) + 1
  if (end === 0) throw new Error(`wrangler.toml has no part ${headerOf(env, 'vars')}.`)
  while (lines[end]?.startsWith('#')) end++
  lines.splice(end, 0, '', header, `${key} = ${value}`)
  parts[vars] = lines.join('\n')
  return parts.join('')
}
