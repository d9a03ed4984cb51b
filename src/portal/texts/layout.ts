import { textsIn } from '../../ui/i18n/locale'

const sie = {
  portal: 'Mitgliederportal',
  signOut: 'Abmelden',
  choosePerson: 'Person wählen',
  sections: 'Bereiche',
  questions: 'Fragen?',
  otherLanguage: 'English',
  asOf: (date: string) => `Stand ${date}`,
  member: (number: string) => `Mitglied ${number}`,
}

const en: typeof sie = {
  portal: 'Member portal',
  signOut: 'Sign out',
  choosePerson: 'Choose a person',
  sections: 'Sections',
  questions: 'Questions?',
  otherLanguage: 'Deutsch',
  asOf: (date) => `As of ${date}`,
  member: (number) => `Member ${number}`,
}

/** What the layout of every page of the portal says. */
export const layoutTexts = textsIn({ sie, en })
