import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lastMigration, readConfig } from '../../../src/dev/operate/config.ts'
import { bindingsOf } from '../../../src/dev/operate/doctor.ts'
import type { Tools } from '../../../src/dev/operate/tools.ts'
import { ROOT } from '../../../src/dev/wrangler.ts'
import { appliedTo, FakeAccount } from './fake-account.ts'

const TEMPORARY = mkdtempSync(join(tmpdir(), 'membership-operators-'))
process.on('exit', () => rmSync(TEMPORARY, { recursive: true }))

/** A folder with what the commands of an operator read and write, until this process ends. */
export function newFolder(): string {
  const folder = mkdtempSync(join(TEMPORARY, 'operator-'))
  cpSync(join(ROOT, 'wrangler.toml'), join(folder, 'wrangler.toml'))
  mkdirSync(join(folder, 'test/e2e'), { recursive: true })
  symlinkSync(join(ROOT, 'drizzle'), join(folder, 'drizzle'), 'junction')
  return folder
}

/** An operator on a machine and an account of their own, with what the commands printed. */
export class Operator {
  printed = ''
  /** What git says: the files that differ from the commit, and the remote branches that have it. */
  changed = ''
  remotes = 'origin/main'
  /** Changes what `/health` answers, by version. */
  sick = new Map<string, object | string>()
  readonly account: FakeAccount
  readonly folder: string

  constructor(account = new FakeAccount(), folder = newFolder()) {
    this.account = account
    this.folder = folder
  }

  toml = (): string => readFileSync(join(this.folder, 'wrangler.toml'), 'utf8')
  config = (env = '') => readConfig(env, this.folder)

  get tools(): Tools {
    return {
      folder: this.folder,
      wrangler: this.account.run,
      git: (...args) =>
        ({
          status: this.changed,
          branch: this.remotes,
          'rev-parse': '0123456789abcdef0123456789abcdef01234567',
          log: 'Charge fees',
        })[args[0] ?? ''] ?? '',
      fetch: async (url, init) => this.answer(url, new Headers(init.headers)),
      print: (line) => {
        this.printed += `${line}\n`
      },
      sleep: async () => {},
    }
  }

  /** Tells the account what the code of an environment is, as a build would. */
  build(env = ''): void {
    const config = this.config(env)
    this.account.state.code = {
      worker: config.name,
      bindings: bindingsOf(config).map(([name, value]) => ({ name, type: 'any', value })),
      consumed: (config.queues.consumers ?? []).map(({ queue }) => queue),
    }
  }

  /** Runs a command, and returns the message with which it stopped. */
  async stopped(command: (tools: Tools) => Promise<unknown>): Promise<string> {
    try {
      await command(this.tools)
    } catch (error) {
      if (error instanceof Error && error.name === 'Stop') return error.message
      throw error
    }
    throw new Error(`The command did not stop.\n${this.printed}`)
  }

  private answer(url: string, headers: Headers): Response {
    const { deployment, migrations, code, versions } = this.account.state
    const [, override] =
      new RegExp(`^${code.worker}="([\\w-]+)"$`).exec(
        headers.get('Cloudflare-Workers-Version-Overrides') ?? '',
      ) ?? []
    const version =
      deployment.find(({ version_id }) => version_id === override) ??
      deployment.find(({ percentage }) => percentage === 100)
    if (!version || !url.endsWith('/health')) throw new TypeError('fetch failed')
    const bindings = (versions[version.version_id] ?? []).map(({ name }) => name)
    const isMigrated = (name: string) => appliedTo(migrations, name) === migrations.all
    const databases = bindings.filter((name) => /^DB(_[B-Z])?$/.test(name))
    const sick = this.sick.get(version.version_id)
    if (typeof sick === 'string') return new Response(sick, { status: 500 })
    return Response.json({
      status: databases.every(isMigrated) ? 'ok' : 'not_ready',
      version: version.version_id,
      databases: databases.map((name) => ({
        name,
        status: isMigrated(name) ? 'ok' : 'not_migrated',
        migration: isMigrated(name) ? lastMigration(this.folder) : '0001_older',
      })),
      missing: [],
      switched_off: { OPERATOR_EMAIL: 'No alarm is mailed.', CANARY_WORKSPACE: 'No club is tried.' },
      ...sick,
    })
  }
}
