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
  too_many_fees: ({ max }) =>
    `Das wären mehr als ${number(max)} Beiträge auf einmal. Erhebe sie in mehreren Läufen.`,
  version_used:
    'Mit dieser Fassung sind schon Beiträge erhoben. Lege eine neue Fassung ab einem späteren Zeitraum an.',
  plan_unknown: 'Diese Beitragsordnung gibt es nicht. Lade die Seite neu.',
  plan_archived: 'Die Beitragsordnung ist archiviert. Stelle sie zuerst wieder her.',
  due_on_past: 'Der Tag ist schon vorbei. Nimm heute oder einen späteren Tag.',
  nothing_to_claim: 'Für diesen Zeitraum ist schon alles erhoben.',
  run_discarded: 'Dieser Beitragslauf ist schon rückgängig gemacht.',
  no_difference: 'Was erhoben ist, stimmt mit der Beitragsordnung überein.',
  faults_left: ({ count }) =>
    count === 1
      ? 'Bei 1 Person ist offen, was sie zahlt. Kläre das, oder mach ohne sie weiter.'
      : `Bei ${number(count)} Personen ist offen, was sie zahlen. Kläre das, oder mach ohne sie weiter.`,
  fees_with_money: ({ count }) =>
    count === 1
      ? '1 Beitrag ist bezahlt oder in einem Einzug. Lass ihn stehen und storniere die anderen.'
      : `${number(count)} Beiträge sind bezahlt oder in einem Einzug. Lass sie stehen und storniere die anderen.`,
  value_of_plan: ({ plan }) => `Die Beitragsordnung „${plan}“ braucht diesen Wert. Ändere sie zuerst.`,
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
  too_many_fees: ({ max }) =>
    `These would be more than ${number(max)} fees at once. Claim them in several runs.`,
  version_used: 'Dues were claimed by this version. Add a version from a later period on.',
  plan_unknown: 'There is no such plan of dues. Reload the page.',
  plan_archived: 'The plan is archived. Restore it first.',
  due_on_past: 'This day is over. Take today or a later day.',
  nothing_to_claim: 'Everything is claimed for this period already.',
  run_discarded: 'This run was undone already.',
  no_difference: 'What was claimed is what the plan says.',
  faults_left: ({ count }) =>
    count === 1
      ? 'It is open what 1 person owes. Settle that, or go on without this person.'
      : `It is open what ${number(count)} persons owe. Settle that, or go on without them.`,
  fees_with_money: ({ count }) =>
    count === 1
      ? '1 fee is paid or in a direct debit. Keep it and cancel the others.'
      : `${number(count)} fees are paid or in a direct debit. Keep them and cancel the others.`,
  value_of_plan: ({ plan }) => `The plan of dues “${plan}” needs this value. Change the plan first.`,
})
