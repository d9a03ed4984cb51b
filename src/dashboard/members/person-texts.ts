import type { Locale } from '../../ui/i18n/locale'

const de = {
  lists: { members: 'Mitglieder', contacts: 'Kontakte' },
  groups: {
    person: 'Person und Kontakt',
    membership: 'Mitgliedschaft',
    payment: 'Zahlung',
    more: 'Weitere Angaben',
  },
  number: (number: string) => `Mitgliedsnummer ${number}`,
  born: (date: string) => `geb.\u00a0${date}`,
  years: (years: number) => (years === 1 ? '1 Jahr' : `${years} Jahre`),
  leavesOn: (date: string) => `Austritt am ${date}`,
  noMandate: 'fehlt',
  edit: 'Bearbeiten',
  more: 'Weitere Aktionen',
  confirm: 'Bestätigen',
  reject: 'Ablehnen',
  makeMember: 'Zum Mitglied machen',
  menu: {
    portalLink: 'Portal-Link erstellen',
    end: 'Mitgliedschaft beenden',
    reinstate: 'Austritt zurücknehmen',
    export: 'Daten als Datei',
    delete: 'Löschen',
  },
  done: {
    created: 'Gespeichert. Prüfe unten, ob es die Person schon gibt.',
    createdAlone: 'Angelegt.',
    saved: 'Gespeichert.',
    unchanged: 'Es gab nichts zu speichern.',
    ended: 'Der Austritt ist eingetragen.',
    reinstated: 'Der Austritt ist zurückgenommen.',
    confirmed: 'Der Antrag ist bestätigt.',
    moved: 'Aus dem Kontakt ist ein Mitglied geworden.',
  },
  nextApplications: (count: number): string =>
    count === 1 ? 'Zum nächsten Antrag' : `Zu den nächsten ${count} Anträgen`,
  place: { label: 'In der Liste', back: 'Zurück zur Liste', previous: 'Vorige', next: 'Nächste' },
  tabs: { label: 'Teile der Seite', data: 'Daten', fees: 'Beiträge', history: 'Verlauf' },
  empty: 'Außer dem Namen ist nichts gespeichert.',
  fees: {
    title: 'Beiträge',
    open: 'offen',
    none: 'Es gibt keine Beiträge.',
    more: (count: number) => `und ${count} ältere`,
  },
  family: 'Gleiche E-Mail-Adresse',
  history: 'Verlauf',
  doubles: { title: 'Vielleicht doppelt', lead: 'Gleicher Name, kein anderes Geburtsdatum:' },
  inContacts: 'Kontakt',
  editPage: {
    title: (name: string) => `${name} bearbeiten`,
    changedTitle: 'Inzwischen hat jemand diese Daten geändert',
    changed:
      'Deine Eingaben sind noch da, und es ist nichts gespeichert. Bei den Feldern, die sich geändert haben, steht, was jetzt gespeichert ist. Sieh sie durch und speichere noch einmal.',
    changedBy: (name: string, when: string) => `${name} hat das geändert (${when}).`,
    changedBySomeone: 'Das wurde inzwischen geändert.',
    nowStored: 'Gespeichert ist jetzt:',
    taken: 'Der neue Wert steht schon im Feld.',
  },
  newPage: { members: 'Mitglied anlegen', contacts: 'Kontakt anlegen', create: 'Anlegen' },
  endPage: {
    title: (name: string) => `Mitgliedschaft von ${name} beenden`,
    lead: 'Nach diesem Tag gilt die Person als ausgetreten. Ihre Daten und Beiträge bleiben, und du kannst den Austritt zurücknehmen.',
    leaveDate: 'Letzter Tag der Mitgliedschaft',
    end: 'Austritt eintragen',
    noDate: 'Bitte gib ein Datum ein, das es gibt.',
  },
  deletePage: {
    title: (name: string) => `${name} löschen?`,
    lead: 'Alle Daten dieser Person werden gelöscht, auch aus dem Verlauf. Das lässt sich nicht rückgängig machen.',
    fees: (count: number): string =>
      count === 1
        ? 'Ein Beitrag bleibt für die Buchhaltung erhalten, mit dem Namen.'
        : `${count} Beiträge bleiben für die Buchhaltung erhalten, mit dem Namen.`,
    open: (amount: string) => `Offen sind noch ${amount}.`,
    instead: {
      members: 'Tritt die Person nur aus? Dann beende stattdessen die Mitgliedschaft.',
      contacts: 'Als Datei kannst du die Daten vorher sichern.',
    },
    delete: 'Endgültig löschen',
    changed: 'Die Person wurde inzwischen geändert. Sieh sie dir noch einmal an, bevor du sie löschst.',
  },
  linkPage: {
    title: 'Portal-Link',
    lead: 'Mit diesem Link öffnet die Person das Mitgliederportal, ohne Passwort.',
    once: 'Der Link ist nur jetzt zu sehen. Er gilt zwölf Stunden. Gib ihn nur der Person selbst, denn wer ihn hat, sieht ihre Daten.',
    back: 'Zurück zur Person',
    portalOff: 'Das Mitgliederportal ist abgeschaltet, oder es gehört zum übergeordneten Verband.',
  },
}

