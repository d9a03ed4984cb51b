import type { Identity } from '../domain/portal/identity'
import { logoPath } from '../http/portal-paths'
import type { MailLook } from '../ui/mail/look'

/** How the mails of a workspace look: its name, colour and logo, and whom to ask. `origin` is the address of the service. */
export const lookOf = (workspace: Identity, origin: string): MailLook => ({
  name: workspace.name,
  colour: workspace.portalColour,
  logoUrl: logoUrlOf(workspace, origin),
  contact: {
    name: workspace.contactName,
    email: workspace.contactEmail,
    phone: workspace.contactPhone,
  },
  imprintUrl: workspace.imprintUrl,
  privacyUrl: workspace.privacyUrl,
})

function logoUrlOf(workspace: Identity, origin: string): string | undefined {
  const path = logoPath(workspace)
  return path && `${origin}${path}`
}
