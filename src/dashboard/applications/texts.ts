import type { Locale } from '../../ui/i18n/locale'

const de = {
  title: 'Anträge',
  appliedOn: (date: string) => `Eingegangen am ${date}`,
  consent: 'Zustimmung',
  agreedOn: (date: string) => `Satzung anerkannt am ${date}`,
  statutes: 'Satzung öffnen',
  similar: 'Vielleicht schon da',
  choose: (name: string) => `${name} auswählen`,
  open: 'Ansehen',
  confirm: 'Aufnehmen',
  reject: 'Ablehnen',
  together: (count: number) => `Gemeinsamer Antrag von ${count} Personen`,
  confirmAll: 'Alle aufnehmen',
  rejectAll: 'Alle ablehnen',
  relations: { payer: 'Beiträge bezahlt', guardian: 'Gesetzliche Vertretung' },
  mandate: {
    withdrawn: (date: string) => `widerrufen am ${date}: Die Beiträge werden überwiesen.`,
    ofPayer: (name: string, reference: string, date: string) =>
      `${reference} von ${name}, online erteilt am ${date}`,
    collectable: 'Lastschrift möglich',
    from: (time: string) => `ab ${time}`,
  },
  empty: {
    title: 'Keine Anträge',
    lead: 'Wer über das Anmeldeformular eintreten möchte, erscheint hier, bis du entscheidest.',
    action: 'Mitglied anlegen',
  },
  confirmed: (count: number) => `${count} Personen sind aufgenommen.`,
  dues: {
    title: (name: string, amount: string) => `${name}: ${amount}`,
    nothing: (name: string) => `${name}: nichts zu erheben`,
    claim: 'Jetzt erheben',
    mayNot: 'Erheben können ihn Inhaber und Kassenwart, auch nach der Aufnahme.',
    fault: 'Aufnehmen kannst du trotzdem. Erheben lässt sich der Beitrag, sobald das geklärt ist.',
    changed: 'Der Beitrag ist jetzt ein anderer',
    changedLead: 'Es ist noch nichts gespeichert. Sieh dir den Beitrag unten an und bestätige noch einmal.',
  },
  rejected: (count: number): string =>
    count === 1
      ? 'Der Antrag ist abgelehnt und die Person gelöscht.'
      : `${count} Anträge sind abgelehnt und die Personen gelöscht.`,
  noneChosen: 'Wähle mindestens einen Antrag. Was nicht mehr in der Liste steht, ist schon entschieden.',
  decidedMeanwhile:
    'Einige dieser Anträge hat inzwischen jemand entschieden. Unten stehen die übrigen; es ist nichts gespeichert.',
  confirmPage: {
    title: (count: number, name: string) =>
      count === 1 ? `${name} aufnehmen` : `${count} Personen aufnehmen`,
    lead: (count: number): string =>
      count === 1
        ? 'Damit wird aus dem Antrag ein Mitglied.'
        : 'Damit werden aus den Anträgen Mitglieder. Aufgenommen werden alle zusammen.',
    joinDate: 'Mitglied seit',
    number: 'Mitgliedsnummer',
    numberOf: (name: string) => `Mitgliedsnummer für ${name}`,
    submit: (count: number) => (count === 1 ? 'Aufnehmen' : `${count} Personen aufnehmen`),
    also: 'Gruppe, Abteilungen und Zahlung',
    payer: 'Wer bezahlt?',
    paysSelf: 'Bezahlt selbst',
    payerIssue: 'Wer für andere bezahlt, kann keinen anderen Zahler haben.',
    dateIssue: 'Dieses Datum gibt es nicht.',
    numberIssue: 'Diese Mitgliedsnummer ist schon vergeben oder zu lang.',
  },
  rejectPage: {
    title: (count: number, name: string) =>
      count === 1 ? `Antrag von ${name} ablehnen?` : `${count} Anträge ablehnen?`,
    lead: (count: number): string =>
      count === 1
        ? 'Die Person wird mit allen Daten gelöscht. Das lässt sich nicht rückgängig machen.'
        : 'Diese Personen werden mit allen Daten gelöscht. Das lässt sich nicht rückgängig machen.',
    dependants: (names: string) => `Hängt daran: ${names}`,
    choice: 'Was wird aus ihnen?',
    choiceIssue: 'Bitte wähle, was aus ihnen wird. Es ist noch nichts gespeichert.',
    choices: {
      reject: 'Auch ablehnen und löschen, soweit sie noch nicht aufgenommen sind',
      keep: 'Sie bleiben. Die abgelehnte Person wird Kontakt und bezahlt und handelt weiter für sie',
      alone: 'Sie bleiben und bezahlen selbst',
    },
    mail: 'Wer eine Adresse angegeben hat, bekommt die Absage per E-Mail.',
    noMail: 'Es geht keine Nachricht hinaus. Gib selbst Bescheid, solange du die Adresse noch hast.',
    submit: (count: number): string =>
      count === 1 ? 'Ablehnen und löschen' : `${count} Anträge ablehnen und löschen`,
  },
}

