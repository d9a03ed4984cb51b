import * as z from 'zod'
import type { WorkspaceRow } from '../../db/schema'
import { email, singleLine, webAddress } from '../shared/text'

const contact = z
  .object({
    name: z.string().nullable(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    imprint_url: z.string().nullable(),
    privacy_url: z.string().nullable(),
  })
  .describe('Whom members ask, and where answers to mails go')

/** The contact of a workspace in a body: absent keys stay, `null` clears. */
export const contactInput = {
  contact: z
    .strictObject({
      name: singleLine(255).nullish(),
      email: email.nullish(),
      phone: singleLine(64).nullish(),
      imprint_url: webAddress.nullish(),
      privacy_url: webAddress.nullish(),
    })
    .nullish(),
}
const contactSettings = z.strictObject(contactInput)

/** The contact of a workspace as the API shows it. */
export const contactOutput = { contact }

/** The columns that a contact gives. */
export const storedContact = ({ contact }: z.infer<typeof contactSettings>) => ({
  contactName: contact?.name,
  contactEmail: contact?.email,
  contactPhone: contact?.phone,
  imprintUrl: contact?.imprint_url,
  privacyUrl: contact?.privacy_url,
})

type ContactColumns = Pick<
  WorkspaceRow,
  'contactName' | 'contactEmail' | 'contactPhone' | 'imprintUrl' | 'privacyUrl'
>

/** The stored contact as the API shows it. */
export const contactToApi = (row: ContactColumns) => ({
  contact: {
    name: row.contactName,
    email: row.contactEmail,
    phone: row.contactPhone,
    imprint_url: row.imprintUrl,
    privacy_url: row.privacyUrl,
  },
})
