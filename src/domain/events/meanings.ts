import type { Action } from './actions'
import type { Changes } from './record'

/** Who usually acts: an API key unless it says something else. */
export type UsualActor = 'key' | 'staff' | 'member' | 'operator' | 'service'

/** What an action says happened, and the changes of an example; null for one that records none. */
type Meaning = { text: string; changes: Changes | null; by?: UsualActor }

const ID = '0VMtKcPBq7XJ3mZ1sWv9LdTe'
const SHA256 = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'

/** What each action means, for those who follow the events. Between backticks is code. */
export const MEANINGS: Record<Action, Meaning> = {
  'person.created': {
    text: 'A person was added to a list. Applicants are members with the `area` `applications`.',
    changes: {
      area: [null, 'regular'],
      membership_number: [null, '1815'],
      'name.first_name': [null, 'Ada'],
      'name.last_name': [null, 'Lovelace'],
      email: [null, 'ada@example.org'],
      join_date: [null, '2026-02-01'],
    },
  },
  'person.updated': {
    text:
      'Fields of a person changed, also where another act brought that about: a payer who is gone, a resignation, an undo. A ' +
      'confirmation that is undone turns `area` back into `applications`.',
    changes: { email: [null, 'ada@example.org'], 'address.city': ['Berlin', 'Hamburg'] },
  },
  'person.applied': {
    text: 'Somebody applied by the join form, confirmed it from their mail and agreed to the statutes. Comes with `person.created`.',
    by: 'member',
    changes: {
      statutes_url: [null, 'https://www.your-club.org/statutes'],
      agreed_at: [null, '2026-01-31T11:58:00.000Z'],
    },
  },
  'person.confirmed': {
    text: 'An applicant became a member, with the number and the date of joining that this set.',
    changes: {
      area: ['applications', 'regular'],
      membership_number: [null, '1815'],
      join_date: [null, '2026-02-01'],
    },
  },
  'person.guardianship_ended': {
    text: 'A member turned 18, so that nobody else acts for them any more.',
    by: 'service',
    changes: { guardian_id: [`per_${ID}`, null] },
  },
  'person.mandate_confirmed': {
    text: 'A member confirmed in the portal that their SEPA mandate is for another account from now on.',
    by: 'member',
    changes: {
      sepa_mandate: [null, { reference: 'MAS-1815' }],
      bank_account: [{ iban: '3000' }, { iban: '0532' }],
    },
  },
  'person.mandate_granted': {
    text: 'A person gave a SEPA mandate online, or gave one for another account. `mandate_text` is the version of the text and its hash.',
    by: 'member',
    changes: {
      sepa_mandate: [null, { reference: 'MAS-1815' }],
      bank_account: [null, { iban: '3000' }],
      mandate_text: [null, `1 (SHA-256 ${SHA256})`],
    },
  },
  'person.mandate_withdrawn': {
    text: 'A person withdrew their SEPA mandate. Nothing more is collected under it.',
    by: 'member',
    changes: { sepa_mandate: [{ reference: 'MAS-1815' }, null] },
  },
  'person.mandate_reversed': {
    text: 'A SEPA mandate that was given online was taken back by the link in the mail that told of it. What was before it is back.',
    by: 'member',
    changes: { sepa_mandate: [{ reference: 'MAS-1815' }, null] },
  },
  'person.mandate_voided': {
    text: 'A SEPA mandate that was given online became void, since the email address that had confirmed it was changed.',
    by: 'service',
    changes: { sepa_mandate: [{ reference: 'MAS-1815' }, null] },
  },
  'person.mandate_withdrawal_settled': {
    text: 'Staff noted that nothing is left to do about a SEPA mandate that was withdrawn.',
    by: 'staff',
    changes: { mandate_reference: [null, 'MAS-1815'] },
  },
  'person.news_refused': {
    text: 'A person unsubscribed from news by mail, or staff did that for them.',
    by: 'member',
    changes: { news: [true, false] },
  },
  'person.news_wanted': {
    text: 'A person gets news by mail again.',
    by: 'member',
    changes: { news: [false, true] },
  },
  'person.email_change_requested': {
    text: 'A member entered a new email address in the portal, which is not confirmed yet.',
    by: 'member',
    changes: { pending_email: [null, 'lovelace@example.org'] },
  },
  'person.email_change_withdrawn': {
    text: 'A member withdrew a new email address before it was confirmed.',
    by: 'member',
    changes: { pending_email: ['lovelace@example.org', null] },
  },
  'person.email_change_reversed': {
    text: 'A new email address of a member was taken back from the old address, confirmed or not.',
    by: 'member',
    changes: { email: ['lovelace@example.org', 'ada@example.org'] },
  },
  'person.address_unblocked': {
    text: 'Staff allowed mails to the address of a person again, after it had taken none.',
    by: 'staff',
    changes: { undeliverable_since: ['2026-01-12T06:00:00.000Z', null] },
  },
  'person.portal_link_created': {
    text: 'Staff created a link with which a person opens the member portal, and were shown it.',
    by: 'staff',
    changes: { expires_at: [null, '2026-02-01T00:00:00.000Z'] },
  },
  'person.portal_link_mailed': {
    text: 'Staff had a link to the member portal mailed to a person.',
    by: 'staff',
    changes: { expires_at: [null, '2026-02-01T00:00:00.000Z'] },
  },
  'person.resignation_sent': {
    text: 'A resignation was sent in the portal, and is not confirmed from the mail yet.',
    by: 'member',
    changes: { resignation_for: [null, '2026-12-31'] },
  },
  'person.resigned': {
    text: 'A resignation was confirmed from the mail, and the association has it.',
    by: 'member',
    changes: { resignation_for: [null, '2026-12-31'] },
  },
  'person.resignation_accepted': {
    text: 'Staff confirmed a resignation: the date that was asked for, and the date that they set.',
    by: 'staff',
    changes: { resignation_for: ['2026-09-30', '2026-12-31'] },
  },
  'person.resignation_withdrawal_asked': {
    text: 'A member asked to take back a resignation, on which staff decide.',
    by: 'member',
    changes: { resignation_for: ['2026-12-31', null] },
  },
  'person.resignation_withdrawn': {
    text: 'A resignation was taken back: by the member alone, or since staff agreed.',
    by: 'member',
    changes: { resignation_for: ['2026-12-31', null] },
  },
  'person.resignation_kept': {
    text: 'Staff declined that a resignation is taken back, so that it stands.',
    by: 'staff',
    changes: { resignation_for: [null, '2026-12-31'] },
  },
  'person.merged': {
    text: 'A person took in another one, who was there twice. The other one has `person.deleted`.',
    changes: { email: [null, 'ada@example.org'], merged_person_id: [null, `per_${ID}`] },
  },
  'person.exported': {
    text: 'All data of a person were exported, by staff or by the person.',
    by: 'staff',
    changes: { format: [null, 'json'] },
  },
  'person.deleted': {
    text: 'A person left a list: deleted, rejected as an applicant, merged, or moved to the other list. All events of a deleted person are emptied.',
    changes: null,
  },
  'persons.exported': {
    text: 'Staff exported persons of a list as a table.',
    by: 'staff',
    changes: { list: [null, 'members'], persons: [null, 240] },
  },

  'fee.created': {
    text: 'A person was charged a fee.',
    changes: {
      amount: [null, 4500],
      description: [null, 'Annual fee 2026'],
      reference: [null, 'RF18539007547034'],
      person_id: [null, `per_${ID}`],
      person_name: [null, 'Ada Lovelace'],
      status: [null, 'open'],
      due_on: [null, '2026-03-01'],
    },
  },
  'fee.updated': {
    text: 'A fee is due on another date.',
    changes: { due_on: ['2026-03-01', '2026-06-01'] },
  },
  'fee.partly_paid': {
    text: 'Money came in for a fee, of which a part stays open.',
    changes: { paid_amount: [0, 2000] },
  },
  'fee.paid': {
    text: 'Money came in for a fee, so that it is paid: by a payment, a line of the bank, or the credit of a direct debit.',
    changes: { status: ['open', 'paid'], paid_amount: [0, 4500], paid_on: [null, '2026-01-31'] },
  },
  'fee.payment_reversed': {
    text: 'A payment of a fee was reversed as a mistake, also by the undo of what a line of the bank or a credit had brought.',
    changes: {
      status: ['paid', 'open'],
      paid_amount: [4500, 0],
      paid_on: ['2026-01-31', null],
      reason: [null, 'Wrong member'],
    },
  },
  'fee.refunded': {
    text: 'Money of a fee was given back.',
    changes: {
      status: ['paid', 'open'],
      paid_amount: [4500, 0],
      paid_on: ['2026-01-31', null],
      reason: [null, 'Moved away'],
    },
  },
  'fee.waived': {
    text: 'The rest of a fee was waived.',
    changes: {
      status: ['open', 'paid'],
      waived_amount: [0, 2500],
      paid_on: [null, '2026-01-31'],
      reason: [null, 'Hardship'],
    },
  },
  'fee.cancelled': {
    text: 'A fee was cancelled: claimed by mistake, or no longer wanted.',
    changes: { status: ['open', 'cancelled'], reason: [null, 'Claimed twice'] },
  },
  'fee.reopened': {
    text: 'The cancellation of a fee was taken back.',
    changes: { status: ['cancelled', 'open'] },
  },
  'fee.collecting': {
    text: 'A fee was put into a direct debit that was released.',
    changes: { status: ['open', 'collecting'], collection_id: [null, `run_${ID}`] },
  },
  'fee.collection_discarded': {
    text: 'A direct debit of a fee was discarded before the bank collected it.',
    changes: {
      status: ['collecting', 'open'],
      collection_id: [`run_${ID}`, null],
      reason: [null, 'Wrong date'],
    },
  },
  'fee.returned': {
    text: 'A direct debit of a fee came back. `reason` is the code of the bank.',
    changes: {
      status: ['paid', 'returned'],
      paid_amount: [4500, 0],
      paid_on: ['2026-01-31', null],
      reason: [null, 'MD06'],
    },
  },
  'fee.return_undone': {
    text: 'The return of a direct debit was undone, since its line of the bank was.',
    changes: { status: ['returned', 'paid'], paid_amount: [0, 4500], paid_on: [null, '2026-01-31'] },
  },
  'fee.reminders_held': {
    text: 'Staff stopped the reminders of a fee: `deferred` until a date has passed, or `disputed`.',
    by: 'staff',
    changes: {
      'reminder_hold.kind': [null, 'deferred'],
      'reminder_hold.until': [null, '2026-06-30'],
      'reminder_hold.note': [null, 'Pays in summer'],
    },
  },
  'fee.reminders_released': {
    text: 'Staff let reminders of a fee be sent again.',
    by: 'staff',
    changes: {
      'reminder_hold.kind': ['deferred', null],
      'reminder_hold.until': ['2026-06-30', null],
      'reminder_hold.note': ['Pays in summer', null],
    },
  },
  'fees.exported': {
    text: 'Staff exported fees as a table.',
    by: 'staff',
    changes: { fees: [null, 240] },
  },

  'payment.tied': {
    text: 'A payment that waited for the cash book was tied to a voucher that has its money.',
    changes: { vouchers: [null, '2026-14'], amount: [null, 4500] },
  },
  'payment.left_out': {
    text: 'A payment that waited for the cash book was left out of it.',
    changes: { reason: [null, 'In the book of the branch'], amount: [null, 4500] },
  },
  'payment.decision_taken_back': {
    text: 'The decision on a payment was taken back, so that it waits for the cash book again.',
    changes: { reason: ['In the book of the branch', null], amount: [4500, null] },
  },

  'collection.released': {
    text: 'Direct debits were released: there is a file for the bank.',
    changes: {
      state: [null, 'released'],
      collection_date: [null, '2026-02-16'],
      items: [null, 240],
      amount: [null, 1080000],
      sha256: [null, SHA256],
    },
  },
  'collection.submitted': {
    text: 'Direct debits are at the bank, as somebody noted or a line of the bank shows. If their credit was undone, they wait for it again.',
    changes: { state: ['released', 'submitted'] },
  },
  'collection.settled': {
    text: 'The bank credited direct debits.',
    changes: { state: ['submitted', 'settled'], settled_on: [null, '2026-02-16'], amount: [null, 1080000] },
  },
  'collection.discarded': {
    text: 'Direct debits were discarded, so that their fees are open again.',
    changes: { state: ['released', 'discarded'], reason: [null, 'Wrong date'] },
  },
  'collection.downloaded': {
    text: 'Somebody downloaded the file of direct debits, which has whole IBANs.',
    changes: { sha256: [null, SHA256] },
  },
  'collection.exported': {
    text: 'Staff downloaded the list of direct debits, to announce them.',
    by: 'staff',
    changes: { debits: [null, 240] },
  },
  'collection.debit_removed': {
    text: 'One debit was taken out of direct debits that were released, which have another file since.',
    changes: {
      item_id: [null, `dbt_${ID}`],
      items: [240, 239],
      amount: [1080000, 1075500],
      sha256: [SHA256, '60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752'],
      reason: [null, 'Account closed'],
    },
  },
  'collection.unblocked': {
    text: 'After a return that blocks further debits under a mandate, they were allowed again.',
    changes: {
      item_id: [null, `dbt_${ID}`],
      mandate_reference: [null, 'MAS-1815'],
      note: [null, 'Account confirmed'],
    },
  },

  'account.created': {
    text: 'A bank account or a cash box was added to the cash book.',
    changes: {
      kind: [null, 'bank'],
      name: [null, 'Current account'],
      iban: [null, '3000'],
      opening_on: [null, '2026-01-01'],
      opening_amount: [null, 250000],
      archived: [null, false],
    },
  },
  'account.updated': {
    text: 'A bank account or a cash box changed: its name, its opening, whether it is archived.',
    changes: { name: ['Current account', 'Savings account'] },
  },
  'account.counted': {
    text: 'A cash box was counted.',
    changes: { counted_on: [null, '2026-01-31'], counted: [null, 12550], difference: [null, -50] },
  },
  'account.balance_entered': {
    text: 'The balance of a bank account on a day was entered by hand.',
    changes: { balance_on: [null, '2026-01-31'], balance: [null, 258430] },
  },
  'account.balance_removed': {
    text: 'A balance that was entered by hand was removed.',
    changes: { balance_on: ['2026-01-31', null], balance: [258430, null] },
  },

  'statement.imported': {
    text: 'A bank statement was imported.',
    changes: {
      from_on: [null, '2026-01-01'],
      to_on: [null, '2026-01-31'],
      new_lines: [null, 58],
      sha256: [null, SHA256],
    },
  },
  'statement.downloaded': {
    text: 'Somebody downloaded the file of a bank statement.',
    changes: { sha256: [null, SHA256] },
  },
  'statement.import_undone': {
    text: 'The import of a bank statement was undone, and its lines are gone.',
    changes: {
      from_on: ['2026-01-01', null],
      to_on: ['2026-01-31', null],
      new_lines: [58, null],
      sha256: [SHA256, null],
    },
  },

  'bank_line.confirmed': {
    text: 'A line of the bank was assigned, wholly or in part: to fees, or to direct debits that it credits or returns.',
    changes: { state: ['open', 'done'], assigned_amount: [0, 4500] },
  },
  'bank_line.booked': {
    text: 'A line of the bank was booked without a fee.',
    changes: { state: ['open', 'done'], assigned_amount: [0, -12000] },
  },
  'bank_line.met': {
    text: 'A line of the bank turned out to show the money of vouchers that were in the cash book.',
    changes: { state: ['open', 'done'], assigned_amount: [0, -12000], vouchers: [null, '2026-14'] },
  },
  'bank_line.loosened': {
    text: 'What was made of a line of the bank was undone, so that it is open again.',
    changes: { state: ['done', 'open'], assigned_amount: [4500, 0] },
  },
  'bank_line.ignored': {
    text: 'A line of the bank was put aside.',
    changes: { state: ['open', 'ignored'], ignore_reason: [null, 'Of another association'] },
  },
  'bank_line.restored': {
    text: 'A line of the bank that was put aside is open again.',
    changes: { state: ['ignored', 'open'], ignore_reason: ['Of another association', null] },
  },

  'booking_rule.created': {
    text: 'A rule was added by which lines of the bank are booked.',
    changes: {
      party_name: [null, 'City utilities'],
      sign: [null, 'out'],
      costunit_name: [null, 'Club house'],
      sphere: [null, 'ideal'],
    },
  },
  'booking_rule.updated': {
    text: 'A rule for lines of the bank changed.',
    changes: { costunit_name: ['Club house', 'Pitch'] },
  },
  'booking_rule.deleted': {
    text: 'A rule for lines of the bank was deleted. What is booked by it stays.',
    changes: {
      party_name: ['City utilities', null],
      sign: ['out', null],
      costunit_name: ['Pitch', null],
      sphere: ['ideal', null],
    },
  },

  'voucher.created': {
    text: 'A voucher was booked by itself. One that another act makes, such as a payment, has no event of its own.',
    changes: { number: [null, '2026-14'], booked_on: [null, '2026-01-31'], amount: [null, -12000] },
  },
  'voucher.reversed': {
    text: 'A voucher was reversed by another one.',
    changes: { reversed_by: [null, `vch_${ID}`], amount: [-12000, 0], reason: [null, 'Booked twice'] },
  },
  'voucher.assigned': {
    text: 'Lines of a voucher were assigned otherwise: to another cost unit, category, sphere or side.',
    changes: { 'lines.1.costunit_name': [null, 'Youth'], 'lines.1.category_name': [null, 'Jerseys'] },
  },

  'fiscal_year.closed': {
    text: 'A fiscal year was closed. Its report has the hash.',
    changes: { vouchers: [null, 212], sha256: [null, SHA256] },
  },
  'fiscal_year.reopened': {
    text: 'A fiscal year that was closed was opened again.',
    changes: { sha256: [SHA256, null], reason: [null, 'A voucher is missing'] },
  },
  'fiscal_year.exported': {
    text: 'The journal or the report of a fiscal year was downloaded.',
    by: 'staff',
    changes: { content: [null, 'journal'] },
  },

  'cost_unit.created': {
    text: 'A cost unit was added.',
    changes: { name: [null, 'Youth'], archived: [null, false], categories: [null, ['Jerseys']] },
  },
  'cost_unit.updated': {
    text: 'A cost unit changed: its name, its categories, their spheres, whether it is archived.',
    changes: { categories: [['Jerseys'], ['Jerseys', 'Balls']] },
  },

  'custom_column.created': {
    text: 'A custom column was added to a list.',
    changes: {
      list: [null, 'members'],
      type: [null, 'string'],
      name: [null, 'Shirt size'],
      allowed_values: [null, ['S', 'M', 'L']],
      external_id: [null, 'shirt_size'],
    },
  },
  'custom_column.updated': {
    text: 'A custom column changed: its name, its allowed values, or its place.',
    changes: {
      allowed_values: [
        ['S', 'M', 'L'],
        ['S', 'M', 'L', 'XL'],
      ],
    },
  },
  'custom_column.claimed': {
    text: 'Fees were claimed whose amounts a custom column has. Each fee has `fee.created`.',
    changes: { description: [null, 'Locker 2026'], amount: [null, 36000] },
  },

  'mail.sent': {
    text: 'A mail began to be sent to its recipients.',
    changes: { state: ['draft', 'sending'] },
  },
  'mail.stopped': {
    text: 'A mail was stopped while recipients waited for it.',
    changes: { waiting: [120, 120] },
  },
  'mail.continued': {
    text: 'A mail that was stopped goes on.',
    changes: { waiting: [120, 120] },
  },
  'mail.retried': {
    text: 'What of a mail could not be delivered is tried again.',
    changes: { waiting: [0, 3] },
  },
  'mail.held': {
    text: 'An automatic mail is held after a restore, since it may have been sent before. Staff decide.',
    by: 'service',
    changes: { state: [null, 'stopped'] },
  },
  'mail.released': {
    text: 'A mail that was held after a restore is sent.',
    by: 'staff',
    changes: { waiting: [120, 120] },
  },
  'mail.dropped': {
    text: 'A mail that was held after a restore is not sent.',
    by: 'staff',
    changes: { waiting: [120, 120] },
  },

  'mail_rule.updated': {
    text: 'An automatic mail changed: its text, when it is sent, whether it is on.',
    by: 'staff',
    changes: { enabled: [false, true] },
  },

  'workspace.created': {
    text: 'The workspace was created.',
    by: 'operator',
    changes: { name: [null, 'TSV Lindental'], timezone: [null, 'Europe/Berlin'] },
  },
  'workspace.updated': {
    text: 'Settings of the workspace changed.',
    by: 'staff',
    changes: { name: ['TSV Lindental', 'TSV Lindental 1921'] },
  },
  'workspace.restored': {
    text: 'All data went back to an earlier instant. What was done since is lost.',
    by: 'operator',
    changes: { restored_to: [null, '2026-01-30T22:00:00.000Z'] },
  },
  'workspace.debits_checked': {
    text: 'After a restore, somebody said which files of direct debits the bank has.',
    by: 'staff',
    changes: { restored_to: [null, '2026-01-30T22:00:00.000Z'], answer: [null, 'none_submitted'] },
  },
  'workspace.suspended': {
    text: 'The operator suspended the workspace.',
    by: 'operator',
    changes: null,
  },
  'workspace.suspension_lifted': {
    text: 'The operator lifted the suspension of the workspace.',
    by: 'operator',
    changes: null,
  },
  'workspace.wiped': {
    text: 'The sandbox was emptied, as each night. Its earlier events are gone.',
    by: 'service',
    changes: null,
  },
  'workspace.exported': {
    text: 'All data of the workspace were downloaded, to keep or to move them.',
    by: 'staff',
    changes: null,
  },
  'workspace.restored_from_file': {
    text: 'The operator restored the workspace from a file.',
    by: 'operator',
    changes: { taken_at: [null, '2026-01-30T22:00:00.000Z'] },
  },

  'api_key.created': {
    text: 'An API key was issued.',
    by: 'staff',
    changes: { name: [null, 'CRM'], permissions: [null, ['members:read', 'fees:read']] },
  },
  'api_key.revoked': {
    text: 'An API key was revoked.',
    by: 'staff',
    changes: { revoked_at: [null, '2026-01-31T12:00:00.000Z'] },
  },

  'staff.added': {
    text: 'The operator added an owner to the staff of the workspace.',
    by: 'operator',
    changes: { role: [null, 'owner'] },
  },
  'staff.invited': {
    text: 'Somebody was invited to the staff of the workspace.',
    by: 'staff',
    changes: { role: [null, 'treasurer'] },
  },
  'staff.invited_again': {
    text: 'An invitation to the staff was mailed again.',
    by: 'staff',
    changes: { sent_at: [null, '2026-01-31T12:00:00.000Z'] },
  },
  'staff.accepted': {
    text: 'A member of staff accepted the invitation.',
    by: 'staff',
    changes: { accepted_at: [null, '2026-01-31T12:00:00.000Z'] },
  },
  'staff.updated': {
    text: 'A member of staff has another role, or another last day as an auditor.',
    by: 'staff',
    changes: { role: ['office', 'treasurer'] },
  },
  'staff.removed': {
    text: 'A member of staff has no access any more, or an invitation was withdrawn.',
    by: 'staff',
    changes: { role: ['treasurer', null] },
  },

  'log.exported': {
    text: 'Staff exported events of the log.',
    by: 'staff',
    changes: { filter: [null, 'action=fee'], events: [null, 480] },
  },

  'import.run': {
    text: 'A file was imported into a list. Each person has an event of its own.',
    changes: { list: [null, 'members'], created: [null, 212], updated: [null, 14] },
  },
  'import.undone': {
    text: 'An import was undone: persons whom it had added are deleted, unless they changed since.',
    changes: { list: ['members', null], created: [212, null] },
  },

  'dues_plan.created': {
    text: 'A plan of dues was added.',
    changes: {
      list: [null, 'members'],
      name: [null, 'Annual dues'],
      interval: [null, 'year'],
      from_period: [null, '2026'],
      key_day: [null, '01-01'],
      due_day: [null, 59],
      pro_rata: [null, 'months'],
      rounding: [null, 10],
    },
  },
  'dues_plan.updated': {
    text: 'A plan of dues changed: what it is called, or what it says from a period on.',
    changes: { name: ['Annual dues', 'Dues'] },
  },

  'dues.claimed': {
    text: 'The dues of a period were claimed by a plan. Each fee has `fee.created`.',
    changes: { period: [null, '2026'], count: [null, 240], amount: [null, 1080000] },
  },
  'dues.discarded': {
    text: 'A run of dues was taken back, but for the fees that have money.',
    changes: { count: [240, 2], amount: [1080000, 9000], reason: [null, 'Wrong price'] },
  },
  'dues.difference_kept': {
    text: 'The dues of a person stay as they were claimed, though the plan says something else by now.',
    changes: { period: [null, '2026'], amount: [4500, 6000] },
  },

  'webhook_endpoint.created': {
    text: 'An endpoint of webhooks was created.',
    changes: {
      url: [null, 'https://www.your-club.org/hooks/membership'],
      events: [null, ['person.*', 'fee.paid']],
    },
  },
  'webhook_endpoint.updated': {
    text: 'An endpoint of webhooks changed, was paused or was switched on again.',
    changes: { events: [['person.*'], ['person.*', 'fee.paid']] },
  },
  'webhook_endpoint.deleted': {
    text: 'An endpoint of webhooks was deleted.',
    changes: {
      url: ['https://www.your-club.org/hooks/membership', null],
      events: [['person.*', 'fee.paid'], null],
      state: ['active', null],
    },
  },
  'webhook_endpoint.secret_shown': {
    text: 'Somebody was shown the secret of an endpoint.',
    changes: { shown: [null, true] },
  },
  'webhook_endpoint.secret_rotated': {
    text: 'An endpoint has a new secret.',
    changes: { secret_version: [1, 2] },
  },
  'webhook_endpoint.replayed': {
    text: 'Events are sent to an endpoint again, from an event or an instant on.',
    changes: { after: [null, 'evt_000000000042'] },
  },
  'webhook_endpoint.paused': {
    text: 'The service paused an endpoint: it answered 410, or its API key may no longer have webhooks.',
    by: 'service',
    changes: { state: ['active', 'paused'], reason: [null, 'gone'] },
  },
  'webhook_endpoint.disabled': {
    text: 'The service disabled an endpoint that had failed for five days.',
    by: 'service',
    changes: { state: ['active', 'disabled'], reason: [null, 'failing'] },
  },
}
