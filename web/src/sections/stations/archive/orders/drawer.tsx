import { Anchor, Group, List } from '@mantine/core'
import { Link } from 'wouter'
import type { RinexOrder } from '../../../../../../src/http/console/contract/stations/rinex.ts'
import { Answered } from '../../../../parts/answered.tsx'
import { DetailDrawer } from '../../../../parts/dialogs/detail-drawer.tsx'
import { Panel } from '../../../../parts/panel.tsx'
import { Facts } from '../../../../parts/text/facts.tsx'
import { useFigures } from '../../../../parts/text/figures.ts'
import { Hint } from '../../../../parts/text/hint.ts'
import { LogMoment } from '../../../../parts/text/moment.tsx'
import { useAnswer } from '../../../../service/answers.ts'
import { at } from '../../../../service/api.ts'
import { STATIONS_PATH } from '../../use-station.ts'
import { useArchiveWords } from '../words.ts'
import { RinexFiles } from './files.tsx'
import { RINEX_PATH, WATCHED_MS } from './list.ts'
import { RinexMark } from './mark.tsx'
import { useRinexTexts } from './use-texts.ts'

export function RinexDrawer({ id }: { id: string }) {
  const words = useArchiveWords()
  const asked = useAnswer(at('/rinex/:id', { id }), {
    refetchInterval: ({ state }) => (state.data?.order.state === 'pending' ? WATCHED_MS : false),
  })
  const order = asked.data?.order
  return (
    <DetailDrawer title={order ? `${words.title} · ${order.station.code}` : '…'} listPath={RINEX_PATH}>
      <Answered asked={asked} quiet>
        {({ order }) => (
          <>
            <Group>
              <RinexMark state={order.state} />
            </Group>
            <Panel title={words.files}>
              <RinexFiles order={order} />
              {order.state === 'pending' && <Hint>{words.leave}</Hint>}
            </Panel>
            <OrderFacts order={order} />
          </>
        )}
      </Answered>
    </DetailDrawer>
  )
}

function OrderFacts({ order }: { order: RinexOrder }) {
  const words = useArchiveWords()
  const texts = useRinexTexts()
  const { percent } = useFigures()
  const { station, completenessPct, gaps, constellations, credentialId, expiresAt } = order
  return (
    <Facts
      facts={[
        [
          words.station,
          <Anchor key="station" component={Link} href={`${STATIONS_PATH}/${station.id}?tab=archive`} size="sm">
            {station.code}
          </Anchor>,
        ],
        [words.window, texts.period(order)],
        [words.format, texts.format(order)],
        [words.constellations, constellations === null ? words.allConstellations : constellations.join(', ')],
        [words.completeness, completenessPct === null ? '—' : percent(completenessPct)],
        ...(gaps.length > 0
          ? [
              [
                words.fileGaps,
                <List key="gaps" size="sm" listStyleType="none">
                  {gaps.map((gap) => (
                    <List.Item key={gap.from}>{texts.period(gap)}</List.Item>
                  ))}
                </List>,
              ] as const,
            ]
          : []),
        [words.origin, words.origins[order.origin]],
        ...(credentialId === null
          ? []
          : [
              [
                words.origins.customer,
                <Anchor key="credential" component={Link} href={`/credentials/${credentialId}`} size="sm">
                  {words.credential}
                </Anchor>,
              ] as const,
            ]),
        [words.created, <LogMoment key="created" at={order.createdAt} />],
        ...(expiresAt ? [[words.expires, <LogMoment key="expires" at={expiresAt} />] as const] : []),
      ]}
    />
  )
}
