import type { Variant } from '../../domain/access/lists'
import type { CustomColumn } from '../../domain/custom-columns/column'
import type { PortalFunction } from '../../domain/portal/settings'
import type { FieldTexts } from '../refused-fields'

type Fields<Name extends string> = Record<Name, FieldTexts>
type Functions = Record<PortalFunction, string>
type Types = Record<CustomColumn['type'], string>

/** The first few of some names, and how many more there are. */
const some = (more: (number: number) => string) => (names: string[]) =>
  names.length > 5 ? `${names.slice(0, 4).join(', ')} ${more(names.length - 4)}` : names.join(', ')

const de = {
  workspace: {
    fields: {
      name: { label: 'Name', issue: 'Bitte gib einen Namen mit höchstens 255 Zeichen ein.' },
      locale: {
        label: 'Sprache und Land',
        issue: 'Bitte wähle eine der angebotenen Sprachen.',
        hint: 'Für E-Mails und für Mitglieder, deren Browser keine unserer Sprachen spricht',
      },
      timezone: { label: 'Zeitzone', issue: 'Bitte wähle eine der angebotenen Zeitzonen.' },
    } satisfies Fields<'name' | 'locale' | 'timezone'> as Fields<'name' | 'locale' | 'timezone'>,
    facts: {
      title: 'Vom Betreiber festgelegt',
      currency: 'Währung',
      subscription: 'Tarif',
      superordinate: 'Dachverband',
    },
    variants: {
      members: 'Mitglieder',
      contacts: 'Kontakte',
      complete: 'Mitglieder und Kontakte',
    } as Record<Variant, string>,
  },
  portal: {
    managedBy: (name: string) => `${name} verwaltet das Mitgliederportal.`,
    ask: 'Ansprechpersonen',
    leave: 'Portal abgeben',
    leaveHint: (name: string) => `${name} kann das Portal für eure Mitglieder mit verwalten.`,
    leaveTitle: (name: string) => `Portal an ${name} abgeben?`,
    leaveLead: (name: string) =>
      `Eure Mitglieder nutzen dann das Portal von ${name}: dessen Adresse, Farbe und Absender. ${name} legt auch fest, welche Daten sie dort sehen und ändern, und kann Login-Links für sie erstellen. Nur ${name} kann es zurückgeben.`,
    offers: 'Angebot',
    enabled: 'Das Portal ist eingeschaltet',
    functions: {
      view_data: 'Eigene Daten ansehen',
      edit_data: 'Eigene Daten ändern',
      view_fees: 'Beiträge ansehen',
      grant_mandate: 'SEPA-Mandat online erteilen und widerrufen',
      resign: 'die Mitgliedschaft kündigen',
    } as Functions,
    mandateLead:
      'Mandate online: Die Bank des Vereins muss Mandate in Textform akzeptieren, frag sie vorher. Eine Lastschrift ohne nachweisbares Mandat kann 13 Monate lang zurückgegeben werden.',
    fieldsLead: 'Ändern können Mitglieder ein Feld nur, wenn oben „Eigene Daten ändern“ ausgewählt ist.',
    access: { hidden: 'verborgen', visible: 'sichtbar', editable: 'änderbar' },
    look: 'Auftritt',
    logo: {
      title: 'Logo',
      file: 'Bilddatei',
      hint: 'PNG, JPEG oder WebP, höchstens 100 KB und 4.000 Pixel breit und hoch. Es steht auf allen Seiten des Portals und in E-Mails.',
      refused:
        'Bitte wähle ein vollständiges Bild als PNG, JPEG oder WebP mit höchstens 100 KB, das höchstens 4.000 Pixel breit und hoch ist.',
      upload: 'Hochladen',
      replace: 'Ersetzen',
      remove: 'Logo entfernen',
    },
    addressForms: { sie: 'Sie', du: 'du' },
    preview: 'Farbe ansehen',
    sampleLink: 'Meine Daten',
    contrast: (ratio: string) => `Kontrast der Schrift auf der Farbe: ${ratio} : 1`,
    slugHint: (prefix: string) =>
      `Das Ende der Adresse ${prefix}… – kleine Buchstaben, Ziffern und Bindestriche. Alte Links gelten danach nicht mehr.`,
    fields: {
      functions: { label: 'Mitglieder können', issue: 'Bitte wähle aus den angebotenen Möglichkeiten.' },
      fields: { label: 'Felder', issue: 'Ein Feld wurde inzwischen geändert. Bitte lade die Seite neu.' },
      slug: {
        label: 'Adresse',
        issue:
          'Diese Adresse ist vergeben oder hat andere Zeichen als kleine Buchstaben, Ziffern und Bindestriche (2 bis 63).',
      },
      sender_name: {
        label: 'Absender von E-Mails',
        issue: 'Bitte gib höchstens 100 Zeichen ein.',
        hint: 'Leer: der Name des Vereins',
      },
      colour: { label: 'Farbe', issue: 'Bitte wähle eine Farbe.' },
      address_form: { label: 'Anrede der Mitglieder auf Deutsch', issue: 'Bitte wähle eine Anrede.' },
    } as Fields<'functions' | 'fields' | 'slug' | 'sender_name' | 'colour' | 'address_form'>,
  },
  columns: {
    lead: 'In dieser Reihenfolge stehen sie in Listen, Formularen und Exporten.',
    lists: 'Listen',
    add: 'Neues Feld',
    none: 'Noch keine eigenen Felder',
    noneLead: 'Was die Standardfelder nicht kennen: Abteilung, T-Shirt-Größe, Führungszeugnis …',
    order: 'Reihenfolge',
    up: (name: string) => `${name} nach oben`,
    down: (name: string) => `${name} nach unten`,
    typeStays: 'bleibt immer so',
    someValues: some((number) => `und ${number} weitere`),
    types: {
      string: 'Text',
      boolean: 'Ja oder nein',
      array: 'Mehrere Texte',
      integer: 'Ganze Zahl',
      number: 'Zahl',
      date: 'Datum',
      email: 'E-Mail-Adresse',
      url: 'Webadresse',
    } as Types,
    fields: {
      name: { label: 'Name', issue: 'Bitte gib einen Namen mit höchstens 64 Zeichen ein.' },
      type: {
        label: 'Art',
        issue: 'Bitte wähle eine der angebotenen Arten.',
        hint: 'Lässt sich später nicht ändern',
      },
      allowed_values: {
        label: 'Auswahlwerte',
        issue: 'Nur für Text: höchstens 500 verschiedene Werte mit je höchstens 255 Zeichen.',
        hint: 'Nur für Text. Ein Wert je Zeile; ohne Werte ist jeder Text erlaubt.',
      },
      added_values: {
        label: 'Weitere Werte',
        issue: 'Höchstens 500 Werte mit je höchstens 255 Zeichen.',
        hint: 'Ein Wert je Zeile',
      },
      removed_values: { label: 'Werte entfernen', issue: 'Mindestens ein Wert muss bleiben.' },
      external_id: {
        label: 'Schlüssel',
        issue:
          'Dieser Schlüssel ist vergeben, oder er hat andere Zeichen als Buchstaben, Ziffern, Binde- und Unterstriche (höchstens 64).',
        hint: 'Name des Feldes in der API und in CSV-Dateien, zum Beispiel shirt_size. Lässt sich später nicht ändern.',
      },
      data: { label: 'Felder', issue: 'Diese Liste kann keine weiteren Felder oder Werte aufnehmen.' },
    } as Fields<
      'name' | 'type' | 'allowed_values' | 'added_values' | 'removed_values' | 'external_id' | 'data'
    >,
  },
  costUnits: {
    lead: 'Kategorien unterteilen eine Kostenstelle.',
    add: 'Neue Kostenstelle',
    none: 'Noch keine Kostenstellen',
    noneLead: 'Zum Beispiel Jugendfußball, Vereinsheim oder Sommerfest.',
    state: 'Status',
    archived: 'archiviert',
    present: 'Sphären der Kategorien',
    noSphere: 'Keine',
    asUnit: 'Wie die Kostenstelle',
    addCategories: 'Weitere Kategorien',
    archive: 'Archiviert',
    archiveHint: 'Nimmt keine neuen Ausgaben an; was gebucht ist, bleibt.',
    fields: {
      name: { label: 'Name', issue: 'Bitte gib einen Namen mit höchstens 255 Zeichen ein.' },
      categories: {
        label: 'Kategorien',
        issue: 'Höchstens 500 Kategorien mit je höchstens 255 Zeichen.',
        hint: 'Eine Kategorie je Zeile',
      },
      sphere: { label: 'Sphäre', issue: 'Bitte wähle eine Sphäre.' },
    } as Fields<'name' | 'categories' | 'sphere'>,
  },
}

