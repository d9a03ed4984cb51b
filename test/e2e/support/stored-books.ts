import assert from 'node:assert/strict'
import { INVARIANTS } from '../../../src/domain/book/invariants.ts'
import { databaseOf } from './database.ts'
import type { Club } from './storm-acts.ts'
import { OWN_SUMS } from './storm-sums.ts'

/** Checks invariants and sums in a stored database, and that it has what was acknowledged. */
export function verifyBooks(folder: string, clubs: Club[]): void {
  const database = databaseOf(folder)
  const broken: string[] = []
  for (const [name, query] of Object.entries({ ...INVARIANTS, ...OWN_SUMS })) {
    const found = database.prepare(query).all()
    console.log(`${found.length === 0 ? '✓' : '✗'} ${name}`)
    if (found.length > 0) broken.push(`${name}: ${JSON.stringify(found.slice(0, 5))}`)
  }
  for (const club of clubs) {
    for (const [table, ids] of Object.entries(club.acknowledged)) {
      const stored = database.prepare(`SELECT id FROM ${table} WHERE workspace_id = ?`).all(club.id)
      const known = new Set(stored.map(({ id }) => id))
      const lost = [...ids].filter((id) => !known.has(id))
      console.log(`${lost.length === 0 ? '✓' : '✗'} ${club.id} has its ${ids.size} acknowledged ${table}`)
      if (lost.length > 0) broken.push(`${club.id} lost ${lost.length} ${table}: ${lost.slice(0, 5)}`)
    }
  }
  assert.deepEqual(broken, [])
}

/** Moves the dates of collections into the past: only those that are over can be settled and returned. */
export function passCollectionDates(folder: string): void {
  const database = databaseOf(folder)
  database.exec("UPDATE collections SET collection_date = date('now', '-1 day')")
  database.exec("UPDATE fees SET collection_date = date('now', '-1 day') WHERE collection_id IS NOT NULL")
  database.close()
}
