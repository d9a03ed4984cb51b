import type { BookingGroup } from '../../../domain/bank/lines/groups'
import type { SuggestedLine } from '../../../domain/bank/lines/list'
import { Button } from '../../../ui/button'
import { Card } from '../../../ui/card'
import { HiddenFields } from '../../../ui/form-layout'
import { bankReason } from '../../../ui/i18n/bank-reasons'
import { formatMoney, formatShortDate } from '../../../ui/i18n/format'
import { Lines } from '../../../ui/lines'
import { Row } from '../../../ui/stack'
import { Quiet } from '../../../ui/text'
import { Fold } from '../../../ui/timeline'
import type { Viewer } from '../../layout'
import { bankPath, linePath } from '../paths'
import { bookingIn } from './shown'
import { mayAct, placeSentence } from './suggestion'
import { linesTexts } from './texts'

type Props = { group: BookingGroup; lines: SuggestedLine[]; viewer: Viewer }

/** Lines that one press books alike, in short. */
export function BookingGroupCard({ group, lines, viewer }: Props) {
  const { locale } = viewer
  const t = linesTexts(locale)
  const money = (cents: number) => formatMoney(cents, 'EUR', locale)
  const ids = new Set(group.lines.map(({ id }) => id))
  return (
    <Card>
      <Row isSpread>
        <div>
          <h2>
            {(group.reason.code === 'rule' ? t.groupOfRule : t.group)(
              group.lines.length,
              group.name || t.unnamed,
              money(group.amount),
            )}
          </h2>
          <p>{groupSentence(group, viewer)}</p>
          <Quiet>{bankReason(group.reason, locale)}</Quiet>
        </div>
        <BookGroupForm group={group} viewer={viewer} label={t.bookAll(group.lines.length)} />
      </Row>
      <Fold label={t.showCertain}>
        <Lines
          items={lines
            .filter(({ line }) => ids.has(line.id))
            .map(({ line }) => ({
              main: <a href={linePath(viewer, line.id)}>{line.text || (line.party_name ?? t.unnamed)}</a>,
              details: [formatShortDate(line.booked_on, locale)],
              amount: money(line.amount),
            }))}
        />
      </Fold>
    </Card>
  )
}

/** What the lines of a group are booked to, and with which text if they share one. */
export const groupSentence = ({ booking }: BookingGroup, { locale }: Viewer): string => {
  const place = placeSentence(booking, locale)
  return booking.text === null ? place : `${place}: ${booking.text}`
}

/** The button that books a group as it is shown: {@link bookingsIn} reads what it sends. */
export function BookGroupForm({ group, viewer, label }: Omit<Props, 'lines'> & { label: string }) {
  if (!mayAct(viewer)) return null
  const values = {
    as: JSON.stringify(group.booking),
    lines: group.lines.map(({ id, revision }) => `${id}=${revision}`).join(),
  }
  return (
    <form method="post" action={bankPath(viewer, '/lines/book')}>
      <HiddenFields values={values} />
      <Button kind="second">{label}</Button>
    </form>
  )
}

/** The body that the form of a group means. */
export function bookingsIn(form: URLSearchParams) {
  const booking = bookingIn(form.get('as') ?? '')
  const named = (form.get('lines') ?? '').split(',')
  return {
    data: named.map((one) => {
      const [bank_line_id, revision] = one.split('=')
      return { bank_line_id, revision: Number(revision), booking }
    }),
  }
}
