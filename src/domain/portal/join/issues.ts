import { listsOf, type Variant } from '../../access/lists'
import { isEeaIban } from '../../collections/eea'
import type { ListColumns } from '../../custom-columns/query-list'
import { fieldIssues } from '../../persons/diff'
import { formIssues } from '../../persons/form-rules'
import { type PersonInput, schemasFor } from '../../persons/schemas'
import { ErrorList, type Issue } from '../../shared/error-list'
import { isGiven, isObject } from '../../shared/validation'
import {
  completeFamily,
  type FamilyInput,
  type FamilyMember,
  isOfHousehold,
  keysOf,
  OF_PAYER,
} from './family'
import type { JoinField, MandateOffer } from './form'

/** What an applicant agreed to: the statutes, to act for all who have custody, and to pay for others. */
export type Consents = { statutes: boolean; custody: boolean; pays: boolean }

/** The parts that an object needs where the form requires it; those of others are as they come. */
const NEEDED_PARTS: Record<string, string[]> = {
  name: ['first_name', 'last_name'],
  address: ['street', 'postcode', 'city'],
  bank_account: ['iban'],
}

/** What was asked, of which workspace, and the date (YYYY-MM-DD) there. */
export type Asked = {
  fields: JoinField[]
  columns: ListColumns
  variant: Variant
  offer: MandateOffer | null
  consents: Consents
  today: string
}

/**
 * Checks an application of any shape, and returns its persons. Throws `invalid` under `persons.{place}`, `guardian`, `family` and
 * `consent`.
 */
export function requireFamily(family: FamilyInput, asked: Asked): FamilyMember[] {
  const errors = new ErrorList()
  const members = completeFamily(family, asked.today)
  for (const [place, member] of members.entries()) {
    const columns = columnsOf(member, asked)
    const own = keysOf(member.list, family.persons[place] ?? family.guardian ?? {})
    errors.parse(schemasFor(columns).newPerson, own, member.path)
    errors.addAll(fieldIssues(own, undefined, { ...columns, today: asked.today }), member.path)
    errors.addAll(personIssues(members, place, own, asked), member.path)
  }
  errors.addAll(familyIssues(family, members, asked))
  errors.addAll(mandateIssues(family, members, asked.offer))
  errors.throwIfAny()
  return members.map((member) => ({
    ...member,
    input: schemasFor(columnsOf(member, asked)).newPerson.parse(member.input),
  }))
}

/** The columns of the list that a person of an application goes to: a contact has no custom ones. */
export const columnsOf = ({ list }: FamilyMember, { columns }: Pick<Asked, 'columns'>): ListColumns =>
  list === 'members' ? columns : { ...columns, list, columns: NO_COLUMNS }

// Schemas are kept by their columns.
const NO_COLUMNS: ListColumns['columns'] = []

function* personIssues(
  members: FamilyMember[],
  place: number,
  own: PersonInput,
  asked: Asked,
): Iterable<Issue> {
  const { fields, today } = asked
  const { input } = members[place] as FamilyMember
  for (const key of requiredKeys(members, place, asked)) yield* missingIn({ ...input, ...own }, key)
  const canEdit = (named: string) => fields.some(({ key }) => key === named)
  const pays = OF_PAYER.some((key) => key in own)
  // Which part of the name is missing is said above.
  for (const issue of formIssues(pays ? { ...input, ...own } : own, { today, canEdit }))
    if (issue[0].join('.') !== 'name') yield issue
}

/** What is required of a person: what others have from the first one is missing there. */
function requiredKeys(members: FamilyMember[], place: number, { fields, offer }: Asked): string[] {
  const { path, list, payer, givesMandate } = members[place] as FamilyMember
  const required = fields.filter(({ isRequired }) => isRequired).map(({ key }) => key)
  if (path[0] === 'guardian') return ['name', 'email']
  return required.filter((key) => {
    // What a mandate needs of the account is in `mandateIssues`.
    if (OF_PAYER.includes(key) && members.some((member) => member.givesMandate))
      return !offer?.isRequired && payer === null && list === 'members' && !givesMandate
    if (OF_PAYER.includes(key))
      return place === 0 ? paysFirst(members) : payer === null && !paysFirst(members)
    if (place > 0) return !isOfHousehold(key)
    return list === 'members' || OF_CONTACTS.includes(key)
  })
}

