import { ActionIcon, Popover } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import 'dayjs/locale/de'
import { useState, type ReactElement } from 'react'
import { dateOf, dayOf, formatDate, parseDate } from '../../format/quantities.ts'
import { ValueField } from '../../ui/value-field.tsx'
import { intlLocale, language, say } from '../../words/say.ts'

/** Where a week starts where the user lives: 0 is Sunday. */
function firstDayOfWeek(): 0 | 1 | 6 {
  const locale = new Intl.Locale(intlLocale()) as Intl.Locale & { getWeekInfo?: () => { readonly firstDay: number } }
  return ((locale.getWeekInfo?.().firstDay ?? 1) % 7) as 0 | 1 | 6
}

interface DateFieldProps {
  readonly label: string
  /** All three `2026-06-21`. */
  readonly date: string
  readonly from: string
  readonly to: string
  readonly onCommit: (date: string) => void
}

/** A date as the language writes it, typed like any value or picked from a calendar. */
export function DateField({ label, date, from, to, onCommit }: DateFieldProps): ReactElement {
  const [isOpen, setOpen] = useState(false)
  const calendar = (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" trapFocus returnFocus shadow="md" transitionProps={{ duration: 0 }}>
      <Popover.Target>
        <ActionIcon variant="subtle" color="gray" size="sm" aria-label={say('sun.calendar')} onClick={() => setOpen(!isOpen)}>
          <IconCalendar size={14} stroke={1.6} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={say('sun.calendar')}>
        <DatePicker
          size="xs"
          locale={language() === 'de' ? 'de' : 'en'}
          firstDayOfWeek={firstDayOfWeek()}
          weekendDays={[]}
          hideOutsideDates
          getDayProps={(day) => ({ 'data-autofocus': day === date || undefined })}
          defaultDate={date}
          value={date}
          minDate={from}
          maxDate={to}
          ariaLabels={{
            nextMonth: say('sun.calendar.nextMonth'), previousMonth: say('sun.calendar.previousMonth'),
            nextYear: say('sun.calendar.nextYear'), previousYear: say('sun.calendar.previousYear'),
            nextDecade: say('sun.calendar.nextDecade'), previousDecade: say('sun.calendar.previousDecade'),
          }}
          onChange={(next) => {
            if (next !== null && next !== date) onCommit(next)
            setOpen(false)
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
  return (
    <ValueField
      label={label} suffix={calendar} value={dayOf(date)} format={formatDate} parse={parseDate} step={1} min={dayOf(from)} max={dayOf(to)}
      onCommit={(day) => onCommit(dateOf(day))}
    />
  )
}
