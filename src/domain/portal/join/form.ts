import * as z from 'zod'
import type { WorkspaceRow } from '../../../db/schema'
import { sql } from '../../../db/sql'
import { type Creditor, creditorOf } from '../../collections/creditor'
import { type CustomColumn, columnKey } from '../../custom-columns/column'
import { PAYMENT_METHOD } from '../../person-fields/fields'
import type { Issue } from '../../shared/error-list'
import { multiLine, webAddress } from '../../shared/text'
import { canBeEditable, fieldKeysBeside, PORTAL_FIELD_KEYS } from '../settings'

/** Whether the form by which people apply for membership asks for a field. */
export const ASKED = ['hidden', 'optional', 'required'] as const
export type Asked = (typeof ASKED)[number]

/** Whether the form takes a SEPA mandate: not at all, from those who want to give one, or with every application. */
export const MANDATE_MODES = ['off', 'offered', 'required'] as const
export type MandateMode = (typeof MANDATE_MODES)[number]

/** A field that the form asks for. */
export type JoinField = { key: string; isRequired: boolean; column?: CustomColumn }

const fields = z.record(z.string(), z.enum(ASKED))

/** The form as the API shows it, and as it is stored; `fields` names every field but custom columns that are hidden. */
const joinForm = z.object({
  enabled: z.boolean(),
  fields,
  statutes_url: z.string().nullable(),
  intro: z.string().nullable(),
  shows_price: z.boolean(),
  mandate: z.enum(MANDATE_MODES).describe('Whether applicants can or must give a SEPA mandate on the form'),
})
export type JoinForm = z.infer<typeof joinForm>

const joinFormChange = z.strictObject({
  enabled: z.boolean().nullish(),
  fields: fields
    .nullish()
    .describe(
      'What the form asks for, by the key under which a field or custom column is read. Fields that are left out keep ' +
        'what they have; name and email are always required.',
    ),
  statutes_url: webAddress
    .refine((url) => /^https:/i.test(url), { error: 'must be an address that begins with https://' })
    .nullish()
    .describe('The statutes, to which applicants agree'),
  intro: multiLine(1000, 1).nullish().describe('What the form says above its first field'),
  shows_price: z
    .boolean()
    .nullish()
    .describe('Whether applicants read what they owe by the plans of dues before they confirm'),
  mandate: z
    .enum(MANDATE_MODES)
    .nullish()
    .describe(
      'Whether applicants can (`offered`) or must (`required`) give a SEPA mandate on the form, which needs a creditor and EUR. ' +
        'The bank must accept mandates in text form.',
    ),
})

/** The form in a body: absent keys stay. It is on where `enabled`, at `/join/{slug}` or `/join/{workspace id}`. */
export const joinInput = { join_form: joinFormChange.nullish() }

/** The form as the operator sees it. */
export const joinOutput = {
  join_form: joinForm.describe('The form by which people apply for membership, at /join/{slug}'),
}

/** The fields without which there is no application. */
export const ALWAYS_ASKED = ['name', 'email']

/** The fields that every form can ask for, in its order. */
export const JOIN_FIELD_KEYS = PORTAL_FIELD_KEYS.filter(canBeEditable)

const BEGINNING: Record<string, Asked> = {
  name: 'required',
  email: 'required',
  birthdate: 'required',
  address: 'required',
  phone_numbers: 'optional',
}

const NEW_FORM: JoinForm = {
  enabled: false,
  fields: Object.fromEntries(JOIN_FIELD_KEYS.map((key) => [key, BEGINNING[key] ?? 'hidden'])),
  statutes_url: null,
  intro: null,
  shows_price: true,
  mandate: 'off',
}

/** Holds for a workspace that has members, and lets people apply for membership by its form. */
export const OPEN_JOIN_FORM = sql`(
  join_form ->> 'enabled' AND subscription_variant <> 'contacts' AND suspended_at IS NULL)`

type FormColumns = Pick<WorkspaceRow, 'joinForm'>

/** The stored form of a workspace, or what a new one begins with. */
export const joinFormOf = ({ joinForm }: FormColumns): JoinForm =>
  joinForm === null ? NEW_FORM : { ...NEW_FORM, ...JSON.parse(joinForm) }

/** What a form offers to those who give a mandate: the creditor, and whether everyone must give one. */
export type MandateOffer = { creditor: Creditor; isRequired: boolean }

