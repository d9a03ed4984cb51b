/** The tax spheres of an association, in the order in which pages and reports show them. */
export const SPHERES = ['ideal', 'assets', 'purpose', 'business'] as const
