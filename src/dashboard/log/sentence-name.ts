import type { Event } from '../../domain/events/event'
import type { SentenceTexts } from './sentence-texts'
import { isPerson } from './values'

type One = keyof SentenceTexts['one']
type Emptied = keyof SentenceTexts['emptied']
type Many = keyof SentenceTexts['many']

/** The sentence that an event says. */
export function sentenceName({ action, subject, changes }: Event): One {
  const isContact = subject.kind === 'contact'
  const area = changes?.area?.[1]
  switch (action) {
    case 'person.created':
      if (isContact) return 'contactCreated'
      return area === 'applications' ? 'applicantCreated' : 'memberCreated'
    case 'person.updated':
      if (area === 'applications') return 'memberReturned'
      return area === 'regular' ? 'memberConfirmed' : changeName(changes)
    case 'person.deleted':
      return isContact ? 'contactDeleted' : 'memberDeleted'
    case 'person.exported':
      return isContact ? 'contactExported' : 'memberExported'
    case 'person.portal_link_created':
      return 'memberLinked'
    case 'persons.exported':
      return changes?.list?.[1] === 'contacts' ? 'contactsExported' : 'membersExported'
    case 'custom_column.updated':
      return Object.keys(changes ?? {}).join() === 'place' ? 'columnMoved' : 'columnChanged'
    default:
      return NAMES[action] ?? 'other'
  }
}

const NAMES: Record<string, One> = {
  'person.confirmed': 'memberConfirmed',
  'person.mandate_confirmed': 'mandateConfirmed',
  'person.applied': 'memberApplied',
  'person.news_refused': 'newsRefused',
  'person.news_wanted': 'newsWanted',
  'person.portal_link_mailed': 'memberLinkMailed',
  'person.email_change_requested': 'emailRequested',
  'person.email_change_withdrawn': 'emailWithdrawn',
  'person.email_change_reversed': 'emailReversed',
  'person.address_unblocked': 'addressUnblocked',
  'fee.created': 'feeCreated',
  'fee.updated': 'feeDueChanged',
  'fee.paid': 'feePaid',
  'fee.partly_paid': 'feePartlyPaid',
  'fee.waived': 'feeWaived',
  'fee.cancelled': 'feeCancelled',
  'fee.reopened': 'feeReopened',
  'fee.payment_reversed': 'feePaymentReversed',
  'payment.tied': 'paymentTied',
  'payment.left_out': 'paymentLeftOut',
  'payment.decision_taken_back': 'paymentDecisionTakenBack',
  'fee.refunded': 'feeRefunded',
  'fees.exported': 'feesExported',
  'fee.collecting': 'feeCollecting',
  'fee.collection_discarded': 'feeDiscarded',
  'fee.returned': 'feeReturned',
  'collection.released': 'collectionReleased',
  'collection.submitted': 'collectionSubmitted',
  'collection.settled': 'collectionSettled',
  'collection.discarded': 'collectionDiscarded',
  'collection.downloaded': 'collectionDownloaded',
  'collection.exported': 'collectionExported',
  'collection.unblocked': 'collectionUnblocked',
  'custom_column.created': 'columnCreated',
  'custom_column.claimed': 'columnClaimed',
  'cost_unit.created': 'costUnitCreated',
  'cost_unit.updated': 'costUnitChanged',
  'account.created': 'accountCreated',
  'account.updated': 'accountChanged',
  'account.counted': 'accountCounted',
  'fee.return_undone': 'feeReturnUndone',
  'statement.imported': 'statementImported',
  'statement.downloaded': 'statementDownloaded',
  'statement.import_undone': 'importUndone',
  'bank_line.confirmed': 'lineConfirmed',
  'bank_line.booked': 'lineBooked',
  'bank_line.met': 'lineMet',
  'bank_line.loosened': 'lineLoosened',
  'bank_line.ignored': 'lineIgnored',
  'bank_line.restored': 'lineRestored',
  'voucher.created': 'voucherCreated',
  'voucher.reversed': 'voucherReversed',
  'voucher.assigned': 'voucherAssigned',
  'fiscal_year.closed': 'yearClosed',
  'fiscal_year.reopened': 'yearReopened',
  'fiscal_year.exported': 'yearExported',
  'workspace.created': 'workspaceCreated',
  'workspace.updated': 'workspaceChanged',
  'api_key.created': 'keyCreated',
  'api_key.revoked': 'keyRevoked',
  'staff.added': 'staffAdded',
  'staff.invited': 'staffInvited',
  'staff.invited_again': 'staffInvitedAgain',
  'staff.accepted': 'staffAccepted',
  'staff.updated': 'staffChanged',
  'staff.removed': 'staffRemoved',
  'log.exported': 'logExported',
  'fee.reminders_held': 'remindersHeld',
  'fee.reminders_released': 'remindersReleased',
  'mail_rule.updated': 'mailRuleChanged',
  'mail.sent': 'mailSent',
  'mail.stopped': 'mailStopped',
  'mail.continued': 'mailContinued',
  'mail.retried': 'mailRetried',
}

