import type { Child } from 'hono/jsx'
import type { MyRecord, RecordedFee } from '../../domain/pages/my-record'
import { cardsOf } from '../../domain/portal/cards'
import type { MyChange } from '../../domain/portal/my-changes'
import type { PortalSession } from '../../domain/portal/sessions'
import type { PortalField } from '../../domain/portal/settings'
import { Card } from '../../ui/card'
import { DescriptionList } from '../../ui/description-list'
import { FeeBadge } from '../../ui/fee-badge'
import { formatDate, formatDay, formatMoney, inFours } from '../../ui/i18n/format'
import type { Locale } from '../../ui/i18n/locale'
import { Lines } from '../../ui/lines'
import { BackLink, PageHead } from '../../ui/page-head'
import { displayName } from '../../ui/person-fields/display-name'
import { labelOf } from '../../ui/person-fields/kind'
import { FieldValue } from '../../ui/person-fields/value'
import { Digits, OnScreen, Quiet } from '../../ui/text'
import { Layout } from '../layout'
import { changeTexts } from '../texts/changes'
import { myDataTexts } from '../texts/my-data'
import { myGuardianTexts } from '../texts/my-guardian'
import { myPayerTexts } from '../texts/my-payer'
import { recordTexts } from '../texts/record'
import { decisionText } from './consents'
import { byWhom } from './last-change'

type Props = { session: PortalSession; record: MyRecord; locale: Locale }

/** What the association keeps of a member, on a page to print. */
export function RecordPage({ session, record, locale }: Props) {
  const t = recordTexts(locale)
  const { cards } = myDataTexts(locale)
  const { person } = session
  const date = formatDate(session.context.today, locale)
  return (
    <Layout title={t.title} locale={locale} session={session}>
      <PageHead
        title={displayName(record.person)}
        lead={t.asOf(date, person.workspaceName)}
        breadcrumb={<BackLink href={`/portal/persons/${person.id}`}>{t.back}</BackLink>}
      />
      <OnScreen>{t.howToPrint}</OnScreen>
      {cardsOf(record.fields).map(({ name, fields }) => (
        <Card title={cards[name]}>
          <DescriptionList
            items={fields.map((field) => ({
              name: labelOf(field, locale),
              value: <FieldValue field={field} value={record.person[field.key]} locale={locale} />,
            }))}
          />
        </Card>
      ))}
      {record.consents.some(({ decisions }) => decisions.length > 0) && (
        <Card title={t.consents}>
          <DescriptionList
            items={record.consents.map(({ name, decisions }) => ({
              name,
              value:
                decisions.length > 0 ? (
                  <List items={decisions.map((one) => decisionText(one, person.timezone, locale))} />
                ) : (
                  <Quiet>{changeTexts(locale).undecided}</Quiet>
                ),
            }))}
          />
        </Card>
      )}
      {record.fees && <Fees fees={record.fees} session={session} locale={locale} />}
      {record.payer && <Payer payer={record.payer} locale={locale} />}
      {record.guardian !== null && (
        <Card title={myGuardianTexts(locale).title}>
          <p>{record.guardian}</p>
        </Card>
      )}
      <Card title={t.mails}>
        <LinesOrNone
          none={t.none}
          items={record.mails.map(({ subject, at }) => ({
            main: subject,
            details: [formatDay(at, person.timezone, locale)],
          }))}
        />
      </Card>
      <Card title={t.changes}>
        <LinesOrNone
          none={t.none}
          items={record.changes.map((change) => ({
            main: changedLabels(change, record.fields, locale),
            details: [`${formatDay(change.at, person.timezone, locale)} ${byWhom(change.by, locale)}`],
          }))}
        />
      </Card>
    </Layout>
  )
}

function Payer({ payer, locale }: { payer: NonNullable<MyRecord['payer']>; locale: Locale }) {
  const t = myPayerTexts(locale)
  return (
    <Card title={t.title}>
      <p>
        {payer.name === null ? t.somebody : t.pays(payer.name)}{' '}
        {payer.agreed_on && t.agreed(formatDate(payer.agreed_on, locale))}
      </p>
      <p>{payer.hides_fees_from_payer ? t.hidden : t.sees}</p>
    </Card>
  )
}

function Fees({ fees, session, locale }: { fees: RecordedFee[]; session: PortalSession; locale: Locale }) {
  const t = recordTexts(locale)
  const { currency } = session.person
  return (
    <Card title={t.fees}>
      <LinesOrNone
        none={t.none}
        items={fees.map((fee) => ({
          main: fee.description,
          amount: formatMoney(fee.amount, currency, locale),
          badge: <FeeBadge status={fee.status} locale={locale} />,
          details: [
            <Digits>{inFours(fee.reference)}</Digits>,
            ...fee.payments.map(({ kind, amount, paid_on }) =>
              t.payments[kind](formatDate(paid_on, locale), formatMoney(amount, currency, locale)),
            ),
          ],
        }))}
      />
    </Card>
  )
}

/** The names of the fields that a change is about. */
function changedLabels({ values }: MyChange, fields: PortalField[], locale: Locale): string {
  const keys = new Set(Object.keys(values).map((path) => path.split('.')[0]))
  return fields
    .filter(({ key }) => keys.has(key))
    .map((field) => labelOf(field, locale))
    .join(', ')
}

type LinesProps = Parameters<typeof Lines>[0] & { none: string }

const LinesOrNone = ({ items, none }: LinesProps) =>
  items.length === 0 ? <Quiet>{none}</Quiet> : <Lines items={items} />

const List = ({ items }: { items: Child[] }) => (
  <ul>
    {items.map((item) => (
      <li>{item}</li>
    ))}
  </ul>
)
