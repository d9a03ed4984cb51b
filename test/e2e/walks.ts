import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

const FOLDER = join(import.meta.dirname, 'browser')

// Words select the files whose names contain one; without a word all run. A part is `1/3`, so that parts can run at a time.
const { values: options, positionals: words } = parseArgs({
  allowPositionals: true,
  options: { part: { type: 'string', default: '1/1' } },
})
const [part = 1, parts = 1] = options.part.split('/').map(Number)
const files = readdirSync(FOLDER)
  .filter((name) => /^(portal.*|reference|dashboard-.*)\.ts$/.test(name))
  .filter((name) => words.length === 0 || words.some((word) => name.includes(word)))
  .filter((_, index) => index % parts === part - 1)
  .map((name) => join(FOLDER, name))
if (files.length === 0) throw new Error('No walk has such a name.')

const { status } = spawnSync(process.execPath, ['--test', '--test-isolation=none', ...files], {
  stdio: 'inherit',
})
process.exitCode = status ?? 1
