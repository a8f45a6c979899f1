// The fixed position of a credential, for devices that do not report theirs.
import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import type { Credential } from '../../../../../src/http/console/contract/credentials/credentials.ts'
import { PositionFields } from '../../../map/places/position-fields.tsx'
import { positionIn, type TypedPosition } from '../../../map/places/typed-position.ts'
import { FormDialog } from '../../../parts/forms/form.tsx'
import { useFields } from '../../../parts/forms/use-fields.ts'
import { notify } from '../../../parts/notify.ts'
import { useFigures } from '../../../parts/text/figures.ts'
import { useRenew } from '../../../service/answers.ts'
import { api, at } from '../../../service/api.ts'
import { useMay } from '../../../session/session.tsx'
import { useCredentialWords } from '../words.ts'

export const NO_PLACE: TypedPosition = { lat: '', lng: '' }

export function RegisteredPlace({ credential }: { credential: Credential }) {
  const words = useCredentialWords()
  const { number } = useFigures()
  const mayChange = useMay('credentials.change')
  const [opened, setOpened] = useState(false)
  const { place } = credential
  return (
    <Group gap="xs">
      <span>{place ? `${number(place.lat, 5)}, ${number(place.lng, 5)}` : words.placeNone}</span>
      {mayChange && (
        <Button variant="subtle" size="compact-sm" onClick={() => setOpened(true)}>
          {words.placeChange}
        </Button>
      )}
      {opened && <PlaceDialog credential={credential} onClose={() => setOpened(false)} />}
    </Group>
  )
}

function PlaceDialog({ credential, onClose }: { credential: Credential; onClose: () => void }) {
  const words = useCredentialWords()
  const renew = useRenew()
  const { id, username, place } = credential
  const before = place ? { lat: String(place.lat), lng: String(place.lng) } : NO_PLACE
  const form = useFields(
    { place: before },
    (values) => api.patch(at('/credentials/:id', { id }), { place: positionIn(values.place) ?? null }),
    () => {
      notify(words.placeSaved(username))
      void renew('/credentials')
      onClose()
    },
  )
  const { value, onChange } = form.value('place')
  return (
    <FormDialog
      form={form}
      opened
      title={words.placeTitle(username)}
      action={words.placeSave}
      complete={positionIn(value) !== undefined}
      light={false}
      onClose={onClose}
    >
      <Text size="sm">{words.placeHint}</Text>
      <PlaceInput value={value} onChange={onChange} />
      <Button variant="default" size="xs" onClick={() => onChange(NO_PLACE)} disabled={positionIn(value) === null}>
        {words.placeClear}
      </Button>
    </FormDialog>
  )
}

export function PlaceInput(place: { value: TypedPosition; onChange: (place: TypedPosition) => void }) {
  const words = useCredentialWords()
  return <PositionFields {...place} errors={positionIn(place.value) === undefined ? { lng: words.placeWrong } : {}} />
}
