import type { SentencesOf } from './sentences'

/** Why a plan of dues is not stored, or nothing is computed by it. */
export type DuesRefusal =
  | { code: Plain }
  | { code: 'not_a_period'; example: string }
  | { code: 'before_first_version'; period: string }
  | { code: TooMany; max: number }

type Plain =
  | 'base_missing'
  | 'rule_never_fits'
  | 'rule_unknown'
  | 'not_a_column_of_values'
  | 'not_a_value'
  | 'only_for_years'

type TooMany = 'too_many_plans' | 'too_many_versions' | 'rules_too_long' | 'too_many_owe'

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
  too_many_plans: ({ max }) => `is one too many: a workspace has at most ${max} plans of dues`,
  too_many_versions: ({ max }) => `is one too many: a plan has at most ${max} versions`,
  rules_too_long: ({ max }) => `would be longer than ${max} characters of JSON together`,
  too_many_owe: ({ max }) => `is of more than ${max} persons`,
}
