/** What the portal and its mails say, in German. */
export const de = {
  layout: {
    portal: 'Mitgliederportal',
    signOut: 'Abmelden',
    choosePerson: 'Person wählen',
    sections: 'Bereiche',
  },
  messages: {
    sessionEnded: {
      title: 'Du bist nicht angemeldet',
      lead: 'Deine Anmeldung ist abgelaufen oder beendet. Öffne deinen Link noch einmal oder fordere einen neuen an.',
    },
    notFound: { title: 'Hier ist nichts', lead: 'Diese Seite gibt es nicht, oder sie ist nicht für dich.' },
    requestRefused: {
      title: 'Das ging nicht',
      lead: 'Die Anfrage kam nicht von dieser Seite oder war zu groß. Geh zurück und versuche es noch einmal.',
    },
    noMail: {
      title: 'Anmelden geht gerade nicht',
      lead: 'Im Moment können wir keine Links verschicken. Versuche es später noch einmal oder bitte deinen Verein um einen Link.',
    },
    serverError: {
      title: 'Etwas ist schiefgegangen',
      lead: 'Der Fehler liegt bei uns. Versuche es gleich noch einmal.',
    },
  },
  requestLink: {
    title: 'Anmelden',
    lead: 'Gib deine E-Mail-Adresse ein. Gehört sie zu einem Mitglied, schicken wir dir einen persönlichen Link.',
    email: 'E-Mail-Adresse',
    send: 'Link anfordern',
    noAddress: 'Bitte gib genau eine E-Mail-Adresse ein, zum Beispiel name@example.org.',
    tooMany:
      'Von hier wurden gerade sehr viele Links angefordert. Bitte versuche es in einer Stunde noch einmal.',
    sentTitle: 'Sieh in dein Postfach',
    sent: 'Wenn die Adresse zu einem Mitglied gehört, ist gleich eine Mail mit deinem Link da. Er gilt zwölf Stunden.',
    sentHint:
      'Nichts angekommen? Sieh im Spam-Ordner nach oder nimm die Adresse, die der Verein von dir kennt.',
    again: 'Andere Adresse eingeben',
    signedOut: 'Du bist abgemeldet.',
  },
  login: {
    title: 'Willkommen',
    lead: 'Mit diesem Link öffnest du das Mitgliederportal. Er ist persönlich: Gib ihn bitte nicht weiter.',
    open: 'Portal öffnen',
    goneTitle: 'Dieser Link gilt nicht mehr',
    gone: 'Er ist abgelaufen oder unvollständig. Fordere auf der Portalseite deines Vereins einen neuen an oder bitte den Verein darum.',
  },
  myData: {
    title: 'Meine Daten',
    nothingOffered: 'Dein Verein bietet hier im Moment nichts an.',
    edit: 'Ändern',
    editTitle: 'Daten ändern',
    saved: 'Gespeichert. Danke, dass du deine Daten aktuell hältst.',
    changedMeanwhile:
      'Deine Daten wurden gerade woanders geändert. Unten steht der neue Stand; ändere ihn bei Bedarf noch einmal.',
  },
  news: {
    title: 'Neuigkeiten per E-Mail',
    wanted: 'Du bekommst die Neuigkeiten deines Vereins.',
    refused: (date: string) =>
      `Abbestellt am ${date}. Wichtige E-Mails zu deiner Mitgliedschaft kommen weiter.`,
    refuse: 'Abbestellen',
    want: 'Wieder bekommen',
    done: {
      refused: 'Neuigkeiten sind abbestellt.',
      wanted: 'Du bekommst wieder Neuigkeiten.',
    } as Record<string, string>,
  },
  unsubscribe: {
    title: 'Neuigkeiten abbestellen?',
    lead: (name: string) =>
      `${name} schickt dir dann keine Neuigkeiten mehr per E-Mail. Wichtige E-Mails kommen weiter, zum Beispiel Einladungen zur Versammlung oder zu Beiträgen.`,
    unsubscribe: 'Abbestellen',
    doneTitle: 'Abbestellt',
    done: (name: string) =>
      `${name} schickt dir keine Neuigkeiten mehr per E-Mail. Wichtige E-Mails kommen weiter, zum Beispiel Einladungen zur Versammlung oder zu Beiträgen.`,
    again: 'Doch wieder bekommen',
    wanted: 'Du bekommst wieder Neuigkeiten.',
    goneTitle: 'Dieser Link gilt nicht',
    gone: 'Er ist unvollständig oder zu alt. Nimm den Link aus der neuesten E-Mail, oder antworte auf sie.',
  },
  myFees: {
    title: 'Beiträge',
    none: 'Für dich gibt es keine Beiträge.',
    reference: 'Verwendungszweck',
  },
  mail: {
    subject: 'Ihr Link zum Mitgliederportal',
    preheader: 'Gilt zwölf Stunden, nur für Sie.',
    greeting: 'Guten Tag,',
    lead: 'mit diesem Link öffnen Sie das Mitgliederportal:',
    button: 'Portal öffnen',
    until: (time: string) => `Er gilt bis ${time} Uhr.`,
    personal: 'Der Link ist persönlich wie ein Passwort: Bitte geben Sie ihn nicht weiter.',
    unasked: 'Sie haben keinen Link angefordert? Dann löschen Sie diese E-Mail einfach, es passiert nichts.',
  },
}

export type PortalTexts = typeof de
