import type { ReminderMail } from '../../domain/mails/reminders/mails'
import { Card } from '../../ui/card'
import { Frame } from '../../ui/frame'
import { Stack } from '../../ui/stack'
import { Chips } from '../../ui/tabs'
import { Fold } from '../../ui/timeline'
import { mailsPath } from './path'
import type { ReminderReviewProps } from './reminders-props'
import { reviewTexts } from './texts-review'

/** How many mails can be looked at. */
const MAX_SAMPLES = 10

/** A reminder as it arrives: the first one, or that of the person who is looked at. */
export function ReminderPreview({ review: { mails }, personIds, shown, viewer }: ReminderReviewProps) {
  const t = reviewTexts(viewer.locale)
  const samples = mails.slice(0, MAX_SAMPLES)
  const mail = mails.find(({ payers }) => payers[0]?.person_id === shown) ?? mails[0]
  if (!mail) return null
  const name = t.frame(mail.subject)
  const query = idsOf(mail.payers.map(({ person_id }) => person_id))
  const review = idsOf(personIds)
  return (
    <Card title={t.preview}>
      <Stack>
        {samples.length > 1 && (
          <Chips
            label={t.previewFor}
            items={samples.map((sample) => ({
              label: namesOf(sample),
              href: `${mailsPath(viewer, '/reminders/review')}?${review}&preview=${sample.payers[0]?.person_id}`,
              isCurrent: sample === mail,
            }))}
          />
        )}
        <Frame title={name} src={`${mailsPath(viewer, '/reminders/preview')}?${query}`} />
        <Fold label={t.asText}>
          <Frame
            title={`${name}: ${t.asText}`}
            src={`${mailsPath(viewer, '/reminders/preview.txt')}?${query}`}
          />
        </Fold>
      </Stack>
    </Card>
  )
}

const namesOf = ({ payers }: ReminderMail): string => payers.map(({ name }) => name).join(', ')

const idsOf = (ids: string[]) => new URLSearchParams(ids.map((id) => ['id', id]))
