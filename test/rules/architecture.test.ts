import { expect, it } from 'vitest'
import onThisMachine from '../../.env?raw'
import wrangler from '../../wrangler.toml?raw'

const LAYERS = [
  ['db'],
  ['domain'],
  ['http', 'ui'],
  ['mail', 'webhooks'],
  ['api', 'portal', 'dashboard', 'docs'],
  ['app', 'client', 'index', 'runs'],
]
const DOORS = ['api', 'portal', 'dashboard', 'docs']

const sources = import.meta.glob<string>('../../src/**/*.{ts,tsx}', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** The files of src, without file extensions, each with the files that it imports. */
const imports = new Map(
  Object.entries(sources).map(([path, source]) => {
    const name = withoutExtension(path.replace('../../src/', ''))
    const matches = source.matchAll(/(?:from|^import) '(\.[^']+)(?<!\.json)'/gm)
    return [name, [...matches].map(([, specifier]) => resolve(String(specifier), name))]
  }),
)

function resolve(specifier: string, from: string): string {
  const path = withoutExtension(new URL(specifier, `file:///${from}`).pathname.slice(1))
  return path === 'db/schema' ? 'db/schema/index' : path
}

function withoutExtension(path: string): string {
  return path.replace(/\.tsx?$/, '')
}

const layerOf = (file: string): number => LAYERS.findIndex((layer) => layer.includes(firstPart(file)))
const firstPart = (file: string): string => String(file.split('/')[0])

/** Every import, except those of the bindings and of the scripts. */
const layered = [...imports].flatMap(([file, targets]) =>
  targets
    .filter((target) => target !== 'env' && file !== 'env' && firstPart(file) !== 'dev')
    .map((target) => [file, target] as const),
)

it('finds the file of every import', () => {
  expect(imports.size).toBeGreaterThan(100)
  const unknown = [...imports].flatMap(([file, targets]) =>
    targets.filter((target) => !imports.has(target)).map((target) => `${file} imports ${target}`),
  )
  expect(unknown).toEqual([])
})

it('imports only the same layer or layers below', () => {
  const wrong = layered.filter(([file, target]) => layerOf(target) < 0 || layerOf(target) > layerOf(file))
  expect(wrong).toEqual([])
})

it('imports no door from another', () => {
  const isDoor = (file: string) => DOORS.includes(firstPart(file))
  const wrong = layered.filter(
    ([file, target]) => isDoor(file) && isDoor(target) && firstPart(file) !== firstPart(target),
  )
  expect(wrong).toEqual([])
})

/** The nouns of the domain: each imports only those of its floor and of the floors before. */
const FLOORS = [
  ['shared'],
  ['access'],
  ['events', 'person-fields'],
  ['cost-units', 'custom-columns', 'staff'],
  ['persons'],
  ['segments', 'mandates'],
  ['imports'],
  ['fees'],
  ['dues'],
  ['book'],
  ['payments'],
  ['collections', 'years'],
  ['bank', 'portal'],
  ['mails', 'workspaces', 'watch', 'webhooks'],
  ['applications', 'doubles', 'pages'],
]

/** Imports from a floor above, each with its reason. */
const UPWARDS = new Map([
  ['domain/persons/store/browsed → domain/fees/open-amount', 'the list of persons shows what each owes'],
])

it('imports only nouns of the domain that stand below', () => {
  const nounOf = (file: string) => /^domain\/([^/]+)\//.exec(file)?.[1]
  const floorOf = (noun: string) => FLOORS.findIndex((floor) => floor.includes(noun))
  const upwards = layered.flatMap(([file, target]) => {
    const [from, to] = [nounOf(file), nounOf(target)]
    if (!from || !to || from === to) return []
    return floorOf(to) >= 0 && floorOf(to) < floorOf(from) ? [] : [`${file} → ${target}`]
  })
  expect(upwards).toEqual([...UPWARDS.keys()])
})

it('has no circular imports, those of types included', () => {
  const finished = new Set<string>()
  const cycles: string[] = []
  function follow(file: string, path: string[]): void {
    if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(' → '))
    if (finished.has(file) || path.includes(file)) return
    for (const target of imports.get(file) ?? []) follow(target, [...path, file])
    finished.add(file)
  }
  for (const file of imports.keys()) follow(file, [])
  expect(cycles).toEqual([])
})

it('opens databases in one file', () => {
  const naming = Object.entries(sources).filter(
    ([path, source]) =>
      !path.includes('/src/dev/') &&
      /\benv\.DB\b|\bDB\b *\}: *(Pick<)?Bindings|\benv\[b|[^.]\bopen\(env/.test(source),
  )
  expect(naming.map(([path]) => path.replace('../../src/', ''))).toEqual(['db/databases.ts'])
})

it('hands mails to the mail service where those of sandboxes are kept, and to the operator', () => {
  const naming = Object.entries(sources).filter(([, source]) => /\bEMAIL\b/.test(source))
  expect(naming.map(([path]) => path.replace('../../src/', '')).sort()).toEqual([
    ...[
      'env.ts',
      'http/setup.ts',
      'index.ts',
      'mail/send-written.ts',
      'mail/send.ts',
      'mail/tell-operator.ts',
    ],
  ])
  for (const name of ['mail/send-written.ts', 'mail/send.ts'])
    expect(sources[`../../src/${name}`], name).toMatch(/if \(await keepsMail\(/)
})

it('keeps HTTP and Hono out of the domain and the database', () => {
  const files = Object.entries(sources).filter(([path]) => /src\/(domain|db)\//.test(path))
  for (const [path, source] of files) expect(source, path).not.toMatch(/from 'hono|\bHTTP\b|status code/)
})

it('keeps request URLs, which contain portal tokens, out of logs and traces', () => {
  const sections = new Map(
    wrangler.split(/^\[+/m).map((section) => section.split(/\]+\n/) as [string, string]),
  )
  expect(sections.get('observability.logs')?.trim().split('\n')).toContain('invocation_logs = false')
  expect(sections.get('observability.traces')?.trim().split('\n')).toContain('enabled = false')
  expect(onThisMachine.split('\n')).toContain('X_LOCAL_OBSERVABILITY=false')
})

it('resolves file paths that contain spaces and umlauts', () => {
  const scripts = import.meta.glob<string>(['../../src/dev/**/*.ts', '../**/*.ts', '../../drizzle/*.ts'], {
    query: '?raw',
    import: 'default',
    eager: true,
  })
  expect(Object.keys(scripts).length).toBeGreaterThan(60)
  for (const [path, source] of Object.entries(scripts))
    expect(source, path).not.toMatch(/import\.meta\.url\)\.pathname/)
})

it('names SQL as such, since a condition in SQL is always true in an if', () => {
  const named = Object.entries(sources).flatMap(([path, source]) =>
    [
      ...source.matchAll(
        /(?:const|function) ((?:is|has|may|IS_|HAS_)[A-Z]\w*)\b[^\n]*?(?:: Sql\b|= sql[`.]|=> sql[`.])/g,
      ),
    ]
      .filter(([, name = '']) => !/(Sql|_SQL)$/.test(name))
      .map(([, name]) => `${path}: ${name}`),
  )
  expect(named).toEqual([])
})
