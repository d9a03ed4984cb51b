import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createClient } from '@hey-api/openapi-ts'
import { demoRequests } from '../../../src/dev/demo.ts'
import { DEMO_KEY } from '../../../src/dev/seed.ts'
import { startService } from '../support/service.ts'
import { tryPacked } from './pack.ts'

const CALLS = fileURLToPath(new URL('calls', import.meta.url))
const README = fileURLToPath(new URL('../../../src/api/README.md', import.meta.url))
const RELEASED = fileURLToPath(new URL('released.json', import.meta.url))
const PACKAGES = ['openapi-fetch', 'openapi-typescript', 'typescript', 'zod', '@types/node']

const { resolve } = createRequire(import.meta.url)

const project = mkdtempSync(join(tmpdir(), 'membership-clients-'))
const service = await startService()
try {
  if (process.argv.includes('--release')) {
    say('Keep the document as that of the last release')
    writeFileSync(RELEASED, await releasedDocument())
  }
  const { key, released } = await demoKeys()
  layOut(key)
  say('Generate a client with openapi-typescript')
  run(bin('openapi-typescript', 'bin/cli.js'), `${service.origin}/openapi.json`, '-o', 'membership.d.ts')
  say('Generate a client with hey-api, validated by zod')
  await generateHeyApi(`${service.origin}/openapi.json`, 'hey-api')
  say('Generate a client from the document of the last release')
  await generateHeyApi(RELEASED, 'released')
  say('Compile them')
  run(bin('typescript', 'bin/tsc'))
  for (const calls of ['openapi-fetch', 'hey-api']) {
    say(`Call the service with ${calls}`)
    run(join('out', `${calls}.js`), { ORIGIN: service.origin, KEY: key })
  }
  say('Call a service that knows more than the last release with its client')
  await service.sql(`UPDATE events SET action = 'thing.done', subject_kind = 'thing', actor_kind = 'robot', door = 'kiosk'
    WHERE number = 1`)
  run(join('out', 'released.js'), { ORIGIN: service.origin, KEY: released })
  say('Run the call of src/api/README.md')
  assert.ok(readFileSync(README, 'utf8').includes(readFileSync(join(CALLS, 'first-call.mts'), 'utf8')))
  assert.match(run('first-call.mts'), /^RF\d\d/)
  say('Pack a client with its types, and use it in an empty project')
  const packed = tryPacked({
    folder: join(project, 'packing'),
    types: join(project, 'membership.d.ts'),
    env: { ORIGIN: service.origin, KEY: key },
    folderOf,
  })
  if (process.argv.includes('--pack')) {
    copyFileSync(packed, basename(packed))
    say(`Keep it as ${basename(packed)}`)
  }
} finally {
  await service.stop()
  rmSync(project, { recursive: true })
}

/** The document without what clients are not made from: its words and examples. */
async function releasedDocument(): Promise<string> {
  const served = await (await fetch(`${service.origin}/openapi.json`)).text()
  const isLeftOut = (key: string, value: unknown) =>
    (['description', 'summary'].includes(key) && typeof value === 'string') || /^examples?$/.test(key)
  return `${JSON.stringify(JSON.parse(served, (key, value) => (isLeftOut(key, value) ? undefined : value)))}\n`
}

/** Creates a workspace with the demo data, and returns a key of it and one as the last release issued them. */
async function demoKeys(): Promise<{ key: string; released: string }> {
  const { id } = await service.operator('POST', '/workspaces', { name: 'TSV Lindental' })
  const issue = (body: object) => service.operator('POST', `/workspaces/${id}/api_keys`, body)
  const { token: key } = await issue({ name: 'Clients' })
  for (const [method, path, body] of demoRequests()) await service.api(key, method, path, body)
  const { Me } = JSON.parse(readFileSync(RELEASED, 'utf8')).components.schemas
  // All of them, if the document knows that there may be others.
  const permissions: string[] | undefined = Me.properties.api_key.properties.permissions.items.enum
  const { token: released } = await issue({ name: 'Of the last release', permissions })
  return { key, released }
}

/** Creates a project outside of this one, as integrators have it. */
function layOut(key: string): void {
  cpSync(CALLS, project, { recursive: true })
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }')
  for (const name of PACKAGES) {
    const link = join(project, 'node_modules', name)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(folderOf(name), link)
  }
  const call = join(project, 'first-call.mts')
  const shown = readFileSync(call, 'utf8')
  writeFileSync(call, shown.replace('http://localhost:8787', service.origin).replace(DEMO_KEY, key))
}

async function generateHeyApi(input: string, folder: string): Promise<void> {
  await createClient({
    input,
    output: { path: join(project, folder), tsConfigPath: join(project, 'tsconfig.json') },
    plugins: ['@hey-api/client-fetch', 'zod', { name: '@hey-api/sdk', validator: true }],
    logs: { level: 'silent' },
  })
}

function bin(name: string, path: string): string {
  return join(folderOf(name), path)
}

function folderOf(name: string): string {
  return dirname(resolve(`${name}/package.json`))
}

/** Runs a script in the project and returns its output. */
function run(script: string, ...rest: (string | NodeJS.ProcessEnv)[]): string {
  const args = rest.filter((arg) => typeof arg === 'string')
  const env = Object.assign({}, process.env, ...rest.filter((arg) => typeof arg === 'object'))
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
    cwd: project,
    env,
    encoding: 'utf8',
  })
  assert.equal(status, 0, `${script}:\n${stdout}${stderr}`)
  return stdout
}

function say(what: string): void {
  console.log(`› ${what}`)
}
