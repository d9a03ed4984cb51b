import { Hono } from 'hono'
import { headCollection } from '../../../domain/collections/head'
import { undoSettlement } from '../../../domain/collections/undo-settlement'
import type { Env } from '../../../env'
import { Confirm } from '../../../ui/confirm'
import { kitTexts } from '../../../ui/i18n/kit'
import { Message } from '../../../ui/message'
import { attempt } from '../../attempt'
import { StaffLayout, type Viewer, viewerOf } from '../../layout'
import { refusalText } from '../../refusals'
import { COLLECTION, debitsPath, doneWithCollection } from '../path'
import { actTexts } from '../texts-acts'

const UNSETTLE = `${COLLECTION}/unsettle` as const

/** The page that takes back a credit that was recorded by hand. */
export const unsettlePage = new Hono<Env>()
  .get(UNSETTLE, async (c) => {
    const id = c.req.param('collection_id')
    const { collection } = await headCollection(c.var.staff, { id })
    if (collection.state !== 'settled') return doneWithCollection(c, 'meanwhile', id)
    return c.html(<UnsettlePage id={id} viewer={viewerOf(c)} />)
  })

  .post(UNSETTLE, async (c) => {
    const id = c.req.param('collection_id')
    const outcome = await attempt(() => undoSettlement(c.var.staff, { id }))
    if ('result' in outcome) return doneWithCollection(c, 'unsettled', id)
    const { collection } = await headCollection(c.var.staff, { id })
    if (collection.state !== 'settled') return doneWithCollection(c, 'meanwhile', id)
    const viewer = viewerOf(c)
    const [why] = Object.values(outcome.refusals).flat()
    const refused = why ? refusalText(why, viewer) : actTexts(viewer.locale).unsettle.reasons
    return c.html(<UnsettlePage {...{ id, viewer, refused }} />, 422)
  })

type Props = { id: string; viewer: Viewer; refused?: string }

function UnsettlePage({ id, viewer, refused }: Props) {
  const { locale } = viewer
  const t = actTexts(locale).unsettle
  const back = debitsPath(viewer, `/${id}`)
  return (
    <StaffLayout title={t.title} viewer={viewer} section="directDebits" hasIssues={!!refused}>
      {refused ? (
        <Message title={t.refused} lead={refused} back={{ href: back, label: kitTexts(locale).previous }} />
      ) : (
        <Confirm
          title={t.title}
          lead={t.lead}
          action={`${back}/unsettle`}
          label={t.submit}
          cancelHref={back}
          isDangerous
          locale={locale}
        />
      )}
    </StaffLayout>
  )
}
