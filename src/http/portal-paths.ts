import type { Identity } from '../domain/portal/identity'

/** The address of a login link. The workspace, by slug or id, is no secret: it gives the page a name. */
export const loginPath = (idOrSlug: string, token: string): string => `/portal/${idOrSlug}/login/${token}`

/** The address of a workspace's logo, which changes with the logo; undefined if it has none. */
export const logoPath = ({ id, portalLogo }: Pick<Identity, 'id' | 'portalLogo'>): string | undefined =>
  portalLogo ? `/portal/logo/${id}/${portalLogo}` : undefined
