import type { Child } from 'hono/jsx'
import { kitTexts } from './i18n/kit'
import type { Locale } from './i18n/locale'
import { Icon } from './icon'
import { HiddenLabel } from './text'

type Step = { label: string; state: 'done' | 'current' | 'open'; href?: string; detail?: Child }

type Props = { items: Step[]; locale: Locale; rowLabel?: string }

/** The steps of a task, in their order, below each other. */
export const Steps = ({ items, rowLabel, locale }: Props) => (
  <ol class={rowLabel ? 'steps steps-row' : 'steps'} aria-label={rowLabel}>
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

type StepRowProps = { steps: Pick<Step, 'label' | 'href'>[]; current: number; locale: Locale }

/**
 * The pages of a task, beside each other below the head of each page; phones show the label of the current one.
 * `current` counts from 0. A step that is done leads back where it has an address.
 */
export const StepRow = ({ steps, current, locale }: StepRowProps) => (
  <Steps
    rowLabel={kitTexts(locale).step(current + 1, steps.length)}
    items={steps.map(({ label, href }, index) => ({
      label,
      state: index < current ? 'done' : index === current ? 'current' : 'open',
      ...(index < current && href && { href }),
    }))}
    locale={locale}
  />
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
