import { Anchor, Stack, Text } from '@mantine/core'
import { Link } from 'wouter'
import type { StationDetail } from '../../../../../src/http/console/contract/stations/stations.ts'
import { Answered } from '../../../parts/answered.tsx'
import { NewButton } from '../../../parts/buttons/link-button.tsx'
import { Hint } from '../../../parts/text/hint.ts'
import { useAnswer } from '../../../service/answers.ts'
import { useMay } from '../../../session/session.tsx'
import { MOUNTPOINTS_PATH as PATH } from './form.tsx'
import { useAlterationText } from './use-alteration-text.ts'
import { useMountpointWords } from './words.ts'

/** All mountpoints of a station: its own and the derived ones. */
export function MountpointsOfStation({ station }: { station: StationDetail }) {
  const words = useMountpointWords()
  const textOf = useAlterationText()
  const mayChange = useMay('network.change')
  const asked = useAnswer('/mountpoints', { query: { stationId: station.id } })
  return (
    <Answered asked={asked} quiet>
      {({ mountpoints }) => (
        <Stack gap="md" aria-label={words.ofStation}>
          <Line name={station.mountpoint} what={words.own} isOpen={station.isOpen} />
          {mountpoints.map(({ id, name, alteration, isOpen }) => (
            <Line key={id} href={`${PATH}/${id}`} name={name} what={textOf(alteration)} isOpen={isOpen} />
          ))}
          {mayChange && !station.archived && (
            <NewButton
              style={{ alignSelf: 'flex-start' }}
              href={`${PATH}/new?stationId=${station.id}`}
              text={words.add}
            />
          )}
        </Stack>
      )}
    </Answered>
  )
}

function Line({ name, what, isOpen, href }: { name: string; what: string; isOpen: boolean; href?: string }) {
  const words = useMountpointWords()
  return (
    <div>
      {href ? (
        <Anchor component={Link} href={href} className="code" size="sm">
          {name}
        </Anchor>
      ) : (
        <Text span className="code" size="sm">
          {name}
        </Text>
      )}
      <Hint>{isOpen ? `${what} · ${words.open}` : what}</Hint>
    </div>
  )
}
