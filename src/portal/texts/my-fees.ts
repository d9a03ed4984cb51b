import { textsIn } from '../../ui/i18n/locale'

const sie = {
  title: 'Zahlungen',
  none: 'Im Moment ist nichts offen.',
  reference: 'Verwendungszweck',
}

const en: typeof sie = {
  title: 'Payments',
  none: 'Nothing is due at the moment.',
  reference: 'Payment reference',
}

/** What the page of a member's fees says. */
export const myFeesTexts = textsIn({ sie, en })
