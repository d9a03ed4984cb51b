/**
 * The tables. Each is `WITHOUT ROWID` (written into the migrations by hand: drizzle-kit does not support it), so that
 * the primary key is page order, lookup and tenant filter in one tree and a row costs one write. Instants are RFC 3339
 * UTC text, which SQLite writes into JSON as it is, dates `YYYY-MM-DD`, money integer cents.
 */

export * from './access'
export * from './bank'
export * from './book'
export * from './collections'
export * from './dues'
export * from './events'
export * from './fees'
export * from './imports'
export * from './leaving-ends'
export * from './mails'
export * from './persons'
export * from './portal'
export * from './restores'
export * from './spheres'
export * from './staff'
export * from './watch'
export * from './webhooks'
export * from './workspaces'
