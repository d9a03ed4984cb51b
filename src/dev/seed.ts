import { createHash } from 'node:crypto'
import type { KeyPermission } from '../domain/access/permissions'

/** The API key of the demo workspace, which local databases alone have. */
export const DEMO_KEY = 'mas_DemoKeyForLocalDevelopmentOnly1aUhuL'

/** SQL that inserts the demo workspace unless it exists, and replaces its key, so that the key always works. */
export function seedSql(now = new Date().toISOString()): string {
  const hash = createHash('sha256').update(DEMO_KEY).digest('hex')
  return `
INSERT OR IGNORE INTO workspaces
  (id, name, locale, timezone, currency, subscription_variant, portal_enabled, portal_managed_by, portal_slug, portal_colour,
   portal_functions, portal_fields, created_at, updated_at)
VALUES ('${WORKSPACE}', 'TSV Lindental 1898 e. V.', 'de-DE', 'Europe/Berlin', 'EUR', 'complete', 1, 'workspace', '${SLUG}', '#1f6f54',
  '${JSON.stringify(['view_data', 'edit_data', 'view_fees'])}', '${JSON.stringify(PORTAL_FIELDS)}', '${now}', '${now}');
INSERT OR REPLACE INTO api_keys (token_hash, id, workspace_id, name, permissions, created_at)
VALUES ('${hash}', 'key_00000000DemoKey000000000', '${WORKSPACE}', 'Demo key', '${JSON.stringify(ALL)}', '${now}');
`
}

/** The e-mail address of the demo's portal link, which a family of three shares. */
export const DEMO_FAMILY = 'familie.bergmann@example.org'

export const SLUG = 'tsv-lindental'

const PORTAL_FIELDS = {
  email: 'editable',
  phone_numbers: 'editable',
  address: 'editable',
  bank_account: 'editable',
  shirt_size: 'editable',
  departments: 'visible',
  newsletter: 'editable',
}

const WORKSPACE = 'wsp_00000000DemoWorkspace000'

const ALL = Object.keys({
  'members:read': true,
  'members:write': true,
  'contacts:read': true,
  'contacts:write': true,
  'fees:read': true,
  'fees:write': true,
  'bookkeeping:read': true,
  'bookkeeping:write': true,
  'member_portal_sessions:create': true,
} satisfies Record<KeyPermission, true>)
