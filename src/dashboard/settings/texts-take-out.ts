import type { Locale } from '../../ui/i18n/locale'

const de = {
  title: 'Alles mitnehmen',
  lead: 'Eine ZIP-Datei mit allem, was der Verein hier gespeichert hat: zum Aufheben, oder um woanders weiterzumachen. Hier ändert sich dadurch nichts.',
  personalTitle: 'Darin sind personenbezogene Daten',
  personal:
    'Namen, Anschriften, Geburtsdaten und Bankverbindungen aller Mitglieder und Kontakte. Bewahre die Datei sicher auf, und lösche sie, wenn du sie nicht mehr brauchst.',
  contents: 'Das ist drin',
  parts: [
    {
      main: 'Mitglieder, Anträge und Kontakte',
      detail: 'Tabellen mit allen Feldern, auch den eigenen',
    },
    {
      main: 'Beiträge, Zahlungen und Kassenbuch',
      detail: 'Tabellen, dazu Bankumsätze, Lastschriften und Mandate',
    },
    { main: 'E-Mails und Protokoll', detail: 'Was an wen ging, und wer was geändert hat' },
    { main: 'Dateien', detail: 'Logo, Lastschriftdateien und Kontoauszüge' },
    {
      main: 'Alles noch einmal für Programme',
      detail: 'Eine Datei, aus der sich der Verein wiederherstellen lässt',
    },
    { main: 'README.txt', detail: 'Was jede Datei enthält, und was aus Sicherheitsgründen fehlt' },
  ],
  download: 'ZIP-Datei herunterladen',
  size: (megabytes: string) => `Die Datei ist ungefähr ${megabytes} MB groß.`,
  proof:
    'Vor dem Herunterladen bestätigst du noch einmal, wer du bist. Im Protokoll steht danach, wer wann alles heruntergeladen hat.',
  last: (when: string) => `Zuletzt vollständig heruntergeladen: ${when}`,
  runningTitle: 'Das läuft schon',
  running:
    'Gerade lädt schon jemand alles herunter. Warte, bis das fertig ist; spätestens nach 15 Minuten geht es wieder.',
}

const en: typeof de = {
  title: 'Download all data',
  lead: 'A ZIP with everything that the association has stored here: to keep, or to go on elsewhere. Nothing changes here.',
  personalTitle: 'It holds personal data',
  personal:
    'Names, addresses, birthdates and bank accounts of all members and contacts. Keep the file in a safe place, and delete it when you no longer need it.',
  contents: 'What is in it',
  parts: [
    { main: 'Members, applications and contacts', detail: 'Tables with all fields, your own included' },
    {
      main: 'Fees, payments and cash book',
      detail: 'Tables, and bank lines, direct debits and mandates',
    },
    { main: 'Emails and audit log', detail: 'What was sent to whom, and who changed what' },
    { main: 'Files', detail: 'Logo, files of direct debits and bank statements' },
    {
      main: 'Everything once more for programs',
      detail: 'A file from which the association can be restored',
    },
    { main: 'README.txt', detail: 'What each file holds, and what is left out for security' },
  ],
  download: 'Download the ZIP',
  size: (megabytes) => `The file is about ${megabytes} MB.`,
  proof:
    'Before the download, you confirm again who you are. The audit log then says who took everything along, and when.',
  last: (when) => `Last complete download: ${when}`,
  runningTitle: 'Already running',
  running:
    'Somebody is downloading everything right now. Wait until that has ended; after 15 minutes at the latest it works again.',
}

/** What the page of the export says. */
export const takeOutTexts = ({ language }: Locale): typeof de => (language === 'de' ? de : en)
