import type { KeyPermission } from '../domain/access/permissions'
import { sha256 } from '../domain/shared/hash.ts'
import { CLUB_IBAN } from './demo/money.ts'

/** The API key of the demo workspace, which local databases alone have. */
export const DEMO_KEY = 'mas_DemoKeyForLocalDevelopmentOnly1aUhuL'

/** SQL that inserts the demo workspace unless it exists, and replaces its key, so that the key always works. */
export function seedSql(now = new Date().toISOString()): string {
  const hash = sha256(DEMO_KEY)
  return `
INSERT OR IGNORE INTO workspaces
  (id, name, locale, timezone, currency, subscription_variant, portal_enabled, portal_managed_by, portal_slug, portal_colour,
   portal_functions, portal_fields, join_form, creditor_name, creditor_iban, creditor_id, contact_name, contact_email,
   contact_phone, imprint_url, privacy_url, created_at, updated_at)
VALUES ('${WORKSPACE}', 'TSV Lindental 1898 e. V.', 'de-DE', 'Europe/Berlin', 'EUR', 'complete', 1, 'workspace', '${SLUG}', '#1f4e8c',
  '${JSON.stringify(['view_data', 'edit_data', 'view_fees', 'grant_mandate', 'resign'])}', '${JSON.stringify(PORTAL_FIELDS)}', '${JSON.stringify(JOIN_FORM)}', ${[...CREDITOR, ...CONTACT].map((text) => `'${text}'`).join(', ')},
  '${now}', '${now}');
INSERT OR REPLACE INTO api_keys (token_hash, id, workspace_id, name, permissions, created_at)
VALUES ('${hash}', 'key_00000000DemoKey000000000', '${WORKSPACE}', 'Demo key', '${JSON.stringify(ALL)}', '${now}');
INSERT OR IGNORE INTO api_keys (token_hash, id, workspace_id, name, permissions, created_at)
VALUES ('${'0'.repeat(64)}', 'key_00000000DemoSpare00000000', '${WORKSPACE}', 'Spare key, to be revoked', '${JSON.stringify(ALL)}', '${now}');
${DEMO_STAFF.map((person) => staffSql(person, now)).join('')}
${countsSql(new Date(now))}`
}

/** SQL that gives the demo workspace a past: counts of each week of the last year, for the charts. */
const countsSql = (now: Date): string => `
INSERT OR IGNORE INTO daily_counts (workspace_id, day, members, contacts, open_fees, open_amount)
SELECT '${WORKSPACE}', date('${now.toISOString()}', '-' || (7 * (52 - value)) || ' days'),
  7 + value / 14, 8 + value / 13, 3 + value % 13 / 3, 22000 + 4700 * (12 - value % 13)
FROM json_each('${JSON.stringify(Array.from({ length: 52 }, (_, week) => week))}');
`

const staffSql = ({ role, email, name }: (typeof DEMO_STAFF)[number], now: string): string => `
INSERT OR IGNORE INTO staff (id, email, name, locale, created_at)
VALUES ('stf_00000000Demo${role}', '${email}', '${name}', 'de-DE', '${now}');
INSERT OR IGNORE INTO memberships (workspace_id, staff_id, role, created_at, accepted_at)
VALUES ('${WORKSPACE}', 'stf_00000000Demo${role}', '${role}', '${now}', '${now}');
`

/** The staff of the demo workspace, who sign in with codes that the server prints. */
export const DEMO_STAFF = [
  { role: 'owner', email: 'anna.weber@example.org', name: 'Anna Weber' },
  { role: 'office', email: 'jan.petersen@example.org', name: 'Jan Petersen' },
  { role: 'treasurer', email: 'miriam.kaya@example.org', name: 'Miriam Kaya' },
  { role: 'auditor', email: 'horst.brandt@example.org', name: 'Horst Brandt' },
] as const

/** The email address of the demo's portal link, which a family of three shares. */
export const DEMO_FAMILY = 'familie.bergmann@example.org'

export const SLUG = 'tsv-lindental'

const PORTAL_FIELDS = {
  email: 'editable',
  phone_numbers: 'editable',
  address: 'editable',
  bank_account: 'editable',
  shirt_size: 'editable',
  departments: 'visible',
  helps_at_events: 'editable',
}

const JOIN_FORM = {
  enabled: true,
  fields: {
    name: 'required',
    birthdate: 'required',
    email: 'required',
    phone_numbers: 'optional',
    address: 'required',
    payment_method: 'optional',
    bank_account: 'optional',
    departments: 'optional',
  },
  mandate: 'offered',
  statutes_url: 'https://tsv-lindental.example.org/satzung.pdf',
  intro: 'Schön, dass Sie zu uns kommen! Erwachsene zahlen 120 € im Jahr, Kinder 48 €.',
}

export const WORKSPACE = 'wsp_00000000DemoWorkspace000'

/** Name, IBAN and identifier for tests, with which the demo workspace collects direct debits. */
const CREDITOR = ['TSV Lindental 1898 e. V.', CLUB_IBAN, 'DE98ZZZ09999999999']

/** The contact of the club: name, email address, phone, imprint and privacy notice. */
const CONTACT = [
  'Geschäftsstelle',
  'geschaeftsstelle@tsv-lindental.example.org',
  '030 23125 100',
  'https://tsv-lindental.example.org/impressum',
  'https://tsv-lindental.example.org/datenschutz',
]

const ALL = Object.keys({
  'members:read': true,
  'members:write': true,
  'contacts:read': true,
  'contacts:write': true,
  'fees:read': true,
  'fees:write': true,
  'payments:write': true,
  'collections:write': true,
  'bank:write': true,
  'bookkeeping:read': true,
  'bookkeeping:write': true,
  'member_portal_sessions:create': true,
  'mails:read': true,
  'mails:send': true,
  'audit:read': true,
  'webhooks:write': true,
} satisfies Record<KeyPermission, true>)
