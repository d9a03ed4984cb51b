import { type Context, Hono } from 'hono'
import { open } from '../db/client'
import { readEntry, requestLink } from '../domain/portal/link-requests'
import type { Env } from '../env'
import { clientAddress } from '../http/client-address'
import { readForm } from '../http/forms'
import { mailOrigin } from '../http/origin'
import { Card } from '../ui/card'
import { Submit, TextField } from '../ui/form'
import { tongueFor } from '../ui/i18n/locale'
import { Notice } from '../ui/notice'
import { Layout, Message } from './layout'

/** The page of a workspace on which members ask for a link. It tells nobody who is a member. */
export const requestLinkPage = new Hono<Env>()
  .get('/:workspace', async (c) => {
    const workspace = await readEntry(open(c.env.DB), c.req.param('workspace'))
    return c.html(
      <Entry c={c} workspace={workspace} hasSignedOut={c.req.query('signed_out') !== undefined} />,
    )
  })

  .post('/:workspace', async (c) => {
    const origin = mailOrigin(c)
    const typed = (await readForm(c)).get('email') ?? ''
    const asked = await requestLink(
      open(c.env.DB),
      new Date(),
      c.req.param('workspace'),
      typed,
      clientAddress(c),
    )
    const { workspace, outcome } = asked
    if (outcome === 'no_address') return c.html(<Entry c={c} workspace={workspace} typed={typed} />, 422)
    if (outcome === 'too_many') return c.html(<Entry c={c} workspace={workspace} isTooMany />, 429)
    await c.env.MAILS.send({ ...asked.request, origin })
    return c.html(<Sent c={c} workspace={workspace} />)
  })

type Props = {
  c: Context<Env>
  workspace: { id: string; name: string; locale: string; portalColour: string | null }
  typed?: string
  isTooMany?: boolean
  hasSignedOut?: boolean
}

function Entry({ c, workspace, typed, isTooMany, hasSignedOut }: Props) {
  const tongue = tongueFor(c, workspace)
  const { entry, error } = tongue.t
  const fault = typed === undefined ? undefined : entry.noAddress
  return (
    <Layout title={fault ? `${error}: ${entry.title}` : entry.title} tongue={tongue} workspace={workspace}>
      <div class="narrow">
        {hasSignedOut && <Notice kind="good">{entry.signedOut}</Notice>}
        {isTooMany && <Notice kind="bad">{entry.tooMany}</Notice>}
        <h1>{tongue.t.portal}</h1>
        <p class="lead">{entry.lead}</p>
        <Card>
          <form method="post" action={c.req.path} novalidate>
            <div class="fields">
              <TextField
                name="email"
                label={entry.email}
                value={typed ?? ''}
                fault={fault}
                type="email"
                autocomplete="email"
              />
              <div class="actions">
                <Submit label={entry.send} />
              </div>
            </div>
          </form>
        </Card>
      </div>
    </Layout>
  )
}

function Sent({ c, workspace }: Props) {
  const tongue = tongueFor(c, workspace)
  const { entry } = tongue.t
  return (
    <Message title={entry.sentTitle} lead={entry.sent} tongue={tongue} workspace={workspace}>
      <p class="quiet">{entry.sentHint}</p>
      <p>
        <a href={c.req.path}>{entry.again}</a>
      </p>
    </Message>
  )
}
