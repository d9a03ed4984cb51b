import type { WorkspaceRow } from '../../db/schema'
import { type Sql, sql } from '../../db/sql'

/** What pages and mails for members show of a workspace: its name, its look, its language, whom to ask, and whether it moves. */
export type Identity = Pick<
  WorkspaceRow,
  | 'id'
  | 'name'
  | 'locale'
  | 'portalSlug'
  | 'portalColour'
  | 'portalLogo'
  | 'portalAddressForm'
  | 'contactName'
  | 'contactEmail'
  | 'contactPhone'
  | 'imprintUrl'
  | 'privacyUrl'
  | 'isSandbox'
  | 'movingTo'
>

/** The columns of an {@link Identity}, for a SELECT from `workspaces`. */
export const IDENTITY: Sql = sql`
  workspaces.id, workspaces.name, workspaces.locale, portal_slug AS portalSlug, portal_colour AS portalColour,
  portal_logo AS portalLogo, portal_address_form AS portalAddressForm, contact_name AS contactName,
  contact_email AS contactEmail, contact_phone AS contactPhone, imprint_url AS imprintUrl, privacy_url AS privacyUrl,
  is_sandbox AS isSandbox, moving_to AS movingTo`
