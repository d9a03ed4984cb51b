import { LRUCache } from 'lru-cache'
import type { Principal } from '../access/principal'
import type { StoredPlan } from './plan'

const MAX_PLANS = 1000

/** The maximum number of characters in the versions of all plans, as JSON. */
const MAX_CHARACTERS = 1_000_000

// By workspace and plan. A plan that is known only says which statements to try: what it is now is read in their trip, and decides.
const plans = new LRUCache<string, StoredPlan>({
  max: MAX_PLANS,
  maxSize: MAX_CHARACTERS,
  sizeCalculation: ({ versions }) => 1 + JSON.stringify(versions).length,
})

/** The plan as this isolate read it last for the workspace of a principal; undefined before either is known. */
export function knownPlan(
  { hintedWorkspace, namedWorkspace = hintedWorkspace }: Principal,
  id: string,
): StoredPlan | undefined {
  return namedWorkspace === undefined ? undefined : plans.get(`${namedWorkspace} ${id}`)
}

/** Keeps a plan that was read for a workspace. */
export function keepPlan(workspaceId: string, plan: StoredPlan): StoredPlan {
  plans.set(`${workspaceId} ${plan.head.id}`, plan)
  return plan
}
