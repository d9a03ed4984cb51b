import { textsIn } from '../../ui/i18n/locale'

const sie = {
  portal: 'Mitgliederportal',
  signOut: 'Abmelden',
  choosePerson: 'Person wählen',
  sections: 'Bereiche',
  questions: 'Fragen?',
  otherLanguage: 'English',
  otherLanguageInNewTab: 'English (new tab)',
  asOf: (date: string) => `Stand ${date}`,
  member: (number: string) => `Mitglied ${number}`,
  sandbox: {
    title: 'Das ist eine Testumgebung',
    lead: 'Alle Angaben werden jede Nacht gelöscht, und E-Mails gehen nicht hinaus.',
  },
  moving: {
    title: 'Im Moment lässt sich nichts speichern',
    lead: 'Die Daten des Vereins ziehen gerade um. Das dauert ein paar Minuten; E-Mails kommen erst danach an.',
  },
  onBehalf: {
    title: (name: string) => `Sie handeln im Namen von ${name}`,
    lead: (staff: string) =>
      `Was Sie hier ändern, steht im Protokoll unter „${staff}“. Kontonummern sind verdeckt. E-Mail-Adresse, Konto und Einwilligungen kann nur das Mitglied selbst ändern.`,
  },
}

const du: Partial<typeof sie> = {
  onBehalf: {
    title: (name) => `Du handelst im Namen von ${name}`,
    lead: (staff) =>
      `Was du hier änderst, steht im Protokoll unter „${staff}“. Kontonummern sind verdeckt. E-Mail-Adresse, Konto und Einwilligungen kann nur das Mitglied selbst ändern.`,
  },
}

const en: typeof sie = {
  portal: 'Member portal',
  signOut: 'Sign out',
  choosePerson: 'Choose a person',
  sections: 'Sections',
  questions: 'Questions?',
  otherLanguage: 'Deutsch',
  otherLanguageInNewTab: 'Deutsch (neuer Tab)',
  asOf: (date) => `As of ${date}`,
  member: (number) => `Member ${number}`,
  sandbox: {
    title: 'This is a test environment',
    lead: 'All entries are deleted every night, and emails are not sent.',
  },
  moving: {
    title: 'Nothing can be saved at the moment',
    lead: 'The association’s data is being moved. This takes a few minutes; emails arrive after that.',
  },
  onBehalf: {
    title: (name) => `You act on behalf of ${name}`,
    lead: (staff) =>
      `What you change here is in the log under “${staff}”. Account numbers are hidden. Only the member can change the email address, the account and consents.`,
  },
}

/** What the layout of every page of the portal says. */
export const layoutTexts = textsIn({ sie, du, en })
