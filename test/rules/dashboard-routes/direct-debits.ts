import type { Route } from './route'

export const DIRECT_DEBITS_ROUTES: Route[] = []
