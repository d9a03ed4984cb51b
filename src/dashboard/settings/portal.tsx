import { type Context, Hono } from 'hono'
import { getOwnSettings, type OwnSettings } from '../../domain/workspaces/own-settings'
import { updateOwnSettings } from '../../domain/workspaces/update'
import type { Env } from '../../env'
import { readForm } from '../../http/forms'
import { originOf } from '../../http/origin'
import { Measure } from '../../ui/stack'
import { type Viewer, viewerOf } from '../layout'
import { pathIn } from '../paths'
import { attempt, hasRefused, type Refused, refusedOf } from './form'
import { SettingsLayout } from './page'
import { type PortalForm, portalChange, portalForm, storedPortalForm } from './portal-form'
import { PortalManager, PortalSettingsForm, PossibleManager } from './portal-parts'
import { settingsTexts } from './texts'

/** The page of what the portal offers, and what it looks like. */
export const portalPage = new Hono<Env>()
  .get('/:workspace/settings/portal', async (c) => {
    const settings = await getOwnSettings(c.var.staff)
    return c.html(<PortalPage c={c} settings={settings} form={storedPortalForm(settings)} />)
  })

  .post('/:workspace/settings/portal', async (c) => {
    const form = portalForm(await readForm(c))
    if (form.isPreview) return answerForm(c, form)
    const outcome = await attempt(() => updateOwnSettings(c.var.staff, { body: portalChange(form) }))
    if ('issues' in outcome)
      return answerForm(c, form, refusedOf(portalIssues(outcome.issues), fieldsOf(viewerOf(c))))
    // The address of the dashboard has the slug, which may be another one now.
    const { id, member_portal } = outcome.result.workspace
    return c.redirect(pathIn({ id, portalSlug: member_portal.slug }, '/settings/portal?done=saved'), 303)
  })

/** The page with what was typed. */
async function answerForm(c: Context<Env>, form: PortalForm, refused: Refused = {}) {
  const settings = await getOwnSettings(c.var.staff)
  const page = <PortalPage c={c} settings={settings} form={form} refused={refused} />
  return c.html(page, hasRefused(refused) ? 422 : 200)
}

const fieldsOf = ({ locale }: Viewer) => settingsTexts(locale).portal.fields

/** The issues by the names of the inputs. */
const portalIssues = (issues: Record<string, string[]>) =>
  Object.fromEntries(
    Object.entries(issues).map(([path, messages]) => [path.replace(/^member_portal\./, ''), messages]),
  )

type Props = { c: Context<Env>; settings: OwnSettings; form: PortalForm; refused?: Refused }

function PortalPage({ c, settings, form, refused = {} }: Props) {
  const viewer = viewerOf(c)
  const t = settingsTexts(viewer.locale)
  const { workspace, manager, possibleManager } = settings
  const entryPage = `${originOf(c)}/portal/${workspace.member_portal.slug ?? workspace.id}`
  return (
    <SettingsLayout
      c={c}
      title={t.overview.portal.title}
      lead={manager ? undefined : <a href={entryPage}>{entryPage}</a>}
      viewer={viewer}
      hasIssues={hasRefused(refused)}
    >
      <Measure>
        {manager ? (
          <PortalManager {...manager} locale={viewer.locale} />
        ) : (
          <PortalSettingsForm
            settings={settings}
            form={form}
            refused={refused}
            viewer={viewer}
            addressPrefix={`${originOf(c)}/portal/`}
          />
        )}
        {possibleManager && <PossibleManager name={possibleManager} viewer={viewer} />}
      </Measure>
    </SettingsLayout>
  )
}