const en: typeof de = {
  title: 'Applications',
  appliedOn: (date) => `Received on ${date}`,
  consent: 'Agreement',
  agreedOn: (date) => `Agreed to the statutes on ${date}`,
  statutes: 'Open the statutes',
  similar: 'Possibly here already',
  choose: (name) => `Select ${name}`,
  open: 'View',
  confirm: 'Admit',
  reject: 'Reject',
  together: (count) => `Application of ${count} persons together`,
  confirmAll: 'Admit all',
  rejectAll: 'Reject all',
  relations: { payer: 'Fees paid by', guardian: 'Guardian' },
  mandate: {
    withdrawn: (date) => `withdrawn on ${date}: fees are paid by bank transfer.`,
    ofPayer: (name, reference, date) => `${reference} of ${name}, given online on ${date}`,
    collectable: 'Can be collected',
    from: (time) => `from ${time} on`,
  },
  empty: {
    title: 'No applications',
    lead: 'People who want to join through your form appear here until you decide.',
    action: 'New member',
  },
  confirmed: (count) => `${count} persons are admitted.`,
  dues: {
    title: (name, amount) => `${name}: ${amount}`,
    nothing: (name) => `${name}: nothing to claim`,
    claim: 'Claim it now',
    mayNot: 'Owners and treasurers can claim it, also after the admission.',
    fault: 'You can admit them all the same. The fee can be claimed once this is solved.',
    changed: 'The fee is a different one now',
    changedLead: 'Nothing is saved yet. Look at the fee below, and confirm again.',
  },
  rejected: (count) =>
    count === 1
      ? 'The application is rejected and the person deleted.'
      : `${count} applications are rejected and the persons deleted.`,
  noneChosen: 'Select at least one application. Those that have left the list are decided already.',
  decidedMeanwhile:
    'Some of these applications have been decided meanwhile. The others are below; nothing is saved.',
  confirmPage: {
    title: (count, name) => (count === 1 ? `Admit ${name}` : `Admit ${count} persons`),
    lead: (count) =>
      count === 1
        ? 'This turns the application into a member.'
        : 'This turns the applications into members, all of them together.',
    joinDate: 'Member since',
    number: 'Membership number',
    numberOf: (name) => `Membership number of ${name}`,
    submit: (count) => (count === 1 ? 'Admit' : `Admit ${count} persons`),
    also: 'Group, sections and payment',
    payer: 'Who pays?',
    paysSelf: 'Pays for themselves',
    payerIssue: 'Who pays for others cannot have another payer.',
    dateIssue: 'This date does not exist.',
    numberIssue: 'This membership number is taken already, or too long.',
  },
  rejectPage: {
    title: (count, name) =>
      count === 1 ? `Reject the application of ${name}?` : `Reject ${count} applications?`,
    lead: (count) =>
      count === 1
        ? 'The person is deleted with all data. This cannot be undone.'
        : 'These persons are deleted with all data. This cannot be undone.',
    dependants: (names) => `Depending on this: ${names}`,
    choice: 'What becomes of them?',
    choiceIssue: 'Choose what becomes of them. Nothing is saved yet.',
    choices: {
      reject: 'Reject and delete them too, unless they are admitted already',
      keep: 'They stay. The rejected person becomes a contact who still pays and acts for them',
      alone: 'They stay and pay for themselves',
    },
    mail: 'Everyone who gave an address is told by email.',
    noMail: 'No message is sent. Tell them yourself while you still have the address.',
    submit: (count) => (count === 1 ? 'Reject and delete' : `Reject and delete ${count} applications`),
  },
}

/** What the pages of membership applications say. */
export const applicationTexts = ({ language }: Locale): typeof de => (language === 'de' ? de : en)
