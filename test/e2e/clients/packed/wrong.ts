import { client } from 'membership-client'

const membership = client('http://localhost:8787', 'mas_…')
// An amount is a number of cents, a person is named, and there is no operation of this name.
await membership.POST('/fees', { body: { data: [{ amount: '45 EUR', description: 'Annual fee' }] } })
await membership.GET('/fee')
await membership.GET('/lists/{list_id}/persons')
const { data } = await membership.GET('/me')
export const id: number | undefined = data?.data.id
