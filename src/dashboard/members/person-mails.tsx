import { permits } from '../../domain/access/authorize'
import type { MailToPerson } from '../../domain/mails/of-person'
import type { Profile } from '../../domain/pages/profile'
import { Badge, type Tone } from '../../ui/badge'
import { Button } from '../../ui/button'
import { Card } from '../../ui/card'
import { formatDay } from '../../ui/i18n/format'
import { wordOf } from '../../ui/i18n/word-of'
import { Lines } from '../../ui/lines'
import { Notice } from '../../ui/notice'
import { Stack } from '../../ui/stack'
import { Quiet } from '../../ui/text'
import type { Viewer } from '../layout'
import { pathIn, personPathIn } from '../paths'
import { personMailTexts } from './person-mail-texts'
import { type RowPlace, writeRowPlace } from './place'

type Props = { profile: Profile; viewer: Viewer; place: RowPlace | undefined }

/** Whether there is anything to say about mails to a person: one who can get some, or got some. */
export const hasMails = (profile: Pick<Profile, 'person' | 'area' | 'mails'>): boolean =>
  isReachable(profile) || profile.mails.length > 0

const isReachable = ({ person, area }: Pick<Profile, 'person' | 'area'>): boolean =>
  Boolean(person.email) && area === 'regular'

/** Whether mails reach a person, whether they want news, and the last mails to them. */
export function PersonMails({ profile, viewer, place }: Props) {
  const { staff, locale } = viewer
  const t = personMailTexts(locale)
  const { mails, reachability, context, person } = profile
  const mayWrite = permits(staff, `${context.list}:write`)
  const act = (page: string) =>
    personPathIn(staff.workspace, context.list, person.id, page, place && writeRowPlace(place))
  const day = (instant: string) => formatDay(instant, staff.workspace.timezone, locale)
  const { blockedAt, hasComplained, newsRefusedAt } = reachability
  const retry = (
    <form method="post" action={act('/unblock')}>
      <Button kind="second">{hasComplained ? t.allow : t.retry}</Button>
    </form>
  )
  const change = (
    <form method="post" action={act('/news')}>
      <Button kind="plain" name="news" value={newsRefusedAt ? 'wanted' : 'refused'}>
        {newsRefusedAt ? t.want : t.refuse}
      </Button>
    </form>
  )
  const news = newsRefusedAt ? t.refusedSince(day(newsRefusedAt)) : t.wanted
  return (
    <Card title={t.title} id="mails">
      <Stack gap="small">
        {blockedAt && (
          <Notice
            tone="warn"
            title={hasComplained ? t.complainedOn(day(blockedAt)) : t.blockedSince(day(blockedAt))}
            action={mayWrite && retry}
            isQuiet
          >
            {hasComplained ? t.complained : t.blocked}
          </Notice>
        )}
        {isReachable(profile) && (
          <Lines items={[{ main: t.news, details: [news], badge: mayWrite && change }]} />
        )}
        {permits(staff, 'mails:read') && <LastMails mails={mails} viewer={viewer} />}
      </Stack>
    </Card>
  )
}

const TONES: Partial<Record<MailToPerson['state'], Tone>> = {
  sent: 'good',
  sending: 'info',
  waiting: 'info',
  failed: 'bad',
  unknown: 'warn',
}

function LastMails({ mails, viewer: { staff, locale } }: { mails: MailToPerson[]; viewer: Viewer }) {
  const t = personMailTexts(locale)
  if (mails.length === 0) return <Quiet>{t.none}</Quiet>
  return (
    <Lines
      items={mails.map(({ id, subject, state, reason, at }) => {
        const tone = TONES[state]
        return {
          main: <a href={pathIn(staff.workspace, `/mails/${id}`)}>{subject}</a>,
          details: [
            formatDay(at, staff.workspace.timezone, locale),
            ...(reason ? [wordOf(t.reasons, reason)] : []),
          ],
          badge: <Badge {...(tone && { tone })}>{t.states[state]}</Badge>,
        }
      })}
    />
  )
}
