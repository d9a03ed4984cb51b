import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

const FOLDER = join(import.meta.dirname, 'browser')

const ALL = /^(portal.*|reference|dashboard-.*)\.ts$/

/** What each browser walks through unless words select it. */
const WALKS: Record<string, RegExp> = {
  chromium: ALL,
  firefox: /^(portal|portal-join|dashboard-(sign-in|members|bank|fee))\.ts$/,
}

// Words select the files whose names contain one; without a word all run. A part is `1/3`, so that parts can run at a time.
// With `--turns` one visitor walks the journeys of each file, which halves the time.
const { values: options, positionals: words } = parseArgs({
  allowPositionals: true,
  options: {
    part: { type: 'string', default: '1/1' },
    engine: { type: 'string', default: 'chromium' },
    turns: { type: 'boolean', default: false },
  },
})
const own = WALKS[options.engine]
if (!own) throw new Error(`--engine is one of: ${Object.keys(WALKS).join(', ')}.`)
const [part = 1, parts = 1] = options.part.split('/').map(Number)
const files = readdirSync(FOLDER)
  .filter((name) => (words.length > 0 ? ALL : own).test(name))
  .filter((name) => words.length === 0 || words.some((word) => name.includes(word)))
  .filter((_, index) => index % parts === part - 1)
  .map((name) => join(FOLDER, name))
if (files.length === 0) throw new Error('No walk has such a name.')

const { status } = spawnSync(process.execPath, ['--test', '--test-isolation=none', ...files], {
  env: { ...process.env, ENGINE: options.engine, TURNS: options.turns ? '1' : '' },
  stdio: 'inherit',
})
process.exitCode = status ?? 1
