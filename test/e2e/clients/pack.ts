import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const PACKAGE = fileURLToPath(new URL('package', import.meta.url))
const PACKED = fileURLToPath(new URL('packed', import.meta.url))

/** The lines of `packed/wrong.ts` that must not compile. */
const WRONG = [5, 6, 7, 9]

type Packing = {
  /** A folder that may be written to. */
  folder: string
  /** The types of the API description, as openapi-typescript makes them. */
  types: string
  env: NodeJS.ProcessEnv
  folderOf: (name: string) => string
}

/**
 * Packs a client with its types, and uses it as integrators do: installed from its file into an empty project. A right call compiles and
 * runs, wrong ones do not compile. Returns the path of the file.
 */
export function tryPacked({ folder, types, env, folderOf }: Packing): string {
  const content = join(folder, 'package')
  cpSync(PACKAGE, content, { recursive: true })
  cpSync(types, join(content, 'membership.d.ts'))
  npm(content, 'pack', '--pack-destination', folder)
  const [name] = readdirSync(folder).filter((file) => file.endsWith('.tgz'))
  const tarball = join(folder, name ?? assert.fail('npm pack wrote no file'))

  const project = join(folder, 'project')
  cpSync(PACKED, project, { recursive: true })
  npm(project, 'init', '--yes', '--init-type', 'module')
  npm(project, 'install', '--no-audit', '--no-fund', '--prefer-offline', tarball)
  const nodeTypes = join(project, 'node_modules/@types/node')
  mkdirSync(dirname(nodeTypes), { recursive: true })
  symlinkSync(folderOf('@types/node'), nodeTypes)

  const tsc = join(folderOf('typescript'), 'bin/tsc')
  const right = node(project, [tsc], env)
  assert.equal(right.status, 0, right.stdout)
  const { status, stdout, stderr } = node(project, ['out/right.js'], env)
  assert.equal(status, 0, stderr)
  assert.match(stdout, /^RF\d\d/)

  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023']
  const wrong = node(project, [tsc, ...options, 'wrong.ts'], env)
  const lines = [...wrong.stdout.matchAll(/^wrong\.ts\((\d+),/gm)].map(([, line]) => Number(line))
  assert.deepEqual([...new Set(lines)], WRONG, wrong.stdout)
  return tarball
}

function npm(cwd: string, ...args: string[]): void {
  const { status, stdout, stderr } = spawnSync('npm', args, { cwd, encoding: 'utf8' })
  assert.equal(status, 0, `npm ${args.join(' ')}:\n${stdout}${stderr}`)
}

const node = (cwd: string, args: string[], env: NodeJS.ProcessEnv) =>
  spawnSync(process.execPath, args, { cwd, env: { ...process.env, ...env }, encoding: 'utf8' })
