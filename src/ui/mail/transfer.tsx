import type { Locale } from '../i18n/locale'
import { LINE, TEXT } from './look'
import { mailTexts } from './texts'

/**
 * What a mail asks to transfer: to whom, and for each fee how much with which reference. Texts are as they are shown.
 */
export type Transfer = {
  payee: { name: string; iban: string } | undefined
  items: TransferItem[]
}

/** `code` is the address of the image of its GiroCode. */
export type TransferItem = { label: string; amount: string; reference: string; code?: string }

const CODE_SIZE = 180

/** What to transfer, as a table, with the codes that banking apps read. */
export const TransferTable = ({ transfer, locale }: { transfer: Transfer; locale: Locale }) => {
  const t = mailTexts(locale)
  const { payee, items } = transfer
  return (
    <table
      role="presentation"
      cellpadding="0"
      cellspacing="0"
      border={0}
      width="100%"
      class="line"
      style={`margin:0 0 16px;border-top:1px solid ${LINE}`}
    >
      {payee && (
        <>
          <TransferRow name={t.payee} value={payee.name} />
          <TransferRow name={t.iban} value={payee.iban} />
        </>
      )}
      {items.map(({ label, amount, reference, code }) => (
        <>
          {items.length > 1 && (
            <tr>
              <td colspan={2} class="ink" style={`${TEXT.body};padding:12px 0 4px;font-weight:bold`}>
                {label}
              </td>
            </tr>
          )}
          <TransferRow name={t.amount} value={amount} />
          <TransferRow name={t.reference} value={reference} />
          {code && (
            <tr>
              <td
                colspan={2}
                class="quiet line"
                style={`${TEXT.small};padding:12px 0;border-bottom:1px solid ${LINE}`}
              >
                <img src={code} alt={t.code} width={CODE_SIZE} height={CODE_SIZE} style={CODE} />
                {t.code}
              </td>
            </tr>
          )}
        </>
      ))}
    </table>
  )
}

const CODE = 'display:block;border:0;margin:0 0 4px;background-color:#fff'

const TransferRow = ({ name, value }: { name: string; value: string }) => (
  <tr>
    <td
      class="quiet line"
      valign="top"
      style={`${TEXT.small};padding:6px 16px 6px 0;white-space:nowrap;border-bottom:1px solid ${LINE}`}
    >
      {name}
    </td>
    <td
      class="ink line"
      valign="top"
      style={`${TEXT.body};padding:6px 0;border-bottom:1px solid ${LINE};font-weight:bold`}
    >
      {value}
    </td>
  </tr>
)

/** What to transfer, as lines of text. */
export function transferText({ payee, items }: Transfer, locale: Locale): string {
  const t = mailTexts(locale)
  const ofItem = ({ label, amount, reference }: TransferItem) => [
    ...(items.length > 1 ? ['', label] : []),
    `${t.amount}: ${amount}`,
    `${t.reference}: ${reference}`,
  ]
  return [
    ...(payee ? [`${t.payee}: ${payee.name}`, `${t.iban}: ${payee.iban}`] : []),
    ...items.flatMap(ofItem),
  ].join('\n')
}
