import { textsIn } from '../../ui/i18n/locale'

const sie = {
  title: 'Neuigkeiten abbestellen?',
  lead: (name: string) =>
    `${name} schickt Ihnen dann keine Neuigkeiten mehr per E-Mail. Wichtige E-Mails kommen weiter, zum Beispiel Einladungen zur Versammlung oder zu Beiträgen.`,
  unsubscribe: 'Abbestellen',
  everyone: (names: string) => `Das gilt für alle mit dieser E-Mail-Adresse: ${names}.`,
  doneTitle: 'Abbestellt',
  done: (name: string) =>
    `${name} schickt Ihnen keine Neuigkeiten mehr per E-Mail. Wichtige E-Mails kommen weiter, zum Beispiel Einladungen zur Versammlung oder zu Beiträgen.`,
  again: 'Doch wieder bekommen',
  wanted: 'Sie bekommen wieder Neuigkeiten.',
  goneTitle: 'Dieser Link gilt nicht',
  gone: 'Er ist unvollständig oder zu alt. Nehmen Sie den Link aus der neuesten E-Mail, oder antworten Sie auf sie.',
}

const du: Partial<typeof sie> = {
  lead: (name) =>
    `${name} schickt dir dann keine Neuigkeiten mehr per E-Mail. Wichtige E-Mails kommen weiter, zum Beispiel Einladungen zur Versammlung oder zu Beiträgen.`,
  done: (name) =>
    `${name} schickt dir keine Neuigkeiten mehr per E-Mail. Wichtige E-Mails kommen weiter, zum Beispiel Einladungen zur Versammlung oder zu Beiträgen.`,
  wanted: 'Du bekommst wieder Neuigkeiten.',
  gone: 'Er ist unvollständig oder zu alt. Nimm den Link aus der neuesten E-Mail, oder antworte auf sie.',
}

const en: typeof sie = {
  title: 'Unsubscribe from news?',
  lead: (name) =>
    `${name} will no longer email you news. You still get important emails, such as invitations to the general meeting or about fees.`,
  unsubscribe: 'Unsubscribe',
  everyone: (names) => `This is for everyone with this email address: ${names}.`,
  doneTitle: 'Unsubscribed',
  done: (name) =>
    `${name} no longer emails you news. You still get important emails, such as invitations to the general meeting or about fees.`,
  again: 'Get news again',
  wanted: 'You get news again.',
  goneTitle: 'This link is not valid',
  gone: 'It is incomplete or too old. Use the link in the latest email, or reply to that email.',
}

/** What the page behind the unsubscribe link of a mail says. */
export const unsubscribeTexts = textsIn({ sie, du, en })
