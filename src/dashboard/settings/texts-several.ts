import type { TemplateName } from '../../domain/shared/templates'

type Names = Record<TemplateName, string>

const de = {
  several: {
    add: 'Mehrere anlegen',
    create: 'Anlegen',
    nothing: 'Bitte wähle etwas aus der Vorlage oder trag einen Namen ein.',
    templates: 'Vorlagen',
    noTemplate: 'Ohne Vorlage',
    names: { sports: 'Sportverein', music: 'Musikverein', support: 'Förderverein' } as Names,
    present: (names: string) => `Schon vorhanden: ${names}`,
    columns: {
      title: 'Mehrere Felder anlegen',
      lead: 'Wähle aus einer Vorlage, was ihr braucht, und trag ein, was fehlt. Auswahlwerte lassen sich danach ergänzen und entfernen.',
      offer: 'Was viele Vereine dieser Art über ihre Mitglieder und Kontakte festhalten.',
      own: 'Eigene Einträge',
      ownLead: 'Leere Zeilen werden übergangen. Felder mit Auswahlwerten legst du einzeln an.',
      row: (number: number) => `Feld ${number}`,
    },
    costUnits: {
      title: 'Mehrere Kostenstellen anlegen',
      lead: 'Wähle aus einer Vorlage, was ihr braucht, und trag ein, was fehlt. Sphären lassen sich danach ändern und Kategorien ergänzen.',
      offer: 'Wofür viele Vereine dieser Art Geld einnehmen und ausgeben, mit Kategorien und Sphären.',
      own: 'Eigene Einträge',
      ownLead: 'Leere Zeilen werden übergangen.',
      row: (number: number) => `Kostenstelle ${number}`,
    },
  },
}

const en: typeof de = {
  several: {
    add: 'Add several',
    create: 'Add',
    nothing: 'Choose something from the template, or enter a name.',
    templates: 'Templates',
    noTemplate: 'No template',
    names: { sports: 'Sports club', music: 'Music club', support: 'Supporters’ club' },
    present: (names) => `Already there: ${names}`,
    columns: {
      title: 'Add several fields',
      lead: 'Choose what you need from a template, and enter what it lacks. Allowed values can be added and removed later.',
      offer: 'What many associations of this kind record about their members and contacts.',
      own: 'Your own entries',
      ownLead: 'Empty rows are left out. Add fields with allowed values one by one.',
      row: (number) => `Field ${number}`,
    },
    costUnits: {
      title: 'Add several cost units',
      lead: 'Choose what you need from a template, and enter what it lacks. Spheres can be changed and categories added later.',
      offer: 'What many associations of this kind receive and spend money for, with categories and spheres.',
      own: 'Your own entries',
      ownLead: 'Empty rows are left out.',
      row: (number) => `Cost unit ${number}`,
    },
  },
}

/** What the pages say that create several columns or cost units at once. */
export const several = { de, en }
