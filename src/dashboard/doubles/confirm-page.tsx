import { isEmpty } from '../../domain/doubles/merged-values'
import { Card } from '../../ui/card'
import { Confirm } from '../../ui/confirm'
import { displayName } from '../../ui/person-fields/display-name'
import { StaffLayout } from '../layout'
import { Along, Facts, type PageProps } from './compare-page'
import { mergePath } from './path'
import { doublesTexts } from './texts'

type Props = PageProps & { take: string[]; hidden: Record<string, string> }

/** Asks before two persons are merged, and says what will be. */
export function ConfirmPage({ comparison, viewer, take, hidden }: Props) {
  const { locale, staff } = viewer
  const { kept, gone, values, context } = comparison
  const t = doublesTexts(locale).confirmPage
  const person = comparison.mergedWith(take)
  const title = t.title(displayName(person))
  const path = (page: string) =>
    mergePath(staff.workspace, context.list, kept.person.id, gone.person.id, page)
  const differing = values.filter(({ difference }) => difference === 'differing').map(({ key }) => key)
  const lost = Object.fromEntries(
    differing.map((key) => [key, (take.includes(key) ? kept : gone).person[key]]),
  )
  const lostKeys = differing.filter((key) => !isEmpty(lost[key]))
  return (
    <StaffLayout title={title} viewer={viewer} section={context.list}>
      <Confirm
        title={title}
        lead={t.lead}
        action={path('/run')}
        label={t.merge}
        cancelHref={path('')}
        hidden={hidden}
        isDangerous
        locale={locale}
      >
        <Card title={t.after}>
          <Facts
            keys={values.map(({ key }) => key).filter((key) => !isEmpty(person[key]))}
            {...{ person, comparison, locale }}
          />
        </Card>
        {lostKeys.length > 0 && (
          <Card title={t.lost}>
            <Facts keys={lostKeys} person={lost} {...{ comparison, locale }} />
          </Card>
        )}
        <Along {...{ comparison, locale }} />
      </Confirm>
    </StaffLayout>
  )
}
