import * as z from 'zod'
import type { WorkspaceRow } from '../../db/schema'
import { sql } from '../../db/sql'
import { type CustomColumn, columnKey } from '../custom-columns/column'
import {
  type Access,
  MEMBERSHIP_STATUS,
  PERSON_FIELDS,
  type PersonField,
  type PortalCard,
} from '../person-fields/fields'
import type { Issue } from '../shared/error-list'
import { arrayOf, singleLine } from '../shared/text'

/** What a portal can offer its members. */
export const FUNCTIONS = ['view_data', 'edit_data', 'view_fees', 'grant_mandate', 'resign'] as const
export type PortalFunction = (typeof FUNCTIONS)[number]

export const ACCESS = ['hidden', 'visible', 'editable'] as const satisfies Access[]

export const ADDRESS_FORMS = ['sie', 'du'] as const

/** A field of the member's own data that the portal shows. */
export type PortalField = {
  key: string
  isEditable: boolean
  /** Whether members may change it, but not in a session of this kind. */
  isBarred?: boolean
  column?: CustomColumn
}

/** Holds for a workspace that has members and offers them a portal, its own or that of a workspace above it. */
export const OFFERS_PORTAL = sql`(portal_enabled AND subscription_variant <> 'contacts' AND suspended_at IS NULL)`

/** Holds for a workspace that has a portal of its own, and offers it. */
export const OPEN_PORTAL = sql`${OFFERS_PORTAL} AND portal_managed_by = 'workspace'`

/** The settings as they are written; absent keys stay. */
export const portalInput = {
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
    .refine((slug) => !RESERVED.has(slug), { error: 'is reserved', params: { code: 'reserved' } })
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
    .describe('The name that mails are sent under; the name of the workspace where left out'),
  address_form: z
    .enum(ADDRESS_FORMS)
    .nullish()
    .describe('How German pages and mails address members; `sie` where left out'),
}

/** The settings as the operator sees them; `fields` names every field that the portal can show. */
export const portalOutput = {
  functions: z.array(z.enum(FUNCTIONS)),
  fields: z.record(z.string(), z.enum(ACCESS)),
  slug: z.string().nullable(),
  colour: z.string().nullable(),
  sender_name: z.string().nullable(),
  address_form: z.enum(ADDRESS_FORMS),
  logo: z.string().nullable().describe('The version of the logo; `null` without one'),
}

/**
 * What a new workspace begins with: members see their data and fees, and change nothing. Bank account, mandate and
 * custom columns are hidden until the operator shows them.
 */
export const PORTAL_DEFAULTS = {
  portalFunctions: JSON.stringify(['view_data', 'view_fees']),
  portalSlug: null,
  portalFields: '{}',
  portalColour: null,
  portalSenderName: null,
  portalAddressForm: 'sie' as const,
}

type PortalInput = { [K in keyof typeof portalInput]?: z.output<(typeof portalInput)[K]> }

/** The stored columns that settings give, but for the access to fields; undefined ones stay. */
export const storedPortal = ({ functions, slug, colour, sender_name, address_form }: PortalInput) => ({
  portalFunctions: functions
    ? JSON.stringify(FUNCTIONS.filter((name) => functions.includes(name)))
    : undefined,
  portalSlug: slug,
  portalColour: colour?.toLowerCase() ?? colour,
  portalSenderName: sender_name,
  portalAddressForm: address_form ?? undefined,
})

/** The stored settings of a workspace, as the operator sees them. */
export const portalToApi = (row: WorkspaceRow) => ({
  functions: functionsOf(row),
  fields: { ...DEFAULT_ACCESS, ...storedAccess(row) },
  slug: row.portalSlug,
  colour: row.portalColour,
  sender_name: row.portalSenderName,
  address_form: row.portalAddressForm,
  logo: row.portalLogo,
})

