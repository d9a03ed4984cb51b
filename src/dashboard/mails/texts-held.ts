import type { Locale } from '../../ui/i18n/locale'

const de = {
  title: 'Zurückgehaltene E-Mails',
  why: 'Diese E-Mails wurden vielleicht schon verschickt. Gib sie nur frei, wenn du sicher bist, dass sie nicht angekommen sind; sonst bekommen Mitglieder sie zweimal. Verworfene E-Mails bleiben als angehalten in der Liste.',
  subject: 'Betreff',
  about: 'Anlass',
  written: 'Selbst geschrieben',
  date: 'Vom',
  waiting: 'Wartend',
  dropAll: 'Alle verwerfen',
  releaseAll: 'Alle freigeben',
  one: 'Öffne eine E-Mail, um nur diese freizugeben oder zu verwerfen.',
  none: 'Es werden keine E-Mails zurückgehalten.',
  release: 'Freigeben',
  drop: 'Verwerfen',
  released: (count: number, number: string) =>
    count === 1 ? '1 E-Mail freigegeben.' : `${number} E-Mails freigegeben.`,
  dropped: (count: number, number: string) =>
    count === 1 ? '1 E-Mail verworfen.' : `${number} E-Mails verworfen.`,
}

const en: typeof de = {
  title: 'Held emails',
  why: 'These emails may have been sent already. Release them only if you are sure that they did not arrive; otherwise members get them twice. Emails that you drop stay in the list as stopped.',
  subject: 'Subject',
  about: 'Occasion',
  written: 'Written by staff',
  date: 'Of',
  waiting: 'Waiting',
  dropAll: 'Drop all',
  releaseAll: 'Release all',
  one: 'Open an email to release or drop it alone.',
  none: 'No emails are held.',
  release: 'Release',
  drop: 'Drop',
  released: (count, number) => (count === 1 ? '1 email released.' : `${number} emails released.`),
  dropped: (count, number) => (count === 1 ? '1 email dropped.' : `${number} emails dropped.`),
}

/** What staff read about mails that are held since a restore. */
export const heldTexts = ({ language }: Locale): typeof de => (language === 'de' ? de : en)
