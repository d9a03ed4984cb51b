import type { LeftOutReason } from '../../domain/mails/review'
import type { Locale } from '../../ui/i18n/locale'

const de = {
  edit: 'Bearbeiten',
  remove: 'Löschen',
  preview: 'So kommt sie an',
  previewFor: 'Vorschau für',
  frame: (subject: string) => `Vorschau der E-Mail „${subject}“`,
  asText: 'Als reiner Text',
  portalNote: 'In der Vorschau führt der Link ins Portal nur zur Anmeldeseite. In der E-Mail öffnet er es.',
  who: 'Wer sie bekommt',
  to: 'An',
  persons: (n: string) => (n === '1' ? '1 Person' : `${n} Personen`),
  mails: (n: string) => (n === '1' ? '1 E-Mail' : `${n} E-Mails`),
  reach: (persons: string, mails: string, isOne: boolean) =>
    `${persons} ${isOne ? 'bekommt' : 'bekommen'} ${mails}.`,
  shared: 'Wer sich eine Adresse teilt, bekommt gemeinsam eine E-Mail.',
  nobody: 'Niemand bekommt diese E-Mail.',
  nobodyLead: 'Keine der Personen hat eine Adresse, an die gesendet werden kann.',
  leftOut: {
    deceased: (n: string) => `${n} verstorben`,
    no_address: (n: string) => `${n} ohne E-Mail-Adresse`,
    blocked: (n: string) => `${n} mit gesperrter Adresse, weil E-Mails dorthin nicht ankamen`,
    unsubscribed: (n: string) =>
      n === '1' ? '1 hat Neuigkeiten abbestellt' : `${n} haben Neuigkeiten abbestellt`,
  } satisfies Record<LeftOutReason, (n: string) => string>,
  notReached: 'Nicht erreicht',
  andMore: (n: string) => `und ${n} weitere`,
  empty: 'Platzhalter ohne Wert',
  emptyLead: 'Bei diesen Personen bleibt die Stelle in der E-Mail leer.',
  emptyOf: (name: string, n: string) =>
    n === '1' ? `${name}: fehlt bei 1 Person` : `${name}: fehlt bei ${n} Personen`,
  send: 'Senden',
  sendTo: (mails: string) => `${mails} senden`,
  test: 'Test an mich',
  testLead: (address: string) => `Der Test geht an ${address}, mit den Angaben der Person in der Vorschau.`,
  testSubject: (subject: string) => `[Test] ${subject}`,
  testTooMany:
    'Du hast dir gerade sehr viele Tests geschickt. Bitte versuche es in einer Stunde noch einmal.',
  tested: (address: string) => `Der Test ist unterwegs an ${address}.`,
  testTooLarge: 'Diese E-Mail ist zu lang für einen Test. Die Vorschau zeigt sie ganz.',
  quota: (sent: string, max: string) => `Heute gesendet: ${sent} von höchstens ${max} E-Mails.`,
  changed: 'Inzwischen geändert',
  changedLead:
    'Seit deiner Prüfung haben sich der Text oder die Empfänger geändert. Es wurde nichts gesendet; prüfe noch einmal.',
  lacksPortal: 'Kein Mitgliederportal',
  lacksPortalLead: 'Die E-Mail führt ins Mitgliederportal, aber das ist nicht eingeschaltet.',
  toPortal: 'Zu den Einstellungen des Portals',
  overQuota: 'Zu viele E-Mails für heute',
  overQuotaLead: (left: string) =>
    `Heute sind noch ${left} E-Mails möglich. Sende morgen, oder an weniger Personen.`,
  broken: 'Diese Auswahl geht nicht mehr',
  brokenLead:
    'Der Filter hat eine Bedingung, die es in der Liste nicht mehr gibt, oder er findet mehr als 20.000 Personen. Lösche den Entwurf und wähle die Personen neu aus.',
}

const en: typeof de = {
  edit: 'Edit',
  remove: 'Delete',
  preview: 'How it arrives',
  previewFor: 'Preview for',
  frame: (subject) => `Preview of the email “${subject}”`,
  asText: 'As plain text',
  portalNote:
    'In the preview, the link into the portal only leads to its sign-in page. In the email it opens the portal.',
  who: 'Who gets it',
  to: 'To',
  persons: (n) => (n === '1' ? '1 person' : `${n} persons`),
  mails: (n) => (n === '1' ? '1 email' : `${n} emails`),
  reach: (persons, mails, isOne) => `${persons} ${isOne ? 'gets' : 'get'} ${mails}.`,
  shared: 'Those who share an address get one email together.',
  nobody: 'Nobody gets this email.',
  nobodyLead: 'None of the persons has an address that emails can be sent to.',
  leftOut: {
    deceased: (n) => `${n} deceased`,
    no_address: (n) => `${n} without an email address`,
    blocked: (n) => `${n} with a blocked address, since emails did not arrive there`,
    unsubscribed: (n) => `${n} unsubscribed from news`,
  },
  notReached: 'Not reached',
  andMore: (n) => `and ${n} more`,
  empty: 'Placeholders without a value',
  emptyLead: 'For these persons, that place of the email stays empty.',
  emptyOf: (name, n) => (n === '1' ? `${name}: missing for 1 person` : `${name}: missing for ${n} persons`),
  send: 'Send',
  sendTo: (mails) => `Send ${mails}`,
  test: 'Send me a test',
  testLead: (address) => `The test goes to ${address}, with the values of the person in the preview.`,
  testSubject: (subject) => `[Test] ${subject}`,
  testTooMany: 'You have sent yourself too many tests. Try again in an hour.',
  tested: (address) => `The test is on its way to ${address}.`,
  testTooLarge: 'This email is too long for a test. The preview shows all of it.',
  quota: (sent, max) => `Sent today: ${sent} of at most ${max} emails.`,
  changed: 'Changed meanwhile',
  changedLead:
    'The text or the recipients have changed since your review. Nothing was sent; review it again.',
  lacksPortal: 'No member portal',
  lacksPortalLead: 'The email leads into the member portal, which is switched off.',
  toPortal: 'To the settings of the portal',
  overQuota: 'Too many emails for today',
  overQuotaLead: (left) => `${left} more emails can be sent today. Send tomorrow, or to fewer persons.`,
  broken: 'These recipients do not work any more',
  brokenLead:
    'The filter has a condition that the list no longer has, or it finds more than 20,000 persons. Delete the draft and choose the persons again.',
}

/** What the review of a draft says. */
export const reviewTexts = ({ language }: Locale): typeof de => (language === 'de' ? de : en)
