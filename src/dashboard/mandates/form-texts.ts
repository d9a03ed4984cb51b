import type { Locale } from '../../ui/i18n/locale'

const de = {
  title: (name: string) => `SEPA-Mandat von ${name}`,
  titleMany: (count: string) => `SEPA-Mandate drucken: ${count}`,
  lead: 'Drucke das Formular oder speichere es als PDF (Strg P); nur das Formular kommt aufs Papier.',
  leadMany:
    'Drucke die Formulare oder speichere sie als PDF (Strg P); jedes kommt auf ein eigenes Blatt, sonst nichts.',
  print: 'Mandat drucken',
  payer: (payer: string) => `Für diese Person zahlt ${payer}`,
  payerLead: 'Das Formular ist deshalb auf den Zahler ausgestellt.',
  toPayer: (payer: string) => `Zum Mandat von ${payer}`,
  signedTitle: (name: string) => `${name} hat schon ein Mandat`,
  signedLead: (reference: string) =>
    `Die Mandatsreferenz ist ${reference}. Für ein anderes Konto desselben Inhabers braucht es kein neues Mandat: Trage das Konto bei der Person ein.`,
  back: 'Zurück',
  left: (count: number) =>
    count === 1 ? 'Eine Person hat schon ein Mandat' : `${count} haben schon ein Mandat`,
  none: 'Nichts zu drucken',
  noneLead: 'Alle Ausgewählten haben schon ein Mandat.',
  tooMany: (max: string) => `Mehr als ${max} auf einmal geht nicht`,
  tooManyLead: 'Wähle weniger Personen aus, zum Beispiel eine Abteilung nach der anderen.',
  noCreditor: 'Dem Formular fehlt die Gläubiger-Identifikationsnummer',
  noCreditorLead: 'Sie steht auf jedem Mandat. Die Bundesbank vergibt sie kostenlos.',
  toSettings: 'Nummer eintragen',
  record: 'Unterschrieben zurück?',
  recordLead:
    'Trage ein, was auf dem Papier steht, und hebe es auf: Ohne Mandat kann eine Lastschrift 13 Monate lang zurückgegeben werden.',
  missing: 'Bitte ausfüllen.',
  submit: 'Mandat speichern',
  changed: 'Die Person wurde inzwischen geändert. Sieh nach und speichere noch einmal.',
}

const en: typeof de = {
  title: (name) => `SEPA mandate of ${name}`,
  titleMany: (count) => `Print SEPA mandates: ${count}`,
  lead: 'Print the form or save it as PDF (Ctrl P); only the form comes on paper.',
  leadMany:
    'Print the forms or save them as PDF (Ctrl P); each comes on a sheet of its own, and nothing else.',
  print: 'Print mandate',
  payer: (payer) => `${payer} pays for this person`,
  payerLead: 'The form is therefore made out to the payer.',
  toPayer: (payer) => `To the mandate of ${payer}`,
  signedTitle: (name) => `${name} has a mandate already`,
  signedLead: (reference) =>
    `Its reference is ${reference}. Another account of the same holder needs no new mandate: enter the account on the page of the person.`,
  back: 'Back',
  left: (count) => (count === 1 ? 'One person has a mandate already' : `${count} have a mandate already`),
  none: 'Nothing to print',
  noneLead: 'All that are selected have a mandate already.',
  tooMany: (max) => `No more than ${max} at once`,
  tooManyLead: 'Select fewer persons, for example one section after the other.',
  noCreditor: 'The form lacks the creditor identifier',
  noCreditorLead: 'Every mandate names it. In Germany the Bundesbank gives it free of charge.',
  toSettings: 'Enter it',
  record: 'Signed and returned?',
  recordLead:
    'Enter what is on the paper, and keep it: without a mandate, a debit can be returned for 13 months.',
  missing: 'Please fill in.',
  submit: 'Save the mandate',
  changed: 'The person has changed meanwhile. Check and save again.',
}

/** What the pages that print mandates say. */
export const mandateFormTexts = ({ language }: Locale) => ({ de, en })[language]
