import { permits } from '../../domain/access/authorize'
import type { AdmissionDues } from '../../domain/applications/dues'
import { Card } from '../../ui/card'
import { Check } from '../../ui/choices'
import { DuesLines } from '../../ui/dues-lines'
import { formatMoney, formatShortDate } from '../../ui/i18n/format'
import { Lines } from '../../ui/lines'
import { Stack } from '../../ui/stack'
import { Quiet } from '../../ui/text'
import { tryTexts } from '../dues/texts-try'
import type { Viewer } from '../layout'
import { applicationTexts } from './texts'

/** The field with the plans that a form shows, and that of a plan whose dues are claimed, with the mark of what was shown. */
export const SHOWN = 'dues'
export const CLAIM = 'claim'

type Props = { dues: AdmissionDues; isTicked: boolean; viewer: Viewer }

/** What a plan would claim from applicants on their admission, with a tick for who may claim it. */
export function DuesCard({ dues, isTicked, viewer }: Props) {
  const { locale, staff } = viewer
  const { currency } = staff.workspace
  const t = applicationTexts(locale).dues
  const { plan, period, amount, mark, persons, fees } = dues
  const money = (cents: number) => formatMoney(cents, currency, locale)
  const name = plan.description.replaceAll('{{period}}', period)
  const [first] = persons
  return (
    <Card title={amount > 0 ? t.title(name, money(amount)) : t.nothing(name)}>
      <Stack gap="small">
        {persons.length === 1 && first ? (
          <>
            {reasonOf(first, viewer)}
            {first.lines.length > 0 && (
              <DuesLines lines={first.lines} of={{ id: plan.id, name }} {...{ currency, locale }} />
            )}
          </>
        ) : (
          <Lines
            items={persons.map((one) => ({
              main: one.name,
              details: one.outcome === 'owes' ? one.lines.map((line) => line.name) : [reasonOf(one, viewer)],
              ...(one.outcome === 'owes' && { amount: money(one.amount) }),
            }))}
          />
        )}
        {fees.map(({ due_on, amount: due }) => (
          <Quiet>{tryTexts(locale).due(formatShortDate(due_on, locale), money(due))}</Quiet>
        ))}
        {amount > 0 && permits(staff, 'fees:write') && (
          <Check
            name={CLAIM}
            id={`${CLAIM}-${plan.id}`}
            value={`${plan.id} ${mark}`}
            label={t.claim}
            isChecked={isTicked}
          />
        )}
        {amount > 0 && !permits(staff, 'fees:write') && <Quiet>{t.mayNot}</Quiet>}
        {persons.some(({ outcome }) => FAULTS.includes(outcome)) && <Quiet>{t.fault}</Quiet>}
      </Stack>
    </Card>
  )
}

type Outcome = AdmissionDues['persons'][number]

const FAULTS: Outcome['outcome'][] = ['no_rule', 'no_birthdate', 'no_price']

/** Why a person owes nothing; nothing if it owes. */
function reasonOf({ outcome, why }: Outcome, { locale }: Viewer): string {
  const text = tryTexts(locale).reasons[outcome]
  return why === null ? text : `${text}: ${why}`
}
