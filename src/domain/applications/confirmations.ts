import * as z from 'zod'
import { act, CHECKED_BY_READS } from '../access/act'
import type { Principal } from '../access/principal'
import { quote } from '../dues/quote'
import { duesRun } from '../dues/runs'
import { DomainError } from '../shared/errors'
import { admit, viewAdmission } from './confirm'
import { admissionsOf, readConfirmations, underData, unknownAmong } from './confirmation-input'

/** What a confirmation would do. */
export const confirmationsPreview = z
  .object({
    data: z.array(
      z.object({
        person_id: z.string(),
        membership_number: z.string().describe('The number that the applicant has, else the next free one'),
        look_alikes: z
          .array(z.object({ list: z.string(), person_id: z.string(), person_name: z.string() }))
          .describe('Who may be the same person, by name and birthdate'),
      }),
    ),
    dues: z.array(
      z.object({
        plan_id: z.string(),
        period: z.string(),
        amount: z.int().describe('Cents'),
        mark: z.string().describe('Names exactly what would be claimed'),
        persons: z.array(
          quote
            .pick({
              person_name: true,
              outcome: true,
              why: true,
              amount: true,
              lines: true,
              instalments: true,
            })
            .extend({ person_id: z.string() }),
        ),
        fees: z.array(z.object({ due_on: z.iso.date(), count: z.int(), amount: z.int().describe('Cents') })),
      }),
    ),
  })
  .meta({ id: 'ConfirmationsPreview' })

/** Applicants who are members now, and the runs that claimed their dues. */
export const confirmations = z
  .object({
    join_date: z.iso.date().nullable(),
    data: z.array(z.object({ person_id: z.string(), membership_number: z.string().nullable() })),
    dues_runs: z.array(duesRun),
  })
  .meta({ id: 'Confirmations' })

export type Confirmations = z.infer<typeof confirmations>

type Request = { list: string; body: unknown }

/**
 * Makes applicants members, as {@link confirmApplicants} does, and returns who they are as JSON of {@link confirmations}. Two trips, and two for each plan, and one for external ids. Throws `invalid`, also for one who is no applicant,
 * `permission_missing`, and `not_found` for the list of contacts.
 */
export async function confirmApplications(principal: Principal, { list, body }: Request): Promise<string> {
  requireMembers(list)
  return act(principal, CHECKED_BY_READS, async (tx) => {
    const input = await readConfirmations(tx, body)
    // The key of the request is claimed by the first read, which is that of external ids if there are any.
    const reader = input.wasRead ? { ...tx, idempotent: undefined } : tx
    const { statements, numbers, joinDate, runs } = await underData(input, () =>
      admit(reader, admissionsOf(input), { missing: (ids) => unknownAmong(input, ids) }),
    )
    const data = Object.entries(numbers).map(([id, number]) => ({ person_id: id, membership_number: number }))
    const shown: Confirmations = { join_date: joinDate, data, dues_runs: runs }
    return tx.finish(JSON.stringify(shown), statements)
  })
}

/** Says what {@link confirmApplications} would do, and writes nothing. The trips of {@link viewAdmission}. Throws `invalid`. */
export async function previewConfirmations(
  principal: Principal,
  { list, body }: Request,
): Promise<z.infer<typeof confirmationsPreview>> {
  requireMembers(list)
  const input = await readConfirmations(principal, body)
  const { numbers, payers, changesIn, joinDate } = admissionsOf(input)
  const ids = Object.keys(numbers)
  const viewed = await viewAdmission(principal, {
    ...{ ids, payers, changesIn },
    ...(joinDate !== undefined && { joinDate }),
  })
  const missing = ids.filter((id) => !viewed.applicants.some((applicant) => applicant.id === id))
  if (missing.length > 0) throw unknownAmong(input, missing)
  return {
    data: viewed.applicants.map(({ id }, place) => ({
      person_id: id,
      membership_number: viewed.numbers[place] ?? '',
      look_alikes: viewed.doubles
        .filter(({ of }) => of === id)
        .map(({ list, id: person_id, name }) => ({ list, person_id, person_name: name })),
    })),
    dues: viewed.dues.map(({ plan, persons, ...owed }) => ({
      ...{ plan_id: plan.id, period: owed.period, amount: owed.amount, mark: owed.mark, fees: owed.fees },
      persons: persons.map(({ id, name, ...outcome }) => ({ person_id: id, person_name: name, ...outcome })),
    })),
  }
}

function requireMembers(list: string): void {
  if (list !== 'members') throw new DomainError('not_found', 'Only members apply for a membership.')
}
