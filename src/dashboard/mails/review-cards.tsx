import { audienceOf } from '../../domain/mails/audience'
import { DAILY_MAILS } from '../../domain/mails/quota'
import type { Review } from '../../domain/mails/review'
import { Button } from '../../ui/button'
import { Card } from '../../ui/card'
import { Form } from '../../ui/form-layout'
import { formatNumber } from '../../ui/i18n/format'
import { Actions, Stack } from '../../ui/stack'
import { Quiet } from '../../ui/text'
import type { Viewer } from '../layout'
import { personPathIn } from '../paths'
import { audienceText } from './audience'
import { mailsPath } from './path'
import { placeholderName } from './placeholders'
import { mailsTexts } from './texts'
import { reviewTexts } from './texts-review'

type Props = { review: Review; viewer: Viewer }

/** How many persons get how many mails, and who does not and why. */
export function ReachCard({ review, viewer }: Props) {
  const { locale } = viewer
  const { mail, persons, mails, leftOut, context } = review
  const t = reviewTexts(locale)
  const number = (value: number) => formatNumber(value, locale)
  return (
    <Card title={t.who}>
      <Stack gap="small">
        <p>
          <b>
            {mails === 0
              ? t.nobody
              : t.reach(t.persons(number(persons)), t.mails(number(mails)), persons === 1)}
          </b>
        </p>
        <p>
          {audienceText(mail.listId, audienceOf(mail).selection, context.columns, locale)} ·{' '}
          {mailsTexts(locale).kinds[mail.kind]}
          {review.audience.toPayers && ` · ${mailsTexts(locale).audience.toPayers}`}
        </p>
        {persons > mails && mails > 0 && <Quiet>{t.shared}</Quiet>}
        {leftOut.map(({ reason, ...group }) => (
          <Group title={t.leftOut[reason](number(group.count))} {...{ group, review, viewer }} />
        ))}
      </Stack>
    </Card>
  )
}

/** Which placeholders stay empty, and for whom; nothing if all have values. */
export function EmptyCard({ review, viewer }: Props) {
  const { locale } = viewer
  const t = reviewTexts(locale)
  if (review.empty.length === 0) return null
  return (
    <Card title={t.empty}>
      <Stack gap="small">
        <Quiet>{t.emptyLead}</Quiet>
        {review.empty.map(({ placeholder, ...group }) => (
          <Group
            title={t.emptyOf(
              placeholderName(placeholder, review.context.columns, locale),
              formatNumber(group.count, locale),
            )}
            {...{ group, review, viewer }}
          />
        ))}
      </Stack>
    </Card>
  )
}

type GroupProps = Props & { title: string; group: { count: number; persons: { id: string; name: string }[] } }

/** Some of the persons of whom something holds, and how many more there are. */
function Group({ title, group: { count, persons }, review, viewer }: GroupProps) {
  const { staff, locale } = viewer
  return (
    <div>
      <p>{title}</p>
      <ul>
        {persons.map(({ id, name }) => (
          <li>
            <a href={personPathIn(staff.workspace, review.mail.listId, id)}>{name}</a>
          </li>
        ))}
      </ul>
      {count > persons.length && (
        <Quiet>{reviewTexts(locale).andMore(formatNumber(count - persons.length, locale))}</Quiet>
      )}
    </div>
  )
}

/** The buttons that send the mail: to the viewer as a test, and to all. */
export function SendCard({
  review,
  viewer,
  person,
  isRefused,
}: Props & { person: string | undefined; isRefused: boolean }) {
  const { staff, locale } = viewer
  const { mail, mails, mark, sentToday } = review
  const t = reviewTexts(locale)
  const number = (value: number) => formatNumber(value, locale)
  return (
    <Card title={t.send}>
      <Stack>
        {!isRefused && (
          <Form action={mailsPath(viewer, `/${mail.id}/send`)} hidden={{ mark }}>
            <Actions>
              <Button>{t.sendTo(t.mails(number(mails)))}</Button>
            </Actions>
          </Form>
        )}
        <Form action={mailsPath(viewer, `/${mail.id}/test`)} hidden={person ? { person } : {}}>
          <Actions>
            <Button kind="second">{t.test}</Button>
          </Actions>
        </Form>
        <Quiet>{t.testLead(staff.staff.email)}</Quiet>
        <Quiet>{t.quota(number(sentToday), number(DAILY_MAILS))}</Quiet>
      </Stack>
    </Card>
  )
}
