import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import type { Bindings } from '../../src/env'

const OTHERS = [env.SECOND, env.THIRD]

let tables: string[] | undefined

/** A deployment with three databases, all of them empty but the first one. A test adds it to the environment of its calls. */
export async function threeDatabases(): Promise<Pick<Bindings, 'DB_B' | 'DB_C'>> {
  if (!tables) for (const d1 of OTHERS) await applyD1Migrations(d1, env.MIGRATIONS)
  tables ??= (
    await env.SECOND.prepare(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '_cf_%'
        AND name <> 'd1_migrations'`,
    ).all<{ name: string }>()
  ).results.map(({ name }) => name)
  for (const d1 of OTHERS) await d1.batch(tables.map((name) => d1.prepare(`DELETE FROM ${name}`)))
  return { DB_B: env.SECOND, DB_C: env.THIRD }
}

/** A database that fails as D1 does while it cannot be reached. */
export const failing = (d1: D1Database): D1Database =>
  new Proxy(d1, {
    get(target, name) {
      if (name === 'batch')
        return async () => {
          throw new Error('D1_ERROR: Network connection lost.')
        }
      if (name === 'withSession') return () => failing(target)
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
