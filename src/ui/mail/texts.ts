import { textsIn } from '../i18n/locale'

const sie = {
  openPortal: 'Zum Mitgliederportal',
  copyAddress: 'Falls der Knopf nicht geht, kopieren Sie diese Adresse:',
  questions: 'Fragen?',
  imprint: 'Impressum',
  privacy: 'Datenschutz',
  unsubscribe: 'Abbestellen',
}

const du: Partial<typeof sie> = {
  copyAddress: 'Falls der Knopf nicht geht, kopiere diese Adresse:',
}

const en: typeof sie = {
  openPortal: 'Open the member portal',
  copyAddress: 'If the button does not work, copy this address:',
  questions: 'Questions?',
  imprint: 'Legal notice',
  privacy: 'Privacy',
  unsubscribe: 'Unsubscribe',
}

/** What the frame of a mail says. */
export const mailTexts = textsIn({ sie, du, en })
