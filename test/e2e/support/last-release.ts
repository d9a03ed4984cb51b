import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { RELEASED } from '../../../src/dev/operate/release.ts'
import { ROOT } from '../../../src/dev/wrangler.ts'

/**
 * Lays out the files of the last release in a folder, with the packages of today. A clone that lacks the commit, as a shallow
 * one, fetches it. The ids of wrangler.toml are those of today, by which local databases go.
 */
export function layOutLastRelease(folder: string): { commit: string } {
  const { commit } = JSON.parse(readFileSync(join(ROOT, RELEASED), 'utf8')) as { commit: string }
  if (!hasCommit(commit)) git('fetch', '--quiet', '--depth', '1', 'origin', commit)
  if (!hasCommit(commit))
    throw new Error(`${RELEASED} names the commit ${commit}, which neither this clone nor its origin has.
Name the commit that was released last: git rev-parse HEAD`)
  mkdirSync(folder, { recursive: true })
  const tar = execFileSync('git', ['archive', '--format=tar', commit], { cwd: ROOT, maxBuffer: 1e9 })
  execFileSync('tar', ['-xf', '-', '-C', folder], { input: tar })
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction')
  const toml = join(folder, 'wrangler.toml')
  writeFileSync(
    toml,
    withIds(readFileSync(toml, 'utf8'), idsIn(readFileSync(join(ROOT, 'wrangler.toml'), 'utf8'))),
  )
  return { commit }
}

const git = (...args: string[]) => spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' })
const hasCommit = (commit: string): boolean => git('cat-file', '-e', `${commit}^{commit}`).status === 0

const ID = /^((?:database_)?id) = "(.*)"$/gm
const idsIn = (toml: string): string[] => [...toml.matchAll(ID)].map(([, , id]) => id ?? '')

/** The ids of another wrangler.toml in the order of its bindings, as far as there are any. */
function withIds(toml: string, ids: string[]): string {
  assert.ok(ids.length >= 2)
  return toml.replaceAll(ID, (line, key) => {
    const id = ids.shift()
    return id === undefined ? line : `${key} = "${id}"`
  })
}
