import { textsIn } from '../../ui/i18n/locale'

const sie = {
  title: 'Anmelden',
  lead: 'Geben Sie Ihre E-Mail-Adresse ein. Gehört sie zu einem Mitglied, schicken wir Ihnen einen persönlichen Link.',
  email: 'E-Mail-Adresse',
  send: 'Link anfordern',
  sendInNewTab: 'Link anfordern (neuer Tab)',
  noAddress: 'Bitte geben Sie eine E-Mail-Adresse ein, zum Beispiel name@beispiel.de.',
  too_many:
    'Aus Ihrem Netz wurden gerade sehr viele Links angefordert. Bitte versuchen Sie es in einer Stunde noch einmal.',
  too_many_for_address:
    'Für diese Adresse wurden gerade sehr viele Links angefordert. Nutzen Sie den letzten Link aus Ihrem Postfach oder einen Browser, in dem Sie schon einmal angemeldet waren. Sonst versuchen Sie es bitte in einer Stunde noch einmal.',
  sentTitle: 'Prüfen Sie Ihr Postfach',
  sent: (email: string) =>
    `Gehört ${email} zu einem Mitglied, bekommen Sie in wenigen Minuten eine E-Mail mit Ihrem Link. Er gilt zwölf Stunden.`,
  sentHint:
    'Nichts angekommen? Schauen Sie im Spam-Ordner nach. Wir schicken höchstens fünf E-Mails in der Stunde an eine Adresse.',
  again: 'Andere Adresse eingeben',
  signedOut: 'Sie sind abgemeldet.',
}

const du: Partial<typeof sie> = {
  lead: 'Gib deine E-Mail-Adresse ein. Gehört sie zu einem Mitglied, schicken wir dir einen persönlichen Link.',
  noAddress: 'Bitte gib eine E-Mail-Adresse ein, zum Beispiel name@beispiel.de.',
  too_many:
    'Aus deinem Netz wurden gerade sehr viele Links angefordert. Bitte versuche es in einer Stunde noch einmal.',
  too_many_for_address:
    'Für diese Adresse wurden gerade sehr viele Links angefordert. Nutze den letzten Link aus deinem Postfach oder einen Browser, in dem du schon einmal angemeldet warst. Sonst versuche es bitte in einer Stunde noch einmal.',
  sentTitle: 'Prüfe dein Postfach',
  sent: (email) =>
    `Gehört ${email} zu einem Mitglied, bekommst du in wenigen Minuten eine E-Mail mit deinem Link. Er gilt zwölf Stunden.`,
  sentHint:
    'Nichts angekommen? Schau im Spam-Ordner nach. Wir schicken höchstens fünf E-Mails in der Stunde an eine Adresse.',
  signedOut: 'Du bist abgemeldet.',
}

const en: typeof sie = {
  title: 'Sign in',
  lead: 'Enter your email address. If it belongs to a member, we will email you a personal link.',
  email: 'Email address',
  send: 'Email me a link',
  sendInNewTab: 'Email me a link (new tab)',
  noAddress: 'Enter an email address, like name@example.org.',
  too_many: 'Too many requests from your network. Try again in an hour.',
  too_many_for_address:
    'Too many links were requested for this address. Use the last link in your inbox, or a browser that you have signed in with before. Otherwise try again in an hour.',
  sentTitle: 'Check your inbox',
  sent: (email) =>
    `If ${email} belongs to a member, an email with your link arrives in a few minutes. The link is valid for twelve hours.`,
  sentHint: 'Not there yet? Check your spam folder. We send at most five emails an hour to an address.',
  again: 'Enter another address',
  signedOut: 'You are signed out.',
}

/** What the page that requests a login link says. */
export const requestLinkTexts = textsIn({ sie, du, en })
