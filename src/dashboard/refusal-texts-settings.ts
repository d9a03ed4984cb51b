import type { SentencesOf } from '../domain/shared/sentences'
import type { SettingsRefusal } from '../domain/shared/settings-refusals'
import type { Formats } from './refusal-formats'

type Texts = SentencesOf<SettingsRefusal>

/** Why settings are not changed, and what to do. */
export const de = ({ number }: Formats): Texts => ({
  allowed_values_of_text: 'Auswahlwerte gibt es nur bei Texten. Lass sie leer.',
  column_unrestricted: 'Dieses Feld hat keine Auswahlwerte; jeder Text ist erlaubt.',
  no_value_left: 'Mindestens ein Auswahlwert muss bleiben.',
  value_in_use: ({ value, persons }) =>
    `„${value}“ steht noch bei ${persons === 1 ? '1 Person' : `${number(persons)} Personen`}.`,
  too_many_columns: ({ max }) => `Eine Liste hat höchstens ${number(max)} eigene Felder.`,
  too_many_allowed_values: ({ max }) => `Ein Feld hat höchstens ${number(max)} Auswahlwerte.`,
  allowed_values_too_long:
    'Die Auswahlwerte der Liste sind zusammen zu lang. Kürze sie oder entferne welche.',
  staff_known: 'Diese Adresse gehört schon zum Team oder ist eingeladen.',
  too_many_staff: ({ max }) => `Das Team hat höchstens ${number(max)} Mitglieder. Entferne zuerst jemanden.`,
  ends_on_of_auditor: 'Nur ein Zugang der Kassenprüfung hat ein Ende. Lass das Datum leer.',
  ends_on_past: 'Das Datum liegt in der Vergangenheit. Nimm ein späteres.',
  last_owner: 'Mindestens eine Person braucht Vollzugriff. Gib ihn zuerst jemand anderem.',
  cost_unit_id_unknown: 'Diese Kostenstelle gibt es nicht mehr. Wähle eine andere.',
  cost_unit_id_missing: 'Wähle zur Kategorie auch die Kostenstelle.',
  category_id_unknown: 'Diese Kategorie gehört nicht zur Kostenstelle. Wähle eine andere.',
  workspace_unknown: 'Diesen Verein gibt es nicht.',
  tree_split:
    'Dieser Verein liegt in einer anderen Datenbank. Vereine eines Verbands müssen in derselben liegen.',
  workspace_below: 'Das ist der Verein selbst oder einer seiner untergeordneten Vereine.',
  no_superordinate: 'Das geht nur mit einem übergeordneten Verein.',
  sandbox_fixed: 'Ob ein Verein eine Testumgebung ist, steht fest, seit er angelegt wurde.',
  sandbox_alone: 'Eine Testumgebung hat keine über- oder untergeordneten Vereine.',
  year_start_fixed:
    'Der Beginn des Geschäftsjahrs steht fest, sobald es Belege oder abgeschlossene Jahre gibt.',
  field_not_of_portal: 'Dieses Feld können Mitglieder nicht sehen. Lade die Seite neu.',
  field_not_editable: 'Dieses Feld können Mitglieder nicht ändern. Wähle sichtbar oder verborgen.',
  field_not_of_form: 'Dieses Feld gibt es im Antrag nicht. Lade die Seite neu.',
  field_always_required: 'Dieses Feld ist immer Pflicht.',
  statutes_missing: 'Ohne Satzung lässt sich das Formular nicht einschalten.',
  creditor_missing:
    'Mandate brauchen einen Zahlungsempfänger: Trag zuerst unter „Lastschrift“ Name, Gläubiger-ID und IBAN ein.',
  too_many_segments: ({ max }) => `Eine Liste hat höchstens ${number(max)} Ansichten. Lösche zuerst eine.`,
  query_too_long: 'Die Ansicht hat zu viele Filter oder Spalten. Nimm weniger.',
  cash_has_no_statements: 'Das ist eine Kasse; Kontoauszüge gehören zu einem Bankkonto.',
  logo_too_large: 'Das Bild hat mehr als 100 KB. Wähle ein kleineres.',
  logo_no_image: 'Das ist kein vollständiges Bild als PNG, JPEG oder WebP.',
  logo_too_many_pixels: ({ max }) => `Das Bild ist breiter oder höher als ${number(max)} Pixel.`,
})

export const en = ({ number }: Formats): Texts => ({
  allowed_values_of_text: 'Only texts have allowed values. Leave them out.',
  column_unrestricted: 'This field has no allowed values: any text is possible.',
  no_value_left: 'At least one allowed value must stay.',
  value_in_use: ({ value, persons }) =>
    `“${value}” is the value of ${persons === 1 ? '1 person' : `${number(persons)} persons`}.`,
  too_many_columns: ({ max }) => `A list has at most ${number(max)} custom fields.`,
  too_many_allowed_values: ({ max }) => `A field has at most ${number(max)} allowed values.`,
  allowed_values_too_long: 'The allowed values of the list are too long together. Shorten or remove some.',
  staff_known: 'This address belongs to staff already, or is invited.',
  too_many_staff: ({ max }) => `There are at most ${number(max)} members of staff. Remove one first.`,
  ends_on_of_auditor: 'Only the access of auditors ends. Leave the date empty.',
  ends_on_past: 'The date is in the past. Take a later one.',
  last_owner: 'At least one person must be owner. Make someone else owner first.',
  cost_unit_id_unknown: 'This cost unit is gone. Choose another one.',
  cost_unit_id_missing: 'Choose the cost unit of the category, too.',
  category_id_unknown: 'This category is not of the cost unit. Choose another one.',
  workspace_unknown: 'There is no such association.',
  tree_split: 'This association is in another database. Those of one federation must be in the same one.',
  workspace_below: 'This is the association itself, or one below it.',
  no_superordinate: 'This needs a superordinate association.',
  sandbox_fixed: 'Whether an association is a sandbox was decided when it was created.',
  sandbox_alone: 'A sandbox is neither above nor below another association.',
  year_start_fixed: 'The start of the fiscal year is fixed while there are vouchers or closed years.',
  field_not_of_portal: 'Members cannot see this field. Reload the page.',
  field_not_editable: 'Members cannot change this field. Choose visible or hidden.',
  field_not_of_form: 'The application has no such field. Reload the page.',
  field_always_required: 'This field is always required.',
  statutes_missing: 'The form cannot be switched on without statutes.',
  creditor_missing:
    'Mandates need a creditor: first enter name, creditor identifier and IBAN under “Direct debit”.',
  too_many_segments: ({ max }) => `A list has at most ${number(max)} views. Delete one first.`,
  query_too_long: 'The view has too many filters or columns. Use fewer.',
  cash_has_no_statements: 'This is a cash box. Statements are of bank accounts.',
  logo_too_large: 'The image has more than 100 KB. Choose a smaller one.',
  logo_no_image: 'This is no whole image as PNG, JPEG or WebP.',
  logo_too_many_pixels: ({ max }) => `The image is wider or higher than ${number(max)} pixels.`,
})
