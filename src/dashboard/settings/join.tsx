import { type Context, Hono } from 'hono'
import { type OwnSettings, viewOwnSettings } from '../../domain/workspaces/own-settings'
import { updateOwnSettings } from '../../domain/workspaces/update'
import type { Env } from '../../env'
import { readForm } from '../../http/forms'
import { originOf } from '../../http/origin'
import { ButtonLink } from '../../ui/button'
import { Card } from '../../ui/card'
import { Copyable } from '../../ui/copyable'
import { Notice } from '../../ui/notice'
import { Measure, Stack } from '../../ui/stack'
import { Quiet } from '../../ui/text'
import { attempt } from '../attempt'
import { viewerOf } from '../layout'
import { refusedIn, withPaths } from '../refusals'
import { hasRefused, type Refused } from '../refused-fields'
import { type JoinValues, joinChange, sentJoinValues, storedJoinValues } from './join-form'
import { JoinSettingsForm } from './join-parts'
import { doneIn, SettingsLayout, settingsPath } from './page'
import { settingsTexts } from './texts'

/** The page of the form by which people apply for membership. */
export const joinPage = new Hono<Env>()
  .get('/:workspace/settings/join', async (c) => {
    const settings = await viewOwnSettings(c.var.staff)
    return c.html(<JoinSettingsPage c={c} settings={settings} values={storedJoinValues(settings)} />)
  })

  .post('/:workspace/settings/join', async (c) => {
    const values = sentJoinValues(await readForm(c))
    const outcome = await attempt(() => updateOwnSettings(c.var.staff, { body: joinChange(values) }))
    if ('result' in outcome) return doneIn(c, 'saved', '/join')
    const { fields } = settingsTexts(viewerOf(c).locale).join
    const faults = withPaths(outcome, (path) => path.replace(/^join_form\./, ''))
    const refused = refusedIn(faults, fields, viewerOf(c))
    const settings = await viewOwnSettings(c.var.staff)
    return c.html(<JoinSettingsPage {...{ c, settings, values, refused }} />, 422)
  })

type Props = { c: Context<Env>; settings: OwnSettings; values: JoinValues; refused?: Refused }

function JoinSettingsPage({ c, settings, values, refused = {} }: Props) {
  const viewer = viewerOf(c)
  const { locale } = viewer
  const { overview, join: t } = settingsTexts(locale)
  const { workspace } = settings
  const address = `${originOf(c)}/join/${workspace.member_portal.slug ?? workspace.id}`
  const isOn = workspace.join_form.enabled
  return (
    <SettingsLayout
      {...{ c, viewer }}
      title={overview.join.title}
      lead={t.lead}
      hasIssues={hasRefused(refused)}
      actions={
        <ButtonLink kind="second" href={settingsPath(viewer, '/join/preview')}>
          {t.preview}
        </ButtonLink>
      }
    >
      <Measure>
        <Card title={t.address}>
          <Stack gap="small">
            <Copyable value={address} locale={locale} />
            <Quiet>{isOn ? t.addressLead : t.off}</Quiet>
          </Stack>
        </Card>
        {workspace.contact.privacy_url === null && (
          <Notice tone="warn" isQuiet>
            <p>{t.noPrivacy}</p>
            <p>
              <a href={settingsPath(viewer, '/contact')}>{t.toContact}</a>
            </p>
          </Notice>
        )}
        <JoinSettingsForm {...{ settings, values, refused, viewer }} />
      </Measure>
    </SettingsLayout>
  )
}
