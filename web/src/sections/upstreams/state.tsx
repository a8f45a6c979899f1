// Marks for upstream casters and their mountpoints. Idle is neither up nor down.
import { Text } from '@mantine/core'
import type { OfferedMountpoint } from '../../../../src/http/console/contract/network/upstreams.ts'
import { Mark, type Tone } from '../../parts/marks/mark.tsx'
import { StatusMark } from '../../parts/marks/status-mark.tsx'
import { Hint } from '../../parts/text/hint.ts'
import { upperFirst } from '../../parts/text/upper-first.ts'
import { streamTroubleText, tableText, useCodeWords } from '../../words/codes.ts'
import { type ReportedState, toneOf, upstreamState } from './states.ts'
import { useUpstreamWords } from './words.ts'

const TONES: Record<ReturnType<typeof upstreamState>, Tone> = {
  ...{ asking: 'unknown', answers: 'good', refuses: 'bad', away: 'bad' },
}

/** Why the sourcetable cannot be fetched; `null` if it can. */
export function useTrouble(): (upstream: ReportedState) => string | null {
  const codes = useCodeWords()
  return (upstream) => (upstreamState(upstream) === 'away' && upstream.error ? tableText(codes, upstream.error) : null)
}

export function UpstreamMark({ upstream }: { upstream: ReportedState }) {
  const { states } = useUpstreamWords()
  const state = upstreamState(upstream)
  return <Mark tone={TONES[state]} word={states[state]} />
}

export function OfferMark({ offer: { now, failure, status, needsPosition } }: { offer: OfferedMountpoint }) {
  const words = useUpstreamWords()
  const codes = useCodeWords()
  if (now === 'flowing') return <StatusMark status={status ?? 'unknown'} />
  return (
    <>
      <Mark tone={toneOf(now)} word={words.offers[now]} />
      {now === 'in_use' && needsPosition && <Hint size="xs">{words.ownLines}</Hint>}
      {failure && (
        <Text size="xs" style={{ overflowWrap: 'anywhere' }}>
          {now === 'no_data'
            ? upperFirst(streamTroubleText(codes, failure))
            : words.lastTime(streamTroubleText(codes, failure))}
        </Text>
      )}
    </>
  )
}
