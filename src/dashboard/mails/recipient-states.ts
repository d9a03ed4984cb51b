import type { RecipientState } from '../../domain/mails/list-recipients'

/** What became of a mail to a person, in words. */
export const RECIPIENT_STATES: Record<'de' | 'en', Record<RecipientState, string>> = {
  de: {
    waiting: 'Wartet',
    sending: 'Wird gesendet',
    sent: 'Gesendet',
    failed: 'Nicht zugestellt',
    skipped: 'Ausgelassen',
    unknown: 'Ungewiss',
  },
  en: {
    waiting: 'Waiting',
    sending: 'Being sent',
    sent: 'Sent',
    failed: 'Not delivered',
    skipped: 'Left out',
    unknown: 'Uncertain',
  },
}
