import type { Texting, TextsByOccasion } from './texting'

/** The texts that a rule begins with in English. */
export const englishTexts = ({ creditorId, hasPortal }: Texting): TextsByOccasion => {
  const letter = (...paragraphs: string[]) =>
    ['{{salutation}},', ...paragraphs, 'Kind regards,\n{{association}}'].join('\n\n')
  const ofCreditor = creditorId ? `\nCreditor identifier: ${creditorId}` : ''
  const inPortal = hasPortal ? ['[See it in the member portal]({{portal_link}})'] : []
  const begin = [
    'Membership number: {{membership_number}}',
    ...(hasPortal
      ? [
          'As a next step, please check that we have your details right.',
          '[Check your details in the member portal]({{portal_link}})',
        ]
      : ['If your address or your bank details change, please let us know.']),
  ]
  const transfer = (when = '') => [`Please transfer {{open_amount}}${when}:`, '{{transfer}}']
  return {
    joined: {
      subject: 'Welcome!',
      body: letter(
        'Welcome! We are glad that you have become a member.',
        ...begin,
        'If you have any questions, simply reply to this email.',
      ),
    },
    application_confirmed: {
      subject: 'Your application has been accepted',
      body: letter(
        'We have accepted your application for membership and are glad to have you with us.',
        '{{fee_note}}',
        ...begin,
        'If you have any questions, simply reply to this email.',
      ),
    },
    guardianship_ended: {
      subject: 'You are 18 now',
      body: letter(
        'Happy 18th birthday! From today you decide on your membership yourself: your parents no longer act for you here.',
        'Whoever has paid your fees so far goes on paying them until you tell us otherwise. Please check that we have an email address of your own.',
        ...begin,
        'If you have any questions, simply reply to this email.',
      ),
    },
    application_rejected: {
      subject: 'Your application for membership',
      body: letter(
        'Thank you for your interest in becoming a member. Unfortunately we cannot accept your application.',
        'We have deleted the details that you gave in it.',
      ),
    },
    birthday: {
      subject: 'Happy birthday!',
      body: letter('Happy birthday! We wish you all the best for the year ahead, and good health above all.'),
    },
    membership_years: {
      subject: 'Thank you for your loyalty',
      body: letter(
        'These days mark the anniversary of your membership. Thank you for your loyalty; we look forward to many more years together.',
      ),
    },
    fee_claimed: {
      subject: 'Your membership fee',
      body: letter(
        'We have charged you for the following:',
        '{{fees}}',
        'Total to pay: {{open_amount}}',
        'If you have given us a direct debit mandate, we will collect the amount and let you know the date beforehand. Otherwise, please transfer it:',
        '{{transfer}}',
      ),
    },
    debit_announced: {
      subject: 'Direct debit on {{debit_date}}',
      body: letter(
        'On {{debit_date}} we will collect {{debit_amount}} by SEPA direct debit from your account with the IBAN ending in {{iban_ending}}:',
        '{{fees}}',
        `Mandate reference: {{mandate_reference}}${ofCreditor}`,
        'Please make sure that your account has sufficient funds. You do not need to transfer anything.',
      ),
    },
    debit_returned: {
      subject: 'Your direct debit was returned',
      body: letter(
        'The bank has returned the direct debit of {{debit_amount}} from {{debit_date}}. The following is therefore open again:',
        '{{fees}}',
        ...transfer(),
        'If your bank details have changed, please send us the new ones.',
      ),
    },
    payment_received: {
      subject: 'We have received your payment',
      body: letter('Thank you! We have received your payment for the following:', '{{fees}}'),
    },
    reminder_1: {
      subject: 'Payment reminder',
      body: letter(
        'It may have slipped your mind: the following is still open.',
        '{{fees}}',
        ...transfer(' within 14 days'),
        ...inPortal,
        'If you have paid in the meantime, please disregard this email.',
      ),
    },
    reminder_2: {
      subject: 'Second payment reminder',
      body: letter(
        'We have not yet received a payment after our reminder. The following is still open:',
        '{{fees}}',
        ...transfer(' within 14 days'),
        ...inPortal,
        'If you have paid in the meantime, please disregard this email.',
      ),
    },
    reminder_3: {
      subject: 'Final payment reminder',
      body: letter(
        'Despite two reminders, the following is still open:',
        '{{fees}}',
        ...transfer(' within 14 days at the latest'),
        'After that, the board will decide how to proceed.',
        ...inPortal,
        'If you cannot pay at the moment, please get in touch. We will find a solution together.',
      ),
    },
  }
}
