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
