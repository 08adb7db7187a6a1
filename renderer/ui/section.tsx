import { Collapse, UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useId, useState, type ReactElement, type ReactNode } from 'react'

/** A titled part of a panel that folds away. */
export function Section({ title, open = true, children }: { title: string; open?: boolean; children: ReactNode }): ReactElement {
  const [isOpen, setOpen] = useState(open)
  const id = useId()
  return (
    <section className="section" aria-label={title}>
      <h2>
        <UnstyledButton className="section-title" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
          {title}
          <IconChevronDown size={14} stroke={1.6} data-open={isOpen} />
        </UnstyledButton>
      </h2>
      <Collapse id={id} expanded={isOpen} transitionDuration={100}>
        <div className="section-body">{children}</div>
      </Collapse>
    </section>
  )
}

/** A label on the left, its control on the right. */
export function Row({ label, hint, children }: { label: string; hint?: string | undefined; children: ReactNode }): ReactElement {
  return (
    <div className="row">
      <span className="row-label" title={hint}>{label}</span>
      <div className="row-control">{children}</div>
    </div>
  )
}
