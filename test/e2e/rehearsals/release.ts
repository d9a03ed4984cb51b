import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isPlaceholder, queuesOf } from '../../../src/dev/operate/config.ts'
import { examine } from '../../../src/dev/operate/doctor.ts'
import { setInConfig } from '../../../src/dev/operate/edit-config.ts'
import * as releasing from '../../../src/dev/operate/release.ts'
import * as settingUp from '../../../src/dev/operate/setup.ts'
import type { Tools } from '../../../src/dev/operate/tools.ts'
import { ROOT } from '../../../src/dev/wrangler.ts'
import type { State } from '../support/fake-account.ts'
import { Operator } from '../support/operator.ts'

const URLS = { '': 'https://mitglieder.verein.de', staging: 'https://probe.verein.de' }
type Env = keyof typeof URLS

const setUp = (operator: Operator, env: Env = '', more: Partial<settingUp.Options> = {}) =>
  settingUp.setUp(operator.tools, {
    ...{ env, jurisdiction: 'eu', publicUrl: URLS[env], mailFrom: `portal@${new URL(URLS[env]).hostname}` },
    ...more,
  })

const releaseAt =
  (env: Env = '', more: Partial<releasing.Options> = {}) =>
  (tools: Tools) =>
    releasing.release(tools, { env, ...more })

/** An operator who has set up an environment, and released once. */
async function released(env: Env = ''): Promise<Operator> {
  models[env] ??= await releasedOnce(env)
  const operator = new Operator()
  cpSync(join(models[env].folder, 'wrangler.toml'), join(operator.folder, 'wrangler.toml'))
  operator.account.state = structuredClone(models[env].account.state)
  return operator
}

const models: Partial<Record<Env, Operator>> = {}

async function releasedOnce(env: Env): Promise<Operator> {
  const operator = new Operator()
  await setUp(operator, env)
  operator.build(env)
  await releaseAt(env, { first: true })(operator.tools)
  operator.account.state.migrations.applied = 2
  return operator
}

/** An operator who has released once, and set up a second database since. */
async function releasedWithTwo(): Promise<Operator> {
  const operator = await released()
  await setUp(operator, '', { databases: 2 })
  operator.build()
  operator.account.calls = []
  return operator
}

/** A value as JSON has it. */
const plain = (value: unknown) => JSON.parse(JSON.stringify(value))

const serving = ({ deployment }: State): string | undefined =>
  deployment.find(({ percentage }) => percentage === 100)?.version_id

