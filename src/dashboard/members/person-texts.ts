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
  grantedOn: (date: string) => `(online erteilt am ${date})`,
  printOrEnter: 'Mandat drucken oder eintragen',
  sendPortalLink: 'Portal-Link schicken',
  mandateOf: (payer: string) => `eingezogen wird bei ${payer}`,
  edit: 'Bearbeiten',
  editPayment: 'Zahlungsangaben bearbeiten',
  more: 'Weitere Aktionen',
  confirm: 'Aufnehmen',
  reject: 'Ablehnen',
  makeMember: 'Zum Mitglied machen',
  writeMail: 'E-Mail schreiben',
  menu: {
    portalLink: 'Portal-Link',
    end: 'Mitgliedschaft beenden',
    reinstate: 'Austritt rückgängig machen',
    mandate: 'SEPA-Mandat drucken',
    export: 'Daten als Datei',
    delete: 'Löschen',
  },
  done: {
    created: 'Gespeichert. Prüfe unten, ob es die Person schon gibt.',
    createdAlone: 'Angelegt.',
    saved: 'Gespeichert.',
    unchanged: 'Es gab nichts zu speichern.',
    ended: 'Der Austritt ist eingetragen.',
    reinstated: 'Der Austritt ist rückgängig gemacht.',
    confirmed: 'Die Person ist aufgenommen.',
    payer_set: 'Der Zahler ist festgelegt.',
    payer_removed: 'Die Person zahlt jetzt selbst.',
    guardian_set: 'Die gesetzliche Vertretung ist festgelegt.',
    guardian_removed: 'Die Person hat keine gesetzliche Vertretung mehr.',
    moved: 'Aus dem Kontakt ist ein Mitglied geworden.',
    merged: 'Die beiden Einträge sind jetzt einer.',
    link_mailed: 'Der Portal-Link ist unterwegs.',
    link_unmailed: 'Für diese Person ist keine E-Mail-Adresse gespeichert.',
  },
  cancelledFees: (count: number): string =>
    count === 1
      ? 'Ein Beitrag ist storniert. Er bleibt es, auch wenn du den Austritt rückgängig machst.'
      : `${count} Beiträge sind storniert. Sie bleiben es, auch wenn du den Austritt rückgängig machst.`,
  nextApplications: (count: number): string =>
    count === 1 ? 'Zum nächsten Antrag' : `Zu den nächsten ${count} Anträgen`,
  place: { label: 'In der Liste', back: 'Zurück zur Liste', previous: 'Vorige', next: 'Nächste' },
  tabs: { label: 'Teile der Seite', data: 'Daten', fees: 'Beiträge', mails: 'E-Mails', history: 'Verlauf' },
  empty: 'Außer dem Namen ist nichts gespeichert.',
  fees: {
    title: 'Beiträge',
    open: 'offen',
    none: 'Es gibt keine Beiträge.',
    free: 'frei',
    more: (count: number) => `und ${count} ältere`,
    claim: 'Beitrag erheben',
    claimDues: 'Nach Beitragsordnung erheben',
    openAmount: 'Offen',
    nothingOpen: 'nichts',
    dueOn: (amount: string, date: string) => `${amount}, fällig am ${date}`,
    dueFrom: (amount: string, date: string) => `${amount}, fällig ab ${date}`,
    dueSince: (amount: string, date: string) => `${amount}, fällig seit ${date}`,
    partDueSince: (amount: string, due: string, date: string) =>
      `${amount}, davon ${due} fällig seit ${date}`,
    debtor: 'Eingezogen wird bei',
    mandate: 'Mandat',
    mandates: {
      none: 'fehlt',
      valid: 'gültig',
      expiring: 'läuft bald ab',
      expired: 'abgelaufen, 36 Monate nicht genutzt',
      blocked: 'gesperrt nach Rücklastschrift',
    },
    until: (state: string, date: string) => `${state}, bis ${date}`,
    lastPayment: 'Letzte Zahlung',
    payment: (amount: string, date: string) => `${amount} am ${date}`,
    noPayment: 'noch keine',
  },
  oldAccount: {
    title: 'Noch vom alten Konto',
    debit: (date: string, amount: string, iban: string) =>
      `Der Einzug am ${date} nimmt ${amount} noch vom alten Konto ${iban}.`,
  },
  family: 'Gleiche E-Mail-Adresse',
  history: 'Verlauf',
  sameNumber: {
    title: (number: string) => `Die Mitgliedsnummer ${number} ist doppelt vergeben`,
    lead: 'Wer sich mit ihr im Portal anmeldet, sieht die Daten aller, die sie haben. Ändere eine von ihnen.',
  },
  doubles: {
    title: 'Vielleicht doppelt',
    lead: 'Gleicher Name, kein anderes Geburtsdatum:',
    compare: 'Vergleichen',
  },
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
    lead: 'Nach diesem Tag gilt die Person als ausgetreten. Ihre Daten und Beiträge bleiben, und du kannst den Austritt rückgängig machen.',
    leaveDate: 'Letzter Tag der Mitgliedschaft',
    end: 'Austritt eintragen',
    fees: {
      title: 'Beiträge für die Zeit danach',
      lead: 'Diese Beiträge sind schon erhoben und erst danach fällig oder für die Zeit danach. Was soll mit ihnen geschehen?',
      mayNot:
        'Diese Beiträge sind schon erhoben und bleiben vorerst. Ob sie storniert werden, entscheidet der Kassenwart.',
      fee: (name: string, amount: string, day: string | null) =>
        [name, amount, day && `fällig am ${day}`].filter(Boolean).join(' · '),
      keep: 'Bleibt',
      cancel: 'Stornieren',
      collecting: 'Wird gerade eingezogen und lässt sich hier nicht stornieren.',
      partlyPaid: 'Ist teilweise bezahlt und lässt sich hier nicht stornieren.',
      reason: 'Grund der Stornierung',
      proposedReason: 'Austritt',
      reasonIssue: 'Bitte gib einen Grund mit höchstens 500 Zeichen an.',
      changed: 'Es geht jetzt um andere Beiträge',
      changedLead:
        'Es ist noch nichts gespeichert. Sieh dir die Beiträge unten an und bestätige noch einmal.',
    },
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
    mail: {
      title: 'Dem Mitglied schicken',
      lead: (email: string) =>
        `Der Link geht an ${email} und gilt zwölf Stunden. Mit ihm öffnet das Mitglied das Portal, ohne Passwort.`,
      none: 'Für diese Person ist keine E-Mail-Adresse gespeichert.',
      button: 'Link schicken',
    },
    show: {
      title: 'Selbst öffnen',
      lead: 'Du siehst das Portal wie das Mitglied und handelst in seinem Namen. Was du änderst, steht im Protokoll unter deinem Namen. Kontonummern bleiben verdeckt, und E-Mail-Adresse, Konto und Einwilligungen lassen sich nicht ändern.',
      button: 'Link anzeigen',
    },
    shownLead:
      'Mit diesem Link handelst du im Portal im Namen der Person. Öffne ihn selbst und gib ihn nicht weiter.',
    once: 'Der Link ist nur jetzt zu sehen und gilt zwölf Stunden.',
    back: 'Zurück zur Person',
    ofPayer: {
      mail: {
        title: 'Der Person schicken',
        lead: (email: string) =>
          `Der Link geht an ${email} und gilt zwölf Stunden. Er zeigt Beiträge und Zahlungen derer, für die die Person zahlt, sonst nichts.`,
      },
      show: {
        lead: 'Du siehst im Portal, was die Person sieht: Beiträge und Zahlungen derer, für die sie zahlt. Kontonummern bleiben verdeckt.',
      },
    },
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
  grantedOn: (date) => `(given online on ${date})`,
  printOrEnter: 'Print or enter a mandate',
  sendPortalLink: 'Send the portal link',
  mandateOf: (payer) => `collected from ${payer}`,
  edit: 'Edit',
  editPayment: 'Edit payment details',
  more: 'More actions',
  confirm: 'Admit',
  reject: 'Reject',
  makeMember: 'Make a member',
  writeMail: 'Write an email',
  menu: {
    portalLink: 'Portal link',
    end: 'End membership',
    reinstate: 'Undo the end of the membership',
    mandate: 'Print a SEPA mandate',
    export: 'Data as a file',
    delete: 'Delete',
  },
  done: {
    created: 'Saved. Check below whether the person exists already.',
    createdAlone: 'Created.',
    saved: 'Saved.',
    unchanged: 'There was nothing to save.',
    ended: 'The end of the membership is set.',
    reinstated: 'The end of the membership is undone.',
    confirmed: 'The person is admitted.',
    payer_set: 'The payer is set.',
    payer_removed: 'The person pays for themselves now.',
    guardian_set: 'The guardian is set.',
    guardian_removed: 'The person has no guardian any more.',
    moved: 'The contact has become a member.',
    merged: 'The two entries are one now.',
    link_mailed: 'The portal link is on its way.',
    link_unmailed: 'No email address is stored for this person.',
  },
  cancelledFees: (count) =>
    count === 1
      ? 'One fee is cancelled. It stays so, even if you undo the end of the membership.'
      : `${count} fees are cancelled. They stay so, even if you undo the end of the membership.`,
  nextApplications: (count) =>
    count === 1 ? 'To the next application' : `To the next ${count} applications`,
  place: { label: 'In the list', back: 'Back to the list', previous: 'Previous', next: 'Next' },
  tabs: { label: 'Parts of the page', data: 'Data', fees: 'Fees', mails: 'Emails', history: 'History' },
  empty: 'Nothing is stored but the name.',
  fees: {
    title: 'Fees',
    open: 'open',
    none: 'There are no fees.',
    free: 'free',
    more: (count) => `and ${count} older`,
    claim: 'Claim a fee',
    claimDues: 'Claim by the fee rules',
    openAmount: 'Open',
    nothingOpen: 'nothing',
    dueOn: (amount, date) => `${amount}, due on ${date}`,
    dueFrom: (amount, date) => `${amount}, due from ${date}`,
    dueSince: (amount, date) => `${amount}, due since ${date}`,
    partDueSince: (amount, due, date) => `${amount}, ${due} of it due since ${date}`,
    debtor: 'Collected from',
    mandate: 'Mandate',
    mandates: {
      none: 'missing',
      valid: 'valid',
      expiring: 'expires soon',
      expired: 'expired, not used for 36 months',
      blocked: 'blocked after a returned debit',
    },
    until: (state, date) => `${state}, until ${date}`,
    lastPayment: 'Last payment',
    payment: (amount, date) => `${amount} on ${date}`,
    noPayment: 'none yet',
  },
  oldAccount: {
    title: 'Still from the old account',
    debit: (date, amount, iban) =>
      `The collection on ${date} still takes ${amount} from the old account ${iban}.`,
  },
  family: 'Same email address',
  history: 'History',
  sameNumber: {
    title: (number: string) => `The membership number ${number} is held twice`,
    lead: 'Whoever signs in to the portal with it sees the data of all who have it. Change one of them.',
  },
  doubles: { title: 'Possible doubles', lead: 'Same name, no other date of birth:', compare: 'Compare' },
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
    lead: 'After this day the person counts as a former member. Their data and fees stay, and you can undo it.',
    leaveDate: 'Last day of the membership',
    end: 'End membership',
    fees: {
      title: 'Fees for the time after',
      lead: 'These fees are claimed already, and due after that day or for the time after it. What should become of them?',
      mayNot:
        'These fees are claimed already and stay for now. The treasurer decides whether they are cancelled.',
      fee: (name, amount, day) => [name, amount, day && `due on ${day}`].filter(Boolean).join(' · '),
      keep: 'Stays',
      cancel: 'Cancel it',
      collecting: 'Is being collected, and cannot be cancelled here.',
      partlyPaid: 'Is paid in part, and cannot be cancelled here.',
      reason: 'Reason of the cancellation',
      proposedReason: 'Membership ended',
      reasonIssue: 'Enter a reason of at most 500 characters.',
      changed: 'It is about other fees now',
      changedLead: 'Nothing is saved yet. Look at the fees below, and confirm again.',
    },
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
    mail: {
      title: 'Email it to the member',
      lead: (email) =>
        `The link goes to ${email} and is valid for twelve hours. It opens the member portal for the member, without a password.`,
      none: 'No email address is stored for this person.',
      button: 'Send link',
    },
    show: {
      title: 'Open it yourself',
      lead: 'You see the portal as the member does, and act on their behalf. What you change is in the log under your name. Account numbers stay hidden, and you cannot change the email address, the account or consents.',
      button: 'Show link',
    },
    shownLead:
      'With this link you act in the portal on behalf of the person. Open it yourself, and do not pass it on.',
    once: 'The link is shown only now, and is valid for twelve hours.',
    back: 'Back to the person',
    ofPayer: {
      mail: {
        title: 'Email it to the person',
        lead: (email) =>
          `The link goes to ${email} and is valid for twelve hours. It shows fees and payments of those for whom the person pays, and nothing else.`,
      },
      show: {
        lead: 'You see in the portal what the person sees: fees and payments of those for whom they pay. Account numbers stay hidden.',
      },
    },
    portalOff: 'The member portal is switched off, or it belongs to the umbrella organization.',
  },
}

export type PersonTexts = typeof de

/** What the pages of one person say. */
export const personTexts = ({ language }: Locale): PersonTexts => (language === 'de' ? de : en)
