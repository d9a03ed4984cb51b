import type { Locale } from '../../ui/i18n/locale'

const de = {
  title: 'Zurückgehaltene E-Mails',
  why: 'Diese E-Mails wurden vielleicht schon verschickt. Frag im Zweifel jemanden, der sie bekommen sollte: Kam nichts an, sende sie jetzt. Sonst verwirf sie, damit niemand sie zweimal bekommt. Verworfene E-Mails findest du weiter in der Liste.',
  whyOne:
    'Diese E-Mail wurde vielleicht schon verschickt. Frag im Zweifel jemanden, der sie bekommen sollte: Kam nichts an, sende sie jetzt. Sonst verwirf sie, damit niemand sie zweimal bekommt.',
  toAll: 'Alle zurückgehaltenen E-Mails',
  subject: 'Betreff',
  about: 'Anlass',
  written: 'Selbst geschrieben',
  date: 'Vom',
  waiting: 'Empfänger',
  dropAll: 'Alle verwerfen',
  releaseAll: 'Alle senden',
  one: 'Öffne eine E-Mail, um nur diese zu senden oder zu verwerfen.',
  none: 'Es werden keine E-Mails zurückgehalten.',
  release: 'Jetzt senden',
  drop: 'Verwerfen',
  released: (count: number, number: string) =>
    count === 1 ? '1 E-Mail wird jetzt gesendet.' : `${number} E-Mails werden jetzt gesendet.`,
  dropped: (count: number, number: string) =>
    count === 1 ? '1 E-Mail verworfen.' : `${number} E-Mails verworfen.`,
}

const en: typeof de = {
  title: 'Held emails',
  why: 'These emails may have been sent already. If in doubt, ask somebody who should have got them: if nothing arrived, send them now. Otherwise drop them, so that nobody gets them twice. You still find dropped emails in the list.',
  whyOne:
    'This email may have been sent already. If in doubt, ask somebody who should have got it: if nothing arrived, send it now. Otherwise drop it, so that nobody gets it twice.',
  toAll: 'All held emails',
  subject: 'Subject',
  about: 'Occasion',
  written: 'Written by staff',
  date: 'Date',
  waiting: 'Recipients',
  dropAll: 'Drop all',
  releaseAll: 'Send all',
  one: 'Open an email to send or drop it alone.',
  none: 'No emails are held.',
  release: 'Send now',
  drop: 'Drop',
  released: (count, number) => (count === 1 ? '1 email is being sent.' : `${number} emails are being sent.`),
  dropped: (count, number) => (count === 1 ? '1 email dropped.' : `${number} emails dropped.`),
}

/** What staff read about mails that are held since a restore. */
export const heldTexts = ({ language }: Locale): typeof de => (language === 'de' ? de : en)
