import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import type { End, Manifest } from '../../domain/workspaces/copy/format.ts'

/** A line of a file: of which table it begins, or a row of that. */
export type Line = { table: string; columns: string[]; line: string; isHead: boolean }

/** A file that was read to its end, with every hash compared. */
export type Verified = { manifest: Manifest; end: End }

/**
 * Reads a file line by line, and compares the count and the hash of each table with what its last line says. Throws for a file that
 * was cut, changed, or is of another format.
 */
export async function readBackup(
  path: string,
  onLine: (line: Line, manifest: Manifest) => Promise<void> | void = () => {},
): Promise<Verified> {
  let manifest: Manifest | undefined
  let end: End | undefined
  let table = ''
  let columns: string[] = []
  const found: Record<string, { rows: number; digest: ReturnType<typeof createHash> }> = {}
  for await (const line of linesOf(path)) {
    if (end) throw new Error(`${path} goes on after its last line.`)
    if (!manifest) manifest = manifestOf(path, line)
    else if (line.startsWith('[')) {
      const counted = found[table]
      if (!counted) throw new Error(`${path} has a row without a table.`)
      counted.rows += 1
      counted.digest.update(`${line}\n`)
      await onLine({ table, columns, line, isHead: false }, manifest)
    } else {
      const head = JSON.parse(line) as End | { table: string; columns: string[] }
      if ('end' in head) end = head
      else {
        table = head.table
        columns = head.columns
        found[table] = { rows: 0, digest: createHash('sha256') }
        await onLine({ table, columns, line, isHead: true }, manifest)
      }
    }
  }
  if (!manifest || !end) throw new Error(`${path} was cut: its last line is missing.`)
  for (const name of new Set([...Object.keys(end.tables), ...Object.keys(found)])) {
    const sha256 = found[name]?.digest.digest('hex')
    if (end.tables[name]?.rows !== found[name]?.rows || end.tables[name]?.sha256 !== sha256)
      throw new Error(`${path} was changed: the rows of ${name} have another hash than its last line says.`)
  }
  return { manifest, end }
}

/** The first line of a file, of which the rest is not read. */
export async function readManifest(path: string): Promise<Manifest> {
  for await (const line of linesOf(path)) return manifestOf(path, line)
  throw new Error(`${path} is empty.`)
}

async function* linesOf(path: string): AsyncGenerator<string> {
  const unzipped = createReadStream(path).pipe(createGunzip())
  // A line is what JSON has no break in: readline also knows those that JSON leaves as they are.
  let begun: string[] = []
  const decoder = new TextDecoder()
  try {
    for await (const chunk of unzipped) {
      const [end = '', ...more] = decoder.decode(chunk as Buffer, { stream: true }).split('\n')
      begun.push(end)
      const next = more.pop()
      if (next === undefined) continue
      // A line of a megabyte comes in many chunks: it is put together once.
      yield begun.join('')
      yield* more
      begun = [next]
    }
  } catch (error) {
    throw new Error(`${path} was cut: ${error instanceof Error ? error.message : error}`)
  }
  if (begun.join('') !== '') throw new Error(`${path} was cut: its last line has no end.`)
}

function manifestOf(path: string, line: string): Manifest {
  const manifest = JSON.parse(line) as Manifest
  if (manifest.format !== 'membership-backup' || manifest.format_version !== 1)
    throw new Error(`${path} is no backup that this version reads.`)
  return manifest
}
