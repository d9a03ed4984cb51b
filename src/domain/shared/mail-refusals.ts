import type { SentencesOf } from './sentences'

/** Why a mail or an automatic mail is not stored or sent. Pages have a text for each problem of a mail. */
export type MailRefusal =
  | TextRefusal
  | { code: Plain }
  | { code: 'mail_person_unknown'; list: string }
  | { code: Limit; max: number }

/** What is wrong with the text of a mail. `similar` is as it is written in a mail. */
export type TextRefusal =
  | { code: 'unknown_placeholder'; written: string; similar?: string }
  | { code: 'link_with_placeholder' | 'link_not_followed'; address: string }
  | { code: 'debit_placeholder'; placeholder: string }
  | {
      code:
        | 'not_one_line'
        | 'portal_link_in_subject'
        | 'unclosed_placeholder'
        | 'too_intricate'
        | 'portal_link_to_contacts'
    }

type Plain =
  | 'not_one_audience'
  | 'nobody_reached'
  | 'portal_off'
  | 'portal_link_to_rejected'
  | 'offset_negative'
  | 'mail_not_sending'
  | 'mail_not_stopped'
  | 'mail_delivered'

type Limit = 'too_many_recipients' | 'audience_too_large' | 'daily_mails_exceeded'

/** What callers of the API read about a refusal. */
export const mailMessages: SentencesOf<MailRefusal> = {
  not_one_line: 'must be in one line',
  unknown_placeholder: ({ written, similar }) =>
    `has the unknown placeholder {{${written}}}${similar === undefined ? '' : `; did you mean {{${similar}}}?`}`,
  portal_link_in_subject: 'must not have {{portal_link}}, which belongs in the body',
  unclosed_placeholder: 'has {{ without }} in the same line',
  too_intricate: 'is nested too deeply, or has too much Markdown',
  link_with_placeholder: ({ address }) =>
    `has a placeholder in the address ${address}; only {{portal_link}} alone can be one`,
  link_not_followed: ({ address }) =>
    `has a link to ${address}; addresses begin with https://, http://, mailto: or tel:`,
  debit_placeholder: ({ placeholder }) => `{{${placeholder}}} is for mails about a direct debit`,
  portal_link_to_contacts: '{{portal_link}} is for members; contacts have no portal',
  portal_link_to_rejected: '{{portal_link}} is for members; a rejected applicant is none',
  portal_off: '{{portal_link}} needs a member portal, which is switched off',
  offset_negative: 'must not be negative: only dates are known beforehand',
  not_one_audience: 'must be given, or filter or segment_id in its place, but only one of them',
  mail_person_unknown: ({ list }) => `does not match a person of ${list}`,
  too_many_recipients: ({ max }) => `names more than ${max} persons`,
  audience_too_large: ({ max }) => `has more than ${max} persons; narrow it`,
  nobody_reached: 'reaches no person with an email address',
  daily_mails_exceeded: ({ max }) => `exceeds the ${max} mails that a workspace can send on a day`,
  mail_not_sending: 'is not being sent',
  mail_not_stopped: 'is not stopped, or nothing of it waits',
  mail_delivered: 'has reached everyone it could reach',
}