type CreditorColumns = Pick<WorkspaceRow, 'creditorName' | 'creditorIban' | 'creditorId' | 'currency'>

/** The mandate that a form takes; null if its settings leave it out, or the workspace has no creditor by now. */
export function mandateOffer(workspace: FormColumns & CreditorColumns): MandateOffer | null {
  const { mandate } = joinFormOf(workspace)
  const creditor = creditorOf(workspace)
  if (mandate === 'off' || !creditor || workspace.currency !== 'EUR') return null
  return { creditor, isRequired: mandate === 'required' }
}

/** Whether people can apply for membership by the form of a workspace. */
export const isJoinFormOpen = (
  row: FormColumns & Pick<WorkspaceRow, 'subscriptionVariant' | 'suspendedAt'>,
): boolean => joinFormOf(row).enabled && row.subscriptionVariant !== 'contacts' && row.suspendedAt === null

/** The stored column that a change gives; undefined if it stays. */
export function storedJoinForm(
  stored: string | null,
  change: z.infer<typeof joinFormChange> | null | undefined,
): string | undefined {
  if (!change) return undefined
  const form = joinFormOf({ joinForm: stored })
  const asked = Object.entries({ ...form.fields, ...change.fields })
  const after: JoinForm = {
    enabled: change.enabled ?? form.enabled,
    // Custom columns begin as hidden, so that those need not be stored.
    fields: Object.fromEntries(
      asked.filter(([key, value]) => value !== 'hidden' || JOIN_FIELD_KEYS.includes(key)),
    ),
    statutes_url: change.statutes_url === undefined ? form.statutes_url : change.statutes_url,
    intro: change.intro === undefined ? form.intro : change.intro,
    shows_price: change.shows_price ?? form.shows_price,
    mandate: change.mandate ?? form.mandate,
  }
  return JSON.stringify(after)
}

/**
 * The issues of a form in a body of any shape; `columnKeys` are those of custom columns that exist. `collects` says whether the
 * workspace has a creditor then, and fees in EUR.
 */
export function* joinFormIssues(
  input: unknown,
  stored: string | null,
  { columnKeys, collects }: { columnKeys: Set<string>; collects: boolean },
): Iterable<Issue> {
  const given = Object(input)
  for (const [key, asked] of Object.entries(Object(given.fields))) {
    const path = ['join_form', 'fields', key]
    if (!JOIN_FIELD_KEYS.includes(key) && !columnKeys.has(key)) yield [path, { code: 'field_not_of_form' }]
    else if (ALWAYS_ASKED.includes(key) && asked !== 'required')
      yield [path, { code: 'field_always_required' }]
  }
  const form = joinFormOf({ joinForm: stored })
  const { enabled, statutes_url } = { ...form, ...given }
  if ((enabled ?? form.enabled) && (statutes_url ?? null) === null)
    yield [['join_form', 'statutes_url'], { code: 'statutes_missing' }]
  if ((given.mandate === 'offered' || given.mandate === 'required') && !collects)
    yield [['join_form', 'mandate'], { code: 'creditor_missing' }]
}

/** What a mandate needs besides: an account, and the age of who gives it. */
const OF_MANDATE = ['birthdate', 'bank_account']

/**
 * The fields that a form asks for, custom columns last. A mandate asks for the account and the birthdate in any case; one that
 * everybody gives leaves no choice of another payment method.
 */
export function joinFields(
  { fields: stored }: JoinForm,
  columns: CustomColumn[],
  offer: MandateOffer | null,
): JoinField[] {
  const fields: Record<string, Asked> = { ...stored }
  if (offer) {
    for (const key of OF_MANDATE) if ((fields[key] ?? 'hidden') === 'hidden') fields[key] = 'optional'
    if (offer.isRequired) Object.assign(fields, { bank_account: 'required', [PAYMENT_METHOD]: 'hidden' })
  }
  const all: { key: string; column?: CustomColumn }[] = [
    ...fieldKeysBeside(columns.map(columnKey), JOIN_FIELD_KEYS).map((key) => ({ key })),
    ...columns.map((column) => ({ key: columnKey(column), column })),
  ]
  return all
    .filter(({ key }) => (fields[key] ?? 'hidden') !== 'hidden')
    .map((field) => ({ ...field, isRequired: fields[field.key] === 'required' }))
}
