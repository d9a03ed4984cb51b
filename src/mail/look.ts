import type { Identity } from '../domain/portal/identity'
import type { MailLook } from '../ui/mail/look'

/** Whose mails they are: name, colour, and whom to ask. */
export const lookOf = (workspace: Identity): MailLook => ({
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
