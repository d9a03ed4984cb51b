import type { SentencesOf } from './sentences'

/** Why persons are not stored, found or imported. Pages keep the text of the field. */
export type PersonRefusal =
  | { code: Plain | LeaveRule }
  | { code: 'nothing_identifies'; keys: string[] }
  | { code: 'same_column'; external_id: string }
  | { code: Limit; max: number }
  | { code: 'csv_parts_missing'; parts: string[] }
  | { code: 'csv_cells_differ'; cells: number; columns: number }

type Plain =
  | 'assigned'
  | 'before_signature'
  | 'external_id_taken'
  | 'membership_number_taken'
  | 'mandate_reference_taken'
  | 'person_id_unknown'
  | 'person_twice'
  | 'list_would_be_empty'
  | 'list_would_be_deleted'
  | 'persons_too_large'
  | 'not_for_many'
  | 'not_of_list'
  | 'operator_not_of_field'
  | 'bank_accounts_hidden'
  | 'not_filterable'
  | 'csv_column_unknown'
  | 'csv_column_twice'
  | 'csv_without_header'
  | 'csv_malformed'
  | 'same_person'
  | 'is_applicant'
  | 'not_an_applicant'
  | 'not_by_confirmation'
  | 'in_live_debit'
  | 'in_open_import'
  | 'two_mandates'

/** The refusals of why a membership ends, for which the texts of forms have a sentence each. */
export type LeaveRule = 'leave_date_missing' | 'death_in_future'

type Limit =
  | 'custom_values_too_large'
  | 'selection_too_large'
  | 'csv_too_many_columns'
  | 'csv_too_many_rows'
  | 'csv_too_many_persons'

/** What callers of the API read about a refusal. */
export const personMessages: SentencesOf<PersonRefusal> = {
  nothing_identifies: ({ keys }) => `is missing: a person needs at least one of ${keys.join(', ')}`,
  before_signature: 'is before the mandate was signed',
  leave_date_missing: 'needs leave_date, the last day of the membership',
  death_in_future: 'is in the future, but the member is deceased',
  assigned: 'is assigned by the service; leave it out',
  same_column: ({ external_id }) => `is the same column as ${external_id}; send one of the two`,
  custom_values_too_large: ({ max }) => `may hold at most ${max} bytes in all its custom columns`,
  external_id_taken: 'belongs to another person of the list',
  membership_number_taken: 'belongs to another member',
  mandate_reference_taken: 'is the reference of another mandate; give each mandate its own',
  person_id_unknown: 'is not the id of a person of this list; leave it out to create one',
  person_twice: 'appears twice in this request; name each person once',
  list_would_be_empty: 'must name a person when delete_omitted is true: the list would be empty',
  list_would_be_deleted:
    'names no stored person by id or external_id, so that delete_omitted would delete the whole list; ' +
    'name at least one of its persons',
  persons_too_large: 'names persons that hold too much to be read at once; send fewer of them',
  not_for_many: 'cannot be changed for many persons at once',
  selection_too_large: ({ max }) => `has more than ${max} persons; narrow it`,
  not_of_list: 'is not a field of this list',
  operator_not_of_field: 'does not apply to this field',
  bank_accounts_hidden: 'needs the right to see bank accounts',
  not_filterable: 'is not a scalar field of this list; see its custom columns and /docs',
  csv_column_unknown: 'is not a column of this list',
  csv_column_twice: 'appears twice',
  csv_parts_missing: ({ parts }) => `goes together with ${parts.join(', ')}; give all of them or none`,
  csv_without_header: 'must name the columns',
  csv_cells_differ: ({ cells, columns }) => `has ${cells} cells where the first row has ${columns}`,
  csv_too_many_columns: ({ max }) => `has more columns than any list: at most ${max}`,
  csv_too_many_rows: ({ max }) => `exceeds the limit of ${max} rows; delete the empty ones`,
  csv_too_many_persons: ({ max }) => `exceeds the limit of ${max} persons`,
  csv_malformed: 'is not well-formed CSV; check its quotes',
  same_person: 'is the person who stays; name another one',
  is_applicant: 'is an applicant; confirm or reject the application first',
  not_an_applicant: 'names nobody whose application waits for a decision',
  not_by_confirmation: 'is not set by a confirmation; update the person before or after it',
  in_open_import: 'is named by an import that is not run yet; run or delete it first',
  in_live_debit: 'has a fee in a direct debit that is under way; settle, return or discard it first',
  two_mandates:
    'has a mandate that can be collected, as the person who stays has; remove one of the two first',
}
