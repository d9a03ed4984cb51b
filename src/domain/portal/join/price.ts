import type { ListContext } from '../../custom-columns/query-list'
import { computeAll, selectedOf } from '../../dues/claims'
import { periodAfter, periodOn } from '../../dues/period'
import { type DuesPlanHead, isOwedByMembers } from '../../dues/plan'
import { type Outcome, outcomeOf } from '../../dues/quote'
import { loadFacts } from '../../dues/reckon'
import type { UnstoredPerson } from '../../dues/unstored'
import { todayIn } from '../../shared/dates'
import { DomainError } from '../../shared/errors'
import type { OpenedApplication } from './confirm'
import type { FamilyMember } from './family'
import type { ApplicantPrincipal } from './principal'

/** What the persons of an application owe by a plan if they join today. Amounts are in cents. */
export type JoinPrice = {
  plan: DuesPlanHead
  /** The current period, and the next one if the plan begins with that. */
  period: string
  amount: number
  persons: (Outcome & { id: string; name: string })[]
  /** What they owe in each period after it. */
  later: number
}

/**
 * Says what the persons of an application owe by each plan for members, as if they joined today and no member were of their
 * family. Plans by which nobody owes anything are left out. None if the form shows no price or is closed, or the application
 * is confirmed or no longer valid. One trip for each plan and period, two for a plan that the isolate does not know.
 */
export async function viewPrices(
  principal: ApplicantPrincipal,
  opened: OpenedApplication,
): Promise<JoinPrice[]> {
  const { form, columns, workspace, application, members, plans, isOpen } = opened
  if (!form.shows_price || !isOpen || !application) return []
  const today = todayIn(workspace.timezone, principal.now)
  const unstored = joiningOn(today, members)
  const joining: Joining = { unstored, context: { ...columns, today } }
  const reader = { ...principal, namedWorkspace: workspace.id }
  try {
    const prices = await Promise.all(plans.map((plan) => priceBy(reader, plan, joining)))
    return prices.flat()
  } catch (error) {
    // What is no longer valid is said when the application is confirmed.
    if (error instanceof DomainError && error.reason === 'invalid') return []
    throw error
  }
}

type Joining = { unstored: UnstoredPerson[]; context: ListContext }

async function priceBy(
  principal: ApplicantPrincipal,
  plan: DuesPlanHead,
  joining: Joining,
): Promise<JoinPrice[]> {
  const current = periodOn(plan.interval, joining.context.today)
  const periods = [current, periodAfter(plan.interval, current)].filter(({ name }) =>
    isOwedByMembers(plan, name),
  )
  const [first, later = first] = await Promise.all(
    periods.map(async ({ name: period }) => {
      // No stored fee is read, so that the right to read members is enough.
      const facts = await loadFacts(principal, {
        ...joining,
        id: plan.id,
        period,
        permission: 'members:read',
      })
      const computed = selectedOf(computeAll(facts))
      const persons = facts.persons.map(({ id, name }) => ({ ...outcomeOf(facts, computed, id), id, name }))
      return { period, persons, amount: persons.reduce((sum, { amount }) => sum + amount, 0) }
    }),
  )
  if (!first || !later || first.amount + later.amount === 0) return []
  return [{ plan, ...first, later: later.amount }]
}

/** The persons of an application who become members, as members who join on a day. */
function joiningOn(today: string, members: FamilyMember[]): UnstoredPerson[] {
  const idAt = (place: number) => `new-${place}`
  return members.flatMap(({ list, path, input, payer }, place) =>
    list === 'members'
      ? {
          ...{ id: idAt(place), path, payerId: payer === null ? null : idAt(payer) },
          body: { ...input, join_date: input.join_date ?? today },
        }
      : [],
  )
}
