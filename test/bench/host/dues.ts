import type { Scenario, Sent } from './scenarios.ts'
import type { Club } from './seed.ts'
import { type Dues, PERIOD, PLANS, planId } from './seed-dues.ts'

/** The scenarios of dues: what a plan claims, asked and then claimed. Each run uses up a plan; the preview has one of its own. */
export const duesScenarios = ({ own, twin }: Dues): Scenario[] => [
  {
    name: 'preview of dues of 10,000 persons',
    request: () => send(own, '/dues_runs?dry_run=true', { plan_id: planId(0), period: PERIOD }),
    target: { rate: 0.7, milliseconds: 2000, trips: 1, reads: 10_400, writes: 0 },
    perRound: 1,
  },
  {
    name: 'run of dues of 10,000 persons',
    request: (n) =>
      send(own, '/dues_runs', {
        ...{ plan_id: planId(1 + (n % (PLANS - 1))), period: PERIOD, skip_faults: true },
        // Behind the notice of every day on which the benchmark runs.
        due_on: '2099-03-01',
      }),
    status: 201,
    target: { rate: 0.7, trips: 3, reads: 153_400, writes: 182_200 },
    writes: true,
    twin: twin.key,
    perRound: 1,
    usesRowsUp: true,
  },
]

const send = ({ key }: Club, path: string, body: unknown): Sent => ({
  method: 'POST',
  path,
  headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
})
