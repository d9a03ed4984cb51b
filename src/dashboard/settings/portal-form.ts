import { canBeEditable, FUNCTIONS, PORTAL_FIELD_KEYS } from '../../domain/portal/settings'
import type { OwnSettings } from '../../domain/workspaces/own-settings'
import { SERVICE_COLOUR } from '../../ui/brand'

/** The form of the portal settings, as it is shown and sent. */
export type PortalForm = {
  isEnabled: boolean
  functions: string[]
  /** `hidden`, `visible` or `editable`, by the key of the field or custom column. */
  fields: Record<string, string>
  slug: string
  colour: string
  senderName: string
  addressForm: string
  /** Whether the form was sent to see the colour, not to save it. */
  isPreview: boolean
}

const FIELD = 'field.'

/** The name of the input of a field. */
export const inputOf = (key: string): string => `${FIELD}${key}`

/** The form with what is stored. */
export const storedPortalForm = ({ workspace, columns }: OwnSettings): PortalForm => {
  const { enabled, functions, fields, slug, colour, sender_name, address_form } = workspace.member_portal
  const keys = [...PORTAL_FIELD_KEYS, ...columns.map(({ key }) => key)]
  return {
    isEnabled: enabled,
    functions,
    fields: Object.fromEntries(keys.map((key) => [key, fields[key] ?? 'hidden'])),
    slug: slug ?? '',
    colour: colour ?? SERVICE_COLOUR,
    senderName: sender_name ?? '',
    addressForm: address_form,
    isPreview: false,
  }
}

/** The form as it was sent. */
export const portalForm = (sent: URLSearchParams): PortalForm => ({
  isEnabled: sent.has('enabled'),
  functions: FUNCTIONS.filter((name) => sent.getAll('functions').includes(name)),
  fields: Object.fromEntries(
    [...sent].flatMap(([name, value]) => (name.startsWith(FIELD) ? [[name.slice(FIELD.length), value]] : [])),
  ),
  slug: sent.get('slug')?.trim() ?? '',
  colour: sent.get('colour') ?? SERVICE_COLOUR,
  senderName: sent.get('sender_name')?.trim() ?? '',
  addressForm: sent.get('address_form') ?? '',
  isPreview: sent.has('preview'),
})

/** The change that a form asks for. The colour of the service stands for none. */
export const portalChange = (form: PortalForm): Record<string, unknown> => ({
  member_portal: {
    enabled: form.isEnabled,
    functions: form.functions,
    fields: form.fields,
    slug: form.slug || null,
    colour: form.colour === SERVICE_COLOUR ? null : form.colour,
    sender_name: form.senderName || null,
    ...(form.addressForm && { address_form: form.addressForm }),
  },
})

/** What members cannot be allowed to do with a field. */
export const withoutAccess = (key: string): string[] => (canBeEditable(key) ? [] : ['editable'])
