import type { Query as Compiled, SQL, SQLWrapper } from 'drizzle-orm'
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core'

/** A query that has not run yet. Its rows come as D1 gives them, under the names of their aliases. */
export class Query<Row> {
  declare readonly _: { readonly result: Row[] }

  constructor(
    private readonly compiled: Compiled,
    readonly values: Record<string, unknown> = {},
  ) {}

  getQuery(): Compiled {
    return this.compiled
  }

  mapResult(result: unknown): Row[] {
    return (result as D1Result<Row>).results
  }
}

/** A query whose SQL is put together for this request alone. */
export const query = <Row>(source: SQLWrapper, values?: Record<string, unknown>): Query<Row> =>
  new Query(compile(source), values)

/**
 * A query whose SQL is put together once for each wall between tenants and each shape, since Drizzle takes as long for
 * it as SQLite for running it. What changes from request to request goes through placeholders.
 */
export function prepared<Row, Shape extends string = never>(
  build: (workspace: SQL, shape: Shape) => SQLWrapper,
) {
  const known = new WeakMap<SQL, Map<Shape, Compiled>>()
  return (
    { workspace }: { workspace: SQL },
    values: Record<string, unknown>,
    shape = '' as Shape,
  ): Query<Row> => {
    const shapes = known.get(workspace) ?? new Map<Shape, Compiled>()
    const compiled = shapes.get(shape) ?? compile(build(workspace, shape))
    if (shapes.size >= MOST_SHAPES && !shapes.has(shape)) shapes.clear()
    known.set(workspace, shapes.set(shape, compiled))
    return new Query(compiled, values)
  }
}

const MOST_SHAPES = 100

const dialect = new SQLiteAsyncDialect()

const compile = (source: SQLWrapper): Compiled => dialect.sqlToQuery(source.getSQL())
