import type { Locale } from '../ui/i18n/locale'

const de = {
  dashboard: 'Verwaltung',
  association: 'Verein',
  home: 'Übersicht',
  members: 'Mitglieder',
  applications: 'Anträge',
  contacts: 'Kontakte',
  mails: 'E-Mails',
  money: 'Geld',
  fees: 'Beiträge',
  directDebits: 'Lastschriften',
  bank: 'Bank',
  cashBook: 'Kassenbuch',
  bookElsewhere: 'Der Verein führt sein Kassenbuch woanders. Zahlungen werden hier nicht gebucht.',
  subordinates: 'Untergeordnete Vereine',
  settings: 'Einstellungen',
  log: 'Protokoll',
  account: 'Dein Konto',
  roles: {
    owner: 'Vollzugriff',
    office: 'Geschäftsstelle',
    treasurer: 'Kassenführung',
    auditor: 'Kassenprüfung',
  },
  messages: {
    notFound: {
      title: 'Hier ist nichts',
      lead: 'Diese Seite gibt es nicht, oder sie gehört nicht zu deinem Verein.',
    },
    forbidden: {
      title: 'Kein Zugriff',
      lead: 'Für diese Seite fehlt dir die Berechtigung. Eine Person mit Vollzugriff kann sie dir geben.',
    },
    notSubscribed: { title: 'Nicht im Tarif', lead: 'Diese Liste gehört nicht zum Tarif deines Vereins.' },
    suspended: {
      title: 'Nur zum Ansehen',
      lead: 'Hier lässt sich gerade nichts ändern. Deine Eingabe wurde nicht gespeichert.',
    },
    restored: {
      title: 'Die Daten wurden zurückgesetzt',
      lead: 'Seit du diese Liste geöffnet hast, wurden alle Daten auf einen früheren Zeitpunkt zurückgesetzt. Auf dieser Seite stehen jetzt andere Einträge; beginne deshalb von vorn.',
    },
    busy: {
      title: 'Gerade viel los',
      lead: 'Andere ändern dieselben Daten. Es wurde nichts geändert; versuche es gleich noch einmal.',
    },
    requestRefused: {
      title: 'Das ging nicht',
      lead: 'Die Anfrage kam nicht von dieser Seite oder war zu groß. Geh zurück und versuche es noch einmal.',
    },
    noMail: {
      title: 'Anmelden geht gerade nicht',
      lead: 'Im Moment können wir keine Codes verschicken. Versuche es später noch einmal.',
    },
    unavailable: {
      title: 'Gerade nicht erreichbar',
      lead: 'Unsere Datenbank antwortet im Moment nicht. Versuche es in einer Minute noch einmal, und sieh vorher nach, ob deine letzte Eingabe schon gespeichert ist.',
    },
    notSetUp: {
      title: 'Gerade nicht erreichbar',
      lead: 'Der Dienst wird gerade eingerichtet. Es wurde nichts gespeichert; versuche es in ein paar Minuten noch einmal.',
    },
    paused: {
      title: 'Gerade nur zum Ansehen',
      lead: 'Der Dienst wird gerade gewartet. Du kannst alles ansehen, aber nichts ändern. Es wurde nichts gespeichert; versuche es in ein paar Minuten noch einmal.',
    },
    moving: {
      title: 'Gerade nur zum Ansehen',
      lead: 'Die Daten des Vereins ziehen gerade um. Du kannst alles ansehen, aber nichts ändern. Es wurde nichts gespeichert; versuche es in ein paar Minuten noch einmal.',
    },
    serverError: {
      title: 'Etwas ist schiefgegangen',
      lead: 'Der Fehler liegt bei uns. Versuche es gleich noch einmal.',
    },
    again: {
      label: 'Noch einmal versuchen',
      kept: 'Lass diese Seite so lange offen, dann musst du nichts neu eingeben.',
    },
    toDashboard: 'Zur Verwaltung',
    toHome: 'Zur Übersicht',
    toFirstPage: 'Zur ersten Seite',
    requestId: 'Wenn es so bleibt, nenne uns diese Nummer:',
  },
}

const en: typeof de = {
  dashboard: 'Dashboard',
  association: 'Association',
  home: 'Home',
  members: 'Members',
  applications: 'Applications',
  contacts: 'Contacts',
  mails: 'Emails',
  money: 'Money',
  fees: 'Fees',
  directDebits: 'Direct debits',
  bank: 'Bank',
  cashBook: 'Cash book',
  bookElsewhere: 'The association keeps its cash book elsewhere. Payments are not booked here.',
  subordinates: 'Subordinate associations',
  settings: 'Settings',
  log: 'Audit log',
  account: 'Your account',
  roles: { owner: 'Owner', office: 'Office', treasurer: 'Treasurer', auditor: 'Auditor' },
  messages: {
    notFound: {
      title: 'Nothing here',
      lead: 'This page does not exist, or it does not belong to your association.',
    },
    forbidden: {
      title: 'No access',
      lead: 'You lack the permission for this page. An owner can give it to you.',
    },
    notSubscribed: {
      title: 'Not in the subscription',
      lead: 'The subscription of your association does not include this list.',
    },
    suspended: {
      title: 'Read only',
      lead: 'Nothing can be changed here at the moment. What you entered was not saved.',
    },
    restored: {
      title: 'The data was restored',
      lead: 'Since you opened this list, all data went back to an earlier state. Other entries are on this page now, so begin again.',
    },
    busy: {
      title: 'Busy',
      lead: 'Others are changing the same data. Nothing was changed; try again in a moment.',
    },
    requestRefused: {
      title: 'That did not work',
      lead: 'The request did not come from this page, or it was too large. Go back and try again.',
    },
    noMail: {
      title: 'Signing in does not work at the moment',
      lead: 'We cannot send codes right now. Try again later.',
    },
    unavailable: {
      title: 'Not available right now',
      lead: 'Our database does not answer at the moment. Try again in a minute, and check first whether your last entry was saved.',
    },
    notSetUp: {
      title: 'Not available right now',
      lead: 'The service is being set up. Nothing was saved; try again in a few minutes.',
    },
    paused: {
      title: 'Read only for a while',
      lead: 'The service is under maintenance. You can look at everything, but change nothing. Nothing was saved; try again in a few minutes.',
    },
    moving: {
      title: 'Read only for a while',
      lead: 'The association’s data is being moved. You can look at everything, but change nothing. Nothing was saved; try again in a few minutes.',
    },
    serverError: { title: 'Something went wrong', lead: 'The error is on our side. Try again in a moment.' },
    again: {
      label: 'Try again',
      kept: 'Keep this page open until then, and you will not have to enter anything again.',
    },
    toDashboard: 'To the dashboard',
    toHome: 'To the home page',
    toFirstPage: 'To the first page',
    requestId: 'If it stays like this, tell us this number:',
  },
}

export type LayoutTexts = typeof de

/** What every page of the dashboard says. */
export const layoutTexts = ({ language }: Locale): LayoutTexts => (language === 'de' ? de : en)
