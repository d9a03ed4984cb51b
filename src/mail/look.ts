import type { WorkspaceRow } from '../db/schema'
import type { MailLook } from '../ui/mail/look'

/** Whose mails they are: name, colour, and whom to ask. */
export const lookOf = (workspace: WorkspaceRow): MailLook => ({
  name: workspace.name,
  colour: workspace.portalColour,
  contact: {
    name: workspace.contactName,
    email: workspace.contactEmail,
    phone: workspace.contactPhone,
  },
  imprintUrl: workspace.imprintUrl,
  privacyUrl: workspace.privacyUrl,
})
