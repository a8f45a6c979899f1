import { Group, Select, Switch, Text, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import type { NetworkMountpoint } from '../../../../../src/http/console/contract/network/mountpoints.ts'
import { DetailDrawer } from '../../../parts/dialogs/detail-drawer.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { GroupSelect } from '../../../parts/forms/select/group-select.tsx'
import { useFields } from '../../../parts/forms/use-fields.ts'
import { StatusShape } from '../../../parts/marks/status-mark.tsx'
import { notify } from '../../../parts/notify.ts'
import { Facts } from '../../../parts/text/facts.tsx'
import { Moment } from '../../../parts/text/moment.tsx'
import { useRenew } from '../../../service/answers.ts'
import { api, at } from '../../../service/api.ts'
import { streamTroubleText, useCodeWords } from '../../../words/codes.ts'
import { AlterationFields } from './alteration-fields.tsx'
import { alterationIn, alterationValuesOf, changedFields } from './alteration-values.ts'
import { MOUNTPOINTS_PATH } from './form.tsx'
import { RemoveButton } from './remove-button.tsx'
import { useAlterationText } from './use-alteration-text.ts'
import { useMountpointWords } from './words.ts'

const valuesOf = (mountpoint: NetworkMountpoint | null) => ({
  name: mountpoint?.name ?? '',
  label: mountpoint?.label ?? '',
  groupId: mountpoint?.groupId ?? null,
  serves: (mountpoint?.hasEngine ? 'engine' : 'base') as 'engine' | 'base',
  /** A new address; the present one is never sent back, because its login is not shown. */
  engine: '',
  ...alterationValuesOf(mountpoint?.alteration ?? null),
  isOpen: mountpoint?.isOpen ?? false,
})
type Values = ReturnType<typeof valuesOf>

interface Props {
  /** `null` for a new one. */
  readonly mountpoint: NetworkMountpoint | null
  /** Shown before the fields. */
  readonly above?: ReactNode
}

export function NetworkMountpointForm({ mountpoint, above }: Props) {
  const words = useMountpointWords()
  const [, go] = useLocation()
  const renew = useRenew()
  const done = async (message: string) => {
    notify(message)
    await renew('/network-mountpoints', '/sourcetable')
    go(MOUNTPOINTS_PATH)
  }
  const form = useFields(
    valuesOf(mountpoint),
    (values, before) => save(mountpoint, values, before),
    ({ mountpoint: { name } }) => void done(mountpoint ? words.saved(name) : words.made(name)),
  )
  const { text, values } = form
  return (
    <DetailDrawer title={mountpoint?.name ?? words.add} listPath={MOUNTPOINTS_PATH}>
      {above}
      {mountpoint && (
        <Group justify="space-between" gap="xs">
          <EngineState mountpoint={mountpoint} />
          <RemoveButton
            mountpoint={mountpoint}
            consequence={words.disconnects(mountpoint.connected)}
            remove={() => api.delete(at('/network-mountpoints/:name', mountpoint))}
            onRemoved={() => done(words.removed(mountpoint.name))}
          />
        </Group>
      )}
      <Form form={form} action={mountpoint ? words.save : words.create}>
        <TextInput {...text('name')} label={words.name} description={words.networkNameHint} maxLength={100} required />
        <GroupSelect
          {...form.value('groupId')}
          label={words.group}
          description={words.groupHint}
          placeholder={words.allStations}
        />
        <Select {...form.choice('serves', words.servings)} label={words.serves} />
        {values.serves === 'engine' && (
          <TextInput
            {...text('engine')}
            label={mountpoint?.hasEngine ? words.engineNewAddress : words.engineAddress}
            description={words.engineHint}
            autoComplete="off"
            required={!mountpoint?.hasEngine}
          />
        )}
        <TextInput {...text('label')} label={words.label} description={words.networkLabelHint} maxLength={100} />
        <AlterationFields form={form} ofNetwork />
        <Switch
          {...form.flag('isOpen')}
          label={words.openField}
          description={values.isOpen ? words.openHint : words.networkClosedHint}
        />
      </Form>
    </DetailDrawer>
  )
}

/** For users who may not change mountpoints. */
export function NetworkMountpointShown({ mountpoint }: { mountpoint: NetworkMountpoint }) {
  const words = useMountpointWords()
  const textOf = useAlterationText()
  const { name, label, groupName, hasEngine, alteration, isOpen } = mountpoint
  return (
    <DetailDrawer title={name} listPath={MOUNTPOINTS_PATH}>
      <EngineState mountpoint={mountpoint} />
      <Facts
        facts={[
          [words.serves, hasEngine ? words.servings.engine : words.servings.base],
          [words.group, groupName ?? words.allStations],
          [words.gives, textOf(alteration)],
          [words.access, isOpen ? words.open : words.closed],
          ...(label ? [[words.label, label] as const] : []),
        ]}
      />
    </DetailDrawer>
  )
}

function EngineState({ mountpoint: { hasEngine, engine, engineState } }: { mountpoint: NetworkMountpoint }) {
  const words = useMountpointWords()
  const codes = useCodeWords()
  if (!hasEngine || engine === null) return <Text size="sm">{words.kinds.network}</Text>
  const trouble = engineState?.error ? streamTroubleText(codes, engineState.error) : ''
  return (
    <Group gap="xs">
      <StatusShape status={engineState === null ? 'unknown' : engineState.answers ? 'online' : 'offline'} />
      <Text size="sm" className="code">
        {engine}
      </Text>
      <Text size="sm">
        {engineState === null
          ? words.engineUnchecked
          : engineState.answers
            ? words.engineAnswers
            : words.engineSilent(trouble)}{' '}
        {engineState && <Moment at={engineState.checkedAt} />}
      </Text>
    </Group>
  )
}

/** For an existing mountpoint, sends only changes, to keep those of other users. */
function save(mountpoint: NetworkMountpoint | null, values: Values, before: Values) {
  const change = changeOf(values)
  const engine = engineIn(values, mountpoint)
  const name = values.name.trim()
  if (!mountpoint) return api.post('/network-mountpoints', { name, ...change, ...engine })
  return api.patch(at('/network-mountpoints/:name', { name: mountpoint.name }), {
    ...(name !== mountpoint.name && { name }),
    ...changedFields(changeOf(before), change),
    ...engine,
  })
}

const changeOf = (values: Values) => ({
  label: values.label.trim() || null,
  groupId: values.groupId,
  isOpen: values.isOpen,
  alteration: alterationIn(values),
})

function engineIn({ serves, engine }: Values, mountpoint: NetworkMountpoint | null) {
  if (serves === 'base') return mountpoint?.hasEngine ? { engine: null } : {}
  return engine.trim() === '' ? {} : { engine: engine.trim() }
}
