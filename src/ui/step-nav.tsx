import { ButtonLink } from './button'

type Step = { label: string; href: string }
type Props = { label: string; back: Step; previous?: Step | undefined; next?: Step | undefined }

/**
 * Links back to the list that a page was opened from, and to its previous and next entry, also by the keys `k` and
 * `j`.
 */
export const StepNav = ({ label, back, previous, next }: Props) => (
  <nav class="pager steps-nav" aria-label={label}>
    <a href={back.href}>{back.label}</a>
    <div class="row">
      {previous && (
        <ButtonLink kind="plain" href={previous.href} shortcut="k">
          <span aria-hidden="true">‹</span>
          {previous.label}
        </ButtonLink>
      )}
      {next && (
        <ButtonLink kind="plain" href={next.href} shortcut="j">
          {next.label}
          <span aria-hidden="true">›</span>
        </ButtonLink>
      )}
    </div>
  </nav>
)
