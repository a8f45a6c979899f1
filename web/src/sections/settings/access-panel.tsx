import { Select, SimpleGrid, Stack, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { Policies } from '../../../../src/http/console/contract/network/network.ts'
import { Answered } from '../../parts/answered.tsx'
import { useFields } from '../../parts/forms/use-fields.ts'
import { choicesOf } from '../../parts/lists/filters.tsx'
import { Panel } from '../../parts/panel.tsx'
import { ProblemPanel } from '../../parts/problem-panel.tsx'
import { useDurationText } from '../../parts/text/duration.ts'
import { Hint } from '../../parts/text/hint.ts'
import { keyOf, useAnswer, useRenew } from '../../service/answers.ts'
import { api } from '../../service/api.ts'
import { useShellWords } from '../../words/common.ts'
import { SettingForm } from './frame/changes.tsx'
import { type SettingField, spot } from './frame/fields.ts'
import { useSettingsWords } from './words.ts'

type Role = keyof Policies
type Policy = Policies[Role]
const rolesOf = (named: Readonly<Record<Role, unknown>>) => Object.keys(named) as Role[]

const HOUR = 60
const DAY = 24 * HOUR
const IDLE = [15, 30, HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR, 12 * HOUR, DAY, 7 * DAY]
const LONGEST = [8 * HOUR, 12 * HOUR, DAY, 3 * DAY, 7 * DAY, 14 * DAY, 30 * DAY, 90 * DAY]

export function AccessPanel({ mayChange }: { mayChange: boolean }) {
  const { access: words } = useSettingsWords()
  const asked = useAnswer('/settings/access')
  return (
    <Panel title={words.title}>
      <Hint>{words.hint}</Hint>
      <Answered asked={asked}>
        {({ roles }) => (mayChange ? <AccessForm roles={roles} /> : <AccessText roles={roles} />)}
      </Answered>
    </Panel>
  )
}

function AccessText({ roles }: { roles: Policies }) {
  const named = useShellWords().roles
  return rolesOf(named).map((role) => <RoleAccess key={role} role={role} policy={roles[role]} />)
}

function RoleAccess({ role, policy, children }: { role: Role; policy: Policy; children?: React.ReactNode }) {
  const { access: words } = useSettingsWords()
  const { roles: names } = useShellWords()
  const duration = useDurationText()
  return (
    <Stack gap={4} component="section">
      <Title order={3} size="h5">
        {names[role]}
      </Title>
      {children}
      <Hint>
        {words.stays(duration(policy.idleMinutes), duration(policy.longestMinutes))} {words.means[policy.secondFactor]}
      </Hint>
    </Stack>
  )
}

function AccessForm({ roles }: { roles: Policies }) {
  const named = useShellWords().roles
  const words = useSettingsWords()
  const duration = useDurationText()
  const queries = useQueryClient()
  const renew = useRenew()
  const form = useFields(
    roles,
    (values, before) => api.patch('/settings/access', { roles: changedOf(before, values) }),
    (saved) => {
      queries.setQueryData(keyOf('/settings/access'), saved)
      void renew('/me')
    },
  )
  const isChanged = Object.keys(changedOf(form.before, form.values)).length > 0
  const set = (role: Role, change: Partial<Policy>) => {
    const next = { ...form.values[role], ...change }
    // The idle timeout must not exceed the maximum session length.
    form.set(role, { ...next, longestMinutes: Math.max(next.idleMinutes, next.longestMinutes) })
  }
  const times = (usual: readonly number[], chosen: number) =>
    [...new Set([...usual, chosen])]
      .sort((a, b) => a - b)
      .map((minutes) => ({ value: String(minutes), label: duration(minutes) }))
  return (
    <SettingForm form={form} isChanged={isChanged}>
      <Stack gap="lg">
        {rolesOf(named).map((role, index) => {
          const first = (field: SettingField) => (index === 0 ? spot(field) : {})
          const policy = form.values[role]
          return (
            <RoleAccess key={role} role={role} policy={policy}>
              <SimpleGrid cols={{ base: 1, sm: 3 }}>
                <Select
                  {...first('secondFactor')}
                  label={words.access.secondFactor}
                  data={choicesOf(words.access.rules)}
                  value={policy.secondFactor}
                  onChange={(rule) => set(role, { secondFactor: rule as Policy['secondFactor'] })}
                  allowDeselect={false}
                />
                <Select
                  {...first('idleMinutes')}
                  label={words.access.idle}
                  data={times(IDLE, policy.idleMinutes)}
                  value={String(policy.idleMinutes)}
                  onChange={(minutes) => set(role, { idleMinutes: Number(minutes) })}
                  allowDeselect={false}
                />
                <Select
                  {...first('longestMinutes')}
                  label={words.access.longest}
                  data={times(
                    LONGEST.filter((minutes) => minutes >= policy.idleMinutes),
                    policy.longestMinutes,
                  )}
                  value={String(policy.longestMinutes)}
                  onChange={(minutes) => set(role, { longestMinutes: Number(minutes) })}
                  allowDeselect={false}
                />
              </SimpleGrid>
            </RoleAccess>
          )
        })}
        {form.problem && <ProblemPanel error={form.problem} />}
      </Stack>
    </SettingForm>
  )
}

/** Only changed roles are sent: two users can have the page open. */
const changedOf = (before: Policies, values: Policies): Partial<Policies> =>
  Object.fromEntries(
    rolesOf(values)
      .filter((role) => JSON.stringify(values[role]) !== JSON.stringify(before[role]))
      .map((role) => [role, values[role]]),
  )
