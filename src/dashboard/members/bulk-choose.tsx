import { columnKey } from '../../domain/custom-columns/column'
import { bulkArrays, bulkFields } from '../../domain/persons/bulk/act'
import { Button, ButtonLink } from '../../ui/button'
import { Card } from '../../ui/card'
import { Form } from '../../ui/form-layout'
import { formatNumber } from '../../ui/i18n/format'
import { kitTexts } from '../../ui/i18n/kit'
import { Message } from '../../ui/message'
import { PageHead } from '../../ui/page-head'
import { labelOf } from '../../ui/person-fields/kind'
import { Actions, Measure } from '../../ui/stack'
import { StaffLayout } from '../layout'
import { WayBack } from '../way-back'
import { type BulkPageProps, backHref, bulkPath, CarriedFields, personField } from './bulk-confirm'
import { membersTexts } from './texts'

/** Asks which field of the selected persons changes, and how. */
export function ChooseField(props: BulkPageProps) {
  const { viewer, list, preview, carried } = props
  const { locale } = viewer
  const { count, context } = preview
  const t = membersTexts(locale)
  const title = t.choose.title(t[list].count(formatNumber(count, locale)))
  const arrays = bulkArrays(context).map(columnKey)
  const label = (key: string) => labelOf(personField(key, context), locale)
  const groups = [
    { title: t.choose.set, kind: 'set', keys: bulkFields(context) },
    { title: t.choose.add, kind: 'add', keys: arrays },
    { title: t.choose.remove, kind: 'remove', keys: arrays },
  ].filter(({ keys }) => keys.length > 0)
  return (
    <StaffLayout title={title} viewer={viewer} section={list}>
      <Measure>
        <PageHead
          title={title}
          lead={t.choose.lead}
          breadcrumb={<WayBack viewer={viewer} section={list} />}
        />
        <Form action={bulkPath(props, '/bulk')}>
          <CarriedFields {...carried} />
          {groups.map((group) => (
            <Card title={group.title}>
              <Actions>
                {group.keys.map((key) => (
                  <Button kind="second" name="action" value={`${group.kind}:${key}`}>
                    {label(key)}
                  </Button>
                ))}
              </Actions>
            </Card>
          ))}
          <Actions>
            <ButtonLink kind="plain" href={backHref(props)}>
              {kitTexts(locale).cancel}
            </ButtonLink>
          </Actions>
        </Form>
      </Measure>
    </StaffLayout>
  )
}

/** Says that the selection has no one. */
export function NoneSelected(props: BulkPageProps) {
  const { viewer, list } = props
  const t = membersTexts(viewer.locale)
  return (
    <StaffLayout title={t.confirm.none} viewer={viewer} section={list}>
      <Message title={t.confirm.none} lead={t.confirm.noneLead}>
        <ButtonLink href={backHref(props)}>{t.confirm.back}</ButtonLink>
      </Message>
    </StaffLayout>
  )
}
