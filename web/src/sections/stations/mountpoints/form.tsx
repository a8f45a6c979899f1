import { Anchor, Group, Switch, Text, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import type { Mountpoint } from '../../../../../src/http/console/contract/network/mountpoints.ts'
import { DetailDrawer } from '../../../parts/dialogs/detail-drawer.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { StationSelect } from '../../../parts/forms/select/station-select.tsx'
import { useFields } from '../../../parts/forms/use-fields.ts'
import { notify } from '../../../parts/notify.ts'
import { Facts } from '../../../parts/text/facts.tsx'
import { useRenew } from '../../../service/answers.ts'
import { api, at } from '../../../service/api.ts'
import { AlterationFields } from './alteration-fields.tsx'
import { alterationIn, alterationValuesOf, changedFields } from './alteration-values.ts'
import { NotConverted } from './not-converted.tsx'
import { MountpointPreview } from './preview.tsx'
import { RemoveButton } from './remove-button.tsx'
import { useAlterationText } from './use-alteration-text.ts'
import { useMountpointWords } from './words.ts'

export const MOUNTPOINTS_PATH = '/mountpoints'

const valuesOf = (mountpoint: Mountpoint | null, stationId: number | null) => ({
  name: mountpoint?.name ?? '',
  stationId: mountpoint?.stationId ?? stationId,
  label: mountpoint?.label ?? '',
  ...alterationValuesOf(mountpoint?.alteration ?? null),
  isOpen: mountpoint?.isOpen ?? false,
})
type Values = ReturnType<typeof valuesOf>

/** `mountpoint` is `null` for a new one. `above`: shown before the fields. */
export function MountpointForm({ mountpoint, above }: { mountpoint: Mountpoint | null; above?: ReactNode }) {
  const words = useMountpointWords()
  const [, go] = useLocation()
  const renew = useRenew()
  const asked = Number(new URLSearchParams(useSearch()).get('stationId')) || null
  const done = async (message: string) => {
    notify(message)
    await renew('/mountpoints', '/sourcetable')
    go(MOUNTPOINTS_PATH)
  }
  const form = useFields(
    valuesOf(mountpoint, asked),
    (values, before) => save(mountpoint, values, before),
    ({ mountpoint: { name } }) => void done(mountpoint ? words.saved(name) : words.made(name)),
  )
  const { text, value, values } = form
  return (
    <DetailDrawer title={mountpoint?.name ?? words.add} listPath={MOUNTPOINTS_PATH}>
      {above}
      {mountpoint && (
        <Group justify="space-between" gap="xs">
          <OfStation mountpoint={mountpoint} />
          <RemoveButton
            mountpoint={mountpoint}
            consequence={words.removeConsequence(mountpoint.connected)}
            remove={() => api.delete(at('/mountpoints/:name', mountpoint))}
            onRemoved={() => done(words.removed(mountpoint.name))}
          />
        </Group>
      )}
      {mountpoint && <NotConverted mountpoint={mountpoint} />}
      <Form form={form} action={mountpoint ? words.save : words.create}>
        {!mountpoint && (
          <>
            <TextInput {...text('name')} label={words.name} description={words.nameHint} maxLength={100} required />
            <StationSelect {...value('stationId')} label={words.station} required />
          </>
        )}
        <TextInput {...text('label')} label={words.label} description={words.labelHint} maxLength={100} />
        <AlterationFields form={form} />
        {values.stationId !== null && (
          <MountpointPreview
            stationId={values.stationId}
            form={values.form}
            constellations={values.constellations}
            messages={alterationIn(values).messages}
          />
        )}
        <Switch {...form.flag('isOpen')} label={words.openField} description={words.openHint} />
      </Form>
    </DetailDrawer>
  )
}

function OfStation({ mountpoint: { stationId, stationCode } }: { mountpoint: Mountpoint }) {
  const words = useMountpointWords()
  return (
    <Text size="sm">
      {words.station}:{' '}
      <Anchor component={Link} href={`/stations/${stationId}`} underline="always">
        {stationCode}
      </Anchor>
    </Text>
  )
}

/** For users who may not change mountpoints. */
export function MountpointShown({ mountpoint }: { mountpoint: Mountpoint }) {
  const words = useMountpointWords()
  const textOf = useAlterationText()
  const { name, label, alteration, isOpen } = mountpoint
  return (
    <DetailDrawer title={name} listPath={MOUNTPOINTS_PATH}>
      <OfStation mountpoint={mountpoint} />
      <Facts
        facts={[
          [words.gives, textOf(alteration)],
          [words.access, isOpen ? words.open : words.closed],
          ...(label ? [[words.label, label] as const] : []),
        ]}
      />
      <NotConverted mountpoint={mountpoint} />
    </DetailDrawer>
  )
}

/** For an existing mountpoint, sends only changes, to keep those of other users. */
function save(mountpoint: Mountpoint | null, values: Values, before: Values) {
  const { name, stationId } = values
  const change = changeOf(values)
  if (!mountpoint) return api.post('/mountpoints', { name: name.trim(), stationId: stationId!, ...change })
  return api.patch(at('/mountpoints/:name', { name: mountpoint.name }), changedFields(changeOf(before), change))
}

const changeOf = (values: Values) => ({
  label: values.label.trim() || null,
  isOpen: values.isOpen,
  alteration: alterationIn(values),
})
