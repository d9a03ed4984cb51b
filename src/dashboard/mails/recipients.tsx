import { RECIPIENT_STATES, type Recipient } from '../../domain/mails/list-recipients'
import type { MailRow } from '../../domain/mails/mail'
import type { ShownRecipient } from '../../domain/mails/view'
import { Badge, type Tone } from '../../ui/badge'
import { ButtonLink } from '../../ui/button'
import { formatDay, formatInstant } from '../../ui/i18n/format'
import { wordOf } from '../../ui/i18n/word-of'
import { Actions, Stack } from '../../ui/stack'
import { type Column, Table } from '../../ui/table'
import { Chips } from '../../ui/tabs'
import { Quiet } from '../../ui/text'
import { DeceasedBadge } from '../deceased-badge'
import type { Viewer } from '../layout'
import { personPathIn } from '../paths'
import { mailsPath } from './path'
import type { SentProps } from './props'
import { sentTexts } from './texts-sent'

const TONES: Partial<Record<Recipient['state'], Tone>> = { sent: 'good', failed: 'bad', unknown: 'warn' }

/** The persons that a mail goes to, page by page, all or those in a state. */
export function Recipients({ opened, viewer, state }: SentProps) {
  const { mail, recipients, cursors } = opened
  const t = sentTexts(viewer.locale)
  const href = (query: Record<string, string>) => mailsPath(viewer, `/${mail.id}`, query)
  const own: Record<string, string> = state ? { state } : {}
  const hasReasons = recipients.some(({ reason }) => reason !== null)
  if (mail.recipientsSweptAt !== null)
    return (
      <Stack gap="small">
        <h2>{t.recipients}</h2>
        <Quiet>
          {t.swept(formatDay(mail.recipientsSweptAt, viewer.staff.workspace.timezone, viewer.locale))}
        </Quiet>
      </Stack>
    )
  const offered = RECIPIENT_STATES.filter((one) => one === state || countIn(one, mail) > 0)
  return (
    <Stack gap="small">
      <h2>{t.recipients}</h2>
      {(offered.length > 1 || state) && (
        <Chips
          label={t.recipients}
          items={[
            { label: t.all, href: href({}), isCurrent: state === undefined },
            ...offered.map((one) => ({
              label: t.states[one],
              href: href({ state: one }),
              isCurrent: one === state,
            })),
          ]}
        />
      )}
      <Table
        caption={t.recipients}
        columns={columnsOf(viewer, mail.listId).filter(({ key }) => key !== 'reason' || hasReasons)}
        rows={recipients}
        rowId={({ person_id }) => person_id}
        locale={viewer.locale}
        empty={<Quiet>{t.noRecipients}</Quiet>}
      />
      <Actions>
        {cursors.prev && (
          <ButtonLink kind="second" href={href({ ...own, cursor: cursors.prev })}>
            {t.previous}
          </ButtonLink>
        )}
        {cursors.next && (
          <ButtonLink kind="second" href={href({ ...own, cursor: cursors.next })}>
            {t.next}
          </ButtonLink>
        )}
      </Actions>
    </Stack>
  )
}

/** How many mails are in a state; those that were handed over may be in either of two. */
function countIn(state: Recipient['state'], { total, waiting, sent, failed, skipped }: MailRow): number {
  const handedOver = total - waiting - sent - failed - skipped
  return { waiting, sent, failed, skipped, sending: handedOver, unknown: handedOver }[state]
}

function columnsOf({ staff, locale }: Viewer, list: string): Column<ShownRecipient>[] {
  const t = sentTexts(locale)
  return [
    {
      key: 'name',
      label: t.columns.name,
      cell: ({ person_id: id, name, sent_with: lead, isDeceased }) => (
        <>
          {name === null ? t.deletedPerson : <a href={personPathIn(staff.workspace, list, id)}>{name}</a>}{' '}
          {isDeceased === 1 && <DeceasedBadge locale={locale} />}
          {lead !== null && (
            <Quiet>
              <a href={personPathIn(staff.workspace, list, lead)}>{t.sentWith}</a>
            </Quiet>
          )}
        </>
      ),
    },
    {
      key: 'reason',
      label: t.columns.reason,
      cell: ({ reason }) => reason !== null && wordOf(t.reasons, reason),
    },
    {
      key: 'at',
      label: t.columns.at,
      cell: ({ at }) => formatInstant(at, staff.workspace.timezone, locale),
    },
    {
      key: 'state',
      label: t.columns.state,
      cell: ({ state }) => {
        const tone = TONES[state]
        return <Badge {...(tone && { tone })}>{t.states[state]}</Badge>
      },
      phone: 'aside',
    },
  ]
}
