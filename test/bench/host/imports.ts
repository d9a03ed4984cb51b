import { dirtyClub } from '../../../src/dev/dirty-club.ts'
import { options } from './options.ts'
import type { Scenario } from './scenarios.ts'
import { type Club, seed } from './seed.ts'
import type { Server } from './server.ts'

/** A club without members that has a draft of an import. */
export type Draft = { club: Club; id: string }

const ROWS = options.compare ? 1000 : 10_000

/** The scenario of the page that shows what an import would do. */
export const importScenario = ({ club, id }: Draft): Scenario => ({
  name: 'check of 10,000 rows',
  request: () => ({
    method: 'GET',
    path: `/imports/${id}`,
    headers: { Authorization: `Bearer ${club.key}` },
  }),
  partOf: countsIn,
  target: { milliseconds: 3000, trips: 1, reads: 52_000, writes: 0 },
  perRound: 1,
})

function countsIn(text: string): string {
  const { rows, counts } = JSON.parse(text).data
  return JSON.stringify({ rows, created: counts.created })
}

/** Uploads the file of a club to the service, with the dirt that lists of members have. */
export async function seedDraft({ db, origins }: Server): Promise<Draft> {
  const club = await seed(db, 30, 0)
  // A title, an empty row and the headers come first.
  const lines = dirtyClub(1, ROWS)
    .csv.split('\r\n')
    .slice(2, ROWS + 3)
  const response = await fetch(`${origins.service}/lists/members/imports`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${club.key}`, 'Content-Type': 'text/csv' },
    body: lines.join('\r\n'),
  })
  const text = await response.text()
  if (response.status !== 201) throw new Error(`The draft: ${response.status} ${text.slice(0, 500)}`)
  return { club, id: JSON.parse(text).data.id }
}
