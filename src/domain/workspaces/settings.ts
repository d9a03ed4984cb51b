import { z } from 'zod'
import { VARIANTS } from '../access/lists'
import { portalSettings } from '../portal/settings'
import { singleLine } from '../shared/text'

const settings = z.strictObject({
  name: singleLine(255),
  locale: singleLine(35).refine(isLocale, { error: 'must be a BCP 47 language tag, as de-DE' }).nullish(),
  timezone: singleLine(64)
    .refine(isTimezone, { error: 'must be the IANA time zone of a place, as Europe/Berlin, or UTC' })
    .nullish(),
  subscription_variant: z.enum(VARIANTS).nullish(),
  superordinate_workspace_id: z.string().max(64).nullable().optional(),
  member_portal: z
    .strictObject({
      enabled: z.boolean().nullish(),
      managed_by: z.enum(['workspace', 'superordinate']).nullish(),
      ...portalSettings,
    })
    .nullish(),
})

/** The body that creates a workspace. */
export const newWorkspace = settings.meta({
  examples: [{ name: 'TSV Aufbau 04', subscription_variant: 'complete' }],
})
/** The body that changes a workspace: absent keys stay. */
export const workspaceChange = settings
  .extend({ name: singleLine(255).nullish() })
  .meta({ examples: [{ member_portal: { colour: '#1F6F54' } }] })

function isLocale(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length === 1
  } catch {
    return false
  }
}

function isTimezone(text: string): boolean {
  return canonicalZone(text) !== undefined
}

/** The name by which the platform knows a time zone of a place, or UTC; undefined for anything else. */
export function canonicalZone(text: string): string | undefined {
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions()
    return [...Intl.supportedValuesOf('timeZone'), 'UTC'].find((zone) => zone === timeZone)
  } catch {
    return undefined
  }
}
