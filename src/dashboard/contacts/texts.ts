import type { Locale } from '../../ui/i18n/locale'

const de = {
  title: (name: string) => `${name} zum Mitglied machen`,
  lead: 'Die Person wechselt mit allen Daten und Beiträgen von den Kontakten zu den Mitgliedern.',
  number: 'Mitgliedsnummer',
  joinDate: 'Mitglied seit',
  submit: 'Zum Mitglied machen',
  dateIssue: 'Dieses Datum gibt es nicht.',
  numberIssue: 'Diese Mitgliedsnummer ist schon vergeben oder zu lang.',
  lostTitle: 'Das geht dabei verloren',
  lost: 'Für diese Felder gibt es bei den Mitgliedern keins mit gleichem Namen und gleicher Art:',
  doublesTitle: 'Vielleicht schon Mitglied',
  holderTitle: 'Das geht noch nicht',
  holder: 'Dieses Mitglied hat dieselbe externe ID. Ändere die ID vorher bei einer der beiden Personen:',
}

const en: typeof de = {
  title: (name) => `Make ${name} a member`,
  lead: 'The person moves from the contacts to the members, with all data and fees.',
  number: 'Membership number',
  joinDate: 'Member since',
  submit: 'Make a member',
  dateIssue: 'This date does not exist.',
  numberIssue: 'This membership number is taken already, or too long.',
  lostTitle: 'This gets lost',
  lost: 'Members have no field of the same name and type for these:',
  doublesTitle: 'Possibly a member already',
  holderTitle: 'This is not possible yet',
  holder: 'This member has the same external ID. Change the ID of one of the two persons first:',
}

/** What the page says that makes a contact a member. */
export const makeMemberTexts = ({ language }: Locale): typeof de => (language === 'de' ? de : en)
