import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { HOUR_MS } from '../../parts/time-units.ts'
import { useActing } from './acknowledge.tsx'
import { useAlertWords } from './words.ts'

const MORNING_HOUR = 8

const morning = (daysAhead: number) => {
  const at = new Date()
  at.setDate(at.getDate() + daysAhead)
  at.setHours(MORNING_HOUR, 0, 0, 0)
  return at
}

/** Times in the browser's time zone, like all times of the console. */
const UNTIL = {
  hour: () => new Date(Date.now() + HOUR_MS),
  fourHours: () => new Date(Date.now() + 4 * HOUR_MS),
  tomorrow: () => morning(1),
  week: () => morning(7),
}

/** Silences an alert for a while. Then it is open again, and mailed again if it still lasts. */
export function SnoozeMenu({ id, what }: { id: number; what: string }) {
  const words = useAlertWords()
  const { mutate, isPending } = useActing('/alerts/acknowledge')
  return (
    <Menu position="bottom-end" transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          loading={isPending}
          aria-label={words.snoozeOne(what)}
          title={words.snoozeHint}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          {words.snooze}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {(Object.keys(UNTIL) as (keyof typeof UNTIL)[]).map((name) => (
          <Menu.Item key={name} onClick={() => mutate({ ids: [id], until: UNTIL[name]().toISOString() })}>
            {words.snoozeFor[name]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
