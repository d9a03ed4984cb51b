import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { REFERENCE_FILES, REFERENCE_FOLDER } from '../../src/dev/reference.ts'
import { ROOT, wrangler } from '../../src/dev/wrangler.ts'

// Small bundles start faster, and the limit shows early when a dependency is bundled by mistake.
const MAX_KIB = 1250

const folder = join(ROOT, '.wrangler/bundle')
const deploy = wrangler(new AbortController().signal, 'deploy', '--dry-run', '--outdir', folder)
await deploy.succeeded()
assert.match(deploy.printed(), new RegExp(`Read ${REFERENCE_FILES.length} files? from the assets directory`))
assert.deepEqual(readdirSync(REFERENCE_FOLDER), REFERENCE_FILES)
const kib = gzipSync(readFileSync(join(folder, 'index.js'))).byteLength / 1024
console.log(`The bundle has ${kib.toFixed(0)} KiB gzipped; at most ${MAX_KIB} are allowed.`)
process.exitCode = kib > MAX_KIB ? 1 : 0
