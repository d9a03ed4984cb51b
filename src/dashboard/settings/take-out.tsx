import { Hono } from 'hono'
import { DomainError } from '../../domain/shared/errors'
import { exportWorkspace } from '../../domain/workspaces/leaving/export/export'
import { type TakeOut, viewTakeOut } from '../../domain/workspaces/leaving/export/view'
import type { Env } from '../../env'
import { zipFile } from '../../http/zip-file'
import { Button } from '../../ui/button'
import { Card } from '../../ui/card'
import { Form } from '../../ui/form-layout'
import { formatInstant, formatNumber } from '../../ui/i18n/format'
import { Lines } from '../../ui/lines'
import { Message } from '../../ui/message'
import { Notice } from '../../ui/notice'
import { Actions, Measure } from '../../ui/stack'
import { Quiet } from '../../ui/text'
import { fileOrProof } from '../file-or-proof'
import { StaffLayout, type Viewer, viewerOf } from '../layout'
import { SettingsLayout, settingsPath } from './page'
import { takeOutTexts } from './texts-take-out'

const PAGE = '/take-out'

/** The page on which owners take all of their association along, as a ZIP. It works in a suspended workspace, too. */
export const takeOutPage = new Hono<Env>()
  .get('/:workspace/settings/take-out', async (c) => {
    const takeOut = await viewTakeOut(c.var.staff)
    const viewer = viewerOf(c)
    const t = takeOutTexts(viewer.locale)
    return c.html(
      <SettingsLayout c={c} title={t.title} lead={t.lead} viewer={viewer}>
        <Offer viewer={viewer} takeOut={takeOut} />
      </SettingsLayout>,
    )
  })

  .post('/:workspace/settings/take-out', async (c) => {
    const page = () => settingsPath(viewerOf(c), PAGE)
    const file = async () => {
      try {
        return zipFile(c, await exportWorkspace(c.var.staff, { version: c.env.VERSION?.id ?? null }))
      } catch (error) {
        if (!(error instanceof DomainError && error.reason === 'export_running')) throw error
        return c.html(<RunningPage viewer={viewerOf(c)} />, 409)
      }
    }
    return fileOrProof(c, { page, file })
  })

function Offer({ viewer, takeOut }: { viewer: Viewer; takeOut: TakeOut }) {
  const { staff, locale } = viewer
  const t = takeOutTexts(locale)
  const { lastExportAt, bytes } = takeOut
  return (
    <Measure>
      <Notice tone="warn" title={t.personalTitle} isQuiet>
        <p>{t.personal}</p>
      </Notice>
      <Card title={t.contents}>
        <Lines items={t.parts.map(({ main, detail }) => ({ main, details: [detail] }))} />
      </Card>
      <Form action={settingsPath(viewer, PAGE)}>
        <Actions>
          <Button icon="download">{t.download}</Button>
        </Actions>
      </Form>
      <Quiet>
        {t.size(formatNumber(Math.max(1, Math.round(bytes / 1_000_000)), locale))} {t.proof}
      </Quiet>
      {lastExportAt !== null && (
        <Quiet>{t.last(formatInstant(lastExportAt, staff.workspace.timezone, locale))}</Quiet>
      )}
    </Measure>
  )
}

function RunningPage({ viewer }: { viewer: Viewer }) {
  const t = takeOutTexts(viewer.locale)
  return (
    <StaffLayout title={t.runningTitle} viewer={viewer} section="settings">
      <Message
        title={t.runningTitle}
        lead={t.running}
        back={{ href: settingsPath(viewer, PAGE), label: t.title }}
      />
    </StaffLayout>
  )
}
