import type { Child, PropsWithChildren } from 'hono/jsx'
import type { Tone } from './badge'

type Entry = {
  /** The instant, ISO 8601, and how the page writes it. */
  at: string
  time: string
  text: Child
  /** What belongs to the sentence, such as a list of changes. */
  body?: Child
  detail?: Child
  tone?: Tone
  /** Such as a form that takes it back. */
  action?: Child
  id?: string
}

type Props = { days: { day?: string; entries: Entry[] }[]; isPage?: boolean }

/**
 * What happened, each entry in a sentence; entries of the same day below its name. Where it is what the page
 * is about (`isPage`), times are in a column of their own on wide screens.
 */
export const Timeline = ({ days, isPage }: Props) => (
  <div class={isPage ? 'timeline timeline-page' : 'timeline'}>
    {days.map(({ day, entries }) => (
      <section>
        {day && (isPage ? <h2>{day}</h2> : <h3>{day}</h3>)}
        <ol class="timeline-entries">
          {entries.map(({ at, time, text, body, detail, tone, action, id }) => (
            <li class={tone && `mark-${tone}`} id={id}>
              <div class="timeline-entry">
                <div>
                  <p>{text}</p>
                  {body}
                  <p class="timeline-detail">
                    <time datetime={at}>{time}</time>
                    {detail && <> · {detail}</>}
                  </p>
                </div>
                {action}
              </div>
            </li>
          ))}
        </ol>
      </section>
    ))}
  </div>
)

/** A value before and after a change. */
export const Change = ({ from, to }: { from?: Child; to?: Child }) => (
  <>
    {from && <del>{from}</del>}
    {from && to && ' → '}
    {to && <ins>{to}</ins>}
  </>
)

/** Changes below a sentence, each with the name of what changed, or names alone. */
export const ChangeList = ({ items }: { items: { label: Child; value?: Child }[] }) => (
  <ul class="changes">
    {items.map(({ label, value }) => (
      <li>
        {label}
        {value && <>: {value}</>}
      </li>
    ))}
  </ul>
)

type FoldProps = PropsWithChildren<{ label: string; isOpen?: boolean; ofForm?: boolean; id?: string }>

/** A part that opens in place; `ofForm` if it has inputs. */
export const Fold = ({ label, isOpen, ofForm, id, children }: FoldProps) => (
  <details class={ofForm ? 'fold fold-form' : 'fold'} open={isOpen} id={id}>
    <summary>{label}</summary>
    {children}
  </details>
)