const en: typeof de = {
  workspace: {
    fields: {
      name: { label: 'Name', issue: 'Enter a name of at most 255 characters.' },
      locale: {
        label: 'Language and country',
        issue: 'Choose one of the languages offered.',
        hint: 'For emails, and for members whose browser speaks none of our languages',
      },
      timezone: { label: 'Time zone', issue: 'Choose one of the time zones offered.' },
    },
    facts: {
      title: 'Decided by the operator',
      currency: 'Currency',
      subscription: 'Subscription',
      superordinate: 'Umbrella organization',
    },
    variants: { members: 'Members', contacts: 'Contacts', complete: 'Members and contacts' },
  },
  portal: {
    managedBy: (name) => `${name} manages the member portal.`,
    ask: 'People to ask',
    leave: 'Hand over the portal',
    leaveHint: (name) => `${name} can manage the portal for your members, too.`,
    leaveTitle: (name) => `Hand the portal over to ${name}?`,
    leaveLead: (name) =>
      `Your members then use the portal of ${name}: its address, colour and sender. ${name} also decides which data they see and change there, and can create login links for them. Only ${name} can hand it back.`,
    offers: 'What it offers',
    enabled: 'The portal is switched on',
    functions: {
      view_data: 'See their data',
      edit_data: 'Change their data',
      view_fees: 'See their fees',
      grant_mandate: 'Give and withdraw a SEPA mandate online',
      resign: 'Resign',
    },
    mandateLead:
      'Mandates online: the bank of the association must accept mandates in text form; ask it before. A direct debit without a provable mandate can be returned for 13 months.',
    fieldsLead: 'Members can change a field only where “Change their data” is chosen above.',
    access: { hidden: 'hidden', visible: 'visible', editable: 'editable' },
    look: 'Appearance',
    logo: {
      title: 'Logo',
      file: 'Image file',
      hint: 'PNG, JPEG or WebP, at most 100 KB and 4,000 pixels wide and high. It is on all pages of the portal and in emails.',
      refused:
        'Choose a whole PNG, JPEG or WebP image of at most 100 KB that is at most 4,000 pixels wide and high.',
      upload: 'Upload',
      replace: 'Replace',
      remove: 'Remove the logo',
    },
    addressForms: { sie: 'Sie (formal)', du: 'du (informal)' },
    preview: 'Show the colour',
    sampleLink: 'My data',
    contrast: (ratio) => `Contrast of text on the colour: ${ratio} : 1`,
    slugHint: (prefix) =>
      `The end of the address ${prefix}… – lower-case letters, digits and hyphens. Old links stop working.`,
    fields: {
      functions: { label: 'Members can', issue: 'Choose from what is offered.' },
      fields: { label: 'Fields', issue: 'A field was changed in the meantime. Reload the page.' },
      slug: {
        label: 'Address',
        issue:
          'This address is taken, or it has other characters than lower-case letters, digits and hyphens (2 to 63).',
      },
      sender_name: {
        label: 'Sender of emails',
        issue: 'Enter at most 100 characters.',
        hint: 'Empty: the name of the association',
      },
      colour: { label: 'Colour', issue: 'Choose a colour.' },
      address_form: { label: 'How German texts address members', issue: 'Choose a form of address.' },
    },
  },
  columns: {
    lead: 'Lists, forms and exports have them in this order.',
    lists: 'Lists',
    add: 'New field',
    none: 'No custom fields yet',
    noneLead: 'For what the standard fields do not cover: department, T-shirt size, licence …',
    order: 'Order',
    up: (name) => `Move ${name} up`,
    down: (name) => `Move ${name} down`,
    typeStays: 'cannot be changed',
    someValues: some((number) => `and ${number} more`),
    types: {
      string: 'Text',
      boolean: 'Yes or no',
      array: 'Several texts',
      integer: 'Whole number',
      number: 'Number',
      date: 'Date',
      email: 'Email address',
      url: 'Web address',
    },
    fields: {
      name: { label: 'Name', issue: 'Enter a name of at most 64 characters.' },
      type: { label: 'Type', issue: 'Choose one of the types offered.', hint: 'Cannot be changed later' },
      allowed_values: {
        label: 'Allowed values',
        issue: 'Only for text: at most 500 different values of at most 255 characters each.',
        hint: 'Only for text. One value a line; without values, any text is allowed.',
      },
      added_values: {
        label: 'More values',
        issue: 'At most 500 values of at most 255 characters each.',
        hint: 'One value a line',
      },
      removed_values: { label: 'Remove values', issue: 'At least one value must remain.' },
      external_id: {
        label: 'Key',
        issue:
          'This key is taken, or it has other characters than letters, digits, hyphens and underscores (at most 64).',
        hint: 'The name of the field in the API and in CSV files, such as shirt_size. Cannot be changed later.',
      },
      data: { label: 'Fields', issue: 'This list cannot take more fields or values.' },
    },
  },
  costUnits: {
    lead: 'Categories divide a cost unit.',
    add: 'New cost unit',
    none: 'No cost units yet',
    noneLead: 'Such as youth football, club house or summer party.',
    state: 'Status',
    archived: 'archived',
    present: 'Spheres of the categories',
    noSphere: 'None',
    asUnit: 'As the cost unit',
    addCategories: 'More categories',
    archive: 'Archived',
    archiveHint: 'Takes no new expenses; what was booked stays.',
    fields: {
      name: { label: 'Name', issue: 'Enter a name of at most 255 characters.' },
      categories: {
        label: 'Categories',
        issue: 'At most 500 categories of at most 255 characters each.',
        hint: 'One category a line',
      },
      sphere: { label: 'Sphere', issue: 'Choose a sphere.' },
    },
  },
}

/** What the pages of a workspace, its portal, columns and cost units say. */
export const data = { de, en }
