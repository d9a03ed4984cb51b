import { isMaskedIban } from '../domain/persons/mask'
import type { MyFees, UnpaidFee } from '../domain/portal/my-fees'
import { ButtonLink } from '../ui/button'
import { formatDate, formatMoney, inFours } from '../ui/i18n/format'
import type { Locale } from '../ui/i18n/locale'
import { Notice } from '../ui/notice'
import { AskAboutMoney } from './contact'
import { directDebitTexts } from './texts/direct-debit'

type Props = { fees: MyFees; locale: Locale }

/** Debits that came back: why, and what to do. One notice for each reason. */
export function ReturnedDebits({ fees: { dues, toPay }, locale }: Props) {
  const t = directDebitTexts(locale)
  const returned = toPay.filter((fee) => fee.returned)
  const byReason = Map.groupBy(returned, (fee) => reasonOf(fee))
  const { person } = dues
  return (
    <>
      {[...byReason].map(([reason, fees]) => (
        <Notice
          tone="bad"
          title={t.returnedTitle}
          isQuiet
          action={
            reason === 'account_unusable' && (
              <ButtonLink kind="second" href={`/portal/persons/${person.id}`}>
                {t.checkIban}
              </ButtonLink>
            )
          }
        >
          <ul>
            {fees.map(({ description, openAmount, returned }) => (
              <li>
                {description}, {formatMoney(openAmount, person.currency, locale)}
                {returned && `, ${t.returnedOn(formatDate(returned.on, locale))}`}
              </li>
            ))}
          </ul>
          <p>{t.reasons[reason]}</p>
        </Notice>
      ))}
    </>
  )
}

/** What the bank said, as far as it helps. `MS03` means that it did not say. */
function reasonOf({ returned }: UnpaidFee) {
  const reason = returned?.reason
  if (reason === 'account_unusable' || reason === 'disputed') return reason
  return reason === 'no_funds' && returned?.code !== 'MS03' ? reason : 'other'
}

/** Fees that direct debits collect: there is nothing to do. One sentence for each account and date. */
export function CollectedFees({ fees: { dues, toCollect, collecting, today }, locale }: Props) {
  const t = directDebitTexts(locale)
  const money = (amount: number) => formatMoney(amount, dues.person.currency, locale)
  const planned = toCollect.map((fee) => ({
    description: fee.description,
    amount: fee.openAmount,
    iban: String(dues.iban),
    collectionDate: null,
  }))
  const debits = Map.groupBy(
    [...collecting, ...planned],
    ({ iban, collectionDate }) => `${collectionDate} ${iban}`,
  )
  if (debits.size === 0) return null
  const sentence = (amount: string, iban: string, date: string | null) => {
    if (date === null) return t.soon(amount, iban)
    return (date < today ? t.sinceDate : t.onDate)(amount, iban, formatDate(date, locale))
  }
  return (
    <Notice tone="info" title={t.title} isQuiet>
      {[...debits.values()].map((fees) => {
        const [{ iban, collectionDate }] = fees as [(typeof fees)[number]]
        const sum = fees.reduce((total, { amount }) => total + amount, 0)
        return (
          <>
            <p>{sentence(money(sum), maskedIban(iban), collectionDate)}</p>
            <ul>
              {fees.map(({ description, amount }) => (
                <li>
                  {description}: {money(amount)}
                </li>
              ))}
            </ul>
          </>
        )
      })}
    </Notice>
  )
}

/** An IBAN as its owner knows it again: its beginning and the last six characters. */
const maskedIban = (iban: string): string =>
  isMaskedIban(iban) ? iban : `${iban.slice(0, 4)} … ${inFours(iban).slice(-7).trim()}`

/** Tells a person who pays by direct debit why there is something to transfer. */
export function UnusableDebit({ fees, locale }: Props) {
  const { dues, toPay, session } = fees
  const t = directDebitTexts(locale)
  if (dues.debit !== 'unusable' || toPay.every((fee) => fee.returned)) return null
  return (
    <Notice tone="warn" title={t.unusableTitle} isQuiet>
      <p>{t.unusable}</p>
      <AskAboutMoney dues={dues} session={session} locale={locale} />
    </Notice>
  )
}
