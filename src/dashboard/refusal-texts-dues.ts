import type { DuesRefusal } from '../domain/shared/dues-refusals'
import type { SentencesOf } from '../domain/shared/sentences'
import type { Formats } from './refusal-formats'

type Texts = SentencesOf<DuesRefusal>

/** What is wrong with a plan of dues, and what to do. */
export const de = ({ number }: Formats): Texts => ({
  base_missing: 'Die Beitragsordnung braucht einen Grundbeitrag.',
  rule_never_fits:
    'Diese Regel gilt nie: Ein Grundbeitrag davor gilt für alle. Schiebe sie weiter nach oben.',
  rule_unknown: 'Diese Regel gibt es nicht mehr. Lade die Seite neu.',
  not_a_column_of_values:
    'Preise gibt es nur für Felder mit festen oder mehreren Werten. Wähle ein anderes Feld.',
  not_a_value: 'Diesen Wert hat das Feld nicht. Wähle einen aus der Liste.',
  only_for_years: 'Raten gibt es nur bei Jahresbeiträgen.',
  not_a_period: ({ example }) => `Das ist kein Zeitraum dieser Beitragsordnung. Schreibe ihn wie ${example}.`,
  before_first_version: ({ period }) =>
    `Die Beitragsordnung gilt erst ab ${period}. Nimm einen späteren Zeitraum.`,
  too_many_plans: ({ max }) => `Es gibt schon ${number(max)} Beitragsordnungen. Ändere eine davon.`,
  too_many_versions: ({ max }) =>
    `Die Beitragsordnung hat schon ${number(max)} Fassungen. Lege eine neue an.`,
  rules_too_long: ({ max }) =>
    `Die Regeln haben zusammen mehr als ${number(max)} Zeichen. Fasse Regeln zusammen.`,
  too_many_owe: ({ max }) => `Das sind mehr als ${number(max)} Personen.`,
})

export const en = ({ number }: Formats): Texts => ({
  base_missing: 'The plan needs a base fee.',
  rule_never_fits: 'This rule never applies: a base fee before it is for everyone. Move it up.',
  rule_unknown: 'This rule is gone. Reload the page.',
  not_a_column_of_values: 'Only fields with fixed or several values have prices. Choose another field.',
  not_a_value: 'The field does not have this value. Choose one from the list.',
  only_for_years: 'Only yearly fees are paid in instalments.',
  not_a_period: ({ example }) => `This is not a period of the plan. Write it as ${example}.`,
  before_first_version: ({ period }) => `The plan begins with ${period}. Take a later period.`,
  too_many_plans: ({ max }) => `There are ${number(max)} plans already. Change one of them.`,
  too_many_versions: ({ max }) => `The plan has ${number(max)} versions already. Add a new plan.`,
  rules_too_long: ({ max }) =>
    `The rules have more than ${number(max)} characters together. Combine some of them.`,
  too_many_owe: ({ max }) => `These are more than ${number(max)} persons.`,
})
