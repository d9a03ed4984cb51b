import { textsIn } from '../../ui/i18n/locale'

const sie = {
  subject: 'Ihr Link zum Mitgliederportal',
  preheader: 'Gilt zwölf Stunden, nur für Sie.',
  greeting: 'Guten Tag,',
  lead: 'mit diesem Link öffnen Sie das Mitgliederportal:',
  leadFor: (names: string) => `mit diesem Link öffnen Sie das Mitgliederportal für ${names}:`,
  andOthers: (number: number) => (number === 1 ? 'eine weitere Person' : `${number} weitere`),
  button: 'Portal öffnen',
  until: (time: string) => `Er gilt bis ${time} Uhr.`,
  today: (time: string) => `heute, ${time}`,
  tomorrow: (time: string) => `${time < '09' ? 'morgen früh' : 'morgen'}, ${time}`,
  onDay: (time: string) => time,
  personal: 'Der Link ist persönlich wie ein Passwort: Bitte geben Sie ihn nicht weiter.',
  ended: {
    subject: 'Zu Ihrer Mitgliedschaft',
    preheader: 'Das Mitgliederportal steht nur Mitgliedern offen.',
    lead: (date: string) =>
      `Sie haben einen Link zum Mitgliederportal angefordert. Ihre Mitgliedschaft endete am ${date}, deshalb gibt es keinen. Fragen beantwortet Ihnen gern der Verein.`,
  },
  ofStaff:
    'Ihr Verein hat Ihnen diesen Link geschickt. Sie brauchen ihn nicht? Dann löschen Sie diese E-Mail einfach.',
  unasked: 'Sie haben keinen Link angefordert? Dann löschen Sie diese E-Mail einfach, es passiert nichts.',
}

const du: Partial<typeof sie> = {
  subject: 'Dein Link zum Mitgliederportal',
  preheader: 'Gilt zwölf Stunden, nur für dich.',
  greeting: 'Hallo,',
  lead: 'mit diesem Link öffnest du das Mitgliederportal:',
  leadFor: (names) => `mit diesem Link öffnest du das Mitgliederportal für ${names}:`,
  personal: 'Der Link ist persönlich wie ein Passwort: Bitte gib ihn nicht weiter.',
  ended: {
    subject: 'Zu deiner Mitgliedschaft',
    preheader: 'Das Mitgliederportal steht nur Mitgliedern offen.',
    lead: (date) =>
      `Du hast einen Link zum Mitgliederportal angefordert. Deine Mitgliedschaft endete am ${date}, deshalb gibt es keinen. Fragen beantwortet dir gern der Verein.`,
  },
  ofStaff:
    'Dein Verein hat dir diesen Link geschickt. Du brauchst ihn nicht? Dann lösch diese E-Mail einfach.',
  unasked: 'Du hast keinen Link angefordert? Dann lösch diese E-Mail einfach, es passiert nichts.',
}

const en: typeof sie = {
  subject: 'Your link to the member portal',
  preheader: 'Valid for twelve hours, for you alone.',
  greeting: 'Hello,',
  lead: 'this link opens the member portal:',
  leadFor: (names) => `this link opens the member portal for ${names}:`,
  andOthers: (number) => (number === 1 ? 'one other person' : `${number} others`),
  button: 'Open the portal',
  until: (time) => `It is valid until ${time}.`,
  today: (time) => `${time} today`,
  tomorrow: (time) => `${time} tomorrow`,
  onDay: (time) => time,
  personal: 'The link is personal like a password: please do not pass it on.',
  ended: {
    subject: 'About your membership',
    preheader: 'The member portal is open to members only.',
    lead: (date) =>
      `You asked for a link to the member portal. Your membership ended on ${date}, so there is none. Your association gladly answers questions.`,
  },
  ofStaff: 'Your association has sent you this link. You do not need it? Then just delete this email.',
  unasked: 'You did not ask for a link? Then just delete this email; nothing will happen.',
}

/** What the mail with a login link says. */
export const linkMailTexts = textsIn({ sie, du, en })
