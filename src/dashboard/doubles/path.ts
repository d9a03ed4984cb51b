import { personPathIn } from '../paths'

/** The page that merges a person into another, who stays; `page` is `/run` for the act. */
export const mergePath = (
  workspace: { id: string; portalSlug: string | null },
  list: string,
  kept: string,
  gone: string,
  page = '',
): string => personPathIn(workspace, list, kept, `/merge/${gone}${page}`)
