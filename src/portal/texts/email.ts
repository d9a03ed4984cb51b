import { textsIn } from '../../ui/i18n/locale'

const sie = {
  title: 'E-Mail-Adresse',
  change: 'Ändern',
  none: 'Keine angegeben',
  waits: 'Neue Adresse wartet auf Bestätigung',
  waitsLead: (email: string) =>
    `Wir haben eine E-Mail an ${email} geschickt. Öffnen Sie den Link darin, dann gilt die neue Adresse. Bis dahin bleibt die alte.`,
  hint: 'Nichts angekommen? Schauen Sie im Spam-Ordner nach. Wir schicken höchstens fünf E-Mails in der Stunde.',
  sendAgain: 'Noch einmal senden',
  withdraw: 'Zurückziehen',
  withdrawn: 'Die neue Adresse ist zurückgezogen.',
  editTitle: 'E-Mail-Adresse ändern',
  editLead: 'Wir schicken einen Link an die neue Adresse. Erst wenn Sie ihn öffnen, gilt sie.',
  field: 'Neue E-Mail-Adresse',
  current: (email: string) => `Bisher: ${email}`,
  alsoFor: 'Auch übernehmen für',
  send: 'Link senden',
  empty: 'Ohne E-Mail-Adresse kommen Sie nicht mehr ins Portal. Bitte geben Sie eine an.',
  noAddress: 'Bitte geben Sie eine E-Mail-Adresse ein, zum Beispiel name@beispiel.de.',
  tooMany:
    'Gerade wurde sehr oft eine neue Adresse angefordert. Bitte versuchen Sie es in einer Stunde noch einmal.',
  confirmTitle: 'Neue E-Mail-Adresse bestätigen',
  confirmLead: 'Mit dieser Adresse kommen Sie künftig ins Mitgliederportal.',
  confirm: 'Adresse bestätigen',
  doneTitle: 'Die neue Adresse gilt',
  done: 'Danke. Ihre neue E-Mail-Adresse ist gespeichert. Frühere Links und Anmeldungen gelten nicht mehr. Lassen Sie sich einen neuen Link schicken.',
  overtakenTitle: 'Die Adresse wurde inzwischen geändert',
  overtaken:
    'Deshalb haben wir diese nicht übernommen. Öffnen Sie das Portal, wenn Sie sie noch einmal ändern möchten.',
  goneTitle: 'Dieser Link ist abgelaufen',
  gone: 'Links zum Bestätigen gelten 24 Stunden. Ändern Sie die Adresse im Portal noch einmal.',
  mail: {
    subject: 'Bitte bestätigen Sie Ihre E-Mail-Adresse',
    preheader: 'Erst dann gilt die neue Adresse.',
    greeting: 'Guten Tag,',
    lead: 'diese Adresse wurde im Mitgliederportal als neue E-Mail-Adresse angegeben. Bitte bestätigen Sie sie:',
    until: (time: string) => `Der Link gilt bis ${time} Uhr.`,
    unasked: 'Sie waren das nicht? Dann löschen Sie diese E-Mail einfach. Die Adresse wird nicht übernommen.',
  },
  notice: {
    subject: 'Neue E-Mail-Adresse für Ihre Mitgliedschaft',
    preheader: 'Waren Sie das nicht? Dann machen Sie es rückgängig.',
    lead: (email: string) =>
      `für Ihre Mitgliedschaft wurde eine neue E-Mail-Adresse eingetragen (${email}). Sie gilt, sobald sie bestätigt ist.`,
    leadOfStaff: (email: string) =>
      email
        ? `Ihr Verein hat für Ihre Mitgliedschaft eine neue E-Mail-Adresse eingetragen (${email}). Sie gilt ab sofort.`
        : 'Ihr Verein hat Ihre E-Mail-Adresse aus Ihren Mitgliedsdaten entfernt.',
    backLead:
      'Waren Sie das nicht? Dann machen Sie die Änderung rückgängig. Alle Anmeldungen und Links enden dann.',
    button: 'Änderung prüfen',
    until: 'Der Link gilt 14 Tage, auch wenn die neue Adresse schon bestätigt ist.',
    untilOfStaff: 'Der Link gilt 14 Tage.',
    ask: (whom: string) => `Fragen? Schreiben Sie uns: ${whom}`,
  },
  account: {
    subject: 'Ihre Bankverbindung wurde geändert',
    preheader: 'Waren Sie das nicht? Dann melden Sie sich gleich.',
    changed: (end: string, time: string) =>
      `im Mitgliederportal wurde die Bankverbindung Ihrer Mitgliedschaft geändert, am ${time} Uhr. Die IBAN endet jetzt auf ${end}.`,
    removed: (time: string) =>
      `im Mitgliederportal wurde die Bankverbindung Ihrer Mitgliedschaft entfernt, am ${time} Uhr.`,
    unasked:
      'Waren Sie das nicht? Dann kann jemand Ihre E-Mails lesen. Ändern Sie das Passwort Ihres Postfachs, stellen Sie die Bankverbindung im Portal wieder richtig und sagen Sie Ihrem Verein Bescheid.',
    unaskedByOld:
      'Waren Sie das nicht? Dann machen Sie die Änderung Ihrer E-Mail-Adresse mit dem Link rückgängig, den wir dazu geschickt haben, und sagen Sie Ihrem Verein Bescheid. Damit gilt auch wieder das vorige Konto.',
    ask: (whom: string) => `So erreichen Sie den Verein: ${whom}`,
    whyOld: 'Diese E-Mail geht auch an die Adresse, die bis vor Kurzem gespeichert war.',
  },
  reversal: {
    title: 'Neue E-Mail-Adresse',
    lead: 'Für Ihre Mitgliedschaft wurde die E-Mail-Adresse geändert oder eine neue angegeben. Waren Sie das nicht, machen Sie die Änderung rückgängig: Dann gilt wieder die bisherige Adresse, und alle Anmeldungen und Links enden.',
    takeBack: 'Das war ich nicht: rückgängig machen',
    agree: 'Die Änderung ist richtig',
    back: {
      title: 'Die Änderung ist rückgängig gemacht',
      lead: 'Es gilt wieder die bisherige Adresse, und alle Anmeldungen und Links sind beendet. Ein Konto, das seither oder am Tag davor im Portal angegeben wurde, ist durch das vorige ersetzt. Bitte melden Sie sich neu an und prüfen Sie Ihre Bankverbindung.',
    },
    agreed: {
      title: 'Danke für die Bestätigung',
      lead: 'Die neue Adresse kann jetzt ohne Wartezeit benutzt werden.',
    },
    overtaken: {
      title: 'Die Adresse wurde inzwischen anders geändert',
      lead: 'Deshalb haben wir nichts rückgängig gemacht. Bitte wenden Sie sich an Ihren Verein.',
    },
    gone: {
      title: 'Dieser Link ist abgelaufen',
      lead: 'Eine Änderung lässt sich 14 Tage lang rückgängig machen. Bitte wenden Sie sich an Ihren Verein.',
    },
  },
}

