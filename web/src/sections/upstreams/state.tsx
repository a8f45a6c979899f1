// How an upstream caster and its mountpoints are. Idle is neither up nor down.
import { Text } from '@mantine/core'
import type { OfferedMountpoint, Upstream } from '../../../../src/console/contract/upstreams.ts'
import { Mark, type Tone } from '../../parts/text/mark.tsx'
import { StatusMark } from '../../parts/text/status-mark.tsx'
import { tableText, useCodeWords } from '../../words/codes.ts'
import { toneOf, upstreamState } from './states.ts'
import { useUpstreamWords } from './words.ts'

const TONES: Record<ReturnType<typeof upstreamState>, Tone> = { asking: 'unknown', answers: 'good', away: 'bad' }

/** Why its table cannot be had, in words; null: nothing is wrong. */
export function useTrouble(): (upstream: Pick<Upstream, 'answers' | 'error'>) => string | null {
  const codes = useCodeWords()
  return (upstream) => (upstreamState(upstream) === 'away' && upstream.error ? tableText(codes, upstream.error) : null)
}

export function UpstreamMark({ upstream }: { upstream: Pick<Upstream, 'answers' | 'error'> }) {
  const { states } = useUpstreamWords()
  const state = upstreamState(upstream)
  return <Mark tone={TONES[state]} word={states[state]} />
}

export function OfferMark({ offer: { now, status, needsPosition } }: { offer: OfferedMountpoint }) {
  const words = useUpstreamWords()
  if (now === 'flowing') return <StatusMark status={status ?? 'unknown'} />
  return (
    <>
      <Mark tone={toneOf(now)} word={words.offers[now]} />
      {now === 'in_use' && needsPosition && (
        <Text size="xs" c="dimmed">
          {words.ownLines}
        </Text>
      )}
    </>
  )
}
