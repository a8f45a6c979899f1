// One alert at a time, in turn. Screen readers get the whole list.
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconInfoCircle } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { Moment } from '../parts/text/moment.tsx'
import classes from './wall.module.css'
import { useWallWords } from './words.ts'

const EACH_MS = 6_000

export interface WallAlert {
  readonly key: string
  readonly severity: 'critical' | 'warning' | 'note'
  readonly text: string
  readonly since: string | null
}

const ICONS = { critical: IconCircleX, warning: IconAlertTriangle, note: IconInfoCircle }
const COLOURS = { critical: 'var(--mark-bad)', warning: 'var(--mark-poor)', note: 'var(--mark-planned)' }

export function Ticker({ alerts, isStale }: { alerts: readonly WallAlert[]; isStale: boolean }) {
  const words = useWallWords()
  const [turn, setTurn] = useState(0)
  const isTurning = alerts.length > 1
  useEffect(() => {
    if (!isTurning) return
    const timer = setInterval(() => setTurn((turn) => turn + 1), EACH_MS)
    return () => clearInterval(timer)
  }, [isTurning])
  const shown = alerts.length === 0 ? 0 : turn % alerts.length
  return (
    <section className={classes.ticker} aria-label={words.alerts}>
      {isStale ? (
        <p className={classes.alert} role="status">
          <IconAlertTriangle aria-hidden color="var(--mark-poor)" />
          {words.stale}
        </p>
      ) : alerts.length === 0 ? (
        <p className={classes.alert}>
          <IconCircleCheck aria-hidden color="var(--mark-good)" />
          {words.allWell}
        </p>
      ) : (
        <ul>
          {alerts.map(({ key, severity, text, since }, place) => {
            const Icon = ICONS[severity]
            return (
              <li key={key} className={classes.alert} data-hidden={place !== shown || undefined}>
                <Icon aria-hidden color={COLOURS[severity]} />
                <span className={classes.text}>{text}</span>
                {since && (
                  <span className={classes.since}>
                    <Moment at={since} />
                  </span>
                )}
              </li>
            )
          })}
        </ul>
      )}
      {isTurning && !isStale && (
        <span className={classes.since} aria-hidden="true">
          {words.count(shown + 1, alerts.length)}
        </span>
      )}
    </section>
  )
}
