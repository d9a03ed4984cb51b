import { textsIn } from '../../ui/i18n/locale'

const sie = {
  title: 'Willkommen',
  lead: 'Mit diesem Link öffnen Sie das Mitgliederportal. Er ist persönlich: Bitte geben Sie ihn nicht weiter.',
  open: 'Portal öffnen',
  goneTitle: 'Dieser Link ist abgelaufen',
  goneAskAgain:
    'Ein Link gilt zwölf Stunden, aus einer E-Mail an viele Mitglieder zwei Wochen. Geben Sie Ihre E-Mail-Adresse ein, dann schicken wir Ihnen einen neuen.',
  gone: 'Ein Link gilt zwölf Stunden, aus einer E-Mail an viele Mitglieder zwei Wochen. Fordern Sie auf der Portalseite Ihres Vereins einen neuen an, oder bitten Sie den Verein darum.',
}

const du: Partial<typeof sie> = {
  lead: 'Mit diesem Link öffnest du das Mitgliederportal. Er ist persönlich: Bitte gib ihn nicht weiter.',
  goneAskAgain:
    'Ein Link gilt zwölf Stunden, aus einer E-Mail an viele Mitglieder zwei Wochen. Gib deine E-Mail-Adresse ein, dann schicken wir dir einen neuen.',
  gone: 'Ein Link gilt zwölf Stunden, aus einer E-Mail an viele Mitglieder zwei Wochen. Fordere auf der Portalseite deines Vereins einen neuen an, oder bitte den Verein darum.',
}

const en: typeof sie = {
  title: 'Welcome',
  lead: 'This link opens the member portal. It is personal: please do not pass it on.',
  open: 'Open the portal',
  goneTitle: 'This link has expired',
  goneAskAgain:
    'A link is valid for twelve hours, from an email to many members for two weeks. Enter your email address, and we will email you a new one.',
  gone: 'A link is valid for twelve hours, from an email to many members for two weeks. Ask for a new one on the portal page of your association, or ask the association.',
}

/** What the page of a login link says. */
export const loginTexts = textsIn({ sie, du, en })
