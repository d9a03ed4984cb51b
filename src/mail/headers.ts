import type { MailRow } from '../domain/mails/mail'

/**
 * The header of mails that no person has written or pressed a button for, so that absence notes do not answer (RFC
 * 3834).
 */
export const AUTOMATIC = { 'Auto-Submitted': 'auto-generated' }

type Listed = {
  mail: Pick<MailRow, 'kind' | 'occasion'>
  workspaceId: string
  from: string
  unsubscribeUrl: string | undefined
}

/**
 * The headers of a mail to the persons of a list. What is sent for an occasion is automatic; what staff write and news
 * are those of a list (RFC 2919), which mail programs can sort by.
 */
export const mailHeaders = ({ mail, workspaceId, from, unsubscribeUrl }: Listed): Record<string, string> => ({
  ...(mail.occasion !== null && AUTOMATIC),
  ...((mail.occasion === null || mail.kind === 'news') && {
    'List-Id': `<${workspaceId}.${domainOf(from)}>`,
  }),
  ...(unsubscribeUrl && unsubscribing(unsubscribeUrl)),
})

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1)

/** The headers by which mail programs unsubscribe with one click (RFC 8058). */
const unsubscribing = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})
