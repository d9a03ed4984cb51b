import { MANDATE, mandateReferenceOf } from '../person-fields/fields'
import type { Issue } from '../shared/error-list'
import { uniqueStrings } from '../shared/text'
import { isMaskedIban } from './mask'
import type { Person } from './person'
import type { PersonInput } from './schemas'
import type { ReferenceRow } from './store/mandate-references'

/** The issue of a mandate reference that another mandate has. */
export const REFERENCE_TAKEN: Issue = [[MANDATE, 'reference'], { code: 'mandate_reference_taken' }]

/** The mandate references that inputs of any shape give. */
export const referencesIn = (inputs: readonly PersonInput[]): string[] =>
  uniqueStrings(inputs.map((input) => Object(input?.[MANDATE]).reference))

type Terms = { iban: string | null; signedOn: string | null }

/**
 * Tells which references that inputs give are of another mandate: a stored one, also if its person keeps it for another account, or
 * one that an input before gave. The triggers on `persons` decide the same. A family may have one mandate: the same reference,
 * account and day of signature.
 */
export class MandateReferences {
  private readonly rows: Map<string, ReferenceRow>
  private readonly given = new Map<string, Terms>()
  /** What those keep a stored mandate for who have it: a family has copies. */
  private readonly kept = new Map<string, Terms[]>()

  /** `isDeleted` says which persons are deleted before the inputs are written. */
  constructor(
    rows: readonly ReferenceRow[],
    private readonly isDeleted: (row: ReferenceRow) => boolean = () => false,
  ) {
    this.rows = new Map(rows.map((row) => [row.key, row]))
  }

  /** Whether an input over a stored person, or for a new one, gives it the reference of another mandate. */
  isTaken(input: PersonInput, stored: Person | undefined): boolean {
    const own = stored && mandateReferenceOf(stored)
    const reference = input[MANDATE] === undefined ? own : Object(input[MANDATE]).reference
    if (typeof reference !== 'string') return false
    const terms = termsOf(input, stored)
    const key = lowerCase(reference)
    const given = this.given.get(key)
    if (given && !areSame(given, terms)) return true
    const kept = this.kept.get(key) ?? []
    if (reference === own) {
      kept.push(terms)
      this.kept.set(key, kept)
      return false
    }
    const row = this.rows.get(key)
    if (kept.some((other) => !areSame(other, terms))) return true
    if (row && isOfAnother(row, { ...terms, reference, id: stored?.id }, this.isDeleted(row))) return true
    this.given.set(key, terms)
    return false
  }

  /** The issues of {@link isTaken}. */
  *issuesOf(input: PersonInput, stored: Person | undefined): Iterable<Issue> {
    if (this.isTaken(input, stored)) yield REFERENCE_TAKEN
  }
}

// As SQLite's lower().
const lowerCase = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())

function termsOf(input: PersonInput, stored: Person | undefined): Terms {
  const ibanIn = (account: unknown): string | null => Object(account).iban ?? null
  const given = input.bank_account === undefined ? null : ibanIn(input.bank_account)
  const isKept = input.bank_account === undefined || (typeof given === 'string' && isMaskedIban(given))
  return {
    iban: isKept ? ibanIn(stored?.bank_account) : given,
    signedOn:
      Object(input[MANDATE] === undefined ? stored?.[MANDATE] : input[MANDATE]).signature_date ?? null,
  }
}

function isOfAnother(
  row: ReferenceRow,
  given: Terms & { reference: string; id: unknown },
  isDeleted: boolean,
): boolean {
  if (row.endReason === 'withdrawn') return true
  if (row.reference !== given.reference && row.hasDebits) return true
  if (row.personId === given.id || areSame(row, given)) return false
  return row.hasDebits === 1 || (row.isLiving === 1 && !isDeleted)
}

const areSame = (one: Terms, other: Terms): boolean =>
  one.iban !== null && one.iban === other.iban && one.signedOn === other.signedOn
