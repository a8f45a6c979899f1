// Attempts of the last 24 hours as one bar per hour: delivered at the bottom, failed above it.
import { Group, Paper, Stack, Text } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import type { Webhook } from '../../../../../src/http/console/contract/webhooks.ts'
import { useLanguage } from '../../../language.tsx'
import { useFigures } from '../../../parts/text/figures.ts'
import { Hint } from '../../../parts/text/hint.ts'
import { localeOf, NETWORK_ZONE } from '../../../parts/text/moment.tsx'
import { useAnswer } from '../../../service/answers.ts'
import { at } from '../../../service/api.ts'
import { useWebhookWords } from '../words.ts'
import classes from './hours-chart.module.css'

const EVERY_MS = 30_000

export function HoursChart({ webhook }: { webhook: Webhook }) {
  const { hours: words } = useWebhookWords()
  const { number, percent } = useFigures()
  const { language } = useLanguage()
  const [active, setActive] = useState<number | null>(null)
  const { data } = useAnswer(at('/webhooks/:id/hours', webhook), { refetchInterval: EVERY_MS })
  if (!data) return null
  const { hours } = data
  const delivered = hours.reduce((sum, each) => sum + each.delivered, 0)
  const failed = hours.reduce((sum, each) => sum + each.failed, 0)
  const most = Math.max(1, ...hours.map((each) => each.delivered + each.failed))
  const clock = new Intl.DateTimeFormat(localeOf(language), {
    timeZone: NETWORK_ZONE,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const textOf = (hour: (typeof hours)[number]) =>
    `${clock.format(new Date(hour.at))}: ${words.counts(number(hour.delivered), number(hour.failed))}`
  const walk = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    setActive((current) => Math.min(hours.length - 1, Math.max(0, (current ?? hours.length) + step)))
  }
  const shown = active === null ? null : hours[active]
  return (
    <Paper withBorder p="sm" maw={760}>
      <Stack gap="xs">
        <Group justify="space-between" gap="xs">
          <Text size="sm" fw={600}>
            {words.title}
          </Text>
          <Text size="sm" aria-live="polite">
            {shown
              ? textOf(shown)
              : delivered + failed === 0
                ? words.none
                : words.summary(percent((delivered / (delivered + failed)) * 100), number(delivered), number(failed))}
          </Text>
        </Group>
        <div
          className={classes.bars}
          role="img"
          aria-label={`${words.title}: ${words.counts(number(delivered), number(failed))}`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move between hours
          tabIndex={0}
          onKeyDown={walk}
          onBlur={() => setActive(null)}
          onMouseLeave={() => setActive(null)}
        >
          {hours.map((hour, index) => (
            // biome-ignore lint/a11y/noStaticElementInteractions: the pointer only shows what the keys show
            <div
              key={hour.at}
              className={classes.bar}
              data-active={index === active || undefined}
              onMouseEnter={() => setActive(index)}
            >
              <span className={classes.failed} style={{ height: `${(hour.failed / most) * 100}%` }} />
              <span className={classes.delivered} style={{ height: `${(hour.delivered / most) * 100}%` }} />
            </div>
          ))}
        </div>
        <Group justify="space-between">
          <Hint size="xs">{clock.format(new Date(hours[0]!.at))}</Hint>
          <Hint size="xs">{words.now}</Hint>
        </Group>
      </Stack>
    </Paper>
  )
}
