// Rarely used fields, collapsed; each header shows the current value.
import {
  Accordion,
  NumberInput,
  Select,
  type SelectProps,
  Stack,
  Text,
  TextInput,
  type TextInputProps,
} from '@mantine/core'
import { type ComponentProps, useState } from 'react'
import type { Geofence } from '../../../../../src/http/console/contract/credentials/geofence.ts'
import { GeofenceFields } from '../../../map/places/geofence-fields.tsx'
import { geofenceIn } from '../../../map/places/typed-geofence.ts'
import { positionIn, type TypedPosition } from '../../../map/places/typed-position.ts'
import { useGeofenceText } from '../../../parts/text/geofence-text.ts'
import { Hint } from '../../../parts/text/hint.ts'
import { usePartWords } from '../../../words/common.ts'
import { PairsField } from '../bulk/pairs-field.tsx'
import { useBulkWords } from '../bulk/words.ts'
import { PlaceInput } from '../one/place.tsx'
import { useCredentialWords } from '../words.ts'

interface OwnProps {
  readonly isMany: boolean
  readonly count: number
  readonly reference: TextInputProps
  readonly metadata: ComponentProps<typeof PairsField>
}

/** Reference and metadata for the organisation's own systems. */
export function OwnFields({ isMany, count, reference, metadata }: OwnProps) {
  const { pairs: words } = useBulkWords()
  return (
    <Accordion variant="contained" chevronPosition="left">
      <Accordion.Item value="own">
        <Accordion.Control>
          <Text size="sm">
            {words.title}: {count === 0 ? words.none : words.count(count)}
          </Text>
        </Accordion.Control>
        <Accordion.Panel>
          <Stack gap="sm">
            <Text size="sm">{words.hint}</Text>
            {isMany ? (
              <Hint>{words.noReference}</Hint>
            ) : (
              <TextInput
                {...reference}
                label={words.reference}
                description={words.referenceHint}
                maxLength={100}
                autoComplete="off"
              />
            )}
            <PairsField {...metadata} />
          </Stack>
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  )
}

interface CountField {
  readonly value: number
  readonly onChange: (count: number) => void
  readonly error: string | undefined
}

export function SessionFields({ count, whenFull }: { count: CountField; whenFull: SelectProps }) {
  const words = useCredentialWords()
  return (
    <Accordion variant="contained" chevronPosition="left">
      <Accordion.Item value="sessions">
        <Accordion.Control>
          <Text size="sm">
            {words.more}: {count.value}
          </Text>
        </Accordion.Control>
        <Accordion.Panel>
          <Stack gap="sm">
            <NumberInput
              {...count}
              label={words.sessions}
              min={1}
              max={1000}
              allowDecimal={false}
              onChange={(wanted) => count.onChange(Number(wanted) || 1)}
            />
            <Select {...whenFull} label={words.whenFull} />
          </Stack>
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  )
}

/** Nearly all devices report their position; this is for the others. */
export function PlaceFields({ value, onChange }: { value: TypedPosition; onChange: (place: TypedPosition) => void }) {
  const words = useCredentialWords()
  const [opened, setOpened] = useState<string | null>(null)
  const place = positionIn(value)
  return (
    <Accordion variant="contained" chevronPosition="left" value={opened} onChange={setOpened}>
      <Accordion.Item value="place">
        <Accordion.Control>
          <Text size="sm">
            {words.place}: {place ? `${place.lat}, ${place.lng}` : place === null ? words.placeNone : words.placeWrong}
          </Text>
        </Accordion.Control>
        <Accordion.Panel>
          <Stack gap="sm">
            <Text size="sm">{words.placeHint}</Text>
            {opened && <PlaceInput value={value} onChange={onChange} />}
          </Stack>
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  )
}

/** Collapsed, because most credentials have no geofence. */
export function AreaFields(fence: ComponentProps<typeof GeofenceFields>) {
  const { fence: words } = usePartWords()
  const textOf = useGeofenceText()
  const [opened, setOpened] = useState<string | null>(null)
  const wanted = geofenceIn(fence.value)
  // Opens when the geofence has a fault, which is shown beside its fields.
  const shown = fence.fault ? 'fence' : opened
  return (
    <Accordion variant="contained" chevronPosition="left" value={shown} onChange={setOpened}>
      <Accordion.Item value="fence">
        <Accordion.Control>
          <Text size="sm">
            {words.area}: {wanted === undefined ? words.incomplete : textOf(wanted as Geofence | null)}
          </Text>
        </Accordion.Control>
        <Accordion.Panel>{shown && <GeofenceFields {...fence} />}</Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  )
}
