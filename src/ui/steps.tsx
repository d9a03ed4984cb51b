import type { Child } from 'hono/jsx'
import { kitTexts } from './i18n/kit'
import type { Locale } from './i18n/locale'
import { Icon } from './icon'
import { HiddenLabel } from './text'

type Step = { label: string; state: 'done' | 'current' | 'open'; href?: string; detail?: Child }

type Props = { items: Step[]; isRow?: boolean; locale: Locale }

/** The steps of a task, in their order; beside each other with `isRow`, where phones show the label of the current one. */
export const Steps = ({ items, isRow, locale }: Props) => (
  <ol class={isRow ? 'steps steps-row' : 'steps'}>
    {items.map(({ label, state, href, detail }) => (
      <li class={`steps-${state}`} aria-current={state === 'current' ? 'step' : undefined}>
        <span class="steps-mark">
          {state === 'done' && (
            <>
              <Icon name="check" />
              <HiddenLabel>{kitTexts(locale).done}</HiddenLabel>
            </>
          )}
        </span>
        <div>
          <p class="steps-label">{href ? <a href={href}>{label}</a> : label}</p>
          {detail && <p class="steps-detail">{detail}</p>}
        </div>
      </li>
    ))}
  </ol>
)

type ProgressProps = {
  label: string
  value: number
  total: number
  detail?: string
  /** Where the script asks for `{ value, detail, isDone }`, every two seconds, until the job is done. */
  pollHref?: string
}

/** How much of a job is done. */
export const Progress = ({ label, value, total, detail, pollHref }: ProgressProps) => (
  <div class="progress" data-poll={pollHref}>
    <p class="label">{label}</p>
    <progress value={value} max={total} aria-label={label} />
    {detail && (
      <p class="hint" role="status">
        {detail}
      </p>
    )}
  </div>
)
