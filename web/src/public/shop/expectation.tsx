// The coverage to expect where the customer works.
import { Alert, Text } from '@mantine/core'
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Expectation } from '../../../../src/http/public/contract.ts'
import type { Position } from '../../map/places/position-picker.tsx'
import { StatusShape } from '../../parts/marks/status-mark.tsx'
import { ProblemPanel } from '../../parts/problem-panel.tsx'
import { useFigures } from '../../parts/text/figures.ts'
import { shopApi, useShopWords } from './api.ts'

export const useExpectation = (productId: number | null, position: Position | null) =>
  useQuery({
    queryKey: ['expectation', productId, position],
    queryFn: async ({ signal }) => (await shopApi.expectation(productId!, position!, signal)).expectation,
    enabled: productId !== null && position !== null,
    placeholderData: keepPreviousData,
    retry: false,
  })

export function ExpectationNotice({ expectation, error }: { expectation: Expectation | undefined; error: unknown }) {
  const words = useShopWords()
  const { number } = useFigures()
  if (error) return <ProblemPanel error={error} />
  if (!expectation) return null
  const { covered, measured, notSold, station, distanceKm, errorMm } = expectation
  const km = number(distanceKm ?? 0, 1)
  // Coverage that is not measured is never green.
  const [color, icon, title] = !covered
    ? ['orange', <IconCircleX key="no" aria-hidden />, notSold ? words.notSold : words.notCovered]
    : measured
      ? ['green', <IconCircleCheck key="yes" aria-hidden />, words.covered]
      : ['gray', <StatusShape key="unknown" status="unknown" size={20} />, words.coveredUnmeasured]
  return (
    <Alert
      role="status"
      color={color}
      icon={icon}
      title={title}
      styles={{ title: { color: 'var(--mantine-color-text)' } }} // orange on orange is hard to read
    >
      {covered && (
        <Text size="sm">{station ? words.byStation(station.code, station.name, km) : words.byNetwork(km)}</Text>
      )}
      {covered && errorMm && (
        <Text size="sm">{words.expect(number(errorMm.horizontal), number(errorMm.vertical))}</Text>
      )}
      {covered && !measured && <Text size="sm">{words.unmeasuredHint}</Text>}
      {!covered && (
        <Text size="sm">
          {notSold === 'outside_area'
            ? words.outsideArea
            : !station
              ? words.nothingNear
              : notSold
                ? words.notSoldWhy[notSold](station.code, station.name, km)
                : words.nearest(station.code, station.name, km)}
        </Text>
      )}
    </Alert>
  )
}
