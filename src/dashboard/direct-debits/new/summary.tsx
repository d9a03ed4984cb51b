import { maskIban, showsIbans } from '../../../domain/persons/mask'
import { Card } from '../../../ui/card'
import { DescriptionList } from '../../../ui/description-list'
import { formatDate, formatMoney, formatNumber } from '../../../ui/i18n/format'
import { Lines } from '../../../ui/lines'
import { Notice } from '../../../ui/notice'
import { formatIban } from '../../../ui/person-fields/iban'
import { Digits, Quiet } from '../../../ui/text'
import { newTexts } from '../texts-new'
import { debitsText, debtorName, feesText, type StepProps, stepPath } from './layout'
import { Warnings } from './warnings'

/** How many debits are shown before the release. */
const MAX_EXAMPLES = 10

/** What a collection takes together, as the bank will show it. */
export function Summary(props: StepProps) {
  const { viewer, prepared } = props
  const { locale } = viewer
  const t = newTexts(locale).release
  const { groups, fees, found, amount, creditor, collectionDate } = prepared
  const leftOut = found.length - fees.length
  const money = formatMoney(amount, 'EUR', locale)
  return (
    <>
      {leftOut > 0 && (
        <Notice
          tone="warn"
          title={t.leftOut(feesText(leftOut, locale))}
          action={<a href={stepPath('check', props)}>{t.leftOutLink}</a>}
          isQuiet
        />
      )}
      <Card>
        <DescriptionList
          items={[
            {
              name: t.debits,
              value: t.ofFees(debitsText(groups.length, locale), feesText(fees.length, locale)),
            },
            { name: t.amount, value: <strong>{money}</strong> },
            { name: t.control, value: <Digits>{(amount / 100).toFixed(2)}</Digits> },
            { name: t.date, value: formatDate(collectionDate, locale) },
            {
              name: t.creditor,
              value: creditor && (
                <>
                  {creditor.name}, <Digits>{formatIban(creditor.iban)}</Digits>
                </>
              ),
            },
            { name: t.creditorId, value: creditor?.creditor_id },
          ]}
        />
      </Card>
      <Warnings {...props} />
    </>
  )
}

/** The first debits as the file will have them. */
export function Examples({ viewer, prepared }: StepProps) {
  const { groups, credential } = prepared
  const { locale } = viewer
  const t = newTexts(locale).release
  const shown = groups.slice(0, MAX_EXAMPLES)
  const ibanOf = (iban: string) => formatIban(showsIbans(credential) ? iban : maskIban(iban))
  const rest = groups.length - shown.length
  return (
    <Card title={t.examples}>
      <Lines
        items={shown.map(({ debtor, iban, text, amount }) => ({
          main: debtorName(debtor.holder, debtor, { viewer, prepared }),
          details: [text, <Digits>{ibanOf(iban)}</Digits>],
          amount: formatMoney(amount, 'EUR', locale),
        }))}
      />
      {rest > 0 && <Quiet>{t.more(formatNumber(rest, locale))}</Quiet>}
    </Card>
  )
}
