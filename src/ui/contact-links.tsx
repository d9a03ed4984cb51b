/** The address that opens a call to a phone number as people write it. */
export const phoneAddress = (phone: string): string => `tel:${phone.replaceAll(/[^+\d]/g, '')}`

export const EmailLink = ({ email }: { email: string }) => <a href={`mailto:${email}`}>{email}</a>

export const PhoneLink = ({ phone }: { phone: string }) => <a href={phoneAddress(phone)}>{phone}</a>
