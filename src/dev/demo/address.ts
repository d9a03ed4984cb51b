/** An address in the town of the demo club. */
export const lindental = (street: string) => ({
  street,
  postcode: '99999',
  city: 'Lindental',
  country_code: 'DE',
})
