import type { Viewer } from '../../layout'
import { settingsPath } from '../page'
import { settingsTexts } from '../texts'

/** The address of the page of a webhook. */
export const webhookPath = (viewer: Pick<Viewer, 'staff'>, id: string): string =>
  settingsPath(viewer, `/webhooks/${id}`)

/** The pages between the settings and one of a webhook, which `below` names by its host. */
export const aboveWebhook = ({ locale }: Viewer, below?: { id: string; host: string }) => [
  { label: settingsTexts(locale).overview.webhooks.title, page: '/webhooks' },
  ...(below ? [{ label: below.host, page: `/webhooks/${below.id}` }] : []),
]
