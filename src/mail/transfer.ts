import type { WorkspaceRow } from '../db/schema'
import { girocode } from '../domain/fees/girocode'
import type { FeeFacts } from '../domain/mails/facts'
import { formatMoney, inFours } from '../ui/i18n/format'
import { memberLocaleOf } from '../ui/i18n/locale'
import type { Transfer } from '../ui/mail/transfer'
import { qrImage } from './girocode-image'

/** How many fees of a mail have a GiroCode, as an image: mail programs show no SVG. */
const MAX_CODES = 3

type Payee = Pick<
  WorkspaceRow,
  'currency' | 'creditorName' | 'creditorIban' | 'name' | 'locale' | 'portalAddressForm'
>

/** An image that a mail brings along, in base64; its HTML names it `cid:` and the id. */
export type InlineImage = { id: string; content: string }

/**
 * What a mail asks to transfer for fees, and the images of its codes; undefined if nothing is open. `isEmbedded` puts
 * the images into the addresses, for a preview.
 */
export function transferOf(
  workspace: Payee,
  fees: FeeFacts[],
  { isEmbedded = false } = {},
): { transfer: Transfer; images: InlineImage[] } | undefined {
  const { creditorName, creditorIban, currency } = workspace
  const open = fees.filter((fee) => fee.open > 0)
  if (open.length === 0) return undefined
  const locale = memberLocaleOf(workspace)
  const payee = creditorIban ? { name: creditorName ?? workspace.name, iban: creditorIban } : undefined
  const hasCodes = payee && currency === 'EUR' && open.length <= MAX_CODES
  const images = hasCodes
    ? open.map(({ open: amount, reference }, index) => ({
        id: `girocode-${index + 1}`,
        content: qrImage(girocode({ ...payee, amount, reference })),
      }))
    : []
  const areShared = new Set(open.map(({ personId }) => personId)).size > 1
  const items = open.map(({ description, open: amount, reference, personName }, index) => {
    const image = images[index]
    return {
      label: areShared ? `${personName}, ${description}` : description,
      amount: formatMoney(amount, currency, locale),
      reference: inFours(reference),
      ...(image && { code: isEmbedded ? `data:image/png;base64,${image.content}` : `cid:${image.id}` }),
    }
  })
  return { transfer: { payee: payee && { ...payee, iban: inFours(payee.iban) }, items }, images }
}

/** Images as a mail has them attached. */
export const attachmentsOf = (images: InlineImage[]) =>
  images.map(({ id, content }) => ({
    disposition: 'inline' as const,
    contentId: id,
    filename: `${id}.png`,
    type: 'image/png',
    content,
  }))
