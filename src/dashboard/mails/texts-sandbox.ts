import type { Locale } from '../../ui/i18n/locale'

const de = {
  title: 'Nicht gesendete E-Mails',
  lead: 'Was diese Testumgebung seit letzter Nacht an Mitglieder, Kontakte und Antragsteller geschickt hätte, die letzten 200. Die Links darin funktionieren.',
  none: 'Noch keine E-Mails',
  noneLead:
    'Fordere im Mitgliederportal einen Link an oder schreib eine E-Mail: Sie steht dann hier, statt hinauszugehen.',
  notHere: 'Dieser Verein ist keine Testumgebung',
  notHereLead: 'Seine E-Mails werden gesendet.',
  to: (address: string, when: string) => `An ${address}, ${when}`,
}

const en: typeof de = {
  title: 'Emails that were not sent',
  lead: 'What this sandbox would have sent to members, contacts and applicants since last night, the last 200. The links in them work.',
  none: 'No emails yet',
  noneLead: 'Ask for a link in the member portal, or write an email: it is shown here and goes nowhere.',
  notHere: 'This association is not a sandbox',
  notHereLead: 'Its emails are sent.',
  to: (address, when) => `To ${address}, ${when}`,
}

/** What the page of the mails that a sandbox keeps says. */
export const sandboxTexts = ({ language }: Locale) => (language === 'de' ? de : en)
