/** What some requests, runs and messages took. */
export type Ledger = {
  requests: number
  /** Requests, runs of crons, and batches of messages. */
  invocations: number
  trips: number
  rowsRead: number
  rowsWritten: number
  /** For which its statements held the database. */
  databaseMs: number
  kvReads: number
  kvWrites: number
  messages: number
  mails: number
  r2Reads: number
  r2Writes: number
  r2Bytes: number
  /** The most that one invocation took. */
  most: { trips: number; statements: number; kv: number }
  /** The statement that read and wrote most rows. */
  widest: { rows: number; ms: number; sql: string }
}

export const emptyLedger = (): Ledger => ({
  ...{ requests: 0, invocations: 0, trips: 0, rowsRead: 0, rowsWritten: 0, databaseMs: 0 },
  ...{ kvReads: 0, kvWrites: 0, messages: 0, mails: 0, r2Reads: 0, r2Writes: 0, r2Bytes: 0 },
  most: { trips: 0, statements: 0, kv: 0 },
  widest: { rows: 0, ms: 0, sql: '' },
})

/** What is counted for each unit of an act. */
export const COUNTED = [
  ...['requests', 'invocations', 'trips', 'rowsRead', 'rowsWritten', 'databaseMs'],
  ...['kvReads', 'kvWrites', 'messages', 'mails', 'r2Reads', 'r2Writes', 'r2Bytes'],
] as const
