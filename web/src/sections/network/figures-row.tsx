import { SimpleGrid } from '@mantine/core'
import type { Overview } from '../../../../src/http/console/contract/network/network.ts'
import { Figure } from '../../parts/figures/figure.tsx'
import { useFigures } from '../../parts/text/figures.ts'
import { useMay } from '../../session/session.tsx'
import { useCodeWords } from '../../words/codes.ts'
import { useNetworkWords } from './words.ts'

/** Current values: station status, connected rovers, credentials in force, incoming data. */
export function FiguresRow({ overview }: { overview: Overview }) {
  const words = useNetworkWords()
  const { number, bytes } = useFigures()
  const codes = useCodeWords()
  const changeText = useChangeText()
  const seesCredentials = useMay('credentials.read')
  const { stations, stationsADayAgo, rovers, credentials, traffic, ionosphere } = overview
  const orMore = (count: number, isMore: boolean) => (isMore ? words.moreThan(number(count)) : number(count))
  return (
    <SimpleGrid cols={{ base: 2, md: ionosphere ? 5 : 4 }} spacing="sm">
      <Figure
        dense
        label={words.stations}
        href="/stations"
        value={
          <>
            {number(stations.online)}{' '}
            <span style={{ fontSize: '1rem', fontWeight: 400 }}>{words.of(stations.total)}</span>
          </>
        }
        detail={useOthers(stations)}
        change={stationsADayAgo && changeText(stations.online - stationsADayAgo.online)}
      />
      <Figure
        dense
        label={words.rovers}
        value={number(rovers.connected)}
        detail={rovers.connected === 0 ? words.nobody : words.fixed(rovers.fixed)}
        change={rovers.aDayAgo === null ? null : changeText(rovers.connected - rovers.aDayAgo)}
        {...(seesCredentials && { href: '/activity/sessions?state=live' })}
      />
      <Figure
        dense
        label={words.credentials}
        {...(seesCredentials && { href: '/credentials' })}
        value={orMore(credentials.inForce, credentials.inForceIsMore)}
        detail={words.endingSoon(orMore(credentials.endingSoon, credentials.endingSoonIsMore))}
      />
      <Figure
        dense
        label={words.traffic}
        href="/stations?sort=-health"
        value={traffic ? words.perMinute(bytes(traffic.bytes)) : '—'}
        detail={traffic ? words.messages(number(traffic.messages)) : words.noTraffic}
        change={traffic?.aDayAgo ? changeText(traffic.bytes - traffic.aDayAgo.bytes, bytes) : null}
      />
      {ionosphere && (
        <Figure
          dense
          label={words.ionosphere}
          value={codes.quality.ionosphere[ionosphere.class]}
          detail={words.ionospherePpm(number(ionosphere.ppm, 1))}
        />
      )}
    </SimpleGrid>
  )
}

/** Numbers of stations that are not online, by status. */
function useOthers(stations: Overview['stations']): string {
  const words = useNetworkWords()
  const kinds = ['offline', 'degraded', 'maintenance', 'notMeasured'] as const
  const parts = kinds.flatMap((kind) => (stations[kind] > 0 ? [words.counts[kind](stations[kind])] : []))
  if (stations.total === 0) return words.noStations
  return parts.length === 0 ? words.allOnline : parts.join(' · ')
}

function useChangeText(): (change: number, format?: (value: number) => string) => string {
  const { sinceYesterday } = useNetworkWords()
  const { number } = useFigures()
  return (change, format = number) => {
    if (change === 0) return sinceYesterday.same
    return change > 0 ? sinceYesterday.more(format(change)) : sinceYesterday.less(format(-change))
  }
}
