import type { WorkspaceRow } from '../db/schema'
import { creditorOf } from '../domain/collections/creditor'
import { type Debtor, isOfPayer } from '../domain/collections/debtors'
import { debtorProblems } from '../domain/collections/problems'
import { earliestCollectionDate } from '../domain/collections/target-days'
import type { FeeNoteFacts, NotedFee } from '../domain/mails/fee-note'
import { isAdult } from '../domain/persons/adult'
import { maskIban } from '../domain/persons/mask'
import { type PersonRow, parseFixedFields } from '../domain/persons/person'
import type { ProblemCode } from '../domain/shared/debit-refusals'
import { formatDate, formatMoney, inFours } from '../ui/i18n/format'
import { memberLocaleOf, textsIn } from '../ui/i18n/locale'
import { mailTexts } from '../ui/mail/texts'
import { feeLines, linesOf } from './fee-lines'

const SIE = {
  ownAccount: (iban: string) => `von Ihrem Konto ${iban}`,
  account: (iban: string, holder: string) => `vom Konto ${iban} (${holder})`,
  debits: (from: string, mandate: string) => `Wir buchen ${from} ab (Mandat ${mandate}):`,
  debitsLater: (from: string, mandate: string) =>
    `Sobald Beiträge zu zahlen sind, buchen wir sie ${from} ab (Mandat ${mandate}).`,
  from: (amount: string, date: string) => `${amount} ab dem ${date}`,
  on: (amount: string, date: string) => `${amount} am ${date}`,
  noMandate:
    'Die Beiträge sollen per Lastschrift gezahlt werden. Dafür fehlt uns noch ein SEPA-Lastschriftmandat.',
  inPortal: 'Bitte erteilen Sie es im Mitgliederportal.',
  onPaper: 'Bitte fordern Sie das Formular bei uns an und senden Sie es unterschrieben zurück.',
  afterwards: 'Danach buchen wir ab:',
  noDebit: 'Per Lastschrift können wir zurzeit nicht abbuchen.',
  transfer: 'Bitte überweisen Sie:',
  cash: 'Bitte zahlen Sie bar:',
  pays: (name: string) => `Ihre Beiträge zahlt ${name}.`,
  somebodyPays: 'Ihre Beiträge zahlt eine andere Person.',
}

const textsOf = textsIn({
  sie: SIE,
  du: {
    ownAccount: (iban) => `von deinem Konto ${iban}`,
    inPortal: 'Bitte erteile es im Mitgliederportal.',
    onPaper: 'Bitte fordere das Formular bei uns an und sende es unterschrieben zurück.',
    transfer: 'Bitte überweise:',
    cash: 'Bitte zahle bar:',
    pays: (name) => `Deine Beiträge zahlt ${name}.`,
    somebodyPays: 'Deine Beiträge zahlt eine andere Person.',
  },
  en: {
    ownAccount: (iban) => `from your account ${iban}`,
    account: (iban, holder) => `from the account ${iban} (${holder})`,
    debits: (from, mandate) => `We collect by direct debit ${from} (mandate ${mandate}):`,
    debitsLater: (from, mandate) =>
      `Once fees are to be paid, we collect them by direct debit ${from} (mandate ${mandate}).`,
    from: (amount, date) => `${amount} from ${date} on`,
    on: (amount, date) => `${amount} on ${date}`,
    noMandate: 'The fees are to be paid by direct debit. For that we still need a SEPA direct debit mandate.',
    inPortal: 'Please give it in the member portal.',
    onPaper: 'Please ask us for the form, and send it back signed.',
    afterwards: 'Then we collect:',
    noDebit: 'We cannot collect by direct debit at the moment.',
    transfer: 'Please transfer:',
    cash: 'Please pay in cash:',
    pays: (name) => `Your fees are paid by ${name}.`,
    somebodyPays: 'Your fees are paid by somebody else.',
  },
})

/** How fees are paid, or what keeps a debit from being made. */
type Way = 'debit' | 'no_mandate' | 'no_debit' | 'transfer' | 'cash'

/** Fees that are paid the same way, from one account if they are debited. */
type Group = { way: Way; debtor: Debtor; iban: string; mandate: string; fees: NotedFee[] }

/** What a mandate solves, which names an account as well. */
const SOLVED_BY_MANDATE: ProblemCode[] = [
  'no_iban',
  'no_mandate',
  'no_iban_of_payer',
  'no_mandate_of_payer',
  'mandate_unsigned',
]

/** Whom the note is for, and the facts of it. */
type Noted = { workspace: WorkspaceRow; person: PersonRow; note: FeeNoteFacts }

/**
 * How and when the open fees of a person are paid, and of those for whom it pays; empty if there is nothing to say. Who has a
 * payer is told who that is, and the rest only at the payer's own address.
 */
export function feeNoteText({ workspace, person, note }: Noted): string {
  const t = textsOf(memberLocaleOf(workspace))
  const { debtors, reader } = note
  const own = debtors.find((debtor) => debtor.person.id === person.id)
  if (!own) return ''
  const payer: { name: string | null; email: string | null } | null =
    isOfPayer(own) && reader?.payer ? JSON.parse(reader.payer) : null
  const paysSentence = payer && (payer.name ? t.pays(payer.name) : t.somebodyPays)
  const isOfReader = !payer || payer.email?.toLowerCase() === reader?.email?.toLowerCase()
  const groups = isOfReader ? groupsOf(own, workspace, note) : []
  return [paysSentence, ...groups.map((group) => groupText(group, { workspace, person, note }))]
    .filter(Boolean)
    .join('\n\n')
}

