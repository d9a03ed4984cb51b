import { PAYER } from '../../../domain/person-fields/fields'
import { mayEdit } from '../../../domain/persons/edit'
import type { ProposedFamily } from '../../../domain/persons/families/find'
import { Button } from '../../../ui/button'
import { Form } from '../../../ui/form-layout'
import { Notice } from '../../../ui/notice'
import { Actions } from '../../../ui/stack'
import { Quiet } from '../../../ui/text'
import { FAMILIES_OF_BANK, FamilyPersons } from '../../families/find'
import { familyTexts } from '../../families/texts'
import type { Viewer } from '../../layout'
import { pathIn } from '../../paths'

/** Offers to say who pays for the persons for whom a line has paid, once. */
export function FamilyOffer({ family, viewer }: { family: ProposedFamily; viewer: Viewer }) {
  const { families: t } = familyTexts(viewer.locale)
  if (!family.persons.every(({ list }) => mayEdit(viewer.staff, list, PAYER))) return null
  return (
    <Notice tone="info" title={t.offer(family.persons.map(({ name }) => name).join(', '))}>
      <p>{t.offerLead}</p>
      <Form
        action={pathIn(viewer.staff.workspace, '/members/families')}
        hidden={{ family: '0', [FAMILIES_OF_BANK]: '1' }}
      >
        <FamilyPersons family={family} index={0} viewer={viewer} />
        <Quiet>{t.accounts}</Quiet>
        <Actions>
          <Button kind="second">{t.setPayer}</Button>
        </Actions>
      </Form>
    </Notice>
  )
}
