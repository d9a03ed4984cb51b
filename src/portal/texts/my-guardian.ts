import { textsIn } from '../../ui/i18n/locale'

const sie = {
  title: 'Gesetzliche Vertretung',
  is: (name: string) => `Gesetzliche Vertretung bis zum 18. Geburtstag: ${name}.`,
  acts: (name: string) => `Hier handelt ${name} als gesetzliche Vertretung, bis zum 18. Geburtstag.`,
}

const en: typeof sie = {
  title: 'Guardian',
  is: (name) => `Guardian until the 18th birthday: ${name}.`,
  acts: (name) => `Here ${name} acts as the guardian, until the 18th birthday.`,
}

/** The words about who acts for a minor. */
export const myGuardianTexts = textsIn({ sie, du: {}, en })
