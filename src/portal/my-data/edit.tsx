import { type Context, Hono } from 'hono'
import type { PortalCard } from '../../domain/person-fields/fields'
import type { AccountNotice } from '../../domain/portal/account-notices'
import { viewMyPerson } from '../../domain/portal/my-data'
import { type CardData, updateCard, viewCard } from '../../domain/portal/update-card'
import { DomainError } from '../../domain/shared/errors'
import type { Env } from '../../env'
import { done } from '../../http/done'
import { readForm } from '../../http/forms'
import { isLoopback, originOf } from '../../http/origin'
import { type Locale, memberLocaleFor } from '../../ui/i18n/locale'
import { signedInMember } from '../session'
import { EditCard } from './edit-card'
import { type CardReading, readCard } from './read-card'

const PATH = '/persons/:person_id/edit/:card'

/** The forms of a member's data, one for each card. */
export const editData = new Hono<Env>()
  .get(PATH, async (c) => {
    const { card } = c.req.param()
    const data = await viewCard(signedInMember(c), card)
    const locale = memberLocaleFor(c.req, data.session.workspace)
    return c.html(<EditCard {...{ card: card as PortalCard, data, locale }} />)
  })

  .post(PATH, async (c) => {
    const { card, person_id: id } = c.req.param()
    const member = signedInMember(c)
    const form = await readForm(c, () => viewMyPerson(member))
    const localeOf = ({ session }: CardData): Locale => memberLocaleFor(c.req, session.workspace)
    const last: { data?: CardData; reading?: CardReading } = {}
    try {
      const outcome = await updateCard(member, {
        card,
        read: (data) => {
          const reading = readCard(form, data, localeOf(data))
          Object.assign(last, { data, reading })
          return reading
        },
        tell: (notices) => queueNotices(c, notices, last.data),
      })
      return done(c, `${outcome}.${card}`, { to: `/portal/persons/${id}` })
    } catch (error) {
      const { data, reading } = last
      if (!(error instanceof DomainError && error.issues && data && reading)) throw error
      const refused = { reading, issues: error.issues }
      return c.html(
        <EditCard {...{ card: card as PortalCard, data, locale: localeOf(data), refused }} />,
        422,
      )
    }
  })

/** Queues the mails about a new account; as everywhere, a deployment without an address of its own sends none. */
async function queueNotices(
  c: Context<Env>,
  notices: AccountNotice[],
  data: CardData | undefined,
): Promise<void> {
  const origin = originOf(c)
  if (!c.env.PUBLIC_URL && !isLoopback(origin)) return
  const { language } = memberLocaleFor(c.req, data?.session.workspace)
  for (const notice of notices)
    await c.env.MAILS.send({ kind: 'account_notice', ...notice, language, origin })
}
