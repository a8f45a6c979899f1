import { Alert, List, Text } from '@mantine/core'
import type { Mountpoint } from '../../../../../src/http/console/contract/network/mountpoints.ts'
import { upperFirst } from '../../../parts/text/upper-first.ts'
import { useAnswer } from '../../../service/answers.ts'
import { useCodeWords } from '../../../words/codes.ts'
import { useMountpointWords } from './words.ts'

interface PreviewProps {
  readonly stationId: number
  readonly form: Mountpoint['alteration']['form']
  readonly constellations: readonly string[]
  readonly messages: { readonly rule: 'keep' | 'drop'; readonly types: readonly number[] } | null
}

/** Previews the mountpoint's output from the station's current stream. */
export function MountpointPreview({ stationId, form, constellations, messages }: PreviewProps) {
  const words = useMountpointWords()
  const { network } = useCodeWords()
  const { data } = useAnswer('/mountpoints/preview', {
    query: {
      ...{ stationId, form },
      ...(constellations.length > 0 && { constellations: constellations.join() }),
      ...(messages && { rule: messages.rule, types: messages.types.join() }),
    },
  })
  if (!data) return null
  const { received, given, notConverted } = data
  if (received.length === 0) return <Text size="sm">{words.notReceived}</Text>
  return (
    <>
      <Text size="sm">{words.wouldGive(given.join(', '))}</Text>
      {notConverted.length > 0 && (
        <Alert color="yellow" title={words.wouldLeaveOut}>
          <List size="sm">
            {notConverted.map(({ type, reason }) => (
              <List.Item key={type}>
                {type}: {upperFirst(network.notConverted[reason])}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
    </>
  )
}
