import { PAYMENT_METHOD } from '../../domain/person-fields/fields'
import type { Obstacle } from '../../domain/portal/dues'
import { mayGrantMandate } from '../../domain/portal/mandate/view'
import type { MyData } from '../../domain/portal/my-data'
import type { MyFees, UnpaidFee } from '../../domain/portal/my-fees'
import type { PortalSession } from '../../domain/portal/sessions'
import { ButtonLink } from '../../ui/button'
import { FeeParts } from '../../ui/fee-parts'
import { formatDate, formatMoney } from '../../ui/i18n/format'
import type { Locale } from '../../ui/i18n/locale'
import { Notice } from '../../ui/notice'
import { maskedInFours } from '../../ui/person-fields/iban'
import { directDebitTexts } from '../texts/direct-debit'
import { mandateTexts } from '../texts/mandate'
import { AskAboutMoney } from './contact'
import { titleOf } from './title-of'

type Props = { fees: MyFees; locale: Locale }

/** Debits that came back: why, and what to do. One notice for each reason. */
export function ReturnedDebits({ fees: { session, dues, toPay, toPayForOthers }, locale }: Props) {
  const t = directDebitTexts(locale)
  const returned = [...toPay, ...toPayForOthers].filter((fee) => fee.returned)
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
            reason === 'account_unusable' &&
            !session.isPayer && (
              <ButtonLink kind="second" href={`/portal/persons/${person.id}`}>
                {t.checkIban}
              </ButtonLink>
            )
          }
        >
          <ul>
            {fees.map((fee) => (
              <li>
                {titleOf(fee)}, {formatMoney(fee.openAmount, person.currency, locale)}
                {fee.returned && `, ${t.returnedOn(formatDate(fee.returned.on, locale))}`}
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
  const { currency } = dues.person
  const money = (amount: number) => formatMoney(amount, currency, locale)
  const planned = toCollect.map((fee) => ({ ...fee, amount: fee.openAmount, collectionDate: null }))
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
            <p>{sentence(money(sum), maskedInFours(iban), collectionDate)}</p>
            <ul>
              {fees.map((fee) => (
                <li>
                  {titleOf(fee)}: {money(fee.amount)}
                  <FeeParts parts={fee.parts} currency={currency} locale={locale} />
                </li>
              ))}
            </ul>
          </>
        )
      })}
    </Notice>
  )
}

/** Tells a person who has chosen direct debit what is missing for it, where the page shows how they pay. */
export function ImpossibleDebit({ data, locale }: { data: MyData; locale: Locale }) {
  const { obstacles, fields, session } = data
  const t = directDebitTexts(locale)
  if (obstacles.length === 0 || !fields.some(({ key }) => key === PAYMENT_METHOD)) return null
  const [obstacle] = obstacles
  if (obstacle === 'no_creditor')
    return (
      <Notice tone="warn" title={t.chosenTitle} isQuiet>
        <p>{t.noCreditor(session.person.workspaceName)}</p>
      </Notice>
    )
  const mayGrant = isMendedByGrant(session, obstacles)
  return (
    <Notice
      tone="warn"
      title={t.chosenTitle}
      isQuiet
      action={mayGrant && <GrantMandate session={session} locale={locale} />}
    >
      {mayGrant ? (
        <p>{mandateTexts(locale).none}</p>
      ) : (
        obstacles.map((missing) => <p>{t.missing[missing as Exclude<Obstacle, 'no_creditor'>]}</p>)
      )}
      <p>{t.untilThen}</p>
    </Notice>
  )
}

/** Whether all that is missing is given with a mandate, which the person can give here: it needs no paper, and names the account. */
const isMendedByGrant = (session: PortalSession, obstacles: Obstacle[]): boolean =>
  mayGrantMandate(session) &&
  obstacles.length > 0 &&
  obstacles.every((one) => one === 'no_iban' || one === 'no_mandate')

const GrantMandate = ({ session, locale }: { session: PortalSession; locale: Locale }) => (
  <ButtonLink href={`/portal/persons/${session.person.id}/mandate`}>{mandateTexts(locale).open}</ButtonLink>
)

/** Tells which debits still take an account that the person has replaced, and when. */
export function OldAccount({ data, locale }: { data: MyData; locale: Locale }) {
  const { fromOldAccount, fields, session } = data
  const t = directDebitTexts(locale)
  const showsAccount = fields.some(({ key }) => key === 'bank_account') || mayGrantMandate(session)
  if (fromOldAccount.length === 0 || !showsAccount) return null
  return (
    <Notice tone="info" title={t.oldAccountTitle} isQuiet>
      {fromOldAccount.map(({ amount, iban, collectionDate }) => (
        <p>
          {t.oldAccount(
            formatMoney(amount, session.person.currency, locale),
            maskedInFours(iban),
            formatDate(collectionDate, locale),
          )}
        </p>
      ))}
    </Notice>
  )
}

/** Tells a person who pays by direct debit why there is something to transfer, and leads to the mandate if it is missing. */
export function UnusableDebit({ fees, locale }: Props) {
  const { dues, isDebitUnusable, session } = fees
  const t = directDebitTexts(locale)
  if (!isDebitUnusable) return null
  return (
    <Notice
      tone="warn"
      title={t.unusableTitle}
      isQuiet
      action={isMendedByGrant(session, dues.obstacles) && <GrantMandate session={session} locale={locale} />}
    >
      <p>{t.unusable}</p>
      <AskAboutMoney dues={dues} session={session} locale={locale} />
    </Notice>
  )
}
