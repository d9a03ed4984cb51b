/** What D1 lets a database grow to, and cannot be raised, in bytes. */
export const MAX_DATABASE_BYTES = 10_000_000_000
