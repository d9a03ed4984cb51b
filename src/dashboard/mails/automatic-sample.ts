import type { WorkspaceRow } from '../../db/schema'
import type { Debtor } from '../../domain/collections/debtors'
import type { CustomColumn } from '../../domain/custom-columns/column'
import { placeholdersOf } from '../../domain/mails/placeholders'
import { aboutOf, isAboutDebit, isReminder, type Occasion } from '../../domain/mails/rules/occasions'
import type { PersonRow } from '../../domain/persons/person'
import { addDays, todayIn } from '../../domain/shared/dates'
import { lookOf } from '../../mail/look'
import { transferOf } from '../../mail/transfer'
import { placeholderValues } from '../../mail/values'
import { memberLocaleOf } from '../../ui/i18n/locale'
import { renderMail } from '../../ui/mail/render-mail'

type Sample = {
  mail: { occasion: Occasion; subject: string; body: string; kind: string }
  workspace: WorkspaceRow
  columns: CustomColumn[]
  origin: string
  now: Date
}

const AMOUNT = 4500

// The reference and the mandate are of no one, and the IBAN is one of the examples that banks print.
const WORDS = {
  de: { name: { first_name: 'Erika', last_name: 'Muster' }, fee: 'Jahresbeitrag', part: 'Erwachsen' },
  en: { name: { first_name: 'Erika', last_name: 'Sample' }, fee: 'Annual fee', part: 'Adult' },
}
const REFERENCE = 'RF18539007547034'
const MANDATE = 'M-1001'
const IBAN = 'DE89370400440532013000'

/** A mail as someone would get it who is made up, in the language of the workspace: its subject and its text. */
export function renderSample({ mail, workspace, columns, origin, now }: Sample) {
  const locale = memberLocaleOf(workspace)
  const { name, fee, part } = WORDS[locale.language]
  const today = todayIn(workspace.timezone, now)
  const dueOn = addDays(today, isReminder(mail.occasion) ? -7 : workspace.noticeDays)
  const isPaid = aboutOf(mail.occasion) === 'paid_fee'
  const fees = [
    {
      description: fee,
      reference: REFERENCE,
      amount: AMOUNT,
      open: isPaid ? 0 : AMOUNT,
      dueOn,
      personId: '',
      personName: '',
      parts: JSON.stringify([[part, AMOUNT, null]]),
    },
  ]
  const transfer = transferOf(workspace, fees)?.transfer
  const values = placeholderValues(
    { workspace, columns, used: placeholdersOf(mail) },
    {
      person: personOf(name),
      fees,
      transfer,
      feeNote: {
        today,
        debtors: [debtorOf(`${name.first_name} ${name.last_name}`, today)],
        fees: fees.map((one) => ({ ...one, ...NOT_COLLECTED })),
        reader: undefined,
      },
      debits: isAboutDebit(mail.occasion)
        ? [{ collectionDate: dueOn, amount: AMOUNT, mandateReference: MANDATE, iban: IBAN }]
        : [],
    },
    `${origin}/portal/${workspace.portalSlug ?? workspace.id}`,
  )
  const { subject, text } = renderMail({
    ...mail,
    values,
    look: lookOf(workspace, origin),
    locale,
    ...(mail.kind === 'news' && { unsubscribeUrl: `${origin}/unsubscribe/preview` }),
  })
  return { subject, text }
}

const NOT_COLLECTED = { status: 'open', collectionDate: null, iban: null, mandateReference: null } as const

const debtorOf = (name: string, signedOn: string): Debtor => ({
  ...{ id: '', list: 'members', distinction: '', name: null, holder: name, hasEmail: true },
  ...{ paymentMethod: 'direct_debit', iban: IBAN, mandateReference: MANDATE, signedOn },
  ...{ lastUsedOn: null, givenAt: null, isOfDeceased: 0, dependants: [], returns: [] },
  ...{ lastDebit: null, lastDueOn: null, lastIban: null },
  person: {
    ...{ id: '', list: 'members', distinction: '', firstName: null },
    ...{ isApplicant: false, leaveDate: null, stopped: null },
  },
})

const personOf = (name: object): PersonRow => ({
  id: '',
  // Without its closing bracket, as stored persons are selected.
  openJson: JSON.stringify({ name, membership_number: '1001', bank_account: { iban: IBAN } }).slice(0, -1),
  area: 'regular',
  leaveDate: null,
  customValues: '{}',
  revision: 1,
})
