import { type Context, Hono } from 'hono'
import { MAX_LOGO_BYTES, removeLogo, setLogo } from '../../domain/workspaces/logo'
import { type OwnSettings, viewOwnSettings } from '../../domain/workspaces/own-settings'
import { updateOwnSettings } from '../../domain/workspaces/update'
import type { Env } from '../../env'
import { done } from '../../http/done'
import { readForm, readUpload } from '../../http/forms'
import { originOf } from '../../http/origin'
import { Measure } from '../../ui/stack'
import { attempt } from '../attempt'
import { type Viewer, viewerOf } from '../layout'
import { pathIn } from '../paths'
import { refusedIn, withPaths } from '../refusals'
import { hasRefused, type Refused } from '../refused-fields'
import { doneIn, SettingsLayout } from './page'
import { type PortalForm, portalChange, portalForm, storedPortalForm } from './portal-form'
import { LogoCard } from './portal-logo'
import { PortalManager, PortalSettingsForm, PossibleManager } from './portal-parts'
import { settingsTexts } from './texts'

/** The page of what the portal offers, and what it looks like. */
export const portalPage = new Hono<Env>()
  .get('/:workspace/settings/portal', async (c) => {
    const settings = await viewOwnSettings(c.var.staff)
    return c.html(<PortalPage c={c} settings={settings} form={storedPortalForm(settings)} />)
  })

  .post('/:workspace/settings/portal', async (c) => {
    const form = portalForm(await readForm(c))
    if (form.isPreview) return answerForm(c, form)
    const outcome = await attempt(() => updateOwnSettings(c.var.staff, { body: portalChange(form) }))
    if ('issues' in outcome)
      return answerForm(c, form, refusedIn(withPaths(outcome, fieldOf), fieldsOf(viewerOf(c)), viewerOf(c)))
    // The address of the dashboard has the slug, which may be another one now.
    const { id, member_portal } = outcome.result.workspace
    return done(c, 'saved', { to: pathIn({ id, portalSlug: member_portal.slug }, '/settings/portal') })
  })

  .post('/:workspace/settings/portal/logo', async (c) => {
    const bytes = await uploadedLogo(c)
    const outcome = await attempt(() => setLogo(c.var.staff, { bytes }))
    if ('result' in outcome) return doneIn(c, 'saved', '/portal')
    const settings = await viewOwnSettings(c.var.staff)
    const form = storedPortalForm(settings)
    return c.html(<PortalPage c={c} settings={settings} form={form} isLogoRefused />, 422)
  })

  .post('/:workspace/settings/portal/logo/remove', async (c) => {
    await removeLogo(c.var.staff)
    return doneIn(c, 'saved', '/portal')
  })

/** Reads the file of the form, of which a little more than allowed is read, so that one that is too large is refused. */
async function uploadedLogo(c: Context<Env>): Promise<Uint8Array<ArrayBuffer>> {
  const form = await readUpload(c, async () => {}, MAX_LOGO_BYTES * 10)
  const file = form.get('logo')
  return file instanceof File ? new Uint8Array(await file.arrayBuffer()) : new Uint8Array()
}

/** The page with what was typed. */
async function answerForm(c: Context<Env>, form: PortalForm, refused: Refused = {}) {
  const settings = await viewOwnSettings(c.var.staff)
  const page = <PortalPage c={c} settings={settings} form={form} refused={refused} />
  return c.html(page, hasRefused(refused) ? 422 : 200)
}

const fieldsOf = ({ locale }: Viewer) => settingsTexts(locale).portal.fields

const fieldOf = (path: string): string => path.replace(/^member_portal\./, '')

type Props = {
  c: Context<Env>
  settings: OwnSettings
  form: PortalForm
  refused?: Refused
  isLogoRefused?: boolean
}

function PortalPage({ c, settings, form, refused = {}, isLogoRefused = false }: Props) {
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
      hasIssues={hasRefused(refused) || isLogoRefused}
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
        {!manager && <LogoCard workspace={workspace} isRefused={isLogoRefused} viewer={viewer} />}
        {possibleManager && <PossibleManager name={possibleManager} viewer={viewer} />}
      </Measure>
    </SettingsLayout>
  )
}
