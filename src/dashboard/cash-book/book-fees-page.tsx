import type { Decided } from '../../domain/payments/booking/decided'
import type { WaitingPage } from '../../domain/payments/booking/waiting-page'
import type { Done } from '../../http/done'
import { Button, ButtonLink } from '../../ui/button'
import { Card } from '../../ui/card'
import { Empty } from '../../ui/empty'
import { SelectField, TextField } from '../../ui/form'
import { Fields, Form } from '../../ui/form-layout'
import { formatNumber } from '../../ui/i18n/format'
import { Matches } from '../../ui/matches'
import { Notice } from '../../ui/notice'
import { Actions, Row } from '../../ui/stack'
import { Quiet } from '../../ui/text'
import { Fold } from '../../ui/timeline'
import type { Faults } from '../attempt'
import type { Viewer } from '../layout'
import type { PlaceValues } from '../places'
import { type Refused, RefusedList } from '../refused-fields'
import { DecidedList, DecidedNotice } from './book-fees-decided'
import { reasonInput, WaitingMatch } from './book-fees-match'
import { refusedOfFees } from './book-fees-refused'
import { UnbookedTable } from './book-fees-table'
import { BookLayout } from './layout'
import { bookPath } from './paths'
import { PlaceFields } from './place-fields'
import { bookTexts } from './texts'

/** The name of the input with the reason why chosen payments are left out. */
export const REASON = 'reason'

/** What the forms of the page were sent with; `reasons` by the names of their inputs. */
export type FeesValues = PlaceValues & {
  account_id: string
  chosen?: string[]
  reasons: Record<string, string>
}

type Props = {
  found: WaitingPage
  after: string | undefined
  done: Done | undefined
  values: FeesValues
  faults: Faults
  /** The payments that the faults are about. */
  chosen: string[]
  viewer: Viewer
}

export function FeesPage({ found, after, done, values, faults, chosen, viewer }: Props) {
  const { waiting, next, decided } = found
  const { locale } = viewer
  const { fees: t, fields } = bookTexts(locale)
  const { refused, labels } = refusedOfFees(faults, { waiting, chosen, viewer })
  const matched = waiting.filter(({ vouchers }) => vouchers.length > 0)
  const unmatched = waiting.filter(({ vouchers }) => vouchers.length === 0)
  return (
    <BookLayout
      title={t.title}
      lead={t.lead}
      viewer={viewer}
      hasIssues={Object.keys(refused).length > 0}
      notice={<FeesNotice {...{ done, decided, viewer }} />}
    >
      <RefusedList {...{ refused, fields, labels, locale }} />
      {waiting.length === 0 && <Empty title={t.noneTitle} lead={t.noneLead} />}
      {matched.length > 0 && (
        <>
          <h2>{t.matched}</h2>
          <Quiet>{t.matchedLead}</Quiet>
          <Matches label={t.matched}>
            {matched.map((payment) => {
              const name = reasonInput(payment.id)
              const issue = refused[name]
              return (
                <WaitingMatch
                  {...{ payment, after, viewer }}
                  refused={issue ? { reason: values.reasons[name] ?? '', issue } : undefined}
                />
              )
            })}
          </Matches>
        </>
      )}
      {unmatched.length > 0 && (
        <>
          <h2>{t.unmatched}</h2>
          <Quiet>{t.unmatchedLead}</Quiet>
          <Form action={bookPath(viewer, '/fees')} hidden={after ? { after } : {}}>
            <UnbookedTable payments={unmatched} viewer={viewer} chosen={values.chosen} />
            <LeaveOut reason={values.reasons[REASON] ?? ''} issue={refused[REASON]} viewer={viewer} />
            <BookingFields {...{ found, values, refused, viewer }} />
            <Actions>
              <Button>{t.submit}</Button>
            </Actions>
          </Form>
        </>
      )}
      {next && (
        <Actions>
          <ButtonLink kind="second" href={bookPath(viewer, '/fees', { after: next })}>
            {t.further}
          </ButtonLink>
        </Actions>
      )}
      {decided.length > 0 && <DecidedList {...{ decided, viewer }} />}
    </BookLayout>
  )
}

// Before the button that books: it is the one that Enter presses in its input.
function LeaveOut({ reason, issue, viewer }: { reason: string; issue: string | undefined; viewer: Viewer }) {
  const { fees: t } = bookTexts(viewer.locale)
  return (
    <Fold label={t.leaveOutChosen} isOpen={issue !== undefined}>
      <TextField
        name={REASON}
        label={t.reason}
        hint={t.reasonHint}
        value={reason}
        {...(issue && { issue })}
        autocomplete="off"
      />
      <Row>
        <Button kind="second" name="act" value="leave_out">
          {t.leaveOut}
        </Button>
      </Row>
    </Fold>
  )
}

function BookingFields({
  found: { choices },
  values,
  refused,
  viewer: { locale },
}: Pick<Props, 'found' | 'values' | 'viewer'> & { refused: Refused }) {
  const { fees: t, fields } = bookTexts(locale)
  return (
    <Card>
      <Fields columns={2}>
        <PlaceFields {...{ values, refused, locale }} costUnits={choices.costUnits} hint={t.placeHint} />
        <SelectField
          name="account_id"
          label={fields.account_id.label}
          value={values.account_id}
          issue={refused.account_id}
          options={[
            { value: '', label: t.byMethod },
            ...choices.accounts.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      </Fields>
    </Card>
  )
}

type NoticeProps = Pick<Props, 'done' | 'viewer'> & { decided: Decided[] }

function FeesNotice({ done, decided, viewer }: NoticeProps) {
  const { fees: t } = bookTexts(viewer.locale)
  const { count = 0 } = done?.numbers ?? {}
  const about = decided.find(({ id }) => id === done?.about)
  if (done?.word === 'decided' && about) return <DecidedNotice decided={about} viewer={viewer} />
  if (done?.word === 'undone') return <Notice tone="good">{t.undone}</Notice>
  if (done?.word !== 'booked') return null
  if (count === 0) return <Notice tone="warn">{t.wereBooked}</Notice>
  return <Notice tone="good">{t.done(formatNumber(count, viewer.locale))}</Notice>
}
