import type { PropsWithChildren } from 'hono/jsx'
import { permits } from '../../domain/access/authorize'
import type { StoredImport } from '../../domain/imports/import'
import type { Done } from '../../http/done'
import { Button } from '../../ui/button'
import { Form } from '../../ui/form-layout'
import { Notice } from '../../ui/notice'
import { PageHead } from '../../ui/page-head'
import { StepRow } from '../../ui/steps'
import { StaffLayout, type Viewer } from '../layout'
import { WayBack } from '../way-back'
import { importPath } from './path'
import { importTexts } from './texts'

const STEPS = ['file', 'columns', 'questions', 'check', 'done'] as const
type StepName = (typeof STEPS)[number]

type Props = PropsWithChildren<{
  viewer: Viewer
  stored: StoredImport
  step: StepName
  title: string
  lead?: string
  done?: Done | undefined
  hasIssues?: boolean
}>

/** The frame of the pages of an import: its title, the steps, and what the page before did. */
export function ImportFrame({ viewer, stored, step, title, lead, done, hasIssues, children }: Props) {
  const { locale } = viewer
  const { listId, id, state } = stored
  const t = importTexts(locale)
  const hrefOf = (name: StepName) =>
    name === 'file' ? importPath(viewer, listId) : importPath(viewer, listId, id, `/${name}`)
  return (
    <StaffLayout title={title} viewer={viewer} section={listId} hasIssues={!!hasIssues}>
      <PageHead title={title} lead={lead} breadcrumb={<WayBack viewer={viewer} section={listId} />} />
      <StepRow
        steps={STEPS.map((name) => ({
          label: t.steps[name],
          // What was imported is changed no more.
          ...(state === 'draft' && { href: hrefOf(name) }),
        }))}
        current={STEPS.indexOf(step)}
        locale={locale}
      />
      {done?.word === 'changed' && <Notice tone="warn">{t.changedMeanwhile}</Notice>}
      {children}
    </StaffLayout>
  )
}

/** A button that deletes a draft with its file, for those who may. */
export const DiscardForm = ({ viewer, stored: { listId, id } }: Pick<Props, 'viewer' | 'stored'>) =>
  permits(viewer.staff, `${listId}:write`) && (
    <Form action={importPath(viewer, listId, id, '/discard')}>
      <div>
        <Button kind="plain">{importTexts(viewer.locale).discard}</Button>
      </div>
    </Form>
  )
