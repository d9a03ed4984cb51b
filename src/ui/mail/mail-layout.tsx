import type { PropsWithChildren } from 'hono/jsx'
import { raw } from 'hono/utils/html'
import type { Locale } from '../i18n/locale'
import { CARD, coloursOf, darkStyles, footOf, type MailLook, PAPER, TEXT } from './look'

type Props = PropsWithChildren<{
  look: MailLook
  locale: Locale
  title: string
  /** What lists of mails show after the subject. */
  preheader: string
  unsubscribeUrl?: string | undefined
}>

/** The document of a mail: the name of its sender, a card, and a foot. */
export const MailLayout = ({ look, locale, title, preheader, unsubscribeUrl, children }: Props) => {
  const { brand, accent } = coloursOf(look)
  return (
    <html lang={locale.language}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{title}</title>
        <style>{raw(darkStyles(accent.dark))}</style>
      </head>
      <body class="paper" style={`margin:0;padding:0;background-color:${PAPER}`}>
        <div style={HIDDEN}>{preheader}</div>
        <table
          class="paper"
          role="presentation"
          width="100%"
          cellpadding="0"
          cellspacing="0"
          border={0}
          bgcolor={PAPER}
          style={`background-color:${PAPER}`}
        >
          <tr>
            <td align="center" style="padding:24px 12px">
              {OUTLOOK_COLUMN}
              <table
                role="presentation"
                width="100%"
                cellpadding="0"
                cellspacing="0"
                border={0}
                style="width:100%;max-width:560px"
              >
                <tr>
                  <td
                    class="card"
                    align="left"
                    bgcolor={CARD}
                    style={`background-color:${CARD};border-top:4px solid ${brand};padding:24px 24px 12px;word-break:break-word`}
                  >
                    <p
                      class="accent"
                      style={`${TEXT.body};margin:0 0 20px;color:${accent.light};font-weight:bold`}
                    >
                      {look.logoUrl ? (
                        <img src={look.logoUrl} alt={look.name} height={48} style={LOGO} />
                      ) : (
                        look.name
                      )}
                    </p>
                    {children}
                  </td>
                </tr>
                <tr>
                  <td align="left" style="padding:16px 24px;word-break:break-word">
                    <Foot {...{ look, locale, unsubscribeUrl }} />
                  </td>
                </tr>
              </table>
              {END_OF_OUTLOOK_COLUMN}
            </td>
          </tr>
        </table>
      </body>
    </html>
  )
}

// White behind it, since a logo may be dark. Its alternative text looks as the name does.
const LOGO =
  'display:block;height:48px;width:auto;max-width:240px;border:0;padding:4px;background-color:#fff;border-radius:6px;font-size:16px;line-height:24px'

const HIDDEN =
  'display:none;max-height:0;max-width:0;overflow:hidden;opacity:0;font-size:1px;line-height:1px;mso-hide:all'

// Outlook for Windows knows no max-width.
const OUTLOOK_COLUMN = raw(
  '<!--[if mso]><table role="presentation" width="560" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->',
)
const END_OF_OUTLOOK_COLUMN = raw('<!--[if mso]></td></tr></table><![endif]-->')

const Foot = ({ look, locale, unsubscribeUrl }: Pick<Props, 'look' | 'locale' | 'unsubscribeUrl'>) => {
  const { lead, contacts, links } = footOf(look, locale, unsubscribeUrl)
  return (
    <>
      {[contacts, links].map((items, line) => {
        if (items.length === 0) return null
        return (
          <p class="quiet" style={`${TEXT.small};margin:0 0 8px`}>
            {line === 0 && `${lead} `}
            {items.map(({ text, address }, index) => (
              <>
                {index > 0 && ' · '}
                {address ? (
                  <a class="quiet" href={address} style={TEXT.small}>
                    {text}
                  </a>
                ) : (
                  text
                )}
              </>
            ))}
          </p>
        )
      })}
    </>
  )
}

/** A paragraph of a mail. */
export const MailParagraph = ({ isQuiet, children }: PropsWithChildren<{ isQuiet?: boolean }>) => (
  <p class={isQuiet ? 'quiet' : 'ink'} style={`${isQuiet ? TEXT.small : TEXT.body};margin:0 0 16px`}>
    {children}
  </p>
)
