import * as z from 'zod'
import { SPHERES } from '../../../db/schema'
import { type Sql, sql } from '../../../db/sql'
import { accountIban } from '../../book/accounts/account'
import { assignment } from '../../book/places/assignment'
import { givenSide, SIDES } from '../../book/places/side'
import { type CostUnitIndex, expenseIssues } from '../../fees/expenses'
import { maskIban, maskIbansIn } from '../../persons/mask'
import type { Issue } from '../../shared/error-list'
import { DomainError } from '../../shared/errors'
import { instant, singleLine } from '../../shared/text'
import { isGiven } from '../../shared/validation'
import { fold } from '../suggest/fold'
import { ibanOf, partyKeyOf } from '../suggest/party-key'

/** How many rules a workspace has at most: each page of open lines reads them all. */
export const MAX_RULES = 200

/** How many lines of a rule are counted. */
const MAX_COUNTED = 100

/** How many letters and digits the text of a rule has at least. */
const MIN_LETTERS = 3

const SIGNS = ['in', 'out'] as const

/** A booking rule as the API shows it. */
export const bookingRule = z
  .object({
    id: z.string(),
    party_iban: z.string().nullable(),
    party_name: z.string().nullable(),
    text_contains: z.string().nullable(),
    sign: z.enum(SIGNS),
    text: z.string().nullable(),
    costunit_name: z.string().nullable(),
    category_name: z.string().nullable(),
    sphere: z.enum(SPHERES).nullable(),
    side: z.enum(SIDES).nullable(),
    suggests: z.boolean().describe('False while its cost unit is archived'),
    times: z.int().describe('How many lines are booked by it; at most 100 are counted'),
    last_on: z.iso.date().nullable().describe('The last day of a line that is booked by it'),
    revision: z.int().describe('Changes with the rule; a change may name it'),
    created_at: instant,
    updated_at: instant,
  })
  .meta({ id: 'BookingRule' })
export type BookingRule = z.infer<typeof bookingRule>

/** The body that creates or replaces a rule. */
export const newRule = z
  .strictObject({
    revision: z.int().nullish().describe('Of a change: the `revision` as it was read; 422 if it has changed'),
    party_iban: accountIban.nullish().describe('The account of the other side'),
    party_name: singleLine(140)
      .nullish()
      .describe(
        'The exact name of the other side, if the bank names no account of it; with `party_iban`, only shown',
      ),
    text_contains: singleLine(140)
      .nullish()
      .describe('What the text or the name has, whatever blanks, case and punctuation are in it'),
    sign: z.enum(SIGNS).describe('Whether the money comes in or goes out'),
    text: singleLine(500).nullish().describe('The text of the voucher; absent, what the bank wrote'),
    ...assignment,
    side: givenSide,
  })
  .meta({
    id: 'NewBookingRule',
    examples: [
      {
        party_iban: 'DE02120300000000202051',
        party_name: 'Stadtwerke',
        sign: 'out',
        sphere: 'ideal',
      },
    ],
  })
export type NewRule = z.infer<typeof newRule>

/** A stored rule with the names of its place. */
export type RuleRow = Omit<BookingRule, 'party_iban' | 'sign' | 'suggests'> & {
  party_key: string | null
  sign: number
  isArchived: number
}

/** The rules of a workspace that match a condition over `booking_rules`, the newest first, with their use. */
export const selectRules = (workspace: Sql, condition = sql`TRUE`): Sql<RuleRow> => sql<RuleRow>`
  SELECT booking_rules.id, party_key, party_name, text_contains, sign, booking_rules.text,
    cost_units.name AS costunit_name, cost_unit_categories.name AS category_name, booking_rules.sphere, booking_rules.side,
    cost_units.archived_at IS NOT NULL AS isArchived, (
      SELECT count(*) FROM (SELECT 1 ${ofRule(workspace)} LIMIT ${MAX_COUNTED})) AS times, (
      SELECT max(bank_lines.booked_on) ${ofRule(workspace)}) AS last_on,
    booking_rules.revision, booking_rules.created_at, booking_rules.updated_at
  FROM booking_rules
  LEFT JOIN cost_units ON cost_units.workspace_id = booking_rules.workspace_id AND cost_units.id = booking_rules.cost_unit_id
  LEFT JOIN cost_unit_categories ON cost_unit_categories.workspace_id = booking_rules.workspace_id
    AND cost_unit_categories.cost_unit_id = booking_rules.cost_unit_id AND cost_unit_categories.id = booking_rules.category_id
  WHERE booking_rules.workspace_id = ${workspace} AND ${condition}
  ORDER BY booking_rules.id DESC`

const ofRule = (workspace: Sql): Sql => sql`
  FROM bank_lines INDEXED BY bank_lines_by_rule
  WHERE bank_lines.workspace_id = ${workspace} AND bank_lines.rule_id = booking_rules.id`

/** A stored rule as the API shows it, with IBANs masked unless `showsIban`. */
export function toApi({ party_key, sign, isArchived, ...rule }: RuleRow, showsIban: boolean): BookingRule {
  const iban = ibanOf(party_key)
  const shown = (text: string | null) => (text === null || showsIban ? text : maskIbansIn(text))
  return {
    ...rule,
    party_iban: iban && !showsIban ? maskIban(iban) : iban,
    party_name: shown(rule.party_name),
    text_contains: shown(rule.text_contains),
    text: shown(rule.text),
    sign: sign > 0 ? 'in' : 'out',
    suggests: isArchived === 0,
  }
}

/** The rule that a lookup returned. Throws `not_found` if it returned none. */
export function requireRule([rule]: RuleRow[]): RuleRow {
  if (rule) return rule
  throw new DomainError('not_found', 'There is no such booking rule.')
}

/** Of which party a rule is, as it is stored. */
export const keyOf = ({ party_iban, party_name }: Pick<NewRule, 'party_iban' | 'party_name'>) =>
  partyKeyOf({ party_iban: party_iban ?? null, party_name: party_name ?? null })

/** The issues of a rule of any shape. */
export function* ruleIssues(given: Record<string, unknown>, costUnits: CostUnitIndex): Iterable<Issue> {
  const { party_iban, party_name, text_contains: text } = given
  if (![party_iban, party_name, text].some(isGiven))
    yield [['party_name'], { code: 'rule_without_condition' }]
  else if (!isGiven(party_iban) && typeof party_name === 'string' && fold(party_name) === '')
    yield [['party_name'], { code: 'rule_text_short' }]
  if (typeof text === 'string' && fold(text).length < MIN_LETTERS)
    yield [['text_contains'], { code: 'rule_text_short' }]
  for (const [[, key = ''], refusal] of expenseIssues(given, costUnits)) yield [[key], refusal]
  if (!isGiven(given.costunit_name) && !isGiven(given.sphere))
    yield [['costunit_name'], { code: 'rule_without_place' }]
}
