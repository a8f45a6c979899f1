import { Group, Text } from '@mantine/core'
import type { ShownForward } from '../../../../../../src/http/console/contract/stations/forwards.ts'
import type { StationDetail } from '../../../../../../src/http/console/contract/stations/stations.ts'
import { ActButton } from '../../../../parts/buttons/act-button.tsx'
import { ConfirmButton } from '../../../../parts/buttons/confirm-button.tsx'
import { Mark, type Tone } from '../../../../parts/marks/mark.tsx'
import { notify } from '../../../../parts/notify.ts'
import { Panel } from '../../../../parts/panel.tsx'
import { Facts } from '../../../../parts/text/facts.tsx'
import { useFigures } from '../../../../parts/text/figures.ts'
import { Moment } from '../../../../parts/text/moment.tsx'
import { upperFirst } from '../../../../parts/text/upper-first.ts'
import { useRenew } from '../../../../service/answers.ts'
import { api, at } from '../../../../service/api.ts'
import { streamTroubleText, useCodeWords } from '../../../../words/codes.ts'
import { isPlain } from './form.tsx'
import { useForwardWords } from './words.ts'

const TONES: Record<ShownForward['state'], Tone> = {
  sending: 'good',
  failing: 'bad',
  waiting: 'unknown',
  paused: 'planned',
}

interface Props {
  readonly station: StationDetail
  readonly forward: ShownForward
  readonly mayChange: boolean
}

export function ForwardPanel({ station, forward, mayChange }: Props) {
  const words = useForwardWords()
  const codes = useCodeWords()
  const { bytes } = useFigures()
  const { url, state, since, error, errorAt, revision, mountpoint, hasLogin } = forward
  return (
    <Panel title={new URL(url).host}>
      <Mark tone={TONES[state]} word={words.states[state]} />
      <Facts
        facts={[
          [
            words.url,
            <span key="url" className="code">
              {isPlain(url) ? url : `${url} (${hasLogin ? words.withLogin : words.withoutLogin})`}
            </span>,
          ],
          [words.ntrip, isPlain(url) ? words.withoutNtrip : String(revision)],
          [words.stream, mountpoint ?? words.own],
          [words.since, <Moment key="since" at={since} none="–" />],
          [words.sent, bytes(forward.bytes)],
          [
            words.lastError,
            error ? (
              <Text key="error" span size="sm" style={{ overflowWrap: 'anywhere' }}>
                {upperFirst(streamTroubleText(codes, error))} · <Moment at={errorAt} />
              </Text>
            ) : (
              words.noError
            ),
          ],
        ]}
      />
      {mayChange && <Actions station={station} forward={forward} />}
    </Panel>
  )
}

function Actions({ station, forward: { id, url, state } }: Omit<Props, 'mayChange'>) {
  const words = useForwardWords()
  const renew = useRenew()
  const path = at('/stations/:id/forwards/:forwardId', { id: station.id, forwardId: id })
  const renewed = () => renew(at('/stations/:id/forwards', station))
  const pause = async () => {
    await api.patch(path, { paused: state !== 'paused' })
    notify(state === 'paused' ? words.resumed : words.paused)
    await renewed()
  }
  const remove = async () => {
    await api.delete(path)
    notify(words.removed)
    await renewed()
  }
  return (
    <Group gap="xs">
      <ActButton variant="default" text={state === 'paused' ? words.resume : words.pause} act={pause} />
      <ConfirmButton
        variant="subtle"
        color="red.9"
        action={words.remove}
        title={words.removeTitle(url)}
        consequence={words.removeConsequence}
        onConfirm={remove}
      />
    </Group>
  )
}
