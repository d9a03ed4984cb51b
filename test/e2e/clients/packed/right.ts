import { client, type components } from 'membership-client'

const { ORIGIN = '', KEY = '' } = process.env
const membership = client(ORIGIN, KEY)
const fee: components['schemas']['NewFee'] = {
  amount: 4500,
  description: 'Annual fee',
  person_external_id: 'm-1001',
}
const { data, error } = await membership.POST('/fees', { body: { data: [fee] } })
const reference: string | undefined = data?.data[0]?.reference
console.log(error?.detail ?? reference)
