/** What addresses of pages name by an id. */
export type PageId =
  | 'account'
  | 'attempt'
  | 'applicant'
  | 'bookingRule'
  | 'cancelled'
  | 'club'
  | 'column'
  | 'contact'
  | 'count'
  | 'debit'
  | 'double'
  | 'doubled'
  | 'former'
  | 'key'
  | 'line'
  | 'mail'
  | 'managed'
  | 'mandate'
  | 'member'
  | 'open'
  | 'paid'
  | 'part'
  | 'payment'
  | 'plan'
  | 'released'
  | 'resigned'
  | 'returned'
  | 'rule'
  | 'settled'
  | 'staff'
  | 'statement'
  | 'unit'
  | 'voucher'
  | 'webhook'

/**
 * The pages of the dashboard that `test/e2e/browser/dashboard-pages.ts` walks, by their section and the name of their picture.
 * `test/rules/walked-pages.test.ts` refuses a route that is missing.
 */
export const walkedPages = (
  ids: Record<PageId, string | undefined>,
): Record<string, Record<string, string>> => ({
  home: {
    home: '',
    workspaces: '/dashboard',
    search: '/search?q=berg',
    'search-none': '/search?q=xyz',
  },
  members: {
    members: '/members',
    'members-former': '/members?status=former',
    'members-filtered': '/members?search=berg&filter[join_date][after]=2019-01-01&add=departments',
    'members-none': '/members?search=xyz',
    'members-columns': '/members/columns',
    'members-views': '/members/views?search=berg',
    'members-import': '/members/import',
    'members-doubles': '/members/doubles',
    'members-families': '/members/families',
    'members-without-payer': '/members/without-payer',
    'members-without-guardian': '/members/without-guardian',
    'members-deceased': '/members/deceased',
    'members-resignations': '/members/resignations',
    'members-withdrawn-mandates': '/members/withdrawn-mandates',
  },
  'a member': {
    'member-new': '/members/new',
    member: `/members/${ids.member}`,
    'member-fees': `/members/${ids.member}?tab=fees`,
    'member-history': `/members/${ids.member}?tab=history`,
    'member-in-list': `/members/${ids.member}?row=2`,
    'member-former': `/members/${ids.former}`,
    'member-edit': `/members/${ids.member}/edit`,
    'member-end': `/members/${ids.member}/end`,
    'member-resignation': `/members/${ids.resigned}/resignation`,
    'member-delete': `/members/${ids.member}/delete`,
    'member-mandate': `/members/${ids.former}/mandate`,
    'member-payer': `/members/${ids.member}/payer?search=a`,
    'member-payer-confirm': `/members/${ids.member}/payer?payer=${ids.former}`,
    'member-dependants': `/members/${ids.member}/dependants`,
    'member-guardian': `/members/${ids.member}/guardian?search=a`,
    'member-portal-link': `/members/${ids.member}/portal-link`,
    'member-merge': `/members/${ids.doubled}/merge/${ids.double}`,
  },
  applications: {
    applications: '/applications',
    application: `/members/${ids.applicant}`,
    'application-confirm': `/applications/confirm?id=${ids.applicant}`,
    'application-reject': `/applications/reject?id=${ids.applicant}`,
  },
  contacts: {
    contacts: '/contacts',
    contact: `/contacts/${ids.contact}`,
    'contact-edit': `/contacts/${ids.contact}/edit`,
    'contact-member': `/contacts/${ids.contact}/member`,
  },
  mails: {
    mails: '/mails',
    'mail-new': '/mails/new',
    mail: `/mails/${ids.mail}`,
    'mail-edit': `/mails/${ids.mail}/edit`,
    'mail-delete': `/mails/${ids.mail}/delete`,
    'mails-automatic': '/mails/automatic',
    'mails-birthday': '/mails/automatic/birthday',
    'mails-reminders': '/mails/reminders',
  },
  fees: {
    fees: '/fees',
    'fees-all': '/fees?status=all&sort=due',
    'fees-none': '/fees?search=xyz',
    claim: '/fees/claim',
    claimed: '/fees/claimed?batch=bat_0000000000000000Claimed1 after claimed?count=4&sum=19200',
    'claim-undone': '/fees/claimed after undone?cancelled=4&left=1',
  },
  'plans of dues': {
    plans: '/fees/plans',
    'plan-question': '/fees/plans/new',
    'plan-amounts': '/fees/plans/new?base=',
    plan: `/fees/plans/${ids.plan}`,
    'plan-terms': `/fees/plans/${ids.plan}/terms`,
    'plan-try': `/fees/plans/${ids.plan}/try?search=a`,
    'plan-tried': `/fees/plans/${ids.plan}/try?person=${ids.member}&period=2026`,
    'plan-rule': `/fees/plans/${ids.plan}/rules/${ids.rule}`,
    'plan-rule-new': `/fees/plans/${ids.plan}/rules/new?kind=surcharge`,
    'plan-family-new': `/fees/plans/${ids.plan}/rules/new?kind=family`,
    'plan-rule-delete': `/fees/plans/${ids.plan}/rules/${ids.rule}/delete`,
    runs: '/fees/runs',
    'run-what': '/fees/runs/new',
    'run-check': `/fees/runs/check?what=${ids.plan}+2026`,
    'run-differences': `/fees/runs/differences?what=${ids.plan}+2026`,
  },
  'a fee': {
    fee: `/fees/${ids.open}`,
    'fee-returned': `/fees/${ids.returned}`,
    'fee-cancelled': `/fees/${ids.cancelled}`,
    'fee-paid': `/fees/${ids.paid}`,
    'fee-payment': `/fees/${ids.open}/payment`,
    'fee-refund': `/fees/${ids.paid}/refund`,
    'fee-waiver': `/fees/${ids.part}/waiver`,
    'fee-cancellation': `/fees/${ids.open}/cancellation`,
    'fee-due': `/fees/${ids.open}/due`,
    'fee-deferral': `/fees/${ids.open}/deferral`,
    'fee-dispute': `/fees/${ids.open}/dispute`,
    'fee-booking': `/fees/${ids.paid}/booking`,
    'fee-reopening': `/fees/${ids.cancelled}/reopening`,
    'fee-reversal': `/fees/${ids.paid}/payments/${ids.payment}/reversal`,
    'fee-notice': `/fees/${ids.open}/notice`,
  },
  'direct debits': {
    debits: '/direct-debits',
    'debits-choose': '/direct-debits/new?pays=anyone',
    'debits-check': '/direct-debits/new/check?pays=anyone',
    'debits-date': '/direct-debits/new/date?pays=anyone',
    'debits-released': `/direct-debits/${ids.released}`,
    'debits-discard': `/direct-debits/${ids.released}/discard`,
    'debits-settled': `/direct-debits/${ids.settled}`,
    'debits-unsettle': `/direct-debits/${ids.settled}/unsettle`,
    'debits-mandate': `/mandates?reference=${ids.mandate}`,
    'debits-return': `/direct-debits/${ids.settled}/items/${ids.debit}/return`,
  },
  bank: {
    bank: '/bank',
    'bank-import': '/bank/import',
    'bank-account-new': '/bank/accounts/new',
    'bank-account': `/bank/accounts/${ids.account}`,
    'bank-account-reconciliation': `/bank/accounts/${ids.account}/reconciliation`,
    'bank-account-edit': `/bank/accounts/${ids.account}/edit`,
    'bank-undo-import': `/bank/statements/${ids.statement}/undo`,
    'bank-lines': '/bank/lines',
    'bank-done': '/bank/lines?state=done',
    'bank-ignored': '/bank/lines?state=ignored',
    'bank-suggested': '/bank/lines/suggested',
    'bank-line': `/bank/lines/${ids.line}`,
    'bank-refused': `/bank/lines/${ids.line} after line_changed`,
    'bank-fees': `/bank/lines/${ids.line}/fees`,
    'bank-split': `/bank/lines/${ids.line}/fees?fee=${ids.part}&amount.${ids.part}=30`,
    'bank-book': `/bank/lines/${ids.line}/book`,
    'bank-ignore': `/bank/lines/${ids.line}/ignore`,
  },
  'the cash book': {
    'cash-book': '/cash-book',
    'cash-book-none': '/cash-book?search=xyz',
    'cash-book-new': '/cash-book/new',
    'cash-book-transfer': '/cash-book/transfer',
    'cash-book-count': '/cash-book/count',
    'cash-book-counted': `/cash-book/count/${ids.count}`,
    'cash-book-voucher': `/cash-book/${ids.voucher}`,
    'cash-book-reverse': `/cash-book/${ids.voucher}/reverse`,
    'cash-book-assign': '/cash-book/assign',
    'cash-book-fees': '/cash-book/fees',
    'cash-book-report': '/cash-book/report',
    'cash-book-close': '/cash-book/close',
    'cash-book-reopen': '/cash-book/reopen',
  },
  'the log': {
    log: '/log',
    'log-filtered': '/log?action=fee',
  },
  settings: {
    settings: '/settings',
    'settings-workspace': '/settings/workspace',
    'settings-contact': '/settings/contact',
    'settings-portal': '/settings/portal',
    'settings-join': '/settings/join',
    'settings-leaving': '/settings/leaving',
    'settings-take-out': '/settings/take-out',
    'settings-direct-debit': '/settings/direct-debit',
    'settings-book': '/settings/book',
    'settings-columns': '/settings/columns',
    'settings-columns-members': '/settings/columns/members',
    'settings-column-new': '/settings/columns/members/new',
    'settings-columns-several': '/settings/columns/members/several',
    'settings-columns-template': '/settings/columns/members/several?template=music',
    'settings-columns-contacts': '/settings/columns/contacts/several?template=support',
    'settings-column': `/settings/columns/members/${ids.column}`,
    'settings-cost-units': '/settings/cost-units',
    'settings-cost-unit-new': '/settings/cost-units/new',
    'settings-cost-units-several': '/settings/cost-units/several?template=sports',
    'settings-cost-unit': `/settings/cost-units/${ids.unit}`,
    'settings-booking-rules': '/settings/booking-rules',
    'settings-booking-rule-new': '/settings/booking-rules/new',
    'settings-booking-rule': `/settings/booking-rules/${ids.bookingRule}`,
    'settings-booking-rule-delete': `/settings/booking-rules/${ids.bookingRule}/delete`,
    'settings-staff': '/settings/staff',
    'settings-staff-new': '/settings/staff/new',
    'settings-staff-member': `/settings/staff/${ids.staff}`,
    'settings-staff-remove': `/settings/staff/${ids.staff}/remove`,
    'settings-api-keys': '/settings/api-keys',
    'settings-api-key-new': '/settings/api-keys/new',
    'settings-api-key-revoke': `/settings/api-keys/${ids.key}/revoke`,
    'settings-webhooks': '/settings/webhooks',
    'settings-webhook-new': '/settings/webhooks/new',
    'settings-webhook': `/settings/webhooks/${ids.webhook}`,
    'settings-webhook-edit': `/settings/webhooks/${ids.webhook}/edit`,
    'settings-webhook-switch-on': `/settings/webhooks/${ids.webhook}/switch-on`,
    'settings-webhook-renew': `/settings/webhooks/${ids.webhook}/renew`,
    'settings-webhook-replay': `/settings/webhooks/${ids.webhook}/replay`,
    'settings-webhook-delete': `/settings/webhooks/${ids.webhook}/delete`,
    'settings-webhook-attempts': `/settings/webhooks/${ids.webhook}/attempts`,
    'settings-webhook-attempt': `/settings/webhooks/${ids.webhook}/attempts/${ids.attempt}`,
    account: '/account',
  },
  'an umbrella': {
    associations: '/associations',
    association: `/associations/${ids.club}`,
    'association-managed': `/associations/${ids.managed}`,
    'association-hand-back': `/associations/${ids.managed}/hand-back`,
    'settings-portal-managed': `/dashboard/${ids.managed}/settings/portal`,
    'settings-portal-leave': `/dashboard/${ids.club}/settings/portal/leave`,
  },
})
