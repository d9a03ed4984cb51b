/** The database cost of a request. */
export type Cost = { trips: number; rowsRead: number; rowsWritten: number }

type Batching = Pick<D1Database, 'prepare' | 'batch'>

/**
 * A database that counts its trips and rows. Statements outside of a batch fail, because they would not be counted, and those
 * that bind the number of a limit, because SQLite would compile them anew for each run.
 */
export function metered(
  db: D1Database,
  cost: Cost = { trips: 0, rowsRead: 0, rowsWritten: 0 },
): { db: D1Database; cost: Cost } {
  const counting = (database: Batching): Batching => ({
    prepare: (sql) => {
      if (sql.includes('LIMIT ?')) throw new Error('a statement binds its limit')
      return batchOnly(database.prepare(sql))
    },
    batch: async (statements) => {
      cost.trips += 1
      const results = await database.batch<never>(statements)
      for (const { meta } of results) {
        cost.rowsRead += meta.rows_read
        cost.rowsWritten += meta.rows_written
      }
      return results
    },
  })
  const withSession: D1Database['withSession'] = (bookmark) => {
    const session = db.withSession(bookmark)
    return { ...counting(session), getBookmark: () => session.getBookmark() } as D1DatabaseSession
  }
  return { db: { ...counting(db), withSession } as D1Database, cost }
}

function batchOnly(statement: D1PreparedStatement): D1PreparedStatement {
  const refuse = () => {
    throw new Error('a statement ran outside of a batch')
  }
  const bind = statement.bind.bind(statement)
  return Object.assign(statement, {
    all: refuse,
    run: refuse,
    raw: refuse,
    first: refuse,
    bind: (...values: unknown[]) => batchOnly(bind(...values)),
  })
}
