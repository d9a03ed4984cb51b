import type { Identity } from '../domain/portal/identity'

/** The address of a login link. The workspace, by slug or id, is no secret: it gives the page a name. */
export const loginPath = (idOrSlug: string, token: string): string => `/portal/${idOrSlug}/login/${token}`

/** What a link in a mail is for. */
type LinkedAct = 'email' | 'address' | 'mandate' | 'resign'

/**
 * The address of a link in a mail that does one thing. It names the workspace by its id, which leads to the database with the token.
 * A slug does not: the workspace may give it up while the link is valid.
 */
export const linkedPath = (
  { id }: Pick<Identity, 'id'>,
  { act, token, door = 'portal' }: { act: LinkedAct; token: string; door?: 'portal' | 'join' | undefined },
): string => `/${door}/${id}/${act}/${token}`

/** The address of a workspace's logo, which changes with the logo; undefined if it has none. */
export const logoPath = ({ id, portalLogo }: Pick<Identity, 'id' | 'portalLogo'>): string | undefined =>
  portalLogo ? `/portal/logo/${id}/${portalLogo}` : undefined