const du: Partial<typeof sie> = {
  waitsLead: (email) =>
    `Wir haben eine E-Mail an ${email} geschickt. Öffne den Link darin, dann gilt die neue Adresse. Bis dahin bleibt die alte.`,
  hint: 'Nichts angekommen? Schau im Spam-Ordner nach. Wir schicken höchstens fünf E-Mails in der Stunde.',
  editLead: 'Wir schicken einen Link an die neue Adresse. Erst wenn du ihn öffnest, gilt sie.',
  empty: 'Ohne E-Mail-Adresse kommst du nicht mehr ins Portal. Bitte gib eine an.',
  noAddress: 'Bitte gib eine E-Mail-Adresse ein, zum Beispiel name@beispiel.de.',
  tooMany:
    'Gerade wurde sehr oft eine neue Adresse angefordert. Bitte versuche es in einer Stunde noch einmal.',
  confirmLead: 'Mit dieser Adresse kommst du künftig ins Mitgliederportal.',
  done: 'Danke. Deine neue E-Mail-Adresse ist gespeichert. Frühere Links und Anmeldungen gelten nicht mehr. Lass dir einen neuen Link schicken.',
  overtaken:
    'Deshalb haben wir diese nicht übernommen. Öffne das Portal, wenn du sie noch einmal ändern möchtest.',
  gone: 'Links zum Bestätigen gelten 24 Stunden. Ändere die Adresse im Portal noch einmal.',
  mail: {
    ...sie.mail,
    subject: 'Bitte bestätige deine E-Mail-Adresse',
    greeting: 'Hallo,',
    lead: 'diese Adresse wurde im Mitgliederportal als neue E-Mail-Adresse angegeben. Bitte bestätige sie:',
    unasked: 'Du warst das nicht? Dann lösch diese E-Mail einfach. Die Adresse wird nicht übernommen.',
  },
  notice: {
    subject: 'Neue E-Mail-Adresse für deine Mitgliedschaft',
    preheader: 'Warst du das nicht? Dann mach es rückgängig.',
    lead: (email) =>
      `für deine Mitgliedschaft wurde eine neue E-Mail-Adresse eingetragen (${email}). Sie gilt, sobald sie bestätigt ist.`,
    leadOfStaff: (email) =>
      email
        ? `dein Verein hat für deine Mitgliedschaft eine neue E-Mail-Adresse eingetragen (${email}). Sie gilt ab sofort.`
        : 'dein Verein hat deine E-Mail-Adresse aus deinen Mitgliedsdaten entfernt.',
    backLead: 'Warst du das nicht? Dann mach die Änderung rückgängig. Alle Anmeldungen und Links enden dann.',
    button: 'Änderung prüfen',
    until: 'Der Link gilt 14 Tage, auch wenn die neue Adresse schon bestätigt ist.',
    untilOfStaff: 'Der Link gilt 14 Tage.',
    ask: (whom) => `Fragen? Schreib uns: ${whom}`,
  },
  account: {
    ...sie.account,
    subject: 'Deine Bankverbindung wurde geändert',
    preheader: 'Warst du das nicht? Dann melde dich gleich.',
    changed: (end, time) =>
      `im Mitgliederportal wurde die Bankverbindung deiner Mitgliedschaft geändert, am ${time} Uhr. Die IBAN endet jetzt auf ${end}.`,
    removed: (time) =>
      `im Mitgliederportal wurde die Bankverbindung deiner Mitgliedschaft entfernt, am ${time} Uhr.`,
    unasked:
      'Warst du das nicht? Dann kann jemand deine E-Mails lesen. Ändere das Passwort deines Postfachs, stell die Bankverbindung im Portal wieder richtig und sag deinem Verein Bescheid.',
    unaskedByOld:
      'Warst du das nicht? Dann mach die Änderung deiner E-Mail-Adresse mit dem Link rückgängig, den wir dazu geschickt haben, und sag deinem Verein Bescheid. Damit gilt auch wieder das vorige Konto.',
    ask: (whom) => `So erreichst du den Verein: ${whom}`,
  },
  reversal: {
    ...sie.reversal,
    lead: 'Für deine Mitgliedschaft wurde die E-Mail-Adresse geändert oder eine neue angegeben. Warst du das nicht, mach die Änderung rückgängig: Dann gilt wieder die bisherige Adresse, und alle Anmeldungen und Links enden.',
    back: {
      title: 'Die Änderung ist rückgängig gemacht',
      lead: 'Es gilt wieder die bisherige Adresse, und alle Anmeldungen und Links sind beendet. Ein Konto, das seither oder am Tag davor im Portal angegeben wurde, ist durch das vorige ersetzt. Bitte melde dich neu an und prüfe deine Bankverbindung.',
    },
    overtaken: {
      title: 'Die Adresse wurde inzwischen anders geändert',
      lead: 'Deshalb haben wir nichts rückgängig gemacht. Bitte wende dich an deinen Verein.',
    },
    gone: {
      title: 'Dieser Link ist abgelaufen',
      lead: 'Eine Änderung lässt sich 14 Tage lang rückgängig machen. Bitte wende dich an deinen Verein.',
    },
  },
}

