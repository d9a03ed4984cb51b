import { daysFrom } from '../../shared/dates'

/** How long a workspace is suspended before it can be erased, in days. */
const SUSPENDED_DAYS = 30

/** How long a copy is kept, in days. */
export const COPY_DAYS = 30

/** When a suspended workspace can be erased, as an instant; null for one in use, and for a copy and a sandbox, which always can be. */
export const erasableAt = ({ suspendedAt, copyOf, isSandbox }: Suspension): string | null =>
  suspendedAt === null || copyOf !== null || isSandbox ? null : later(suspendedAt, SUSPENDED_DAYS)

/** When a copy is deleted at the latest, as an instant. */
export const endOfCopy = (suspendedAt: string): string => later(suspendedAt, COPY_DAYS)

type Suspension = { suspendedAt: string | null; copyOf: string | null; isSandbox: boolean }

const later = (instant: string, days: number): string => daysFrom(new Date(instant), days).toISOString()
