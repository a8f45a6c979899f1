import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Credential } from '../../../../../src/http/console/contract/credentials/credentials.ts'
import { GeofenceFields, GeofenceShown } from '../../../map/places/geofence-fields.tsx'
import { geofenceIn, typedGeofence } from '../../../map/places/typed-geofence.ts'
import { FormDialog } from '../../../parts/forms/form.tsx'
import { useFields } from '../../../parts/forms/use-fields.ts'
import { notify } from '../../../parts/notify.ts'
import { useGeofenceText } from '../../../parts/text/geofence-text.ts'
import { useRenew } from '../../../service/answers.ts'
import { api, at } from '../../../service/api.ts'
import { useMay } from '../../../session/session.tsx'
import { usePartWords } from '../../../words/common.ts'
import { useCredentialWords } from '../words.ts'

export function GeofenceOf({ credential }: { credential: Credential }) {
  const { fence: words } = usePartWords()
  const textOf = useGeofenceText()
  const mayChange = useMay('credentials.change')
  const [opened, setOpened] = useState(false)
  const { fence } = credential
  return (
    <Stack gap="xs">
      <span>
        {textOf(fence)}
        {fence && `; ${words.outside[fence.onBase]}`}
      </span>
      {fence && <GeofenceShown fence={fence} />}
      {mayChange && (
        <Button variant="subtle" size="compact-sm" style={{ alignSelf: 'start' }} onClick={() => setOpened(true)}>
          {words.change}
        </Button>
      )}
      {opened && <GeofenceDialog credential={credential} onClose={() => setOpened(false)} />}
    </Stack>
  )
}

function GeofenceDialog({ credential, onClose }: { credential: Credential; onClose: () => void }) {
  const { fence: words } = usePartWords()
  const { placeSave } = useCredentialWords()
  const renew = useRenew()
  const { id, username } = credential
  const form = useFields(
    { fence: typedGeofence(credential.fence) },
    ({ fence }) => api.post(at('/credentials/:id/change', { id }), { fence: geofenceIn(fence)! }),
    () => {
      notify(words.saved(username))
      void renew('/credentials')
      onClose()
    },
  )
  return (
    <FormDialog
      form={form}
      opened
      title={words.title(username)}
      action={placeSave}
      complete={geofenceIn(form.values.fence) !== undefined}
      light={false}
      onClose={onClose}
    >
      <Text size="sm">{words.consequence}</Text>
      <GeofenceFields
        {...form.value('fence')}
        fault={form.faultOf('fence')}
        radiusFault={form.faultOf('fence.radiusKm')}
      />
    </FormDialog>
  )
}
