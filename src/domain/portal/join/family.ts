import type { ListId } from '../../access/lists'
import { PAYMENT_METHOD } from '../../person-fields/fields'
import { fieldsOf } from '../../person-fields/list-fields'
import { isAdult } from '../../persons/adult'
import type { PersonInput } from '../../persons/schemas'
import { isGiven } from '../../shared/validation'

/** How many persons one application has at most. */
export const MAX_APPLICANTS = 8

/** Who pays what an application costs: the person at a place, for all of them, or each adult for itself. */
export type FamilyPayer = number | 'each'

/** An application as it was typed. */
export type FamilyInput = {
  /** The first one fills the form in. */
  persons: PersonInput[]
  /** Whether the first one becomes a member as well. */
  isJoining: boolean
  payer: FamilyPayer
  /** Who acts for the first one, if that is a minor. */
  guardian: PersonInput | null
  /** The mandate for the account that pays for all; null if none is given. */
  mandate: FamilyMandate | null
}

/** A mandate as it was given on the form: the version of the text in the language of the form, and the creditor shown with it. */
export type FamilyMandate = { textVersion: string; creditor: { name: string; creditor_id: string } }

/** A person of an application with what it has from the first one, and the places of who pays and acts for it. */
export type FamilyMember = {
  /** Where the person was typed. */
  path: [string, ...string[]]
  list: ListId
  input: PersonInput
  isMinor: boolean
  payer: number | null
  guardian: number | null
  /** Whether the person gives the mandate. */
  givesMandate: boolean
}

/** What others have from the first one unless they give it. */
const OF_HOUSEHOLD = ['address', 'email', 'phone_numbers']

/** What others who pay for themselves have from the first one unless they give it. */
export const OF_PAYER: string[] = ['bank_account', PAYMENT_METHOD]

/** Whether a value of somebody else is that of the first one unless it is given. */
export const isOfHousehold = (key: string): boolean => OF_HOUSEHOLD.includes(key)

/**
 * The persons of an application on the day of it, in their order; a guardian who is none of them comes last. A minor has the first
 * one as its guardian, who pays for it unless another one pays.
 */
export function completeFamily(family: FamilyInput, today: string): FamilyMember[] {
  const { persons, isJoining, guardian } = family
  const [first = {}] = persons
  const isMinorAt = (place: number) => (place > 0 || isJoining) && isMinor(persons[place] ?? {}, today)
  const acting = isMinorAt(0) ? (guardian ? persons.length : null) : 0
  const payerOf = payersOf(family, acting, isMinorAt)
  const giver = family.mandate ? payingPlace(family, acting) : null
  const members = persons.map((person, place): FamilyMember => {
    const list = place === 0 && !isJoining ? 'contacts' : 'members'
    const payer = list === 'contacts' ? null : payerOf(place)
    const from = place === 0 ? Object(guardian && isMinorAt(0) ? { email: guardian.email } : {}) : first
    // The account of a mandate is for who gives it, and for nobody else.
    const takesAccount = giver === null ? place > 0 && payer === null : place === giver
    const taken = takesAccount ? [...OF_HOUSEHOLD, ...OF_PAYER] : OF_HOUSEHOLD
    const own = giver !== null && place === 0 && place !== giver ? without(person, OF_PAYER) : person
    return {
      path: ['persons', `${place}`],
      list,
      input: {
        ...keysOf(list, own),
        ...missingFrom(person, from, taken),
        ...(place === giver && BY_DEBIT),
      },
      isMinor: isMinorAt(place),
      payer,
      guardian: isMinorAt(place) ? acting : null,
      givesMandate: place === giver,
    }
  })
  const [child] = members
  if (!guardian || !child || acting !== persons.length) return members
  return [
    // The account that a child's form has is that of who pays for it.
    child.payer === acting ? { ...child, input: without(child.input, OF_PAYER) } : child,
    ...members.slice(1),
    {
      path: ['guardian'],
      list: 'contacts',
      input: {
        ...guardian,
        ...missingFrom(guardian, first, ['address', ...(child.payer === acting ? OF_PAYER : [])]),
        ...(giver === acting && BY_DEBIT),
      },
      isMinor: false,
      payer: null,
      guardian: null,
      givesMandate: giver === acting,
    },
  ]
}

function payersOf(
  { payer }: FamilyInput,
  acting: number | null,
  isMinorAt: (place: number) => boolean,
): (place: number) => number | null {
  if (payer === 'each') return (place) => (isMinorAt(place) ? acting : null)
  const paying = payingPlace({ payer }, acting)
  return (place) => (place === paying ? null : paying)
}

/** The place of who pays for more than itself: for `each`, who acts for the minors. */
const payingPlace = ({ payer }: Pick<FamilyInput, 'payer'>, acting: number | null): number =>
  payer === 'each' || payer === 0 ? (acting ?? 0) : payer

/** How those pay who give a mandate, whatever else they chose. */
const BY_DEBIT = { [PAYMENT_METHOD]: 'direct_debit' }

const isMinor = ({ birthdate }: PersonInput, today: string): boolean =>
  typeof birthdate === 'string' && !isAdult(birthdate, today)

/** What a list can keep of a person. */
export const keysOf = (list: ListId, person: PersonInput): PersonInput =>
  list === 'members'
    ? person
    : Object.fromEntries(Object.entries(person).filter(([key]) => CONTACT_KEYS.has(key)))

const CONTACT_KEYS = new Set(fieldsOf('contacts').map(([key]) => key))

const missingFrom = (person: PersonInput, from: PersonInput, keys: string[]): PersonInput =>
  Object.fromEntries(
    keys.flatMap((key) => (!isGiven(person[key]) && isGiven(from[key]) ? [[key, from[key]]] : [])),
  )

const without = (person: PersonInput, keys: string[]): PersonInput =>
  Object.fromEntries(Object.entries(person).filter(([key]) => !keys.includes(key)))

/** The address that confirms an application: that of who acts for all of it. */
export const addressOf = ({ persons, guardian }: FamilyInput): string =>
  String(guardian?.email ?? persons[0]?.email)