/** The issues of portal settings beyond their shape; `columnKeys` are those of custom columns that exist. */
export function* portalIssues(
  input: unknown,
  columnKeys: Set<string>,
  isSlugTaken: boolean,
): Iterable<Issue> {
  if (isSlugTaken) yield [['member_portal', 'slug'], { code: 'taken', noun: 'workspace' }]
  for (const [key, access] of Object.entries(Object(Object(input).fields))) {
    const path = ['member_portal', 'fields', key]
    const field = FIELDS.get(key)
    if (!field && !columnKeys.has(key)) yield [path, { code: 'field_not_of_portal' }]
    else if (access === 'editable' && field && !field.isEditable) yield [path, { code: 'field_not_editable' }]
  }
}

/** What the portal of a workspace offers. */
export const functionsOf = (row: Pick<WorkspaceRow, 'portalFunctions'>): PortalFunction[] =>
  JSON.parse(row.portalFunctions)

/** The last part of the address of a workspace's entry page. */
export const idOrSlugOf = (row: Pick<WorkspaceRow, 'id' | 'portalSlug'>): string => row.portalSlug ?? row.id

/** What decides which fields members see and change. */
type PortalAccess = Pick<WorkspaceRow, 'portalFunctions' | 'portalFields'>

/** The fields of members' own data that a workspace does not hide, in their order, custom columns last. */
export function portalFields(row: PortalAccess, columns: CustomColumn[]): PortalField[] {
  const offered = functionsOf(row)
  if (!offered.includes('view_data') && !offered.includes('edit_data')) return []
  const access: Record<string, Access> = { ...DEFAULT_ACCESS, ...storedAccess(row) }
  const fields: { key: string; column?: CustomColumn }[] = [
    ...fieldKeysBeside(columns.map(columnKey)).map((key) => ({ key })),
    ...columns.map((column) => ({ key: columnKey(column), column })),
  ]
  return fields
    .filter(({ key }) => (access[key] ?? 'hidden') !== 'hidden')
    .map((field) => ({
      ...field,
      isEditable: offered.includes('edit_data') && access[field.key] === 'editable',
    }))
}

/** Whether members can change their email address. */
export const canChangeEmail = (fields: PortalField[]): boolean =>
  fields.some(({ key, isEditable, isBarred }) => key === 'email' && isEditable && !isBarred)

const storedAccess = (row: Pick<PortalAccess, 'portalFields'>): Record<string, Access> =>
  JSON.parse(row.portalFields)

const DECLARATIONS: Record<string, Pick<PersonField, 'schema' | 'portal'>> = {
  ...PERSON_FIELDS,
  membership_status: MEMBERSHIP_STATUS,
}

/** The fields that the portal can show, by key and in its order. */
const FIELDS = new Map(
  Object.entries(DECLARATIONS)
    .flatMap(([key, { portal }]) => (portal ? [[key, portal] as const] : []))
    .sort(([, one], [, other]) => one.order - other.order),
)

/** The keys of the fields that every portal can show, in its order. */
export const PORTAL_FIELD_KEYS = [...FIELDS.keys()]

/** The {@link PORTAL_FIELD_KEYS} but for those that custom columns have; see `takenKeys`. */
export const fieldKeysBeside = (columnKeys: readonly string[], keys = PORTAL_FIELD_KEYS): string[] =>
  keys.filter((key) => !columnKeys.includes(key))

/**
 * Whether members can be allowed to change a field or custom column. Never membership number and dates, mandate and
 * status.
 */
export const canBeEditable = (key: string): boolean => FIELDS.get(key)?.isEditable ?? true

/** The card of a field of every portal. */
export const declaredCard = (key: string): PortalCard => FIELDS.get(key)?.card ?? 'more'

const DEFAULT_ACCESS = Object.fromEntries([...FIELDS].map(([key, { access }]) => [key, access]))

// Addresses other than entry pages.
const RESERVED = new Set(['email', 'join', 'login', 'logo', 'persons', 'sign-out', 'style'])
