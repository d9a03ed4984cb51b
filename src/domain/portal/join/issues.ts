import type { ListColumns } from '../../custom-columns/query-list'
import { fieldIssues } from '../../persons/diff'
import { formIssues } from '../../persons/form-rules'
import type { PersonInput } from '../../persons/schemas'
import type { Issue } from '../../shared/error-list'
import { isObject } from '../../shared/validation'
import type { JoinField } from './form'

/** The parts that an object needs where the form requires it; those of others are as they come. */
const NEEDED_PARTS: Record<string, string[]> = {
  name: ['first_name', 'last_name'],
  address: ['street', 'postcode', 'city'],
  bank_account: ['iban'],
}

/** What was asked, and the date (YYYY-MM-DD) in the workspace. */
type Asked = { fields: JoinField[]; columns: ListColumns; agrees: boolean; today: string }

/** The issues of an application of any shape, beyond those of the schema of persons. */
export function* applicationIssues(
  person: PersonInput,
  { fields, columns, agrees, today }: Asked,
): Iterable<Issue> {
  yield* fieldIssues(person, undefined, { ...columns, today })
  for (const { key, isRequired } of fields) if (isRequired) yield* missingIn(person, key)
  const canEdit = (asked: string) => fields.some(({ key }) => key === asked)
  // Which part of the name is missing is said above.
  for (const issue of formIssues(person, { today, canEdit })) if (issue[0].join('.') !== 'name') yield issue
  if (!agrees) yield [['consent', 'statutes'], { code: 'missing' }]
}

function* missingIn(person: PersonInput, key: string): Iterable<Issue> {
  const value = person[key] ?? null
  const parts = NEEDED_PARTS[key]
  if (!parts) {
    if (value === null) yield [[key], { code: 'missing' }]
    return
  }
  for (const part of parts) if (!isObject(value) || !value[part]) yield [[key, part], { code: 'missing' }]
}