/** Whether the account that the first person gives pays for somebody: for itself, or as the account of a guardian. */
const paysFirst = (members: FamilyMember[]): boolean =>
  members.some(({ list, payer }, place) =>
    payer === null ? place === 0 && list === 'members' : payer === 0 || isGuardian(members, payer),
  )

const isGuardian = (members: FamilyMember[], place: number): boolean => members[place]?.path[0] === 'guardian'

/** What is asked of those who become no members. */
const OF_CONTACTS = ['name', 'email', 'address', 'phone_numbers']

function* familyIssues(
  { persons, isJoining, payer }: FamilyInput,
  members: FamilyMember[],
  { variant, consents }: Asked,
): Iterable<Issue> {
  const needsContact = !listsOf(variant).includes('contacts')
  const [first] = members
  const lacksGuardian = first?.isMinor && !members.some(({ path }) => path[0] === 'guardian')
  if (!isJoining && needsContact) yield [['family', 'joins'], { code: 'guardian_must_join' }]
  else if (!isJoining && persons.length < 2) yield [['family', 'joins'], { code: 'nobody_joins' }]
  if (first?.isMinor) {
    if (needsContact) yield [['persons', '0', 'birthdate'], { code: 'guardian_must_join' }]
    else if (lacksGuardian)
      for (const path of [['name', 'first_name'], ['name', 'last_name'], ['email']])
        yield [['guardian', ...path], { code: 'missing' }]
  }
  if (payer !== 'each' && payer > 0 && (members[payer]?.list !== 'members' || members[payer]?.isMinor))
    yield [['family', 'payer'], { code: 'payer_is_minor' }]
  if (!consents.statutes) yield [['consent', 'statutes'], { code: 'missing' }]
  if (members.some(({ isMinor }) => isMinor) && !consents.custody)
    yield [['consent', 'custody'], { code: 'missing' }]
  if ((promisesToPay(members) || lacksGuardian) && !consents.pays)
    yield [['consent', 'pays'], { code: 'missing' }]
}

function* mandateIssues(
  { persons, mandate }: FamilyInput,
  members: FamilyMember[],
  offer: MandateOffer | null,
): Iterable<Issue> {
  if (!mandate) {
    if (offer?.isRequired) yield [['family', 'mandate'], { code: 'missing' }]
    return
  }
  if (!offer) return yield [['family', 'mandate'], { code: 'mandate_not_offered' }]
  const place = members.findIndex(({ givesMandate }) => givesMandate)
  const giver = members[place]
  if (!giver) return
  const isForItself = giver.list === 'members' && giver.payer === null
  const isForOthers = members.some(({ payer }) => payer === place)
  const othersPay = members.some(
    ({ list, payer }, at) => list === 'members' && payer === null && at !== place,
  )
  if (!(isForItself || isForOthers) || (offer.isRequired && othersPay))
    yield [['family', 'payer'], { code: 'payer_without_mandate' }]
  // Who becomes no member acts for children; a member who may be one shows its age.
  if (giver.list === 'members' && !isGiven(giver.input.birthdate))
    yield [[...giver.path, 'birthdate'], { code: 'missing' }]
  const at = isGiven(persons[place]?.bank_account) ? place : 0
  const path = ['persons', `${at}`, 'bank_account', 'iban']
  const { iban } = Object(giver.input.bank_account)
  if (typeof iban !== 'string' || iban === '') yield [path, { code: 'missing' }]
  else if (!isEeaIban(iban)) yield [path, { code: 'iban_not_eea' }]
}

/** Whether who confirms an application pays for somebody else. */
export const promisesToPay = (members: FamilyMember[]): boolean =>
  members.some(({ payer }) => payer !== null && isConfirming(members, payer))

/** Whether the person at a place is the one who confirms an application. */
export const isConfirming = (members: FamilyMember[], place: number): boolean =>
  isGuardian(members, place) || (place === 0 && !members.some(({ path }) => path[0] === 'guardian'))

function* missingIn(person: PersonInput, key: string): Iterable<Issue> {
  const value = person[key] ?? null
  const parts = NEEDED_PARTS[key]
  if (!parts) {
    if (value === null) yield [[key], { code: 'missing' }]
    return
  }
  for (const part of parts) if (!isObject(value) || !value[part]) yield [[key, part], { code: 'missing' }]
}
