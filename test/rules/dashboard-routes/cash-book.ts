import type { Route } from './route'

export const CASH_BOOK_ROUTES: Route[] = []
