import { contrast } from '../brand'
import { CARD, coloursOf, DARK_CARD, EDGE, type MailLook, TEXT } from './look'

/** The contrast that a button needs with what is behind it, to be seen without an edge. */
const VISIBLE = 1.5

type Props = { look: MailLook; url: string; label: string; hint: string }

/**
 * A button, and its address to copy. Outlook for Windows knows no padding of links, so its cell has one for Outlook
 * alone.
 */
export const MailButton = ({ look, url, label, hint }: Props) => {
  const { brand, onBrand } = coloursOf(look)
  const isFaint = (card: string) => contrast(brand, card) < VISIBLE
  const edge = isFaint(CARD) ? EDGE : brand
  return (
    <>
      <table role="presentation" cellpadding="0" cellspacing="0" border={0} style="margin:0 0 12px">
        <tr>
          <td
            align="center"
            bgcolor={brand}
            style={`background-color:${brand};border-radius:8px;mso-padding-alt:12px 22px`}
          >
            <a
              class={isFaint(DARK_CARD) ? 'edge' : undefined}
              href={url}
              style={`${TEXT.body};display:inline-block;padding:12px 22px;mso-padding-alt:0;background-color:${brand};border:1px solid ${edge};border-radius:8px;color:${onBrand};font-weight:bold;text-decoration:none`}
            >
              {label}
            </a>
          </td>
        </tr>
      </table>
      <p class="quiet" style={`${TEXT.small};margin:0 0 16px;word-break:break-word`}>
        {hint}
        <br />
        <a class="quiet" href={url} style={`${TEXT.small};word-break:break-all`}>
          {url}
        </a>
      </p>
    </>
  )
}
