import * as z from 'zod'
import type { WorkspaceRow } from '../../db/schema'
import { VARIANTS } from '../access/lists'
import { joinInput } from '../portal/join/form'
import { portalInput, storedPortal } from '../portal/settings'
import { singleLine } from '../shared/text'
import { contactInput, storedContact } from './contact-settings'
import { leavingInput, storedLeaving } from './leaving-settings'
import { moneyInput, storedMoney } from './money-settings'

const ownPortal = { enabled: z.boolean().nullish(), ...portalInput }

const settings = z.strictObject({
  name: singleLine(255),
  locale: singleLine(35).refine(isLocale, { error: 'must be a BCP 47 language tag, as de-DE' }).nullish(),
  timezone: singleLine(64)
    .refine(isTimezone, { error: 'must be the IANA time zone of a place, as Europe/Berlin, or UTC' })
    .nullish(),
  subscription_variant: z.enum(VARIANTS).nullish(),
  superordinate_workspace_id: z.string().max(64).nullable().optional(),
  member_portal: z
    .strictObject({ ...ownPortal, managed_by: z.enum(['workspace', 'superordinate']).nullish() })
    .nullish(),
  ...moneyInput,
  ...contactInput,
  ...leavingInput,
  ...joinInput,
})

const sandbox = z
  .boolean()
  .nullish()
  .describe(
    'Whether integrators try things out there: everything but its settings, keys, staff and webhook endpoints is deleted each ' +
      'night, mails are shown and not sent, and files of direct debits say TEST. It cannot be changed later, and a sandbox is ' +
      'neither above nor below another workspace.',
  )

/** The body that creates a workspace. */
export const newWorkspace = settings.extend({ sandbox }).meta({
  examples: [{ name: 'TSV Aufbau 04', subscription_variant: 'complete' }],
})

/** The body that updates a workspace: absent keys stay. */
export const workspaceChange = settings.extend({ name: singleLine(255).nullish(), sandbox }).meta({
  examples: [
    {
      member_portal: { colour: '#1F6F54' },
      contact: { name: 'Membership office', email: 'office@example.org', phone: null },
    },
  ],
})

/**
 * The body by which a workspace changes what it may change itself: all but what it has agreed with the operator, and who
 * manages its portal, which is an act of its own.
 */
export const ownSettingsChange = workspaceChange
  .omit({ subscription_variant: true, superordinate_workspace_id: true, sandbox: true })
  .extend({ member_portal: z.strictObject(ownPortal).nullish() })

/** The stored columns that settings give, but for the access to fields. */
export function storedSettings(input: z.infer<typeof workspaceChange>): Partial<WorkspaceRow> {
  const columns = {
    name: input.name ?? undefined,
    locale: input.locale ?? undefined,
    timezone: input.timezone ? canonicalTimezone(input.timezone) : undefined,
    subscriptionVariant: input.subscription_variant ?? undefined,
    superordinateWorkspaceId: input.superordinate_workspace_id,
    portalEnabled: input.member_portal?.enabled ?? undefined,
    portalManagedBy: input.member_portal?.managed_by ?? undefined,
    ...storedPortal(input.member_portal ?? {}),
    ...storedMoney(input),
    ...storedContact(input),
    ...storedLeaving(input),
  }
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
}

function isLocale(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length === 1
  } catch {
    return false
  }
}

function isTimezone(text: string): boolean {
  return canonicalTimezone(text) !== undefined
}

/**
 * The name by which the platform knows a time zone of a place, or UTC; undefined for anything else. A zone that is no
 * place, as `Etc/GMT-14`, is refused.
 */
function canonicalTimezone(text: string): string | undefined {
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions()
    return [...Intl.supportedValuesOf('timeZone'), 'UTC'].find((zone) => zone === timeZone)
  } catch {
    return undefined
  }
}
