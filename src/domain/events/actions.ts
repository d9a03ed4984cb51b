/**
 * What events record, with the kinds of things that they are about. The list only grows, since stored events and their
 * readers keep the names; readers must take names that are not in it.
 */
export const EVENTS = {
  'person.created': ['member', 'contact'],
  'person.updated': ['member', 'contact'],
  'person.applied': ['member'],
  'person.confirmed': ['member'],
  'person.mandate_confirmed': ['member'],
  'person.mandate_granted': ['member'],
  'person.mandate_withdrawn': ['member'],
  'person.news_refused': ['member', 'contact'],
  'person.news_wanted': ['member', 'contact'],
  'person.email_change_requested': ['member'],
  'person.email_change_withdrawn': ['member'],
  'person.email_change_reversed': ['member'],
  'person.address_unblocked': ['member', 'contact'],
  'person.portal_link_created': ['member', 'contact'],
  'person.portal_link_mailed': ['member', 'contact'],
  'person.merged': ['member', 'contact'],
  'person.exported': ['member', 'contact'],
  'person.deleted': ['member', 'contact'],
  'persons.exported': ['workspace'],
  'fee.created': ['fee'],
  'fee.updated': ['fee'],
  'fee.partly_paid': ['fee'],
  'fee.paid': ['fee'],
  'fee.payment_reversed': ['fee'],
  'fee.refunded': ['fee'],
  'fee.waived': ['fee'],
  'fee.cancelled': ['fee'],
  'fee.reopened': ['fee'],
  'fee.collecting': ['fee'],
  'fee.collection_discarded': ['fee'],
  'fee.returned': ['fee'],
  'fee.return_undone': ['fee'],
  'fee.reminders_held': ['fee'],
  'fee.reminders_released': ['fee'],
  'fees.exported': ['workspace'],
  'payment.tied': ['fee'],
  'payment.left_out': ['fee'],
  'payment.decision_taken_back': ['fee'],
  'collection.released': ['collection'],
  'collection.submitted': ['collection'],
  'collection.settled': ['collection'],
  'collection.discarded': ['collection'],
  'collection.downloaded': ['collection'],
  'collection.exported': ['collection'],
  'collection.unblocked': ['collection'],
  'account.created': ['account'],
  'account.updated': ['account'],
  'account.counted': ['account'],
  'statement.imported': ['statement'],
  'statement.downloaded': ['statement'],
  'statement.import_undone': ['statement'],
  'bank_line.confirmed': ['bank_line'],
  'bank_line.booked': ['bank_line'],
  'bank_line.met': ['bank_line'],
  'bank_line.loosened': ['bank_line'],
  'bank_line.ignored': ['bank_line'],
  'bank_line.restored': ['bank_line'],
  'voucher.created': ['voucher'],
  'voucher.reversed': ['voucher'],
  'voucher.assigned': ['voucher'],
  'fiscal_year.closed': ['fiscal_year'],
  'fiscal_year.reopened': ['fiscal_year'],
  'fiscal_year.exported': ['fiscal_year'],
  'cost_unit.created': ['cost_unit'],
  'cost_unit.updated': ['cost_unit'],
  'custom_column.created': ['custom_column'],
  'custom_column.updated': ['custom_column'],
  'custom_column.claimed': ['custom_column'],
  'mail.sent': ['mail'],
  'mail.stopped': ['mail'],
  'mail.continued': ['mail'],
  'mail.retried': ['mail'],
  'mail_rule.updated': ['mail_rule'],
  'workspace.created': ['workspace'],
  'workspace.updated': ['workspace'],
  'api_key.created': ['api_key'],
  'api_key.revoked': ['api_key'],
  'staff.added': ['staff'],
  'staff.invited': ['staff'],
  'staff.invited_again': ['staff'],
  'staff.accepted': ['staff'],
  'staff.updated': ['staff'],
  'staff.removed': ['staff'],
  'log.exported': ['workspace'],
  'import.run': ['import'],
  'import.undone': ['import'],
  'dues_plan.created': ['dues_plan'],
  'dues_plan.updated': ['dues_plan'],
  'dues.claimed': ['dues_run'],
  'dues.discarded': ['dues_run'],
  'dues.difference_kept': ['member', 'contact'],
} as const

export type Action = keyof typeof EVENTS

/** What the actions before the dot are about, such as `fee`. */
export type ActionGroup = Action extends `${infer Group}.${string}` ? Group : never

export type SubjectKind = (typeof EVENTS)[Action][number]

/** What happened, and to what kind of thing. */
export type EventKind = { [A in Action]: { action: A; subject: (typeof EVENTS)[A][number] } }[Action]

export const ACTIONS = Object.keys(EVENTS) as [Action, ...Action[]]
export const SUBJECT_KINDS = [...new Set(Object.values(EVENTS).flat())] as [SubjectKind, ...SubjectKind[]]

/** Whether the action of a stored event is one that this version knows. */
export const isAction = (action: string): action is Action => Object.hasOwn(EVENTS, action)
