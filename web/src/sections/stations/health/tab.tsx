import { Anchor, Stack, Text } from '@mantine/core'
import { Link } from 'wouter'
import type { WholeStation } from '../../../../../src/http/console/contract/stations/stations.ts'
import { UptimeBars } from '../../../parts/figures/uptime-bars.tsx'
import { hasHistory, measuredMinutes } from '../../../parts/figures/uptime-tone.ts'
import { Panel } from '../../../parts/panel.tsx'
import { useDurationText } from '../../../parts/text/duration.ts'
import { Facts } from '../../../parts/text/facts.tsx'
import { useFigures } from '../../../parts/text/figures.ts'
import { Moment } from '../../../parts/text/moment.tsx'
import { useStationWords } from '../words.ts'
import { ChartsPanel } from './charts-panel.tsx'
import { ConstellationBars } from './constellation-bars.tsx'

export function HealthTab({ answer }: { answer: WholeStation }) {
  const words = useStationWords()
  const { number, percent } = useFigures()
  const { station, uptime, rovers } = answer
  const uptimeTitle = useUptimeTitle()
  const orUnknown = (value: number | null, text: (value: number) => string) =>
    value === null ? words.unknown : text(value)
  return (
    <Stack gap="md">
      <Panel title={uptimeTitle(uptime)}>
        <UptimeBars days={uptime.days} label={words.uptimeLabel(station.code)} legend />
      </Panel>
      {station.measuredAt !== null && (
        <Panel title={words.now}>
          <Facts
            facts={[
              [words.lastData, <Moment key="at" at={station.measuredAt} />],
              [words.health, orUnknown(station.healthPct, percent)],
              [words.latency, orUnknown(station.latencyMs, (value) => `${number(value)} ms`)],
              [words.offset, orUnknown(station.positionOffsetM, (value) => `${number(value, 3)} m`)],
              [
                words.interval,
                orUnknown(station.intervalMs, (value) => `${number(value / 1000, value % 1000 ? 1 : 0)} s`),
              ],
              [words.receiver, station.receiver ?? words.unknown],
              [words.antenna, station.antenna ?? words.unknown],
              [
                words.roversNow,
                rovers === 0 ? (
                  number(rovers)
                ) : (
                  <Anchor key="rovers" component={Link} href={`/?rover=${encodeURIComponent(station.code)}`} inherit>
                    {number(rovers)}
                  </Anchor>
                ),
              ],
            ]}
          />
        </Panel>
      )}
      {station.satellitesByConstellation && (
        <Panel title={words.byConstellation}>
          <ConstellationBars counts={station.satellitesByConstellation} />
        </Panel>
      )}
      <ChartsPanel id={station.id} />
      {station.messages && Object.keys(station.messages).length > 0 && (
        <Panel title={words.messages}>
          <Text size="sm">
            {Object.entries(station.messages)
              .map(([type, count]) => `${type}: ${number(count)}`)
              .join(' · ')}
          </Text>
        </Panel>
      )}
    </Stack>
  )
}

/** From two hours on, whole hours are exact enough. */
const rounded = (minutes: number) => (minutes < 120 ? minutes : 60 * Math.floor(minutes / 60))

function useUptimeTitle(): (uptime: WholeStation['uptime']) => string {
  const words = useStationWords()
  const durationOf = useDurationText()
  const { percent } = useFigures()
  return ({ uptimePct, days }) => {
    if (uptimePct === null) return words.uptimeUnknown
    return hasHistory(days)
      ? words.uptime(percent(uptimePct))
      : words.uptimeYoung(durationOf(rounded(measuredMinutes(days))))
  }
}
