import { lacksAccount, PAYMENT_METHOD } from '../person-fields/fields'
import type { Issue } from '../shared/error-list'
import type { FormRule } from '../shared/form-refusals'
import { isGiven, isObject } from '../shared/validation'
import type { PersonInput } from './schemas'

/** The first year in which someone can have been born. */
export const FIRST_BIRTHDATE = '1900-01-01'

type Stored = Record<string, unknown>

type Facts = {
  /** The person as stored; empty for a new one. */
  stored?: Stored
  /** The date (YYYY-MM-DD) in the workspace. */
  today: string
  /** Whether a form has the field as well, so that a message can point to it. */
  canEdit?: (key: string) => boolean
}

/**
 * The issues of what people enter about themselves, beyond those of the contract: each is a {@link FormRule} or a name
 * that is missing. Values that an input leaves as they are stored have none. `input` is the body of a create or an
 * update, of any shape.
 */
export function* formIssues(
  input: PersonInput,
  { stored = {}, today, canEdit = () => true }: Facts,
): Iterable<Issue> {
  yield* nameIssues(input, stored)
  yield* birthdateIssues(input, today)
  yield* phoneIssues(input, stored)
  yield* accountIssues(input, stored, canEdit)
}

function* nameIssues({ name }: PersonInput, stored: Stored): Iterable<Issue> {
  if (name === undefined) return
  const { first_name, last_name } = { ...Object(stored.name), ...Object(name) }
  if (!first_name && !last_name) yield [['name'], { code: 'missing' }]
}

function* birthdateIssues({ birthdate }: PersonInput, today: string): Iterable<Issue> {
  if (typeof birthdate !== 'string') return
  if (birthdate > today || birthdate < FIRST_BIRTHDATE) yield rule(['birthdate'], 'year')
}

const MIN_DIGITS = 3

function* phoneIssues({ phone_numbers }: PersonInput, stored: Stored): Iterable<Issue> {
  const known = new Set(numbersIn(stored.phone_numbers).map((number) => String(number).trim()))
  for (const [index, number] of numbersIn(phone_numbers).entries()) {
    const path = ['phone_numbers', `${index}`, 'number']
    if (!isGiven(number)) yield rule(path, 'phone_missing')
    else if (!known.has(String(number)) && String(number).replaceAll(/\P{Nd}/gu, '').length < MIN_DIGITS)
      yield rule(path, 'phone_digits')
  }
}

const numbersIn = (phones: unknown): unknown[] =>
  Array.isArray(phones) ? phones.map((phone) => Object(phone).number) : []

function* accountIssues(
  input: PersonInput,
  stored: Stored,
  canEdit: (key: string) => boolean,
): Iterable<Issue> {
  const { bank_account: account, [PAYMENT_METHOD]: method } = input
  if (account === undefined && method === undefined) return
  const path = ['bank_account', 'iban']
  if (lacksAccount({ ...stored, ...input }))
    yield canEdit('bank_account')
      ? rule(path, canEdit(PAYMENT_METHOD) ? 'iban_for_direct_debit' : 'iban_needed')
      : rule([PAYMENT_METHOD], 'account_for_direct_debit')
  else if (isObject(account) && !account.iban) yield rule(path, 'iban_missing')
}

const rule = (path: string[], code: FormRule): Issue => [path, { code }]