const en: typeof de = {
  lists: { members: 'Members', contacts: 'Contacts' },
  groups: {
    person: 'Person and contact',
    membership: 'Membership',
    payment: 'Payment',
    more: 'More',
  },
  number: (number) => `Membership number ${number}`,
  born: (date) => `born\u00a0${date}`,
  years: (years) => (years === 1 ? '1 year' : `${years} years`),
  leavesOn: (date) => `Leaves on ${date}`,
  noMandate: 'missing',
  edit: 'Edit',
  more: 'More actions',
  confirm: 'Confirm',
  reject: 'Reject',
  makeMember: 'Make a member',
  menu: {
    portalLink: 'Create a portal link',
    end: 'End membership',
    reinstate: 'Take back the leave',
    export: 'Data as a file',
    delete: 'Delete',
  },
  done: {
    created: 'Saved. Check below whether the person exists already.',
    createdAlone: 'Created.',
    saved: 'Saved.',
    unchanged: 'There was nothing to save.',
    ended: 'The end of the membership is set.',
    reinstated: 'The end of the membership is taken back.',
    confirmed: 'The application is confirmed.',
    moved: 'The contact has become a member.',
  },
  nextApplications: (count) =>
    count === 1 ? 'To the next application' : `To the next ${count} applications`,
  place: { label: 'In the list', back: 'Back to the list', previous: 'Previous', next: 'Next' },
  tabs: { label: 'Parts of the page', data: 'Data', fees: 'Fees', history: 'History' },
  empty: 'Nothing is stored but the name.',
  fees: { title: 'Fees', open: 'open', none: 'There are no fees.', more: (count) => `and ${count} older` },
  family: 'Same e-mail address',
  history: 'History',
  doubles: { title: 'Possible doubles', lead: 'Same name, no other date of birth:' },
  inContacts: 'Contact',
  editPage: {
    title: (name) => `Edit ${name}`,
    changedTitle: 'These details have been changed meanwhile',
    changed:
      'Your entries are still here, and nothing is saved. The fields that have changed say what is stored now. Look through them and save again.',
    changedBy: (name, when) => `${name} changed this (${when}).`,
    changedBySomeone: 'This has been changed meanwhile.',
    nowStored: 'Stored now:',
    taken: 'The field has the new value already.',
  },
  newPage: { members: 'New member', contacts: 'New contact', create: 'Create' },
  endPage: {
    title: (name) => `End the membership of ${name}`,
    lead: 'After this day the person counts as a former member. Their data and fees stay, and you can take it back.',
    leaveDate: 'Last day of the membership',
    end: 'End membership',
    noDate: 'Please enter a date that exists.',
  },
  deletePage: {
    title: (name) => `Delete ${name}?`,
    lead: 'All data of this person is deleted, from the history as well. This cannot be undone.',
    fees: (count) =>
      count === 1
        ? 'One fee stays for bookkeeping, with the name.'
        : `${count} fees stay for bookkeeping, with the name.`,
    open: (amount) => `${amount} is still open.`,
    instead: {
      members: 'Does the person only leave? Then end the membership instead.',
      contacts: 'You can keep the data as a file first.',
    },
    delete: 'Delete for good',
    changed: 'The person has been changed meanwhile. Look again before you delete.',
  },
  linkPage: {
    title: 'Portal link',
    lead: 'With this link the person opens the member portal, without a password.',
    once: 'The link is shown only now. It is valid for twelve hours. Give it to the person alone: it opens their data.',
    back: 'Back to the person',
    portalOff: 'The member portal is switched off, or it belongs to the umbrella organisation.',
  },
}

export type PersonTexts = typeof de

/** What the pages of one person say. */
export const personTexts = ({ language }: Locale): PersonTexts => (language === 'de' ? de : en)
