// A position: picked on the map or typed. Both edit the same value.
import { SimpleGrid, Stack, TextInput } from '@mantine/core'
import { lazy, Suspense, useCallback, useMemo } from 'react'
import { Hint } from '../../parts/text/hint.ts'
import { toNumber } from '../../parts/text/typed-number.ts'
import { Waiting } from '../../parts/waiting.tsx'
import { useLive } from '../../service/live.ts'
import { usePartWords } from '../../words/common.ts'
import type { TypedPosition } from './typed-position.ts'

const PositionPicker = lazy(() => import('./position-picker.tsx'))
const HINTS_BELOW: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error']

interface Props {
  readonly value: TypedPosition
  readonly onChange: (position: TypedPosition) => void
  readonly errors?: { readonly [Name in keyof TypedPosition]?: string | undefined }
  readonly required?: boolean
  /** Code of the station that is edited; the map does not show it among the others. */
  readonly code?: string
}

export function PositionFields({ value, onChange, errors = {}, required = false, code = '' }: Props) {
  const { place: words } = usePartWords()
  const { stations } = useLive()
  const others = useMemo(() => [...(stations?.values() ?? [])].filter((one) => one.code !== code), [stations, code])
  const [lat, lng] = [toNumber(value.lat), toNumber(value.lng)]
  const shown = typeof lat === 'number' && typeof lng === 'number' ? { lat, lng } : null
  const pick = useCallback(
    (position: { lat: number; lng: number }) => onChange({ lat: String(position.lat), lng: String(position.lng) }),
    [onChange],
  )
  const field = (name: keyof TypedPosition) => ({
    name,
    required,
    inputMode: 'decimal' as const,
    inputWrapperOrder: HINTS_BELOW,
    value: value[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ lat: value.lat, lng: value.lng, [name]: event.currentTarget.value }),
    error: errors[name],
  })
  return (
    <Stack gap="xs">
      <Hint>{words.pick}</Hint>
      <Suspense fallback={<Waiting />}>
        <PositionPicker label={words.pickMap} value={shown} onPick={pick} others={others} />
      </Suspense>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput label={words.latitude} {...field('lat')} />
        <TextInput label={words.longitude} {...field('lng')} />
      </SimpleGrid>
    </Stack>
  )
}
