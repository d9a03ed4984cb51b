import type { SentencesOf } from './sentences'

/** Why a plan of dues is not stored, or nothing is computed by it. */
export type DuesRefusal =
  | { code: Plain }
  | { code: 'not_a_period'; example: string }
  | { code: 'before_first_version'; period: string }
  | { code: 'faults_left' | 'fees_with_money'; count: number }
  | { code: 'value_of_plan'; plan: string }
  | { code: TooMany; max: number }

type Plain =
  | 'base_missing'
  | 'rule_never_fits'
  | 'rule_unknown'
  | 'not_a_column_of_values'
  | 'not_a_value'
  | 'only_for_years'
  | 'version_used'
  | 'plan_archived'
  | 'plan_unknown'
  | 'due_on_past'
  | 'nothing_to_claim'
  | 'run_discarded'
  | 'no_difference'

type TooMany = 'too_many_plans' | 'too_many_versions' | 'rules_too_long' | 'too_many_owe' | 'too_many_fees'

/** What callers of the API read about a refusal. */
export const duesMessages: SentencesOf<DuesRefusal> = {
  base_missing: 'must have a rule of the kind base',
  rule_never_fits: 'can never fit: a base before it has no conditions, and fits everyone',
  rule_unknown: 'is not the id of a rule of this plan, or is given twice; leave it out to add a rule',
  not_a_column_of_values: 'is not a custom column of the list with the type array, or with allowed values',
  not_a_value: 'is not an allowed value of the column',
  only_for_years: 'is only for plans by the year',
  not_a_period: ({ example }) => `is not a period of the plan, such as ${example}`,
  before_first_version: ({ period }) => `is before the plan begins, with ${period}`,
  version_used: 'is a version by which dues were claimed; set another one from a later period on',
  plan_unknown: 'does not match a plan of dues',
  plan_archived: 'is archived; restore it first',
  due_on_past: 'must not be in the past',
  nothing_to_claim: 'has nothing that is not claimed yet',
  run_discarded: 'is discarded already',
  no_difference: 'has nothing claimed that the plan says otherwise now',
  faults_left: ({ count }) =>
    `must be true to leave out persons of whom the plan does not say what they owe: ${count}`,
  fees_with_money: ({ count }) =>
    `has fees that are paid or in a direct debit: ${count}; keep leaves them as they are`,
  value_of_plan: ({ plan }) => `is a value of the plan of dues "${plan}"`,
  too_many_plans: ({ max }) => `is one too many: a workspace has at most ${max} plans of dues`,
  too_many_versions: ({ max }) => `is one too many: a plan has at most ${max} versions`,
  rules_too_long: ({ max }) => `would be longer than ${max} characters of JSON together`,
  too_many_owe: ({ max }) => `is of more than ${max} persons`,
  too_many_fees: ({ max }) => `would create more than ${max} fees; name some of the persons`,
}
