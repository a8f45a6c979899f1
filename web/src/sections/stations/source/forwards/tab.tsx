import { Stack, Text } from '@mantine/core'
import type { StationDetail } from '../../../../../../src/http/console/contract/stations/stations.ts'
import { Answered } from '../../../../parts/answered.tsx'
import { Panel } from '../../../../parts/panel.tsx'
import { Hint } from '../../../../parts/text/hint.ts'
import { useAnswer } from '../../../../service/answers.ts'
import { at } from '../../../../service/api.ts'
import { useMay } from '../../../../session/session.tsx'
import { ForwardForm } from './form.tsx'
import { ForwardPanel } from './panel.tsx'
import { useForwardWords } from './words.ts'

const EVERY_MS = 5_000

/** The casters to which the station's stream is forwarded. */
export function ForwardsTab({ station }: { station: StationDetail }) {
  const words = useForwardWords()
  const mayChange = useMay('network.change') && !station.archived
  const asked = useAnswer(at('/stations/:id/forwards', station), { refetchInterval: EVERY_MS })
  return (
    <Answered asked={asked} quiet>
      {({ forwards }) => (
        <Stack gap="md">
          <Text size="sm">{station.onDemand ? words.ofUpstream : words.hint}</Text>
          {forwards.length === 0 && !station.onDemand && <Hint>{words.empty}</Hint>}
          {forwards.map((forward) => (
            <ForwardPanel key={forward.id} station={station} forward={forward} mayChange={mayChange} />
          ))}
          {mayChange && !station.onDemand && (
            <Panel title={words.add}>
              <ForwardForm station={station} />
            </Panel>
          )}
        </Stack>
      )}
    </Answered>
  )
}
