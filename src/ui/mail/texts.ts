import type { Locale } from '../i18n/locale'

const de = {
  openPortal: 'Zum Mitgliederportal',
  copyAddress: 'Falls der Knopf nicht geht, kopieren Sie diese Adresse:',
  questions: 'Fragen?',
  imprint: 'Impressum',
  privacy: 'Datenschutz',
  unsubscribe: 'Abbestellen',
}

const en: typeof de = {
  openPortal: 'Open the member portal',
  copyAddress: 'If the button does not work, copy this address:',
  questions: 'Questions?',
  imprint: 'Legal notice',
  privacy: 'Privacy',
  unsubscribe: 'Unsubscribe',
}

/** What the frame of a mail says. */
export const mailTexts = ({ language }: Locale): typeof de => (language === 'de' ? de : en)
