import type { SentencesOf } from './sentences'

/** Why settings, custom columns, views and staff are not changed. */
export type SettingsRefusal =
  | { code: Plain }
  | { code: 'value_in_use'; value: string; persons: number }
  | { code: TooMany; max: number }

type Plain =
  | 'allowed_values_of_text'
  | 'column_unrestricted'
  | 'no_value_left'
  | 'staff_known'
  | 'ends_on_of_auditor'
  | 'ends_on_past'
  | 'last_owner'
  | 'cost_unit_id_unknown'
  | 'cost_unit_id_missing'
  | 'category_id_unknown'
  | 'workspace_unknown'
  | 'tree_split'
  | 'workspace_below'
  | 'no_superordinate'
  | 'sandbox_fixed'
  | 'sandbox_alone'
  | 'year_start_fixed'
  | 'field_not_of_portal'
  | 'field_not_editable'
  | 'field_not_of_form'
  | 'field_always_required'
  | 'statutes_missing'
  | 'creditor_missing'
  | 'cash_has_no_statements'
  | 'logo_too_large'
  | 'logo_no_image'

type TooMany =
  | 'too_many_columns'
  | 'too_many_allowed_values'
  | 'allowed_values_too_long'
  | 'too_many_staff'
  | 'too_many_segments'
  | 'query_too_long'
  | 'logo_too_many_pixels'

/** What callers of the API read about a refusal. */
export const settingsMessages: SentencesOf<SettingsRefusal> = {
  allowed_values_of_text: 'is only for the types string and array; leave it out',
  column_unrestricted: 'is only for a column that has allowed values',
  no_value_left: 'must leave an allowed value',
  value_in_use: ({ persons }) => `is the value of ${persons} ${persons === 1 ? 'person' : 'persons'}`,
  too_many_columns: ({ max }) => `would give the list more than ${max} columns`,
  too_many_allowed_values: ({ max }) => `would give the column more than ${max} allowed values`,
  allowed_values_too_long: ({ max }) =>
    `would give the list allowed values of more than ${max} characters of JSON together`,
  staff_known: 'belongs to staff of this workspace, or to someone who is invited',
  too_many_staff: ({ max }) => `is one too many: a workspace has at most ${max} members of staff`,
  ends_on_of_auditor: 'is only for auditors; leave it out',
  ends_on_past: 'must not be in the past',
  last_owner: 'must stay owner: a workspace has at least one',
  cost_unit_id_unknown: 'is not the id of a cost unit',
  cost_unit_id_missing: 'is required if category_id is given',
  category_id_unknown: 'is not the id of a category of the cost unit',
  workspace_unknown: 'is not the id of a workspace',
  tree_split: 'is in another database: a workspace stays in that of the workspaces above and below it',
  workspace_below: 'is this workspace or one below it',
  no_superordinate: 'can be superordinate only under a superordinate workspace',
  sandbox_fixed: 'is set when the workspace is created, and cannot change',
  sandbox_alone: 'must be absent: a sandbox is neither above nor below another workspace',
  year_start_fixed: 'cannot change while there are vouchers or closed fiscal years',
  field_not_of_portal: 'is not a field that members can see',
  field_not_editable: 'must be hidden or visible: members cannot change it',
  field_not_of_form: 'is not a field that applicants can fill in',
  field_always_required: 'must be required',
  statutes_missing: 'is needed while the form is switched on',
  creditor_missing: 'needs a creditor, to whom the mandates are given, and fees in EUR',
  too_many_segments: ({ max }) => `is one too many: a list has at most ${max} views`,
  query_too_long: ({ max }) => `must be at most ${max} characters long`,
  cash_has_no_statements: 'is a cash account, which has no statements',
  logo_too_large: 'must have at most 100 KB',
  logo_no_image: 'must be a whole PNG, JPEG or WebP file',
  logo_too_many_pixels: ({ max }) => `must have at most ${max} pixels on a side`,
}
