import type { MyResignation } from '../../domain/portal/resign/view'
import type { Issues } from '../../domain/shared/errors'
import type { Done } from '../../http/done'
import { Button, ButtonLink } from '../../ui/button'
import { Card } from '../../ui/card'
import { Check, DateField } from '../../ui/choices'
import { DescriptionList } from '../../ui/description-list'
import { TextField } from '../../ui/form'
import { Fields, Form, HiddenFields } from '../../ui/form-layout'
import { formatDate, formatInstant, formatMoney } from '../../ui/i18n/format'
import type { Locale } from '../../ui/i18n/locale'
import { Lines } from '../../ui/lines'
import { DoneNotice, Notice } from '../../ui/notice'
import { BackLink, PageHead } from '../../ui/page-head'
import { Actions } from '../../ui/stack'
import { Quiet } from '../../ui/text'
import { MemberLayout } from '../member-layout'
import { resignTexts } from '../texts/resign'

type Props = {
  mine: MyResignation
  locale: Locale
  done?: Done | undefined
  form?: URLSearchParams
  issues?: Issues
}

/** What a member may do about the end of its membership, or what becomes of the resignation that it sent. */
export function ResignPage({ mine, locale, done, form, issues = {} }: Props) {
  const { session, member, isForMinor, minors } = mine
  const t = resignTexts(locale)
  const isFormShown = !mine.resignation && mine.leaveDate === null && mayResign(mine)
  return (
    <MemberLayout
      title={t.title}
      session={session}
      section={session.isPayer ? 'fees' : 'data'}
      locale={locale}
      hasIssues={Object.keys(issues).length > 0}
    >
      <DoneNotice done={done} texts={t.done} />
      <PageHead
        title={t.title}
        lead={isForMinor ? t.forMinor(member.name) : undefined}
        breadcrumb={<BackLink href={`/portal/persons/${session.person.id}`}>{t.back}</BackLink>}
      />
      {mine.resignation ? (
        <SentResignation {...{ mine, locale }} />
      ) : (
        mine.leaveDate !== null && <Notice tone="info">{t.ending(formatDate(mine.leaveDate, locale))}</Notice>
      )}
      {!mine.resignation && mine.leaveDate === null && !isFormShown && (
        <Notice tone="info">{mine.email ? t.minor : t.noAddress}</Notice>
      )}
      {isFormShown && <ResignForm {...{ mine, locale, form, issues }} />}
      {!isForMinor && minors.length > 0 && (
        <Card title={t.minorsTitle}>
          <Lines
            items={minors.map(({ id, name }) => ({
              main: <a href={`/portal/persons/${session.person.id}/resign?for=${id}`}>{name}</a>,
            }))}
          />
        </Card>
      )}
    </MemberLayout>
  )
}

const mayResign = ({ isMinor, isForMinor, email, session }: MyResignation): boolean =>
  email !== null && !isMinor && (isForMinor || !session.isPayer)

function ResignForm({ mine, locale, form, issues = {} }: Omit<Props, 'done'>) {
  const t = resignTexts(locale)
  const { session, member, isForMinor, proposed } = mine
  const sent = (name: string) => form?.get(name) ?? ''
  const [dayIssue] = issues.leave_date ?? []
  return (
    <Form
      action={`/portal/persons/${session.person.id}/resign`}
      {...(isForMinor && { hidden: { for: member.id } })}
    >
      {'resignation' in issues && <Notice tone="bad">{t.issues.already_resigned}</Notice>}
      <Card>
        <p>{t.lead}</p>
        <Fields>
          <DateField
            name="leave_date"
            label={t.lastDay}
            value={form ? sent('leave_date') : proposed}
            hint={t.lastDayHint(formatDate(proposed, locale))}
            min={session.context.today}
            issue={dayIssue && dayText(dayIssue.code, locale)}
          />
          <TextField
            name="note"
            label={t.note}
            value={sent('note')}
            hint={t.noteHint}
            issue={'note' in issues ? t.issues.text : undefined}
          />
        </Fields>
      </Card>
      <Card title={t.causeTitle}>
        <Fields>
          <TextField
            name="cause"
            label={t.cause}
            value={sent('cause')}
            hint={t.causeHint}
            issue={'cause' in issues ? t.issues.text : undefined}
          />
        </Fields>
      </Card>
      <Follows {...{ mine, locale }} />
      {isForMinor && (
        <Check
          name="acts_for_all"
          label={t.actsForAll}
          isChecked={form?.has('acts_for_all') ?? false}
          issue={'acts_for_all' in issues ? t.issues.actsForAll : undefined}
        />
      )}
      <Actions>
        <Button kind="danger">{t.send}</Button>
        <ButtonLink kind="second" href={`/portal/persons/${session.person.id}`}>
          {t.back}
        </ButtonLink>
      </Actions>
    </Form>
  )
}

function dayText(code: string, locale: Locale): string {
  const { issues } = resignTexts(locale)
  return code === 'last_day_past' || code === 'before_notice' || code === 'not_an_end'
    ? issues[code]
    : issues.day
}

/** What follows from a resignation. */
function Follows({ mine, locale }: Pick<Props, 'mine' | 'locale'>) {
  const { follows: t, what } = resignTexts(locale)
  const { member, session, mandate, dependants, takesEffect } = mine
  const { currency } = session.person
  const sentences = [
    t.fees,
    member.openAmount > 0 && t.open(formatMoney(member.openAmount, currency, locale)),
    mandate && t.mandate(mandate),
    dependants.length > 0 && t.dependants(dependants.join(', ')),
    t.portal,
    takesEffect === 'at_once' ? t.atOnce : t.byStaff,
    t.back,
  ]
  return (
    <Card title={what}>
      <ul>{sentences.map((sentence) => sentence && <li>{sentence}</li>)}</ul>
    </Card>
  )
}

/** What became of a resignation, with the button that takes it back. */
function SentResignation({ mine, locale }: Pick<Props, 'mine' | 'locale'>) {
  const { resignation, session, member, isForMinor, email, leaveDate, isTakenBackAlone } = mine
  const t = resignTexts(locale)
  if (!resignation) return null
  const { state, sent_at, leave_date, cause, withdrawal_asked_at } = resignation
  const text = {
    sent: t.states.sent(email ?? ''),
    confirmed: t.states.confirmed,
    accepted: t.states.accepted(formatDate(leaveDate ?? leave_date, locale)),
    withdrawn: '',
  }[state]
  return (
    <Card>
      <p>{text}</p>
      <DescriptionList
        items={[
          { name: t.facts.sentAt, value: formatInstant(sent_at, session.person.timezone, locale) },
          { name: t.facts.lastDay, value: formatDate(leaveDate ?? leave_date, locale) },
          ...(cause ? [{ name: t.facts.cause, value: cause }] : []),
        ]}
      />
      {withdrawal_asked_at ? (
        <Quiet>{t.states.asked}</Quiet>
      ) : (
        <form method="post" action={`/portal/persons/${session.person.id}/resign/take-back`}>
          {isForMinor && <HiddenFields values={{ for: member.id }} />}
          {!isTakenBackAlone && <Quiet>{t.askBackLead}</Quiet>}
          <Actions>
            <Button kind="second">{isTakenBackAlone ? t.takeBack : t.askBack}</Button>
          </Actions>
        </form>
      )}
    </Card>
  )
}