function changeName(changes: Event['changes']): One {
  const [change, ...others] = Object.values(changes ?? {})
  if (!change || others.length > 0) return 'personChanged'
  const [before, after] = change
  if (before === null) return 'fieldSet'
  return after === null ? 'fieldCleared' : 'fieldChanged'
}

/** Whether a sentence is about one field, which it names. */
export const isOfField = (name: One): boolean => name.startsWith('field')

/** The sentence of an event whose subject was deleted since; undefined for other events. */
export function emptiedName({ action, subject, changes }: Event): Emptied | undefined {
  if (changes !== null || !isPerson(subject.kind) || action === 'person.deleted') return undefined
  const isContact = subject.kind === 'contact'
  if (action === 'person.confirmed') return 'memberConfirmed'
  if (action === 'person.created') return isContact ? 'contactCreated' : 'memberCreated'
  if (action === 'person.applied') return 'memberApplied'
  if (action === 'person.portal_link_created') return 'memberLinked'
  if (action === 'person.portal_link_mailed') return 'memberLinkMailed'
  if (action === 'person.exported') return isContact ? 'contactExported' : 'memberExported'
  return isContact ? 'contactChanged' : 'memberChanged'
}

/**
 * The sentence that many events of a batch say together, and the field that it names: one that all of them change alone,
 * to the same value or to several.
 */
export function manyName([first, ...rest]: [Event, ...Event[]]): { name: Many; path?: string } {
  const isContact = first.subject.kind === 'contact'
  const name = sentenceName(first)
  if (first.action !== 'person.updated' || name === 'memberReturned' || name === 'memberConfirmed')
    return { name: MANY[name] ?? 'other' }
  const [path, ...others] = Object.keys(first.changes ?? {})
  const isAlike =
    path !== undefined &&
    others.length === 0 &&
    rest.every(({ changes }) => Object.keys(changes ?? {}).join() === path)
  if (!isAlike) return { name: isContact ? 'contactsChanged' : 'membersChanged' }
  const [value, ...values] = new Set(
    [first, ...rest].map(({ changes }) => JSON.stringify(changes?.[path]?.[1])),
  )
  if (values.length === 0 && value !== 'null')
    return { name: isContact ? 'contactFieldSet' : 'memberFieldSet', path }
  return { name: isContact ? 'contactFieldChanged' : 'memberFieldChanged', path }
}

const MANY: Partial<Record<One, Many>> = {
  memberCreated: 'memberCreated',
  applicantCreated: 'applicantCreated',
  contactCreated: 'contactCreated',
  memberConfirmed: 'memberConfirmed',
  memberReturned: 'memberReturned',
  newsRefused: 'newsRefused',
  newsWanted: 'newsWanted',
  memberDeleted: 'memberDeleted',
  contactDeleted: 'contactDeleted',
  feeCreated: 'feeCreated',
  feeReturnUndone: 'feeReturnUndone',
  statementImported: 'statementImported',
  importUndone: 'importUndone',
  lineConfirmed: 'lineConfirmed',
  voucherCreated: 'voucherCreated',
  voucherAssigned: 'voucherAssigned',
  feePaid: 'feePaid',
  feePartlyPaid: 'feePartlyPaid',
  feeWaived: 'feeWaived',
  feeCancelled: 'feeCancelled',
  feeReopened: 'feeReopened',
  feePaymentReversed: 'feePaymentReversed',
  feeCollecting: 'feeCollecting',
  feeDiscarded: 'feeDiscarded',
  feeReturned: 'feeReturned',
  columnCreated: 'columnCreated',
  columnChanged: 'columnChanged',
  columnMoved: 'columnMoved',
}
