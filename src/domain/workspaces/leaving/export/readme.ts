import { LEFT_OUT } from '../../copy/tables'
import { BLANKED, WITHHELD } from './withhold'

export const README = 'README.txt'

/** What each file of an export is, in German and English. */
export function readmeOf({ id, name }: { id: string; name: string }, now: Date): string {
  const about = `${name} (${id}), ${now.toISOString()}`
  return `${[german(about), '', '='.repeat(78), '', english(about)].join('\n').replaceAll('\n', '\r\n')}\r\n`
}

const german = (about: string): string => `ALLES MITNEHMEN
${about}

Diese ZIP-Datei enthält alle Daten des Vereins, auch personenbezogene: Namen, Anschriften,
Geburtsdaten, Bankverbindungen. Bewahre sie verschlossen auf, und lösche sie, wenn du sie nicht
mehr brauchst.

README.txt             diese Datei
members.csv            die Mitglieder mit allen Feldern und eigenen Spalten
applications.csv       die Aufnahmeanträge
contacts.csv           die Kontakte
fees.csv               die Beiträge und andere Forderungen
vouchers-JAHR.csv      das Kassenbuch eines Geschäftsjahres, eine Zeile je Buchungszeile
tables/*.csv           weitere Tabellen: Zahlungen, Mandate, Bankumsätze, Lastschriften, E-Mails,
                       Protokoll (events) und andere. Beträge stehen dort in Cent.
files/logo.*           das Logo
files/direct-debits/   die Lastschriftdateien (pain.008) für die Bank
files/statements/      die Kontoauszüge (camt) der Bank, wie sie importiert wurden
files/imports/         Tabellen, deren Import noch nicht abgeschlossen ist
workspace.ndjson       alles für Programme: je Tabelle eine Zeile mit ihren Spalten, dann je
                       Datensatz eine Zeile. Daraus lässt sich der Verein wiederherstellen.
manifest.json          die Größe und der SHA-256-Wert jeder Datei. Steht dort
                       "is_consistent": false, wurde währenddessen etwas geändert: Dann
                       nimm zu einer ruhigen Zeit noch einmal alles mit.

CSV-Dateien öffnet jede Tabellenkalkulation (UTF-8).

Nicht enthalten, weil damit jemand in fremdem Namen handeln könnte oder weil es nach kurzer Zeit
verfällt:
- Schlüssel von Programmen, Anmeldungen, Passkeys und die Prüfwerte von Links
- im Einzelnen: ${withheld()}`

const english = (about: string): string => `TAKE EVERYTHING ALONG
${about}

This ZIP holds all data of the association, personal data included: names, addresses, birthdates,
bank accounts. Keep it locked away, and delete it when you no longer need it.

README.txt             this file
members.csv            the members with all fields and custom columns
applications.csv       the applications for membership
contacts.csv           the contacts
fees.csv               the fees
vouchers-YEAR.csv      the cash book of a fiscal year, a record for each line
tables/*.csv           more tables: payments, mandates, bank lines, direct debits, emails, the
                       log (events) and others. Amounts are in cents there.
files/logo.*           the logo
files/direct-debits/   the files of direct debits (pain.008) for the bank
files/statements/      the statements (camt) of the bank as they were imported
files/imports/         tables whose import is not finished
workspace.ndjson       everything for programs: for each table a line with its columns, then a
                       line for each row. The association can be restored from it.
manifest.json          the size and the SHA-256 of each file. If it says "is_consistent": false,
                       something was changed meanwhile: export again at a quiet time.

Every spreadsheet program opens the CSV files (UTF-8).

Left out, since somebody could act for others with it, or since it soon expires:
- keys of programs, sessions, passkeys, and the hashes of links
- in detail: ${withheld()}`

const withheld = (): string =>
  [
    ...Object.keys({ ...WITHHELD, ...LEFT_OUT }),
    ...Object.entries(BLANKED).flatMap(([table, columns]) =>
      Object.keys(columns).map((one) => `${table}.${one}`),
    ),
  ]
    .sort()
    .join(', ')
