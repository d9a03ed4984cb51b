import { expect, it } from 'vitest'
import onThisMachine from '../../.env?raw'
import wrangler from '../../wrangler.toml?raw'

const FLOORS = [['db'], ['domain'], ['http', 'ui'], ['api', 'portal', 'docs'], ['app', 'client', 'index.ts']]

const sources = import.meta.glob<string>('../../src/**/*.{ts,tsx}', {
  query: '?raw',
  import: 'default',
  eager: true,
})

const floorOf = (path: string) =>
  FLOORS.findIndex((floor) => floor.some((part) => path.startsWith(`../../src/${part}`)))

it('imports only the same layer or layers below', () => {
  const files = Object.entries(sources).filter(([path]) => floorOf(path) >= 0)
  expect(files.length).toBeGreaterThan(30)
  for (const [path, source] of files)
    for (const [, to] of source.matchAll(/from '(\.{1,2}\/[^']+)'/g)) {
      const target = new URL(String(to), `file:///${path.slice(6)}`).pathname.slice(1)
      if (target === 'src/env') continue
      const floor = floorOf(`../../${target}`)
      expect(floor, `${path} imports ${to}, which is on no floor`).toBeGreaterThanOrEqual(0)
      expect(floor, `${path} imports ${to}`).toBeLessThanOrEqual(floorOf(path))
    }
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
  const scripts = import.meta.glob<string>(['../../src/dev/*.ts', '../**/*.ts', '../../drizzle/*.ts'], {
    query: '?raw',
    import: 'default',
    eager: true,
  })
  expect(Object.keys(scripts).length).toBeGreaterThan(60)
  for (const [path, source] of Object.entries(scripts))
    expect(source, path).not.toMatch(/import\.meta\.url\)\.pathname/)
})
