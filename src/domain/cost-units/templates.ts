import type { Templates } from '../shared/templates'
import type { CostUnit } from './cost-unit'

type Sphere = NonNullable<CostUnit['sphere']>

/** A cost unit of a template, as `addCostUnits` takes it. A category without a sphere has that of its cost unit. */
export type CostUnitTemplate = {
  name: string
  sphere: Sphere
  categories: (string | { name: string; sphere: Sphere })[]
}

/** The cost units that are useful to many associations of a kind, in the tax spheres that they usually have. */
export const COST_UNIT_TEMPLATES: Templates<CostUnitTemplate[]> = {
  de: {
    sports: [
      { name: 'Beiträge und Spenden', sphere: 'ideal', categories: ['Beiträge', 'Spenden', 'Zuschüsse'] },
      {
        name: 'Verwaltung',
        sphere: 'ideal',
        categories: ['Büro und Porto', 'Bankgebühren', 'Versicherungen', 'Verbandsabgaben', 'Ehrungen'],
      },
      { name: 'Training', sphere: 'ideal', categories: ['Übungsleitung', 'Hallenmiete', 'Sportgeräte'] },
      {
        name: 'Spielbetrieb',
        sphere: 'purpose',
        categories: ['Eintritt', 'Startgelder', 'Schiedsrichter', 'Fahrten', 'Trikots'],
      },
      { name: 'Jugend', sphere: 'ideal', categories: ['Ausflüge und Freizeiten', 'Ausbildung'] },
      { name: 'Kurse', sphere: 'purpose', categories: ['Kursgebühren', 'Honorare'] },
      { name: 'Sportanlage', sphere: 'ideal', categories: ['Pflege', 'Strom und Wasser', 'Reparaturen'] },
      {
        name: 'Vereinsheim',
        sphere: 'business',
        categories: ['Speisen und Getränke', 'Einkauf', { name: 'Pacht', sphere: 'assets' }],
      },
      {
        name: 'Veranstaltungen',
        sphere: 'business',
        categories: ['Vereinsfest', 'Speisen und Getränke', { name: 'Tombola', sphere: 'purpose' }],
      },
      { name: 'Werbung und Sponsoring', sphere: 'business', categories: ['Banden', 'Trikotwerbung'] },
      { name: 'Vermögen', sphere: 'assets', categories: ['Zinsen', 'Vermietung'] },
    ],
    music: [
      { name: 'Beiträge und Spenden', sphere: 'ideal', categories: ['Beiträge', 'Spenden', 'Zuschüsse'] },
      {
        name: 'Verwaltung',
        sphere: 'ideal',
        categories: ['Büro und Porto', 'Bankgebühren', 'Versicherungen', 'Verbandsabgaben', 'Ehrungen'],
      },
      { name: 'Proben', sphere: 'ideal', categories: ['Dirigat', 'Noten', 'Probenraum'] },
      {
        name: 'Instrumente und Uniformen',
        sphere: 'ideal',
        categories: ['Anschaffung', 'Reparaturen', 'Leihgebühren'],
      },
      { name: 'Ausbildung', sphere: 'purpose', categories: ['Unterrichtsgebühren', 'Honorare', 'Lehrgänge'] },
      { name: 'Jugend', sphere: 'ideal', categories: ['Ausflüge und Freizeiten', 'Jugendorchester'] },
      {
        name: 'Konzerte und Auftritte',
        sphere: 'purpose',
        categories: ['Eintritt', 'Gagen', 'GEMA', 'Saal und Technik', 'Aushilfen'],
      },
      {
        name: 'Veranstaltungen',
        sphere: 'business',
        categories: ['Vereinsfest', 'Speisen und Getränke', { name: 'Tombola', sphere: 'purpose' }],
      },
      { name: 'Werbung und Sponsoring', sphere: 'business', categories: ['Anzeigen', 'Sponsoring'] },
      { name: 'Vermögen', sphere: 'assets', categories: ['Zinsen', 'Vermietung'] },
    ],
    support: [
      { name: 'Beiträge und Spenden', sphere: 'ideal', categories: ['Beiträge', 'Spenden', 'Zuschüsse'] },
      {
        name: 'Verwaltung',
        sphere: 'ideal',
        categories: ['Büro und Porto', 'Bankgebühren', 'Versicherungen', 'Mitgliederversammlung'],
      },
      {
        name: 'Förderung',
        sphere: 'ideal',
        categories: ['Ausstattung', 'Ausflüge', 'Projekte', 'Einzelhilfen'],
      },
      { name: 'Öffentlichkeitsarbeit', sphere: 'ideal', categories: ['Webseite', 'Drucksachen'] },
      {
        name: 'Veranstaltungen',
        sphere: 'business',
        categories: ['Eintritt', 'Speisen und Getränke', { name: 'Tombola', sphere: 'purpose' }],
      },
      { name: 'Verkauf', sphere: 'business', categories: ['Basar und Flohmarkt', 'Kuchen', 'Fanartikel'] },
      { name: 'Werbung und Sponsoring', sphere: 'business', categories: ['Anzeigen', 'Sponsoring'] },
      { name: 'Vermögen', sphere: 'assets', categories: ['Zinsen'] },
    ],
  },
  en: {
    sports: [
      { name: 'Fees and donations', sphere: 'ideal', categories: ['Fees', 'Donations', 'Grants'] },
      {
        name: 'Administration',
        sphere: 'ideal',
        categories: ['Office and postage', 'Bank charges', 'Insurance', 'Federation dues', 'Honours'],
      },
      { name: 'Training', sphere: 'ideal', categories: ['Coaching', 'Rent of halls', 'Equipment'] },
      {
        name: 'Competitions',
        sphere: 'purpose',
        categories: ['Tickets', 'Entry fees', 'Referees', 'Travel', 'Shirts'],
      },
      { name: 'Youth', sphere: 'ideal', categories: ['Trips and camps', 'Education'] },
      { name: 'Courses', sphere: 'purpose', categories: ['Course fees', 'Instructors'] },
      { name: 'Sports ground', sphere: 'ideal', categories: ['Upkeep', 'Power and water', 'Repairs'] },
      {
        name: 'Clubhouse',
        sphere: 'business',
        categories: ['Food and drinks', 'Purchases', { name: 'Lease', sphere: 'assets' }],
      },
      {
        name: 'Events',
        sphere: 'business',
        categories: ['Summer party', 'Food and drinks', { name: 'Raffle', sphere: 'purpose' }],
      },
      { name: 'Advertising and sponsoring', sphere: 'business', categories: ['Boards', 'Shirt sponsors'] },
      { name: 'Assets', sphere: 'assets', categories: ['Interest', 'Rent'] },
    ],
    music: [
      { name: 'Fees and donations', sphere: 'ideal', categories: ['Fees', 'Donations', 'Grants'] },
      {
        name: 'Administration',
        sphere: 'ideal',
        categories: ['Office and postage', 'Bank charges', 'Insurance', 'Federation dues', 'Honours'],
      },
      { name: 'Rehearsals', sphere: 'ideal', categories: ['Conducting', 'Sheet music', 'Rehearsal room'] },
      {
        name: 'Instruments and uniforms',
        sphere: 'ideal',
        categories: ['Purchases', 'Repairs', 'Loan fees'],
      },
      { name: 'Lessons', sphere: 'purpose', categories: ['Lesson fees', 'Teachers', 'Courses'] },
      { name: 'Youth', sphere: 'ideal', categories: ['Trips and camps', 'Youth orchestra'] },
      {
        name: 'Concerts and performances',
        sphere: 'purpose',
        categories: ['Tickets', 'Performance fees', 'Music licences', 'Hall and technology', 'Stand-ins'],
      },
      {
        name: 'Events',
        sphere: 'business',
        categories: ['Summer party', 'Food and drinks', { name: 'Raffle', sphere: 'purpose' }],
      },
      {
        name: 'Advertising and sponsoring',
        sphere: 'business',
        categories: ['Advertisements', 'Sponsoring'],
      },
      { name: 'Assets', sphere: 'assets', categories: ['Interest', 'Rent'] },
    ],
    support: [
      { name: 'Fees and donations', sphere: 'ideal', categories: ['Fees', 'Donations', 'Grants'] },
      {
        name: 'Administration',
        sphere: 'ideal',
        categories: ['Office and postage', 'Bank charges', 'Insurance', 'General meeting'],
      },
      { name: 'Support', sphere: 'ideal', categories: ['Equipment', 'Trips', 'Projects', 'Individual help'] },
      { name: 'Publicity', sphere: 'ideal', categories: ['Website', 'Printing'] },
      {
        name: 'Events',
        sphere: 'business',
        categories: ['Tickets', 'Food and drinks', { name: 'Raffle', sphere: 'purpose' }],
      },
      { name: 'Sales', sphere: 'business', categories: ['Jumble sale', 'Cakes', 'Merchandise'] },
      {
        name: 'Advertising and sponsoring',
        sphere: 'business',
        categories: ['Advertisements', 'Sponsoring'],
      },
      { name: 'Assets', sphere: 'assets', categories: ['Interest'] },
    ],
  },
}
