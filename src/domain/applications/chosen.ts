import { LISTS } from '../access/lists'
import type { Credential, Principal } from '../access/principal'
import { type ListContext, queryList } from '../custom-columns/query-list'
import { type DuesPlanHead, headFromRow, selectPlans } from '../dues/plan'
import { selectRejectionText } from '../mails/rules/rejection'
import { selectToldMandates, type ToldMandate } from '../mandates/told'
import { type Person, parsePerson } from '../persons/person'
import { nextNumber, type RelatedPerson, readable, selectDoubles, selectLastNumber } from '../persons/related'
import { valuesOf } from '../persons/store/lookups'
import { uniqueStrings } from '../shared/text'
import { selectApplicants } from './applicants'
import { type Dependant, selectDependantsOf, selectForms } from './dependants'
import { type Relation, selectRelations } from './list'

/** How many applications one act decides at most. */
export const MAX_DECIDED = 100

/** Applicants whose applications are to be decided, in the order in which they applied. */
export type ChosenApplicants<C = Credential> = {
  credential: C
  applicants: Person[]
  context: ListContext
  /** A membership number for each of them: the stored one, else the next. */
  numbers: string[]
  /** Whether a rejection is mailed. */
  isRejectionMailed: boolean
  /** Who else depends on them. */
  dependants: Dependant[]
  /** The forms that they were sent with, by their ids. */
  forms: string[]
  /** Who may be the same person as one of them. */
  doubles: RelatedPerson[]
  /** Who pays and acts for them. */
  relations: Relation[]
  /** The mandates of them and of who pays, if they were asked for. */
  mandates: ToldMandate[]
  /** All plans of dues, if they were asked for. */
  plans: DuesPlanHead[]
}

/**
 * Gets the applicants with these ids, those that still wait for a decision; `toConfirm` asks for mandates and plans as well. One trip. Throws what `queryList` throws.
 */
export async function viewChosenApplicants<C extends Credential>(
  principal: Principal<C>,
  { ids, toConfirm = false }: { ids: string[]; toConfirm?: boolean },
): Promise<ChosenApplicants<C>> {
  const workspace = principal.workspace()
  const chosen = uniqueStrings(ids).slice(0, MAX_DECIDED)
  const { credential, context, rows } = await queryList(principal, 'members', 'write', {
    applicants: selectApplicants(workspace, chosen),
    dependants: selectDependantsOf(workspace, chosen),
    forms: selectForms(workspace, chosen),
    relations: selectRelations(workspace, valuesOf(JSON.stringify(chosen))),
    doubles: LISTS.map((among) =>
      selectDoubles(workspace, 'members', valuesOf(JSON.stringify(chosen)), among),
    ),
    last: selectLastNumber(workspace),
    text: selectRejectionText(workspace),
    mandates: toConfirm ? [selectToldMandates(workspace, valuesOf(JSON.stringify(chosen)))] : [],
    plans: toConfirm ? [selectPlans(workspace)] : [],
  })
  const applicants = rows.applicants.map((row) => parsePerson(row, context))
  let given = 0
  const numbers = applicants.map(({ membership_number }) =>
    membership_number === null ? nextNumber(rows.last, given++) : String(membership_number),
  )
  return {
    ...{ credential, applicants, context, numbers },
    isRejectionMailed: rows.text.length > 0,
    dependants: rows.dependants,
    forms: rows.forms.map(({ id }) => id),
    doubles: readable(rows.doubles, credential),
    relations: readable(rows.relations, credential),
    mandates: rows.mandates,
    plans: rows.plans.map(headFromRow),
  }
}
