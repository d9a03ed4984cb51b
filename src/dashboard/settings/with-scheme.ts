/** A web address as people write it, such as `example.org/imprint`, with its scheme. */
export const withScheme = (address: string): string =>
  address === '' || /^[a-z][a-z\d+.-]*:/i.test(address) ? address : `https://${address}`