const CHECKS: Record<string, () => Promise<void>> = {
  'set-up asks for what it needs, and changes nothing before': async () => {
    for (const [args, message] of [
      [[], /--jurisdiction eu/],
      [['--jurisdiction', 'de'], /--jurisdiction eu\|us/],
      [['--jurisdiction', 'eu', '--colour', 'red'], /colour/],
    ] as const)
      assert.match(await new Operator().stopped(async () => settingUp.optionsOf([...args])), message)
    for (const [more, message] of [
      [{ publicUrl: undefined }, /--public-url must be an address like/],
      [{ mailFrom: undefined }, /--mail-from must be on a domain of your own, and not members\.example\.org/],
      [{ publicUrl: 'https://members.example.org' }, /--public-url must be an address of your own/],
      [{ publicUrl: 'http://mitglieder.verein.de' }, /--public-url must be/],
      [{ publicUrl: 'https://mitglieder.verein.de/' }, /without a path/],
      [{ mailFrom: 'Verein <portal@verein.de>' }, /--mail-from must be/],
      [{ env: 'stageing' }, /no environment stageing/],
    ] as const) {
      const operator = new Operator()
      const before = operator.toml()
      assert.match(await operator.stopped(() => setUp(operator, '', more)), message)
      assert.deepEqual([operator.account.calls, operator.toml()], [[], before])
    }
    const stranger = new Operator()
    stranger.account.isSignedIn = false
    assert.match(await stranger.stopped(() => setUp(stranger)), /npx wrangler login/)
    assert.deepEqual(stranger.account.changes(), [])
  },

  'set-up makes everything in the jurisdiction, in its order, and writes the ids': async () => {
    const operator = new Operator()
    const before = operator.toml().split('\n')
    await setUp(operator)
    const { state } = operator.account
    const config = operator.config()
    const queues = queuesOf(config)
    assert.ok(queues.length >= 3 && queues.includes('membership-mails-dead'))
    assert.deepEqual(operator.account.changes(), [
      'd1 create membership --jurisdiction=eu',
      'kv namespace create membership-portal-links --jurisdiction=eu',
      ...queues.map(
        (name) => `queues create ${name} --jurisdiction=eu --message-retention-period-secs 1209600`,
      ),
      ...config.r2_buckets.map(({ bucket_name }) => `r2 bucket create ${bucket_name} --jurisdiction=eu`),
      'email sending enable mitglieder.verein.de',
      'secret put OPERATOR_TOKEN --env=',
      'secret put WEBHOOK_KEY --env=',
    ])
    assert.equal(config.d1_databases[0]?.database_id, state.databases.membership?.id)
    assert.equal(config.kv_namespaces[0]?.id, state.namespaces['membership-portal-links']?.id)
    assert.deepEqual(plain(config.routes), [{ pattern: 'mitglieder.verein.de', custom_domain: true }])
    assert.equal(config.vars.PUBLIC_URL, URLS[''])
    assert.equal(config.vars.MAIL_FROM, 'portal@mitglieder.verein.de')
    // Comments and all other lines stay.
    const lost = before.filter((line) => !operator.toml().includes(line))
    assert.deepEqual(lost, ['MAIL_FROM = "portal@members.example.org"'])
    assert.match(operator.config('staging').d1_databases[0]?.database_id ?? '', /^[0-]+$/)
  },

  'set-up prints a secret once, and never in a call': async () => {
    const operator = new Operator()
    await setUp(operator)
    const token = operator.account.state.secrets.OPERATOR_TOKEN ?? ''
    assert.match(token, /^[\w-]{43}$/)
    assert.equal(operator.printed.split(token).length - 1, 1)
    assert.ok(operator.account.calls.every(({ args }) => !args.join(' ').includes(token)))
    assert.ok(!operator.toml().includes(token))
    const other = new Operator()
    await setUp(other)
    assert.notEqual(other.account.state.secrets.OPERATOR_TOKEN, token)
  },

  'set-up that runs again changes nothing': async () => {
    const operator = new Operator()
    await setUp(operator)
    const [state, toml] = [structuredClone(operator.account.state), operator.toml()]
    operator.account.calls = []
    // What wrangler.toml has needs not be said again.
    await setUp(operator, '', { publicUrl: undefined, mailFrom: undefined })
    assert.deepEqual([operator.account.state, operator.toml()], [state, toml])
    assert.deepEqual(
      operator.account.changes(),
      queuesOf(operator.config()).map(
        (name) => `queues update ${name} --message-retention-period-secs 1209600`,
      ),
    )
    await setUp(operator, '', { publicUrl: 'https://neu.verein.de' })
    assert.deepEqual(plain(operator.config().routes), [{ pattern: 'neu.verein.de', custom_domain: true }])
  },

  'set-up ends well after a failure of any call, before or after its work': async () => {
    const model = new Operator()
    await setUp(model)
    const calls = model.account.calls.length
    assert.ok(calls > 12)
    for (let call = 1; call <= calls; call++)
      for (const when of ['before', 'after'] as const) {
        const operator = new Operator()
        operator.account.failure = { call, when }
        const failing = model.account.calls[call - 1]?.args.join(' ')
        const isAsked = /^(queues info|r2 bucket info|email sending settings)/.test(failing ?? '')
        // A domain that cannot be read is enabled again.
        if (!isAsked || failing?.startsWith('queues')) await operator.stopped(() => setUp(operator))
        else await setUp(operator).catch(() => {})
        operator.account.failure = undefined
        await setUp(operator)
        const { databases, namespaces, queues, secrets } = operator.account.state
        assert.deepEqual(Object.keys(databases), ['membership'], failing)
        assert.equal(Object.keys(namespaces).length, 1, failing)
        assert.deepEqual(Object.keys(queues).sort(), queuesOf(operator.config()).sort(), failing)
        assert.ok(
          Object.values(queues).every(({ retention }) => retention === '1209600'),
          failing,
        )
        assert.equal(operator.config().d1_databases[0]?.database_id, databases.membership?.id, failing)
        const shown = operator.printed.split(secrets.OPERATOR_TOKEN ?? '-').length - 1
        assert.equal(
          shown,
          failing?.startsWith('secret put OPERATOR_TOKEN') && when === 'after' ? 0 : 1,
          failing,
        )
      }
  },

  'set-up refuses what exists elsewhere, and an account that lacks what has an id': async () => {
    const operator = new Operator()
    operator.account.state.databases.membership = { id: 'd1' }
    assert.match(await operator.stopped(() => setUp(operator)), /exists without a jurisdiction/)
    assert.deepEqual(operator.account.changes(), [])
    await setUp(operator, '', { jurisdiction: undefined })
    assert.equal(operator.account.state.queues['membership-mails']?.jurisdiction, undefined)
    const others: Record<string, { id: string }>[] = [{}, { membership: { id: 'of another account' } }]
    for (const databases of others) {
      operator.account.state.databases = databases
      assert.match(await operator.stopped(() => setUp(operator)), /Is it another account/)
    }
    // Queues and links can be replaced later.
    const early = new Operator()
    early.account.state.queues['membership-mails'] = { retention: '345600', readers: [] }
    early.account.state.namespaces['membership-portal-links'] = { id: 'links' }
    await setUp(early)
    assert.match(early.printed, /! The queue membership-mails exists without a jurisdiction/)
    assert.match(early.printed, /! The namespace membership-portal-links exists without a jurisdiction/)
    assert.equal(early.account.state.queues['membership-mails'].retention, '1209600')
  },

  'set-up makes a bucket in the jurisdiction, and says so to the binding': async () => {
    const operator = new Operator()
    const bucket = '[[r2_buckets]]\nbinding = "FILES"\nbucket_name = "membership-files"\n'
    appendFileSync(join(operator.folder, 'wrangler.toml'), `\n${bucket}`)
    await setUp(operator)
    assert.ok(operator.toml().endsWith(`${bucket}jurisdiction = "eu"\n`))
    assert.equal(operator.account.state.buckets['membership-files'], 'eu')
    operator.account.calls = []
    await setUp(operator)
    assert.ok(!operator.account.changes().some((call) => call.startsWith('r2')))
    operator.build()
    await releaseAt('', { first: true })(operator.tools)
    assert.ok(await examine(operator.tools, { env: '', jurisdiction: 'eu' }), operator.printed)
    operator.account.state.buckets = { 'membership-files': 'none' }
    assert.ok(!(await examine(operator.tools, { env: '', jurisdiction: 'eu' })))
  },

  'set-up without changes prints what it would do': async () => {
    const operator = new Operator()
    const before = operator.toml()
    await setUp(operator, '', { dryRun: true })
    assert.deepEqual([operator.account.changes(), operator.toml()], [[], before])
    assert.match(operator.printed, /\$ npx wrangler d1 create membership --jurisdiction=eu {3}\(not run\)/)
  },

  'staging is set up beside production, and shares nothing': async () => {
    const operator = new Operator()
    await setUp(operator)
    const toml = operator.toml()
    const production = structuredClone(operator.account.state)
    await setUp(operator, 'staging')
    const { databases, namespaces, queues } = operator.account.state
    assert.deepEqual(Object.keys(databases), ['membership', 'membership-staging'])
    assert.deepEqual(Object.keys(namespaces), ['membership-portal-links', 'membership-staging-portal-links'])
    assert.equal(Object.keys(queues).length, 2 * Object.keys(production.queues).length)
    assert.equal(operator.config('staging').vars.PUBLIC_URL, URLS.staging)
    assert.deepEqual(plain(operator.config('staging').routes), [
      { pattern: 'probe.verein.de', custom_domain: true },
    ])
    assert.equal(operator.toml().split('[env.staging]')[0], toml.split('[env.staging]')[0])
    assert.ok(
      operator.account.calls.some(({ args }) => args.join(' ') === 'secret put OPERATOR_TOKEN --env staging'),
    )
  },

  'set-up adds a second database where the first one is, in each environment, and once': async () => {
    const operator = await released()
    const before = operator.toml().split('\n')
    await setUp(operator, '', { databases: 2 })
    const { databases } = operator.account.state
    assert.equal(databases['membership-b']?.jurisdiction, 'eu')
    const [, second] = operator.config().d1_databases
    assert.deepEqual(plain({ ...second, previews: undefined }), {
      ...{ binding: 'DB_B', database_name: 'membership-b', database_id: databases['membership-b']?.id },
      ...{ migrations_dir: 'drizzle' },
    })
    assert.deepEqual(plain(operator.config().vars.DATABASE_LIMITS_GB), { DB: 5, DB_B: 5 })
    const staging = operator.config('staging')
    assert.equal(staging.d1_databases[1]?.database_name, 'membership-staging-b')
    assert.ok(isPlaceholder(staging.d1_databases[1]?.database_id))
    assert.deepEqual(plain(staging.vars.DATABASE_LIMITS_GB), { DB: 5, DB_B: 5 })
    assert.deepEqual(
      before.filter((line) => !operator.toml().includes(line)),
      [],
    )
    assert.match(operator.printed, /npm run release\n/)
    const toml = operator.toml()
    operator.account.calls = []
    for (const more of [{ databases: 2 }, {}]) await setUp(operator, '', more)
    assert.equal(operator.toml(), toml)
    assert.ok(!operator.account.changes().some((call) => call.startsWith('d1')))
    await setUp(operator, '', { databases: 3, dryRun: true })
    assert.match(operator.printed, /\$ npx wrangler d1 create membership-c --jurisdiction=eu {3}\(not run\)/)
    assert.equal(operator.toml(), toml)
    for (const databases of ['0', '27', 'two'])
      assert.match(
        await operator.stopped(async () =>
          settingUp.optionsOf(['--jurisdiction', 'eu', '--databases', databases]),
        ),
        /--databases takes a number from 1 to 26/,
      )
  },

  'set-up of a second database ends well after a failure of any call': async () => {
    const model = await released()
    await setUp(model, '', { databases: 2 })
    const calls = model.account.calls.findIndex(({ args }) => args[0] === 'kv')
    assert.ok(calls >= 5)
    for (let call = 1; call <= calls; call++)
      for (const when of ['before', 'after'] as const) {
        const operator = await released()
        operator.account.failure = { call, when }
        await operator.stopped(() => setUp(operator, '', { databases: 2 }))
        operator.account.failure = undefined
        await setUp(operator, '', { databases: 2 })
        const { databases } = operator.account.state
        assert.deepEqual(Object.keys(databases), ['membership', 'membership-b'])
        assert.deepEqual(
          operator.config().d1_databases.map(({ database_id }) => database_id),
          Object.values(databases).map(({ id }) => id),
        )
      }
  },

  'set-up refuses a second database that exists elsewhere': async () => {
    const operator = await released()
    operator.account.state.databases['membership-b'] = { id: 'b' }
    const message = await operator.stopped(() => setUp(operator, '', { databases: 2 }))
    assert.match(message, /The database membership-b exists without a jurisdiction/)
    assert.ok(!operator.account.changes().some((call) => call.startsWith('d1')))
  },

  'a release refuses what is not ready': async () => {
    const operator = new Operator()
    assert.match(await operator.stopped(releaseAt()), /DB has no id; .*PUBLIC_URL must be.*npm run setup/)
    await setUp(operator)
    operator.account.calls = []
    operator.changed = ' M src/app.ts'
    assert.match(await operator.stopped(releaseAt()), /src\/app\.ts/)
    operator.changed = ''
    assert.match(await operator.stopped(releaseAt()), /does not answer.*add --first/s)
    assert.deepEqual(operator.account.calls, [])
    assert.match(
      await operator.stopped(releaseAt('staging')),
      /npm run setup -- --jurisdiction eu --env staging/,
    )
    operator.remotes = ''
    operator.build()
    await releaseAt('', { first: true })(operator.tools)
    assert.match(operator.printed, /no remote branch/)
    assert.match(await operator.stopped(releaseAt('', { first: true })), /leave --first out/)
  },

  'a release uploads, migrates, tries at 0 %, serves everyone and sets triggers, in this order': async () => {
    for (const env of ['', 'staging'] as const) {
      const operator = await released(env)
      const at = env ? '--env staging' : '--env='
      const old = serving(operator.account.state)
      await releaseAt(env)(operator.tools)
      const now = serving(operator.account.state)
      assert.notEqual(now, old)
      assert.deepEqual(operator.account.changes(), [
        `versions upload --tag 0123456789ab --message Charge fees ${at}`,
        `d1 migrations apply DB --remote ${at}`,
        `versions deploy ${now}@0% ${old}@100% -y ${at}`,
        `versions deploy ${now}@100% -y ${at}`,
        `triggers deploy ${at}`,
      ])
      assert.match(operator.printed, new RegExp(`wrangler rollback ${old} -y`))
      assert.match(operator.printed, /time-travel restore DB --bookmark 0000-bookmark/)
      const record = join(operator.folder, releasing.RELEASED)
      assert.equal(existsSync(record), env === '')
      if (env === '') assert.match(readFileSync(record, 'utf8'), /^\{ "commit": "0123456789abcdef\w+" \}\n$/)
    }
  },

  'a release says which version serves after a failure of any call, and ends well when it runs again':
    async () => {
      const model = await released()
      await releaseAt()(model.tools)
      const calls = model.account.calls.map(({ args }) => args.join(' '))
      assert.ok(calls.length >= 8)
      for (let call = 1; call <= calls.length; call++)
        for (const when of ['before', 'after'] as const) {
          const operator = await released()
          const old = serving(operator.account.state)
          operator.account.failure = { call, when }
          const message = await operator.stopped(releaseAt())
          const { state } = operator.account
          const context = `${calls[call - 1]} fails ${when} its work:\n${message}`
          if (message.includes(`${old} still serves everyone`)) assert.equal(serving(state), old, context)
          else if (!message.includes('Either the version'))
            assert.ok(
              call === 1 || message.includes(`The version ${serving(state)} serves everyone`),
              context,
            )
          if (!message.includes('on the new schema') && call < calls.length - 3 && when === 'before')
            assert.equal(state.migrations.applied, 2, context)
          operator.account.failure = undefined
          await releaseAt()(operator.tools)
          assert.equal(state.migrations.applied, state.migrations.all, context)
          assert.equal(state.deployment.length, 1, context)
        }
    },

  'a version that is not well never serves anyone': async () => {
    for (const sick of [
      { status: 'not_ready', missing: ['BACKUPS'] },
      'Internal error',
      { version: 'another one' },
      { databases: [{ name: 'DB', status: 'ok', migration: '0001_older' }] },
    ]) {
      const operator = await released()
      const old = serving(operator.account.state)
      const get = operator.sick.get.bind(operator.sick)
      operator.sick.get = (version) => (version === old ? get(version) : sick)
      const message = await operator.stopped(releaseAt())
      assert.match(
        message,
        new RegExp(`${old} still serves everyone, on the new schema.*at 0 %.*take the new version out`, 's'),
      )
      assert.equal(serving(operator.account.state), old)
      assert.ok(!operator.account.changes().some((call) => call.startsWith('triggers')))
    }
  },

  'a release without changes runs no call that changes': async () => {
    const operator = await released()
    const state = structuredClone(operator.account.state)
    await releaseAt('', { dryRun: true })(operator.tools)
    assert.deepEqual(operator.account.changes(), [])
    assert.deepEqual(operator.account.state, state)
    assert.match(operator.printed, /migrations apply DB --remote --env="" {3}\(not run\)/)
  },

  'a release migrates each database before the code, and prints how to roll each back': async () => {
    const operator = await releasedWithTwo()
    const old = serving(operator.account.state)
    await releaseAt()(operator.tools)
    const now = serving(operator.account.state)
    assert.deepEqual(operator.account.changes(), [
      'versions upload --tag 0123456789ab --message Charge fees --env=',
      'd1 migrations apply DB --remote --env=',
      'd1 migrations apply DB_B --remote --env=',
      `versions deploy ${now}@0% ${old}@100% -y --env=`,
      `versions deploy ${now}@100% -y --env=`,
      'triggers deploy --env=',
    ])
    assert.match(
      operator.printed,
      /restore DB --bookmark 0000-bookmark --env=""\n.*restore DB_B --bookmark 0000-bookmark_B/,
    )
    assert.ok(await examine(operator.tools, { env: '', jurisdiction: 'eu' }), operator.printed)
    assert.match(operator.printed, /✓ The database DB_B has the migrations up to/)
    assert.match(operator.printed, /\/health says that the version and all databases are ready/)
  },

  'a release with two databases says how it stands after a failure of any call, and ends well when it runs again':
    async () => {
      const model = await releasedWithTwo()
      await releaseAt()(model.tools)
      const calls = model.account.calls.map(({ args }) => args.join(' '))
      for (const [index, failing] of calls.entries()) {
        if (!failing.startsWith('d1')) continue
        for (const when of ['before', 'after'] as const) {
          const operator = await releasedWithTwo()
          const old = serving(operator.account.state)
          operator.account.failure = { call: index + 1, when }
          const message = await operator.stopped(releaseAt())
          assert.match(message, new RegExp(`${old} still serves everyone`), failing)
          assert.match(
            message,
            failing.includes('apply')
              ? /The bookmarks from before: DB 0000-bookmark, DB_B 0000-bookmark_B/
              : /all databases are as they were/,
          )
          assert.equal(serving(operator.account.state), old, failing)
          operator.account.failure = undefined
          await releaseAt()(operator.tools)
          const { applied, all, others } = operator.account.state.migrations
          assert.deepEqual([applied, others], [all, { DB_B: all }], failing)
        }
      }
    },

  'a release refuses databases that are not ready': async () => {
    const operator = await released()
    await setUp(operator, '', { databases: 2 })
    const [, second] = operator.config().d1_databases
    const change = (key: string, value: string, header = '[[d1_databases]]', having?: string) =>
      setInConfig(operator.folder, { header, ...(having !== undefined && { having }) }, key, value)
    operator.account.calls = []
    for (const [id, message] of [
      ['00000000-0000-0000-0000-00000000000b', /the database DB_B has no id/],
      [operator.config().d1_databases[0]?.database_id, /the database DB_B has the id of another one/],
    ] as const) {
      change('database_id', `"${id}"`, '[[d1_databases]]', 'binding = "DB_B"')
      assert.match(await operator.stopped(releaseAt()), message)
    }
    change('database_id', `"${second?.database_id}"`, '[[d1_databases]]', 'binding = "DB_B"')
    change('DB_C', '5', '[vars.DATABASE_LIMITS_GB]')
    assert.match(await operator.stopped(releaseAt()), /DATABASE_LIMITS_GB names DB_C, and there is no such/)
    change('DB_C', '11', '[vars.DATABASE_LIMITS_GB]')
    assert.match(
      await operator.stopped(releaseAt()),
      /DATABASE_LIMITS_GB must give DB_C a number of GB from 0 to 10/,
    )
    assert.deepEqual(operator.account.changes(), [])
  },

  'the doctor says which of two databases is wrong': async () => {
    const broken: [(operator: Operator) => unknown, RegExp][] = [
      [
        ({ account }) => Object.assign(account.state.databases['membership-b'] ?? {}, { jurisdiction: 'us' }),
        /✗ The database DB_B is in the jurisdiction us, and not eu/,
      ],
      [
        ({ account }) => Object.assign(account.state.migrations, { others: {} }),
        /✗ The database DB_B lacks migrations/,
      ],
      [
        ({ account }) => delete account.state.databases['membership-b'],
        /✗ npx wrangler d1 info DB_B --json --env="" failed/,
      ],
      [
        (operator) =>
          operator.sick.set(serving(operator.account.state) ?? '', {
            databases: [{ name: 'DB', status: 'ok', migration: '9999_later' }],
          }),
        /✗ .*\/health does not know the database DB_B/,
      ],
      [
        (operator) => setInConfig(operator.folder, { header: '[vars.DATABASE_LIMITS_GB]' }, 'DB', '4'),
        /✗ The deployed version has another DATABASE_LIMITS_GB than wrangler\.toml/,
      ],
      [
        (operator) => setInConfig(operator.folder, { header: '[vars.DATABASE_LIMITS_GB]' }, 'DB_D', '5'),
        /✗ wrangler\.toml: DATABASE_LIMITS_GB names DB_D/,
      ],
    ]
    for (const [change, expected] of broken) {
      const operator = await releasedWithTwo()
      await releaseAt()(operator.tools)
      operator.printed = ''
      change(operator)
      assert.equal(await examine(operator.tools, { env: '', jurisdiction: 'eu' }), false, `${expected}`)
      assert.match(operator.printed, expected)
    }
  },

  'the doctor finds nothing wrong after a release': async () => {
    for (const env of ['', 'staging'] as const) {
      const operator = await released(env)
      await releaseAt(env)(operator.tools)
      operator.account.calls = []
      operator.printed = ''
      const isFine = await examine(operator.tools, { env, jurisdiction: 'eu' })
      assert.ok(isFine, operator.printed)
      assert.deepEqual(operator.account.changes(), [])
      assert.doesNotMatch(operator.printed, /✗/)
      assert.match(operator.printed, /\? How long queues keep messages/)
      // After a rollback the database is ahead of the code.
      const ahead = [{ name: 'DB', status: 'ok', migration: '9999_later' }]
      operator.sick.set(serving(operator.account.state) ?? '', { databases: ahead })
      assert.ok(await examine(operator.tools, { env, jurisdiction: 'eu' }), operator.printed)
    }
  },

  'the doctor finds each thing that is wrong': async () => {
    const broken: [(operator: Operator) => unknown, RegExp][] = [
      [
        ({ account }) => delete account.state.secrets.OPERATOR_TOKEN,
        /✗ The secret OPERATOR_TOKEN is missing\. Run npm run setup/,
      ],
      [
        ({ account }) => delete account.state.queues['membership-mails-dead'],
        /✗ The queue membership-mails-dead does not exist/,
      ],
      [
        ({ account }) => Object.assign(account.state.queues['membership-mailings'] ?? {}, { readers: [] }),
        /✗ Nothing reads the queue membership-mailings\. Run npx wrangler triggers deploy/,
      ],
      [
        ({ account }) =>
          Object.assign(account.state.queues['membership-mails'] ?? {}, { readers: ['another'] }),
        /✗ Nothing reads the queue membership-mails\b/,
      ],
      [
        ({ account }) => Object.assign(account.state.databases.membership ?? {}, { jurisdiction: undefined }),
        /✗ The database DB is in the jurisdiction none, and not eu/,
      ],
      [
        ({ account }) => Object.assign(account.state.namespaces, { 'membership-portal-links': { id: 'x' } }),
        /✗ The namespace membership-portal-links does not exist/,
      ],
      [
        ({ account }) => {
          account.state.migrations.applied = 1
        },
        /✗ The database lacks migrations/,
      ],
      [
        ({ account }) => {
          account.state.mailDomains = []
        },
        /✗ npx wrangler email sending settings .* failed/,
      ],
      [
        ({ account }) => {
          account.state.deployment = []
        },
        /✗ Not exactly one version is deployed/,
      ],
      [
        ({ account }) => {
          account.isSignedIn = false
        },
        /✗ wrangler is not signed in/,
      ],
      [
        ({ account }) =>
          Object.values(account.state.versions).forEach((bindings) => {
            bindings.shift()
          }),
        /✗ The deployed version has no binding DB/,
      ],
      [
        ({ account }) =>
          Object.values(account.state.versions).map((bindings) =>
            Object.assign(bindings[0] ?? {}, { value: 'other' }),
          ),
        /✗ The deployed version has another DB/,
      ],
      [
        (operator) =>
          operator.sick.set(serving(operator.account.state) ?? '', {
            switched_off: { PUBLIC_URL: 'Nobody signs in.' },
          }),
        /✗ PUBLIC_URL is not set\. Nobody signs in/,
      ],
      [
        (operator) => operator.sick.set(serving(operator.account.state) ?? '', 'Error 1101'),
        /✗ .*\/health answers 500, and not as this service does/,
      ],
    ]
    for (const [change, expected] of broken) {
      const operator = await released()
      await releaseAt()(operator.tools)
      operator.printed = ''
      change(operator)
      assert.equal(await examine(operator.tools, { env: '', jurisdiction: 'eu' }), false, `${expected}`)
      assert.match(operator.printed, expected)
    }
  },

  'the scripts run wrangler as a program, hand it the secret by stdin, and end with 1 if something is wrong':
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'membership-clone-'))
      try {
        for (const name of ['src', 'drizzle', 'wrangler.toml', 'package.json'])
          cpSync(join(ROOT, name), join(folder, name), { recursive: true })
        symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction')
        mkdirSync(join(folder, 'state'))
        const file = join(folder, 'state/account.json')
        const run = (script: string, ...args: string[]) => {
          const { status, stdout, stderr } = spawnSync(
            process.execPath,
            [`src/dev/operate/${script}.ts`, ...args],
            {
              ...{ cwd: folder, encoding: 'utf8', input: '' },
              env: {
                ...process.env,
                WRANGLER_BIN: join(ROOT, 'test/e2e/support/fake-wrangler.ts'),
                FAKE_ACCOUNT: file,
              },
            },
          )
          return { status, text: `${stdout}${stderr}` }
        }
        assert.equal(run('setup').status, 1)
        assert.ok(!existsSync(file))
        const args = [
          '--jurisdiction',
          'eu',
          '--public-url',
          'https://mitglieder.invalid',
          '--mail-from',
          'portal@verein.de',
        ]
        const { status, text } = run('setup', ...args)
        assert.equal(status, 0, text)
        const { state } = JSON.parse(readFileSync(file, 'utf8')) as { state: State }
        assert.equal(text.split(state.secrets.OPERATOR_TOKEN ?? '-').length - 1, 1)
        assert.match(
          readFileSync(join(folder, 'wrangler.toml'), 'utf8'),
          new RegExp(state.databases.membership?.id ?? '-'),
        )
        const doctor = run('doctor')
        assert.equal(doctor.status, 1)
        assert.match(doctor.text, /✗ https:\/\/mitglieder\.invalid\/health does not answer/)
        spawnSync('git', ['init', '--quiet'], { cwd: folder })
        assert.match(run('release').text, /A release is a commit/)
      } finally {
        rmSync(folder, { recursive: true })
      }
    },
}

for (const [what, check] of Object.entries(CHECKS)) {
  await check()
  console.log(`✓ ${what}`)
}
