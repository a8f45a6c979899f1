// The mountpoint for a place, and what to expect there.
import { Alert, Text } from '@mantine/core'
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import type { PlaceAnswer } from '../../../../src/http/public/contract.ts'
import { StatusShape } from '../../parts/marks/status-mark.tsx'
import { ProblemPanel } from '../../parts/problem-panel.tsx'
import { Facts } from '../../parts/text/facts.tsx'
import { useFigures } from '../../parts/text/figures.ts'
import { upperFirst } from '../../parts/text/upper-first.ts'
import { useCoverageWords } from './api.ts'

export function PlaceNotice({ place, error }: { place: PlaceAnswer | undefined; error: unknown }) {
  const words = useCoverageWords()
  const { number } = useFigures()
  if (error) return <ProblemPanel error={error} />
  if (!place) return null
  const { mountpoint, isNetwork, host, port, format, datum, station, distanceKm, errorMm, measured, reason, open } =
    place
  if (mountpoint === null)
    return (
      <PlaceAlert color="orange" icon={<IconCircleX aria-hidden />} title={words.notCovered}>
        <Text size="sm">{upperFirst(reason)}.</Text>
        {open.length > 0 && <Facts facts={[[words.open, <OpenList key="open" open={open} />]]} />}
      </PlaceAlert>
    )
  const facts = [
    [words.mountpoint, <b key="mountpoint">{mountpoint}</b>],
    [words.caster, `${host}:${port}`],
    [isNetwork ? words.nearest : words.station, station ? `${station.code} · ${station.name}` : null],
    [words.distance, distanceKm === null ? null : `${number(distanceKm, 1)} km`],
    [words.error, errorMm ? words.errorOf(number(errorMm.horizontal), number(errorMm.vertical)) : words.notMeasured],
    [words.format, format],
    [words.frame, datum],
    [words.why, upperFirst(reason)],
    [words.open, open.length > 0 ? <OpenList key="open" open={open} /> : null],
  ] as const
  // Coverage that is not measured is never green.
  const [color, icon, title] = measured
    ? ['green', <IconCircleCheck key="yes" aria-hidden />, words.covered]
    : ['gray', <StatusShape key="unknown" status="unknown" size={20} />, words.coveredUnmeasured]
  return (
    <PlaceAlert color={color} icon={icon} title={title}>
      <Facts facts={facts.filter(([, value]) => value !== null)} />
    </PlaceAlert>
  )
}

function OpenList({ open }: Pick<PlaceAnswer, 'open'>) {
  const words = useCoverageWords()
  return open.map(({ mountpoint, form, datum }) => (
    <span key={mountpoint} style={{ display: 'block' }}>
      <b>{mountpoint}</b>: {form === 'as_is' ? datum : `${datum}; ${words.forms[form]}`}
    </span>
  ))
}

function PlaceAlert(props: Pick<Parameters<typeof Alert>[0], 'color' | 'icon' | 'title' | 'children'>) {
  // Orange on orange is hard to read.
  return <Alert role="status" styles={{ title: { color: 'var(--mantine-color-text)' } }} {...props} />
}
