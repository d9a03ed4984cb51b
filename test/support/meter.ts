/** What a request cost the database. */
export type Cost = { trips: number; rowsRead: number; rowsWritten: number }

/** A database that counts its trips and rows. Statements run outside of a batch fail: every trip must be counted. */
export function metered(db: D1Database): { db: D1Database; cost: Cost } {
  const cost: Cost = { trips: 0, rowsRead: 0, rowsWritten: 0 }
  const batch: D1Database['batch'] = async (statements) => {
    cost.trips += 1
    const results = await db.batch<never>(statements)
    for (const { meta } of results) {
      cost.rowsRead += meta.rows_read
      cost.rowsWritten += meta.rows_written
    }
    return results
  }
  return { db: { prepare: (sql: string) => batchOnly(db.prepare(sql)), batch } as D1Database, cost }
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
