import type { ListId } from '../access/lists'
import type { Templates } from '../shared/templates'
import type { CustomColumn } from './column'

/** A custom column of a template, as `addColumns` takes it. */
export type ColumnTemplate = Pick<CustomColumn, 'name' | 'type'> & { allowed_values?: string[] }

const text = (name: string, allowed_values?: string[]): ColumnTemplate => ({
  name,
  type: 'string',
  ...(allowed_values && { allowed_values }),
})
const several = (name: string, allowed_values: string[]): ColumnTemplate => ({
  name,
  type: 'array',
  allowed_values,
})
const as = (type: CustomColumn['type'], name: string): ColumnTemplate => ({ name, type })

const SIZES = ['XS', 'S', 'M', 'L', 'XL', 'XXL', '3XL']
const ALL_SIZES = ['116', '128', '140', '152', '164', ...SIZES]

/** The custom columns that are useful to many associations of a kind, by list. */
export const COLUMN_TEMPLATES: Templates<Record<ListId, ColumnTemplate[]>> = {
  de: {
    sports: {
      members: [
        several('Abteilungen', [
          ...['Badminton', 'Fußball', 'Handball', 'Leichtathletik', 'Schwimmen'],
          ...['Tennis', 'Tischtennis', 'Turnen', 'Volleyball'],
        ]),
        text('Mannschaft'),
        text('Trikotgröße', ALL_SIZES),
        text('Spielerpass-Nr.'),
        several('Ehrenamt', [
          ...[
            'Vorstand',
            'Abteilungsleitung',
            'Training',
            'Schiedsrichteramt',
            'Jugendarbeit',
            'Helferdienste',
          ],
        ]),
        text('Lizenz', ['C-Lizenz', 'B-Lizenz', 'A-Lizenz']),
        as('date', 'Lizenz gültig bis'),
        as('date', 'Führungszeugnis gültig bis'),
        as('integer', 'Arbeitsstunden'),
        as('boolean', 'Fotos erlaubt'),
      ],
      contacts: [
        several('Rolle', ['Sponsor', 'Verband', 'Stadt oder Gemeinde', 'Presse', 'Lieferant', 'Eltern']),
        text('Ansprechperson'),
        as('url', 'Webseite'),
        as('number', 'Sponsoring im Jahr'),
        as('date', 'Sponsoring bis'),
      ],
    },
    music: {
      members: [
        several('Instrument', [
          ...['Querflöte', 'Oboe', 'Klarinette', 'Saxophon', 'Fagott', 'Flügelhorn', 'Trompete', 'Horn'],
          ...['Tenorhorn', 'Bariton', 'Posaune', 'Tuba', 'Schlagzeug', 'Gesang'],
        ]),
        text('Register', [...['Holzbläser', 'Blechbläser', 'Schlagwerk', 'Sopran', 'Alt', 'Tenor', 'Bass']]),
        text('Stimme', ['1. Stimme', '2. Stimme', '3. Stimme', '4. Stimme', 'Solo']),
        several('Ensemble', ['Hauptorchester', 'Jugendorchester', 'Bläserklasse', 'Chor']),
        text('Leihinstrument'),
        as('date', 'Leihinstrument seit'),
        text('Notenmappe'),
        text('Uniformgröße', SIZES),
        text('Leistungsabzeichen', ['Junior', 'Bronze', 'Silber', 'Gold']),
        as('boolean', 'In Ausbildung'),
        as('date', 'Führungszeugnis gültig bis'),
        as('boolean', 'Fotos erlaubt'),
      ],
      contacts: [
        several('Rolle', ['Aushilfe', 'Veranstalter', 'Ehrengast', 'Sponsor', 'Verband', 'Presse']),
        text('Instrument'),
        text('Ansprechperson'),
        as('url', 'Webseite'),
      ],
    },
    support: {
      members: [
        as('number', 'Fördersumme im Jahr'),
        as('boolean', 'Spendenquittung gewünscht'),
        several('Förderschwerpunkt', ['Ausstattung', 'Ausflüge', 'Veranstaltungen', 'Einzelhilfen']),
        text('Name des Kindes'),
        text('Klasse oder Gruppe'),
        several('Mithilfe', ['Veranstaltungen', 'Kuchen', 'Auf- und Abbau', 'Öffentlichkeitsarbeit']),
        as('boolean', 'Einladungen gewünscht'),
        as('boolean', 'Darf genannt werden'),
      ],
      contacts: [
        several('Rolle', [
          'Spenderin oder Spender',
          'Stiftung',
          'Sponsor',
          'Schule oder Einrichtung',
          'Behörde',
          'Presse',
        ]),
        text('Ansprechperson'),
        as('number', 'Fördersumme im Jahr'),
        as('boolean', 'Spendenquittung gewünscht'),
        as('url', 'Webseite'),
      ],
    },
  },
  en: {
    sports: {
      members: [
        several('Sections', [
          ...['Athletics', 'Badminton', 'Football', 'Gymnastics', 'Handball'],
          ...['Swimming', 'Table tennis', 'Tennis', 'Volleyball'],
        ]),
        text('Team'),
        text('Shirt size', ALL_SIZES),
        text('Player licence number'),
        several('Voluntary work', [
          'Board',
          'Head of section',
          'Coaching',
          'Refereeing',
          'Youth work',
          'Helping',
        ]),
        text('Coaching licence', ['Licence C', 'Licence B', 'Licence A']),
        as('date', 'Coaching licence valid until'),
        as('date', 'Background check valid until'),
        as('integer', 'Hours of work'),
        as('boolean', 'Photos allowed'),
      ],
      contacts: [
        several('Role', ['Sponsor', 'Federation', 'Municipality', 'Press', 'Supplier', 'Parents']),
        text('Person to ask'),
        as('url', 'Website'),
        as('number', 'Sponsoring a year'),
        as('date', 'Sponsoring until'),
      ],
    },
    music: {
      members: [
        several('Instrument', [
          ...['Flute', 'Oboe', 'Clarinet', 'Saxophone', 'Bassoon', 'Flugelhorn', 'Trumpet', 'French horn'],
          ...['Tenor horn', 'Baritone', 'Trombone', 'Tuba', 'Percussion', 'Voice'],
        ]),
        text('Section', ['Woodwind', 'Brass', 'Percussion', 'Soprano', 'Alto', 'Tenor', 'Bass']),
        text('Part', ['1st part', '2nd part', '3rd part', '4th part', 'Solo']),
        several('Ensemble', ['Main orchestra', 'Youth orchestra', 'Beginners', 'Choir']),
        text('Instrument on loan'),
        as('date', 'On loan since'),
        text('Music folder'),
        text('Uniform size', SIZES),
        text('Grade', ['Junior', 'Bronze', 'Silver', 'Gold']),
        as('boolean', 'In training'),
        as('date', 'Background check valid until'),
        as('boolean', 'Photos allowed'),
      ],
      contacts: [
        several('Role', ['Stand-in', 'Organizer', 'Guest of honour', 'Sponsor', 'Federation', 'Press']),
        text('Instrument'),
        text('Person to ask'),
        as('url', 'Website'),
      ],
    },
    support: {
      members: [
        as('number', 'Support a year'),
        as('boolean', 'Wants a donation receipt'),
        several('Supports', ['Equipment', 'Trips', 'Events', 'Individual help']),
        text('Name of the child'),
        text('Class or group'),
        several('Helps with', ['Events', 'Cakes', 'Setting up', 'Publicity']),
        as('boolean', 'Wants invitations'),
        as('boolean', 'May be named'),
      ],
      contacts: [
        several('Role', ['Donor', 'Foundation', 'Sponsor', 'School or institution', 'Authority', 'Press']),
        text('Person to ask'),
        as('number', 'Support a year'),
        as('boolean', 'Wants a donation receipt'),
        as('url', 'Website'),
      ],
    },
  },
}
