import type { MailRow } from '../../domain/mails/mail'
import { placeholdersOf } from '../../domain/mails/placeholders'
import { Card } from '../../ui/card'
import { Frame } from '../../ui/frame'
import { Stack } from '../../ui/stack'
import { Chips } from '../../ui/tabs'
import { Quiet } from '../../ui/text'
import { Fold } from '../../ui/timeline'
import type { Viewer } from '../layout'
import { mailsPath } from './path'
import { reviewTexts } from './texts-review'

type Props = {
  mail: MailRow
  viewer: Viewer
  /** Some of those who get it, for each of whom it can be looked at. */
  samples: { id: string; name: string }[]
  person: string | undefined
  title?: string
}

/** A mail as it arrives with the person who is looked at, in a frame of its own, and its text without HTML. */
export function PreviewCard({ mail, viewer, samples, person, title }: Props) {
  const t = reviewTexts(viewer.locale)
  const query: Record<string, string> = person === undefined ? {} : { person }
  const name = t.frame(mail.subject)
  const items = samples.map(({ id, name }) => ({
    label: name,
    href: mailsPath(viewer, `/${mail.id}`, { person: id }),
    isCurrent: id === person,
  }))
  return (
    <Card title={title ?? t.preview}>
      <Stack>
        {items.length > 1 && <Chips label={t.previewFor} items={items} />}
        <Frame title={name} src={mailsPath(viewer, `/${mail.id}/preview`, query)} />
        <Fold label={t.asText}>
          <Frame title={`${name}: ${t.asText}`} src={mailsPath(viewer, `/${mail.id}/preview.txt`, query)} />
        </Fold>
        {placeholdersOf(mail).includes('portal_link') && <Quiet>{t.portalNote}</Quiet>}
      </Stack>
    </Card>
  )
}
