import { Hono } from 'hono'
import { listsOf } from '../../domain/access/lists'
import { viewOwnJoinForm } from '../../domain/portal/join/own-form'
import type { Env } from '../../env'
import { JoinFields } from '../../ui/join/join-fields'
import { ownOf } from '../../ui/join/own'
import { emptyForm } from '../../ui/join/values'
import { Notice } from '../../ui/notice'
import { Measure, Stack } from '../../ui/stack'
import { Prose } from '../../ui/text'
import { viewerOf } from '../layout'
import { SettingsLayout } from './page'
import { settingsTexts } from './texts'

/** The form for applications as it is saved, also while it is switched off. */
export const joinPreviewPage = new Hono<Env>().get('/:workspace/settings/join/preview', async (c) => {
  const { workspace, form, fields, offer } = await viewOwnJoinForm(c.var.staff)
  const viewer = viewerOf(c)
  const { overview, join: t } = settingsTexts(viewer.locale)
  const locale = { ...viewer.locale, isFormal: workspace.portalAddressForm === 'sie' }
  return c.html(
    <SettingsLayout
      {...{ c, viewer }}
      title={t.preview}
      above={[{ label: overview.join.title, page: '/join' }]}
    >
      <Measure>
        <Notice tone="info" isQuiet>
          {t.previewLead}
        </Notice>
        {form.intro && <Prose>{form.intro}</Prose>}
        <Stack>
          <JoinFields
            {...{ fields, offer, locale }}
            values={emptyForm()}
            hasContacts={listsOf(workspace.subscriptionVariant).includes('contacts')}
            statutesUrl={form.statutes_url}
            privacyUrl={workspace.privacyUrl}
            own={ownOf(workspace)}
          />
        </Stack>
      </Measure>
    </SettingsLayout>,
  )
})
