import type { ListId } from '../../domain/access/lists'
import { readBrowseQuery } from '../../domain/persons/browse-query'
import { StepRow } from '../../ui/steps'
import type { Viewer } from '../layout'
import { listPath } from './page-query'
import { membersTexts } from './texts'

type Props = { current: 'file' | 'check'; viewer: Viewer; list: ListId }

/** Where an import is: choosing the file, or checking what it changes. */
export function ImportSteps({ current, viewer: { staff, locale }, list }: Props) {
  const { import: t } = membersTexts(locale)
  const steps = [
    { label: t.file, href: listPath(staff.workspace, list, '/import', readBrowseQuery({})) },
    { label: t.check },
  ]
  return <StepRow steps={steps} current={current === 'file' ? 0 : 1} locale={locale} />
}
