import type { Route } from './route'

export const BANK_ROUTES: Route[] = []
