import { textsIn } from '../../ui/i18n/locale'

const sie = {
  title: 'Mitgliedsausweis',
  open: 'Mitgliedsausweis zeigen',
  lead: 'Zeigen Sie diese Seite vor, oder drucken Sie den Ausweis aus und schneiden Sie ihn aus.',
  number: 'Mitgliedsnummer',
  validUntil: 'Gültig bis',
  code: (number: string) => `QR-Code der Mitgliedsnummer ${number}`,
  back: 'Zurück zu den Daten',
}

const du: Partial<typeof sie> = {
  lead: 'Zeig diese Seite vor, oder druck den Ausweis aus und schneide ihn aus.',
}

const en: typeof sie = {
  title: 'Membership card',
  open: 'Show membership card',
  lead: 'Show this page, or print the card and cut it out.',
  number: 'Membership number',
  validUntil: 'Valid until',
  code: (number) => `QR code of membership number ${number}`,
  back: 'Back to your details',
}

/** What the membership card says. */
export const membershipTexts = textsIn({ sie, du, en })
