import { Anchor, List, Group as Row, Select, Text, TextInput } from '@mantine/core'
import { Link, useLocation } from 'wouter'
import type { GroupDetail } from '../../../../../src/http/console/contract/stations/groups.ts'
import { Answered } from '../../../parts/answered.tsx'
import { ConfirmButton } from '../../../parts/buttons/confirm-button.tsx'
import { DetailDrawer } from '../../../parts/dialogs/detail-drawer.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { StationsSelect } from '../../../parts/forms/select/stations-select.tsx'
import { useFields } from '../../../parts/forms/use-fields.ts'
import { notify } from '../../../parts/notify.ts'
import { Hint } from '../../../parts/text/hint.ts'
import { useAnswer, useRenew } from '../../../service/answers.ts'
import { api, at } from '../../../service/api.ts'
import { useLive } from '../../../service/live.ts'
import { useMay } from '../../../session/session.tsx'
import { STATIONS_PATH } from '../use-station.ts'
import { useStationWords } from '../words.ts'
import { GROUPS_PATH } from './path.ts'

export function GroupDrawer({ id }: { id: string }) {
  const asked = useAnswer(at('/groups/:id', { id: Number(id) }))
  if (asked.data) return <GroupForm key={id} group={asked.data.group} />
  return (
    <DetailDrawer title="…" listPath={GROUPS_PATH}>
      <Answered asked={asked}>{() => null}</Answered>
    </DetailDrawer>
  )
}

export function GroupForm({ group }: { group: GroupDetail | null }) {
  const words = useStationWords()
  const mayChange = useMay('network.change')
  const [, go] = useLocation()
  const renew = useRenew()
  const form = useFields(
    { name: group?.name ?? '', members: (group?.members ?? []).map(({ id }) => id) as readonly number[] },
    ({ name, members }, before) => {
      if (!group) return api.post('/groups', { name: name.trim(), members: [...members] })
      return api.patch(at('/groups/:id', group), {
        ...(name !== before.name && { name: name.trim() }),
        ...(members !== before.members && { members: [...members] }),
      })
    },
    async ({ group: { name } }) => {
      await renew('/groups')
      notify(words.groupSaved(name))
      go(GROUPS_PATH)
    },
  )
  const members = form.value('members')
  const use = group?.use
  const used = use ? Object.values(use).some((count) => count > 0) : null
  const remove = async () => {
    await api.delete(at('/groups/:id', group!))
    await renew('/groups')
    notify(words.groupRemoved(group!.name))
    go(GROUPS_PATH)
  }
  return (
    <DetailDrawer title={group?.name ?? words.groupAdd} listPath={GROUPS_PATH}>
      {use && <Text size="sm">{used ? words.groupUse(use) : words.groupUnused}</Text>}
      {mayChange ? (
        <Form form={form} action={group ? words.save : words.groupAdd} complete={form.values.name.trim() !== ''}>
          <TextInput {...form.text('name')} label={words.name} maxLength={60} required />
          <ByState add={(ids) => members.onChange([...new Set([...form.values.members, ...ids])])} />
          <StationsSelect
            {...members}
            known={group?.members ?? []}
            label={words.groupStations(form.values.members.length)}
            description={group ? words.groupStationsHint : ''}
          />
        </Form>
      ) : (
        <Members of={group?.members ?? []} />
      )}
      {group && mayChange && used !== null && (
        <Row gap="sm">
          <ConfirmButton
            size="xs"
            disabled={used}
            action={words.groupRemove}
            title={words.groupRemoveTitle(group.name)}
            consequence={words.groupRemoveConsequence}
            onConfirm={remove}
          />
          {used && <Hint>{words.groupInUse}</Hint>}
        </Row>
      )}
    </DetailDrawer>
  )
}

function Members({ of: members }: { of: GroupDetail['members'] }) {
  const words = useStationWords()
  if (members.length === 0) return <Text size="sm">{words.groupNone}</Text>
  return (
    <List size="sm" listStyleType="none" aria-label={words.groupStations(members.length)}>
      {members.map(({ id, code, name, archived }) => (
        <List.Item key={id}>
          <Anchor component={Link} href={`${STATIONS_PATH}/${id}`} underline="always">
            {code}
          </Anchor>
          {` · ${name}`}
          {archived && ` · ${words.groupArchived}`}
        </List.Item>
      ))}
    </List>
  )
}

/** Adds all stations of a federal state. */
function ByState({ add }: { add: (ids: readonly number[]) => void }) {
  const words = useStationWords()
  const { stations } = useLive()
  const all = [...(stations?.values() ?? [])].filter(({ federalState }) => federalState !== '')
  const states = [...new Set(all.map(({ federalState }) => federalState))].sort((a, b) => a.localeCompare(b))
  if (states.length === 0) return null
  return (
    <Select
      label={words.groupByState}
      placeholder={words.federalState}
      data={states}
      value={null}
      searchable
      onChange={(state) => add(all.filter(({ federalState }) => federalState === state).map(({ id }) => id))}
    />
  )
}