const en: typeof sie = {
  title: 'Email address',
  change: 'Change',
  none: 'None given',
  waits: 'New address waiting for confirmation',
  waitsLead: (email) =>
    `We sent an email to ${email}. Open the link in it to switch to the new address. Until then the old one stays.`,
  hint: 'Not there yet? Check your spam folder. We send at most five emails an hour.',
  sendAgain: 'Send again',
  withdraw: 'Withdraw',
  withdrawn: 'The new address is withdrawn.',
  editTitle: 'Change email address',
  editLead: 'We send a link to the new address. We switch to it once you open that link.',
  field: 'New email address',
  current: (email) => `Now: ${email}`,
  alsoFor: 'Also change it for',
  send: 'Send link',
  empty: 'Without an email address you can no longer sign in to the portal. Enter one.',
  noAddress: 'Enter an email address, like name@example.org.',
  tooMany: 'A new address was requested too often. Try again in an hour.',
  confirmTitle: 'Confirm your new email address',
  confirmLead: 'From now on you sign in to the member portal with this address.',
  confirm: 'Confirm address',
  doneTitle: 'Your new address is set',
  done: 'Thank you. Your new email address is saved. Earlier links and sessions have ended. Have a new link sent to you.',
  overtakenTitle: 'The address was changed in the meantime',
  overtaken: 'We have therefore not used this one. Open the portal if you want to change it again.',
  goneTitle: 'This link has expired',
  gone: 'Confirmation links are valid for 24 hours. Change the address in the portal again.',
  mail: {
    subject: 'Please confirm your email address',
    preheader: 'We use the new address once you confirm it.',
    greeting: 'Hello,',
    lead: 'this address was entered in the member portal as a new email address. Please confirm it:',
    until: (time) => `The link is valid until ${time}.`,
    unasked: 'Wasn’t you? Then just delete this email. The address will not be used.',
  },
  notice: {
    subject: 'New email address for your membership',
    preheader: 'Wasn’t you? Undo it.',
    lead: (email) =>
      `a new email address was entered for your membership (${email}). We switch to it once it is confirmed.`,
    leadOfStaff: (email) =>
      email
        ? `your association entered a new email address for your membership (${email}). It applies now.`
        : 'your association removed your email address from your membership.',
    backLead: 'Wasn’t you? Then undo the change. All sessions and links end with it.',
    button: 'Check the change',
    until: 'The link is valid for 14 days, even if the new address is confirmed already.',
    untilOfStaff: 'The link is valid for 14 days.',
    ask: (whom) => `Questions? Write to us: ${whom}`,
  },
  account: {
    subject: 'Your bank account was changed',
    preheader: 'Wasn’t you? Tell your association now.',
    changed: (end, time) =>
      `the bank account of your membership was changed in the member portal, on ${time}. The IBAN now ends in ${end}.`,
    removed: (time) => `the bank account of your membership was removed in the member portal, on ${time}.`,
    unasked:
      'Wasn’t you? Then somebody may read your email. Change the password of your mailbox, put the account right in the portal, and tell your association.',
    unaskedByOld:
      'Wasn’t you? Then undo the change of your email address with the link that we sent about it, and tell your association. This also brings the account before back.',
    ask: (whom) => `This is how you reach the association: ${whom}`,
    whyOld: 'This email also goes to the address that was stored until recently.',
  },
  reversal: {
    title: 'New email address',
    lead: 'The email address of your membership was changed, or a new one was entered. If it was not you, undo the change: then the old address applies again, and all sessions and links end.',
    takeBack: 'Not me: undo it',
    agree: 'The change is right',
    back: {
      title: 'The change is undone',
      lead: 'The old address applies again, and all sessions and links have ended. An account that was given in the portal since, or on the day before, is replaced with the one before. Please sign in again and check your bank account.',
    },
    agreed: { title: 'Thank you for confirming', lead: 'The new address can be used without a wait now.' },
    overtaken: {
      title: 'The address was changed again in the meantime',
      lead: 'We have therefore undone nothing. Please contact your association.',
    },
    gone: {
      title: 'This link has expired',
      lead: 'A change can be undone for 14 days. Please contact your association.',
    },
  },
}

/** What the pages and mails of a change of email address say. */
export const emailTexts = textsIn({ sie, du, en })
