import { Breadcrumb } from '../ui/page-head'
import type { Viewer } from './layout'
import { pathIn } from './paths'
import { layoutTexts } from './texts'

type Props = { viewer: Viewer; section: 'members' | 'contacts' | 'applications' | 'fees' | 'bank' | 'log' }

/** The way back from a page to the first one of its section. */
export const WayBack = ({ viewer: { staff, locale }, section }: Props) => (
  <Breadcrumb
    items={[{ label: layoutTexts(locale)[section], href: pathIn(staff.workspace, `/${section}`) }]}
    locale={locale}
  />
)
