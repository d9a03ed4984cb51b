import { textsIn } from '../../ui/i18n/locale'

const sie = {
  title: 'Wer zahlt',
  pays: (name: string) => `Ihre Beiträge zahlt ${name}.`,
  somebody: 'Ihre Beiträge zahlt eine andere Person. Die Geschäftsstelle weiß, wer.',
  agreed: (date: string) => `Zugesagt am ${date}.`,
  sees: 'Diese Person sieht im Portal Ihre Beiträge und Zahlungen, sonst nichts von Ihnen.',
  hidden:
    'Diese Person sieht Ihre Beiträge und Zahlungen im Portal nicht. E-Mails zu Lastschriften und Erinnerungen bekommt sie weiter, mit den Beträgen, die sie zahlen muss.',
  shared: 'Sie beide nutzen dieselbe E-Mail-Adresse. Wer sie liest, sieht im Portal auch Ihre Seiten.',
  hide: 'Nicht mehr zeigen',
  show: 'Wieder zeigen',
  done: {
    fees_hidden: 'Ihre Beiträge und Zahlungen sind für die zahlende Person nicht mehr zu sehen.',
    fees_shown: 'Die zahlende Person sieht wieder Ihre Beiträge und Zahlungen.',
    payer_unchanged: 'Das war schon so eingestellt.',
  },
  hiding: (name: string) =>
    `Beiträge von ${name} sind hier nicht sichtbar. E-Mails zu Lastschriften und Erinnerungen bekommen Sie weiter.`,
}

const du: Partial<typeof sie> = {
  pays: (name) => `Deine Beiträge zahlt ${name}.`,
  somebody: 'Deine Beiträge zahlt eine andere Person. Die Geschäftsstelle weiß, wer.',
  sees: 'Diese Person sieht im Portal deine Beiträge und Zahlungen, sonst nichts von dir.',
  hidden:
    'Diese Person sieht deine Beiträge und Zahlungen im Portal nicht. E-Mails zu Lastschriften und Erinnerungen bekommt sie weiter, mit den Beträgen, die sie zahlen muss.',
  shared: 'Ihr beide nutzt dieselbe E-Mail-Adresse. Wer sie liest, sieht im Portal auch deine Seiten.',
  done: {
    ...sie.done,
    fees_hidden: 'Deine Beiträge und Zahlungen sind für die zahlende Person nicht mehr zu sehen.',
    fees_shown: 'Die zahlende Person sieht wieder deine Beiträge und Zahlungen.',
  },
  hiding: (name) =>
    `Beiträge von ${name} sind hier nicht sichtbar. E-Mails zu Lastschriften und Erinnerungen bekommst du weiter.`,
}

const en: typeof sie = {
  title: 'Who pays',
  pays: (name) => `${name} pays your fees.`,
  somebody: 'Somebody else pays your fees. The office knows who.',
  agreed: (date) => `Agreed on ${date}.`,
  sees: 'This person sees your fees and payments in the portal, and nothing else of you.',
  hidden:
    'This person does not see your fees and payments in the portal. They still get emails about direct debits and reminders, with the amounts that they have to pay.',
  shared: 'You share an email address. Whoever reads it sees your pages in the portal, too.',
  hide: 'Stop showing them',
  show: 'Show them again',
  done: {
    fees_hidden: 'The person who pays no longer sees your fees and payments.',
    fees_shown: 'The person who pays sees your fees and payments again.',
    payer_unchanged: 'It was set like this already.',
  },
  hiding: (name) =>
    `Fees of ${name} are not visible here. You still get emails about direct debits and reminders.`,
}

/** What pages say of who pays for a member. */
export const myPayerTexts = textsIn({ sie, du, en })
