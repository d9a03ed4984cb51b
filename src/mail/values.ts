import type { WorkspaceRow } from '../db/schema'
import type { CustomColumn } from '../domain/custom-columns/column'
import { feePartsOf } from '../domain/dues/parts-of-fee'
import type { DebitFacts, FeeFacts, Name } from '../domain/mails/facts'
import type { FeeNoteFacts } from '../domain/mails/fee-note'
import { columnPlaceholder, type PlaceholderKey, type PlaceholderValues } from '../domain/mails/placeholders'
import { mandateReferenceOf } from '../domain/person-fields/fields'
import { type PersonRow, parseFixedFields } from '../domain/persons/person'
import { formatDate, formatMoney } from '../ui/i18n/format'
import { type Locale, memberLocaleOf, textsIn } from '../ui/i18n/locale'
import { type Transfer, transferText } from '../ui/mail/transfer'
import { fieldText } from '../ui/person-fields/value'
import { feeLines } from './fee-lines'
import { feeNoteText } from './fee-note'
import { nameValues } from './names'

/**
 * What a mail to a person is made of; `person` is undefined if the mail is to no one in particular. `names` are of all
 * who share the mail; empty if it is for the person alone.
 */
export type MailFacts = {
  person: PersonRow | undefined
  names?: Name[]
  fees: FeeFacts[]
  debits: DebitFacts[]
  feeNote?: FeeNoteFacts
  transfer?: Transfer | undefined
}

/** `used` are the placeholders of the text: references are said once, where it says what to transfer. */
type Setting = { workspace: WorkspaceRow; columns: CustomColumn[]; used?: string[] }

const textsOf = textsIn({
  sie: { greeting: 'Guten Tag' },
  du: { greeting: 'Hallo' },
  en: { greeting: 'Hello' },
})

/** What the placeholders of a mail stand for, in the language of the workspace. */
export function placeholderValues(
  { workspace, columns, used = [] }: Setting,
  { person, names = [], fees, debits, feeNote, transfer }: MailFacts,
  portalLink: string,
): PlaceholderValues {
  const locale = memberLocaleOf(workspace)
  const money = (cents: number) => formatMoney(cents, workspace.currency, locale)
  const debited = debits.reduce((sum, { amount }) => sum + amount, 0)
  const values: Record<PlaceholderKey, string> = {
    ...personValues(person, names, locale),
    association: workspace.name,
    open_amount: money(fees.reduce((sum, { open }) => sum + open, 0)),
    fees: feeLines(fees, person?.id, {
      locale,
      currency: workspace.currency,
      hasReferences: !used.includes('transfer'),
    }),
    fee_parts: partLines(fees, person, money),
    transfer: transfer ? transferText(transfer, locale) : '',
    fee_note: person && feeNote ? feeNoteText({ workspace, person, note: feeNote }) : '',
    debit_date: listed(debits.map(({ collectionDate }) => formatDate(collectionDate, locale))),
    debit_amount: debits.length > 0 ? money(debited) : '',
    portal_link: portalLink,
    ...debitValues(person, debits),
  }
  return { ...columnValues(columns, person, locale), ...values }
}

function personValues(person: PersonRow | undefined, shared: Name[], locale: Locale) {
  const { greeting } = textsOf(locale)
  const fields: Record<string, unknown> = person ? parseFixedFields(person) : {}
  const names = nameValues(shared.length > 0 ? shared : [Object(fields.name)], locale)
  return {
    ...names,
    salutation: [greeting, isOnFirstNames(locale) ? names.first_name || names.name : names.name]
      .filter(Boolean)
      .join(' '),
    membership_number: String(fields.membership_number ?? ''),
  }
}

const isOnFirstNames = ({ language, isFormal }: Locale): boolean => language === 'de' && !isFormal

/** The account and the mandate of debits, else those of the person. */
function debitValues(person: PersonRow | undefined, debits: DebitFacts[]) {
  const fields: Record<string, unknown> = person ? parseFixedFields(person) : {}
  const iban: string = debits[0]?.iban ?? Object(fields.bank_account).iban ?? ''
  const references = debits.map(({ mandateReference }) => mandateReference)
  return {
    iban_ending: iban.slice(-4),
    mandate_reference: listed(references) || mandateReferenceOf(fields),
  }
}

/** A line for each fee of a plan of dues, with what it is made up of. Whose it is and what it is called stands where there are more. */
function partLines(
  fees: FeeFacts[],
  person: PersonRow | undefined,
  money: (cents: number) => string,
): string {
  const made = fees.flatMap((fee) => {
    const parts = feePartsOf(fee.parts ?? '[]').filter(({ amount }) => amount !== 0)
    return parts.length > 0
      ? { fee, text: parts.map(({ name, amount }) => `${name} ${money(amount)}`).join(' · ') }
      : []
  })
  const areOwn = made.every(({ fee }) => fee.personId === (person?.id ?? fees[0]?.personId))
  return made
    .map(({ fee, text }) => {
      const of = [...(areOwn ? [] : [fee.personName]), ...(fees.length > 1 ? [fee.description] : [])].join(
        ', ',
      )
      return of ? `${of}: ${text}` : text
    })
    .join('\n')
}

function columnValues(columns: CustomColumn[], person: PersonRow | undefined, locale: Locale) {
  const values = JSON.parse(person?.customValues ?? '{}')
  return Object.fromEntries(
    columns.map((column) => [
      columnPlaceholder(column),
      fieldText({ key: column.id, column }, values[column.id], locale),
    ]),
  )
}

const listed = (texts: string[]): string => [...new Set(texts)].join(', ')
