import { audienceOf } from '../../domain/mails/audience'
import { Card } from '../../ui/card'
import { DescriptionList } from '../../ui/description-list'
import { formatInstant, formatNumber } from '../../ui/i18n/format'
import { Breadcrumb, PageHead } from '../../ui/page-head'
import { Columns, Stack } from '../../ui/stack'
import { StaffLayout } from '../layout'
import { audienceText } from './audience'
import { occasionName } from './automatic-occasions'
import { mailsPath } from './path'
import { PreviewCard } from './preview-card'
import { ProgressCard } from './progress-card'
import type { SentProps } from './props'
import { Recipients } from './recipients'
import { SentNotices } from './sent-notices'
import { MailState } from './state'
import { mailsTexts } from './texts'
import { sentTexts } from './texts-sent'

/** A mail that is or was sent: how far it is, what it says, and what became of it with each recipient. */
export function SentPage(props: SentProps) {
  const { opened, viewer } = props
  const { mail } = opened
  const { locale } = viewer
  return (
    <StaffLayout title={mail.subject} viewer={viewer} section="mails">
      <PageHead
        title={mail.subject}
        badge={<MailState mail={mail} locale={locale} />}
        breadcrumb={
          <Breadcrumb
            items={[{ label: mailsTexts(locale).title, href: mailsPath(viewer) }]}
            locale={locale}
          />
        }
      />
      <SentNotices {...props} />
      <Columns hasSide>
        <Stack>
          <ProgressCard mail={mail} viewer={viewer} />
          <Recipients {...props} />
        </Stack>
        <Stack>
          <Facts {...props} />
          <PreviewCard {...{ mail, viewer }} samples={[]} person={undefined} title={sentTexts(locale).text} />
        </Stack>
      </Columns>
    </StaffLayout>
  )
}

function Facts({ opened: { mail, columns }, viewer: { staff, locale } }: SentProps) {
  const t = mailsTexts(locale)
  const { occasion, listId, kind, sentAt, createdAt } = mail
  const { selection, toPayers } = audienceOf(mail)
  const audience =
    'ids' in selection
      ? t.audience.chosen(formatNumber(mail.total, locale))
      : audienceText(listId, selection, columns, locale)
  const about =
    occasion === null
      ? { name: t.columns.audience, value: toPayers ? `${audience}, ${t.audience.toPayers}` : audience }
      : { name: sentTexts(locale).about, value: occasionName(occasion, locale) }
  return (
    <Card>
      <DescriptionList
        items={[
          about,
          { name: t.columns.kind, value: t.kinds[kind] },
          {
            name: t.columns.date,
            value: formatInstant(sentAt ?? createdAt, staff.workspace.timezone, locale),
          },
        ]}
      />
    </Card>
  )
}
