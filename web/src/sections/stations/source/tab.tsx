import { Anchor, Stack, Text } from '@mantine/core'
import { Link } from 'wouter'
import type { Source, WholeStation } from '../../../../../src/http/console/contract/stations/stations.ts'
import { Panel } from '../../../parts/panel.tsx'
import { UPSTREAMS_PATH } from '../../upstreams/path.ts'
import { useStationWords } from '../words.ts'
import { CertificatesPanel } from './certificates-panel.tsx'
import { PullPanel } from './pull-panel.tsx'
import { PushPanel } from './push-panel.tsx'
import { StandbyPanel } from './standby-panel.tsx'

export function SourceTab({ answer: { station, concerns }, source }: { answer: WholeStation; source: Source }) {
  const words = useStationWords()
  if (source.upstreamName !== null)
    return (
      <Panel title={words.upstream}>
        <Text size="sm">{words.fromUpstream(source.upstreamName, source.upstreamMountpoint ?? '')}</Text>
        <Anchor component={Link} href={`${UPSTREAMS_PATH}/${source.upstreamId}`} size="sm">
          {words.seeUpstream(source.upstreamName)}
        </Anchor>
      </Panel>
    )
  return (
    <Stack gap="md">
      <PushPanel station={station} source={source} />
      <CertificatesPanel station={station} source={source} />
      <PullPanel station={station} source={source} />
      <StandbyPanel station={station} source={source} serves={concerns.some(({ kind }) => kind === 'on_backup')} />
    </Stack>
  )
}
