import { safeAddress } from '../../domain/mails/body'
import { brandColours, PAPERS, SERVICE_COLOUR } from '../brand'
import { phoneAddress } from '../contact-links'
import type { Locale } from '../i18n/locale'
import { mailTexts } from './texts'

/** Whose mail it is: its name, its colour (`#rrggbb`), its logo, whom to ask, and the pages that the law asks for. */
export type MailLook = {
  name: string
  colour: string | null
  logoUrl?: string | undefined
  contact: { name: string | null; email: string | null; phone: string | null }
  imprintUrl: string | null
  privacyUrl: string | null
}

/** The look of the service. */
export const plainLook = (name: string): MailLook => ({
  name,
  colour: null,
  contact: { name: null, email: null, phone: null },
  imprintUrl: null,
  privacyUrl: null,
})

/** The colours of a mail. */
export function coloursOf(look: MailLook) {
  const { colour } = look
  const isColour = colour && /^#[\da-f]{6}$/i.test(colour)
  const colours = COLOURS.get(look) ?? brandColours(isColour ? colour.toLowerCase() : SERVICE_COLOUR)
  COLOURS.set(look, colours)
  return colours
}

// Every link of a mail asks for them, and readable colours take a search.
const COLOURS = new WeakMap<MailLook, ReturnType<typeof brandColours>>()

/** What the foot of a mail has: whom to ask, each perhaps with an address, and links. */
export function footOf(look: MailLook, locale: Locale, unsubscribeUrl?: string) {
  const t = mailTexts(locale)
  const { name, email, phone } = look.contact
  const contacts: FootItem[] = [
    ...(name ? [{ text: name }] : []),
    ...(email ? [{ text: email, address: safeAddress(`mailto:${email}`) }] : []),
    ...(phone ? [{ text: phone, address: safeAddress(phoneAddress(phone)) }] : []),
  ]
  const links = [
    { text: t.imprint, address: safeAddress(look.imprintUrl ?? '') },
    { text: t.privacy, address: safeAddress(look.privacyUrl ?? '') },
    { text: t.unsubscribe, address: safeAddress(unsubscribeUrl ?? '') },
  ].filter((link): link is { text: string; address: string } => link.address !== undefined)
  return { lead: t.questions, contacts, links }
}
export type FootItem = { text: string; address?: string | undefined }

const FONT = 'font-family:-apple-system,BlinkMacSystemFont,Segoe UI,Roboto,Helvetica,Arial,sans-serif'
const INK = '#1d1f21'
const QUIET = '#5a5f66'
export const LINE = '#dcdad4'
export const EDGE = '#7b8088'
export const PAPER = PAPERS.light.paper
export const CARD = PAPERS.light.card
export const DARK_CARD = PAPERS.dark.card

const text = (size: number, line: number, colour: string) =>
  `${FONT};font-size:${size}px;line-height:${line}px;color:${colour}`

/** The styles of text by its role. Mail programs inherit little, so each element names all of them. */
export const TEXT = { body: text(16, 24, INK), small: text(13, 20, QUIET) }
export const HEADINGS = [text(24, 32, INK), text(20, 28, INK), text(17, 24, INK)]

/** The colours of the dark scheme, for programs that read stylesheets; all others show or invert the light one. */
export const darkStyles = (
  accent: string,
) => `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.paper{background-color:${PAPERS.dark.paper}!important}
.card{background-color:${PAPERS.dark.card}!important}
.ink{color:#eceae6!important}
.quiet{color:#a9afb6!important}
.accent{color:${accent}!important}
.line{border-color:#4a4f55!important}
.edge{border-color:#7f868d!important}
}`
