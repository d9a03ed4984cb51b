import type { MoneyAct, World } from './world'
import { answered, REASON } from './world'

const PERIOD = '2026'

const PLAN = {
  ...{ name: 'Dues', list: 'members', interval: 'year', description: 'Dues {{period}}', from_period: PERIOD },
  version: {
    ...{ key_day: '01-01', due_day: 0, pro_rata: 'none', rounding: 1 },
    rules: [{ kind: 'base', name: 'Adult', amount: 12_000 }],
  },
}

/** A new plan, whose name no other one has. */
async function planOf({ club }: World): Promise<string> {
  const { length } = await answered(club.get('/dues_plans'))
  const name = length === 0 ? PLAN.name : `${PLAN.name} ${length + 1}`
  return (await answered(club.post('/dues_plans', { ...PLAN, name }))).id
}

/** The path of a run, and of its plan. */
async function runOf(world: World) {
  const plan = await planOf(world)
  const run = await answered(world.club.post('/dues_runs', { plan_id: plan, period: PERIOD }))
  return { plan: `/dues_plans/${plan}`, run: `/dues_runs/${run.id}` }
}

/** What writes fees by a plan. */
export const DUES_ACTS: MoneyAct[] = [
  {
    what: 'claiming dues',
    operation: 'POST /dues_runs',
    status: 201,
    prepare: async (world) => ({
      path: '/dues_runs',
      body: { plan_id: await planOf(world), period: PERIOD },
    }),
    again: 'refused',
  },
  {
    what: 'taking a run of dues back',
    operation: 'POST /dues_runs/{run_id}/discard',
    status: 201,
    prepare: async (world) => ({ path: `${(await runOf(world)).run}/discard`, body: REASON }),
    again: 'refused',
  },
  {
    what: 'claiming what a plan of dues says otherwise',
    operation: 'POST /dues_plans/{plan_id}/differences',
    status: 201,
    prepare: async (world) => {
      const { plan, run } = await runOf(world)
      const [part] = await answered(world.club.get(`${run}/parts`))
      const mistake = { kind: 'mistake', ...REASON }
      await answered(world.club.post(`/fees/${part.fee_id}/cancellation`, mistake))
      const body = { period: PERIOD, person_id: part.person_id, decision: 'claim' }
      return { path: `${plan}/differences`, body }
    },
    again: 'refused',
  },
]
