import { isEmpty } from '../../domain/doubles/merged-values'
import { isSame } from '../../domain/persons/diff'
import { isObject } from '../../domain/shared/validation'
import { Card } from '../../ui/card'
import { Confirm } from '../../ui/confirm'
import { displayName } from '../../ui/person-fields/display-name'
import { StaffLayout } from '../layout'
import { Along, Facts, type PageProps } from './compare-page'
import { mergePath } from './path'
import { doublesTexts } from './texts'

type Props = PageProps & { hidden: Record<string, string> }

/** Asks before two persons are merged, and says what will be. */
export function ConfirmPage({ comparison, viewer, take, hidden }: Props) {
  const { locale, staff } = viewer
  const { kept, gone, values, context } = comparison
  const t = doublesTexts(locale).confirmPage
  const person = comparison.mergedWith(take)
  const title = t.title(displayName(person))
  const path = (page: string) =>
    mergePath(staff.workspace, context.list, kept.person.id, gone.person.id, page)
  const keys = values.map(({ key }) => key)
  const lost = [kept, gone].map(({ person: before }) => lostOf(keys, before, person))
  return (
    <StaffLayout title={title} viewer={viewer} section={context.list}>
      <Confirm
        title={title}
        lead={t.lead}
        action={path('/run')}
        label={t.merge}
        cancelHref={path(`?${new URLSearchParams(take.map((key) => ['take', key]))}`)}
        hidden={hidden}
        isDangerous
        locale={locale}
      >
        <Card title={t.after}>
          <Facts keys={keys.filter((key) => !isEmpty(person[key]))} {...{ person, comparison, locale }} />
        </Card>
        {lost.some((values) => Object.keys(values).length > 0) && (
          <Card title={t.lost}>
            {lost.map(
              (values) =>
                Object.keys(values).length > 0 && (
                  <Facts keys={Object.keys(values)} person={values} {...{ comparison, locale }} />
                ),
            )}
          </Card>
        )}
        <Along {...{ comparison, locale }} />
      </Confirm>
    </StaffLayout>
  )
}

/** The values of a person that the merged one does not have: of arrays the single values, of the rest each whole value. */
function lostOf(keys: string[], before: Record<string, unknown>, merged: Record<string, unknown>) {
  return Object.fromEntries(
    keys.flatMap((key): [string, unknown][] => {
      const [own, after] = [before[key], merged[key]]
      if (Array.isArray(own)) {
        const dropped = own.filter((value) => !isIn(after, value))
        return dropped.length > 0 ? [[key, dropped]] : []
      }
      return isKept(own, after) ? [] : [[key, own]]
    }),
  )
}

const isIn = (values: unknown, value: unknown): boolean =>
  Array.isArray(values) && values.some((one) => isSame(one, value))

/** Whether all that a value says is in another one: objects may have got parts that were empty. */
const isKept = (own: unknown, after: unknown): boolean =>
  isEmpty(own) ||
  isSame(own, after) ||
  (isObject(own) &&
    isObject(after) &&
    Object.entries(own).every(([part, value]) => isEmpty(value) || isSame(value, after[part])))