/** The fees by how they are paid; first how the person's own will be, whether or not there are any. */
function groupsOf(own: Debtor, workspace: WorkspaceRow, note: FeeNoteFacts): Group[] {
  const groups = new Map<string, Group>()
  const add = (debtor: Debtor, fee?: NotedFee) => {
    const isUnderWay = fee?.status === 'collecting'
    const way = isUnderWay ? 'debit' : wayOf(debtor, fee, workspace, note.today)
    const iban = (isUnderWay ? fee.iban : debtor.iban) ?? ''
    const mandate = (isUnderWay ? fee.mandateReference : debtor.mandateReference) ?? ''
    const key = way === 'debit' ? `${iban} ${mandate}` : way
    const group = groups.get(key) ?? { way, debtor, iban, mandate, fees: [] }
    if (fee) group.fees.push(fee)
    groups.set(key, group)
  }
  add(own)
  for (const fee of note.fees) {
    const debtor = note.debtors.find(({ person }) => person.id === fee.personId)
    if (debtor) add(debtor, fee)
  }
  return [...groups.values()]
}

/** As the portal says it: a returned fee is transferred, and who names no method is debited if there is a mandate. */
function wayOf(debtor: Debtor, fee: NotedFee | undefined, workspace: WorkspaceRow, today: string): Way {
  const { paymentMethod, mandateReference } = debtor
  if (paymentMethod === 'cash') return 'cash'
  const creditor = creditorOf(workspace)
  const paysByDebit = paymentMethod ? paymentMethod === 'direct_debit' : mandateReference !== null
  if (!paysByDebit || !creditor || workspace.currency !== 'EUR' || fee?.status === 'returned')
    return 'transfer'
  const collectionDate = earliestCollectionDate(today, workspace.noticeDays)
  const problems = [...debtorProblems(debtor, { collectionDate, today, creditorId: creditor.creditor_id })]
  if (problems.length === 0) return 'debit'
  return problems.every(([code]) => SOLVED_BY_MANDATE.includes(code)) ? 'no_mandate' : 'no_debit'
}

function groupText({ way, debtor, iban, mandate, fees }: Group, { workspace, person, note }: Noted): string {
  const locale = memberLocaleOf(workspace)
  const t = textsOf(locale)
  const { currency, creditorName, creditorIban } = workspace
  switch (way) {
    case 'debit': {
      const isOwn = debtor.id === person.id && !Object(parseFixedFields(person).bank_account).signatory
      const from = isOwn ? t.ownAccount(maskIban(iban)) : t.account(maskIban(iban), debtor.holder)
      return fees.length === 0
        ? t.debitsLater(from, mandate)
        : `${t.debits(from, mandate)}\n${debitLines(fees, { workspace, person, note })}`
    }
    case 'no_mandate': {
      const asked = `${t.noMandate} ${givesInPortal(debtor, person, note) ? t.inPortal : t.onPaper}`
      return fees.length === 0
        ? asked
        : `${asked} ${t.afterwards}\n${debitLines(fees, { workspace, person, note })}`
    }
    case 'cash':
      return fees.length === 0
        ? ''
        : `${t.cash}\n${feeLines(fees, person.id, { locale, currency, hasReferences: false })}`
    default: {
      if (fees.length === 0) return ''
      const { payee, iban: ibanLabel } = mailTexts(locale)
      return [
        way === 'no_debit' ? `${t.noDebit} ${t.transfer}` : t.transfer,
        feeLines(fees, person.id, { locale, currency, hasReferences: true }),
        creditorIban && `${payee}: ${creditorName ?? workspace.name}, ${ibanLabel}: ${inFours(creditorIban)}`,
      ]
        .filter(Boolean)
        .join('\n')
    }
  }
}

/** A line for each fee that is debited: on the day of its debit, else not before it is due and a debit can be made. */
function debitLines(fees: NotedFee[], { workspace, person, note }: Noted): string {
  const locale = memberLocaleOf(workspace)
  const t = textsOf(locale)
  const earliest = earliestCollectionDate(note.today, workspace.noticeDays)
  return linesOf(fees, person.id, ({ open, dueOn, collectionDate, status }) => {
    const amount = formatMoney(open, workspace.currency, locale)
    if (status === 'collecting' && collectionDate) return t.on(amount, formatDate(collectionDate, locale))
    return t.from(amount, formatDate(dueOn && dueOn > earliest ? dueOn : earliest, locale))
  })
}

/** Whether the portal offers the reader to give the mandate; see `portal/mandate/view.ts`. */
const givesInPortal = (debtor: Debtor, person: PersonRow, { reader, today }: FeeNoteFacts): boolean =>
  debtor.id === person.id &&
  reader?.list === 'members' &&
  isAdult(reader.birthdate, today) &&
  JSON.parse(reader.portalFunctions ?? '[]').includes('grant_mandate')
