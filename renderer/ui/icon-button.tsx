import { ActionIcon, Tooltip } from '@mantine/core'
import type { ComponentType, ReactElement } from 'react'

export type IconComponent = ComponentType<{ size?: number | string; stroke?: number | string }>

export interface IconButtonProps {
  readonly icon: IconComponent
  /** Read by screen readers and shown as the tooltip. */
  readonly label: string
  readonly shortcut?: string | undefined
  /** A second line of the tooltip. */
  readonly hint?: string | undefined
  /** Given: a toggle that shows whether it is on. */
  readonly pressed?: boolean | undefined
  readonly disabled?: boolean | undefined
  readonly size?: number
  readonly className?: string
  readonly tabIndex?: number
  readonly onClick: (event: React.MouseEvent) => void
}

/** A picture that does something; its name and shortcut appear on hover and are always there for assistive technology. */
export function IconButton(props: IconButtonProps): ReactElement {
  const { icon: Icon, label, shortcut, hint, pressed, disabled = false, size = 28, onClick } = props
  return (
    <Tooltip label={<>{label}{shortcut !== undefined && <> <span className="shortcut">{shortcut}</span></>}{hint !== undefined && <div className="tooltip-hint">{hint}</div>}</>}>
      <ActionIcon
        className={props.className ?? ''}
        size={size}
        aria-label={label}
        aria-pressed={pressed}
        disabled={disabled}
        tabIndex={props.tabIndex}
        onClick={onClick}
      >
        <Icon size={Math.round(size * 0.62)} stroke={1.6} />
      </ActionIcon>
    </Tooltip>
  )
}
