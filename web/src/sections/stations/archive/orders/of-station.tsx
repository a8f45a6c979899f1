import { Anchor, Box } from '@mantine/core'
import { Link } from 'wouter'
import { SimpleTable } from '../../../../parts/lists/simple-table.tsx'
import { usePages } from '../../../../parts/lists/use-pages.ts'
import { Panel } from '../../../../parts/panel.tsx'
import { Hint } from '../../../../parts/text/hint.ts'
import { useArchiveWords } from '../words.ts'
import { RinexFiles } from './files.tsx'
import { RINEX_PATH, WATCHED_MS } from './list.ts'
import { RinexMark } from './mark.tsx'
import { useRinexTexts } from './use-texts.ts'

/** The newest orders of a station. */
export function OrdersOfStation({ stationId }: { stationId: number }) {
  const words = useArchiveWords()
  const texts = useRinexTexts()
  const { rows } = usePages('/rinex', { stationId, limit: 5 }, { everyMs: WATCHED_MS })
  if (rows.length === 0) return null
  return (
    <Panel title={words.orders}>
      <SimpleTable
        label={words.orders}
        columns={[{ title: words.window }, { title: words.state }, { title: words.files }]}
        rows={rows.map((order) => ({
          key: order.id,
          cells: [
            <Anchor key="window" component={Link} href={`${RINEX_PATH}/${order.id}`} size="sm">
              {texts.period(order)}
            </Anchor>,
            <RinexMark key="state" state={order.state} />,
            <RinexFiles key="files" order={order} />,
          ],
        }))}
      />
      {rows.some(({ state }) => state === 'pending') && <Hint>{words.leave}</Hint>}
      <Box>
        <Anchor component={Link} href={`${RINEX_PATH}?stationId=${stationId}`} size="sm">
          {words.allOrders}
        </Anchor>
      </Box>
    </Panel>
  )
}
