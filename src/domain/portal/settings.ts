import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { workspaces } from '../../db/schema'
import { type CustomColumn, columnKey } from '../custom-columns/column'
import { arrayOf, singleLine } from '../shared/text'

/** What a portal can offer its members. */
export const FUNCTIONS = ['view_data', 'edit_data', 'view_fees'] as const
export type PortalFunction = (typeof FUNCTIONS)[number]

/** What members may do with a field of their own data. */
const ACCESS = ['hidden', 'visible', 'editable'] as const
export type Access = (typeof ACCESS)[number]

/** A field of the member's own data that the portal shows. */
export type OwnField = { key: string; isEditable: boolean; column?: CustomColumn }

/** Holds for a workspace that has members and offers them a portal, its own or that of a workspace above it. */
export const OFFERS_PORTAL = sql`(portal_enabled AND subscription_variant <> 'contacts')`

/** Holds for a workspace that has a portal of its own, and offers it. */
export const OPEN_PORTAL = sql`${OFFERS_PORTAL} AND portal_managed_by = 'workspace'`

/** The settings as they are written; absent keys stay. */
export const portalSettings = {
  functions: arrayOf(z.enum(FUNCTIONS), FUNCTIONS.length)
    .nullish()
    .describe('What the portal offers its members'),
  fields: z
    .record(z.string(), z.enum(ACCESS))
    .nullish()
    .describe(
      'What members may do with their own data, by the key under which a field or custom column is read. ' +
        'Fields that are left out keep what they have; custom columns begin as hidden.',
    ),
  slug: z
    .string()
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, { error: 'must be lower-case letters and digits, joined by hyphens' })
    .min(2)
    .max(63)
    .refine((slug) => !RESERVED.has(slug), { error: 'is reserved' })
    .nullable()
    .optional()
    .describe('The readable address of the entry page, /portal/{slug}; without one it is the id'),
  colour: z
    .string()
    .regex(/^#[0-9A-Fa-f]{6}$/, { error: 'must be a colour as #1a2b3c' })
    .nullable()
    .optional(),
  sender_name: singleLine(100)
    .nullable()
    .optional()
    .describe('Whom mails come from; the name, where left out'),
}

/** The settings as they are shown; `fields` names every field that is not hidden for good. */
export const portalShown = {
  functions: z.array(z.enum(FUNCTIONS)),
  fields: z.record(z.string(), z.enum(ACCESS)),
  slug: z.string().nullable(),
  colour: z.string().nullable(),
  sender_name: z.string().nullable(),
}

/** What a new workspace begins with: members see their data and fees, and change nothing. */
export const PORTAL_DEFAULTS = {
  portalFunctions: JSON.stringify(['view_data', 'view_fees']),
  portalSlug: null,
  portalFields: '{}',
  portalColour: null,
  portalSenderName: null,
}

type Row = typeof workspaces.$inferSelect
type Input = { [K in keyof typeof portalSettings]?: z.output<(typeof portalSettings)[K]> }

/** What is wrong with portal settings beyond their shape; `keys` are those of custom columns that exist. */
export function* portalIssues(input: unknown, keys: Set<string>, isSlugTaken: boolean) {
  if (isSlugTaken) yield [['member_portal', 'slug'], 'belongs to another workspace'] as const
  for (const [key, access] of Object.entries(Object(Object(input).fields))) {
    const at = ['member_portal', 'fields', key]
    const isField = Object.hasOwn(FIELD_DEFAULTS, key)
    if (!isField && !keys.has(key)) yield [at, 'is no field that members can see'] as const
    else if (access === 'editable' && isField && !EDITABLE.has(key))
      yield [at, 'must be hidden or visible: members can not change it'] as const
  }
}

/** The stored columns that settings set, but for the access to fields; undefined ones stay. */
export const portalColumns = ({ functions, slug, colour, sender_name }: Input) => ({
  portalFunctions: functions
    ? JSON.stringify(FUNCTIONS.filter((name) => functions.includes(name)))
    : undefined,
  portalSlug: slug,
  portalColour: colour?.toLowerCase() ?? colour,
  portalSenderName: sender_name,
})

/** The settings of a workspace, as the operator sees them. */
export const shownPortal = (row: Row) => ({
  functions: functionsOf(row),
  fields: { ...FIELD_DEFAULTS, ...storedAccess(row) },
  slug: row.portalSlug,
  colour: row.portalColour,
  sender_name: row.portalSenderName,
})

/** What the portal of a workspace offers. */
export const functionsOf = (row: Pick<Row, 'portalFunctions'>): PortalFunction[] =>
  JSON.parse(row.portalFunctions)

/** The last part of the address of a workspace's entry page. */
export const segmentOf = (row: Pick<Row, 'id' | 'portalSlug'>): string => row.portalSlug ?? row.id

/** The fields of members' own data that a workspace does not hide, in their order, custom columns last. */
export function ownFieldsOf(row: Row, columns: CustomColumn[]): OwnField[] {
  const access: Record<string, Access> = { ...FIELD_DEFAULTS, ...storedAccess(row) }
  const fields: { key: string; column?: CustomColumn }[] = [
    ...Object.keys(FIELD_DEFAULTS).map((key) => ({ key })),
    ...columns.map((column) => ({ key: columnKey(column), column })),
  ]
  const offered = functionsOf(row)
  if (!offered.includes('view_data') && !offered.includes('edit_data')) return []
  return fields
    .filter(({ key }) => (access[key] ?? 'hidden') !== 'hidden')
    .map((field) => ({
      ...field,
      isEditable: offered.includes('edit_data') && access[field.key] === 'editable',
    }))
}

const storedAccess = (row: Row): Record<string, Access> => JSON.parse(row.portalFields)

const FIELD_DEFAULTS: Record<string, Access> = {
  name: 'visible',
  birthdate: 'visible',
  email: 'visible',
  phone_numbers: 'visible',
  address: 'visible',
  membership_number: 'visible',
  membership_status: 'hidden',
  join_date: 'visible',
  leave_date: 'hidden',
  payment_method: 'hidden',
  bank_account: 'hidden',
  sepa_mandate: 'hidden',
}

const EDITABLE = new Set([
  'name',
  'birthdate',
  'email',
  'phone_numbers',
  'address',
  'payment_method',
  'bank_account',
])

// Addresses beside the entry pages.
const RESERVED = new Set(['login', 'persons', 'sign-out', 'style'])
