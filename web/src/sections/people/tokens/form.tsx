import { Checkbox, Radio, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useLocation } from 'wouter'
import { DetailDrawer } from '../../../parts/dialogs/detail-drawer.tsx'
import { DateField } from '../../../parts/forms/date-field.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { OwnerSelect } from '../../../parts/forms/select/owner-select.tsx'
import { useFields } from '../../../parts/forms/use-fields.ts'
import { Hint } from '../../../parts/text/hint.ts'
import { DAY_MS } from '../../../parts/time-units.ts'
import { useRenew } from '../../../service/answers.ts'
import { type Answer, api } from '../../../service/api.ts'
import { useMe } from '../../../session/session.tsx'
import { usePartWords } from '../../../words/common.ts'
import { type Limit, PRESETS, type Preset, presetOf, type Scope } from './presets.ts'
import { ScopeName } from './scope-name.tsx'
import { useTokenWords } from './words.ts'

type Expiry = keyof ReturnType<typeof useTokenWords>['expiries']

/** End of a day in Mexico City, which has had no daylight saving time since 2022. */
const endOfDay = (date: string) => new Date(new Date(`${date}T00:00:00-06:00`).getTime() + DAY_MS).toISOString()

function expiresAtOf(expiry: Expiry, date: string): string | null {
  if (expiry === 'never') return null
  return expiry === 'date' ? endOfDay(date) : new Date(Date.now() + Number(expiry) * DAY_MS).toISOString()
}

export type MadeToken = Answer<'POST', '/tokens'>

export function TokenForm({ onMade }: { onMade: (made: MadeToken) => void }) {
  const words = useTokenWords()
  const parts = usePartWords()
  const { user } = useMe()
  const [, go] = useLocation()
  const renew = useRenew()
  const form = useFields(
    {
      name: '',
      ownerId: user.ownerId,
      scopes: ['read'] as Scope[],
      limits: [] as Limit[],
      test: false,
      expiry: '365' as Expiry,
      expiresAt: '',
    },
    ({ name, ownerId, scopes, limits, test, expiry, expiresAt }) =>
      api.post('/tokens', {
        name: name.trim(),
        ownerId: ownerId!,
        scopes,
        limits,
        test,
        expiresAt: expiresAtOf(expiry, expiresAt),
      }),
    (made) => {
      void renew('/tokens')
      onMade(made)
      go('/platform/tokens')
    },
    ({ scopes }) => (scopes.length > 0 ? [] : [{ path: 'scopes', code: 'too_few', params: { least: 1 } }]),
  )
  const { expiry } = form.values
  const choosePreset = (preset: Preset) => {
    form.set('scopes', [...PRESETS[preset].scopes])
    form.set('limits', [...PRESETS[preset].limits])
  }
  return (
    <DetailDrawer title={words.create} listPath="/platform/tokens">
      <Form form={form} action={words.create}>
        <TextInput
          {...form.text('name')}
          label={words.name}
          description={words.nameHint}
          required
          maxLength={120}
          data-autofocus
        />
        <OwnerSelect {...form.value('ownerId')} label={parts.owner} required />
        <Radio.Group
          value={presetOf(form.values)}
          onChange={(preset) => choosePreset(preset as Preset)}
          label={words.preset}
          description={words.presetHint}
        >
          <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="xs" mt={4}>
            {(Object.keys(PRESETS) as Preset[]).map((preset) => (
              <Radio.Card key={preset} value={preset} p="xs" aria-label={words.presets[preset][0]}>
                <Text size="sm" fw={600}>
                  {words.presets[preset][0]}
                </Text>
                <Hint size="xs">{words.presets[preset][1]}</Hint>
              </Radio.Card>
            ))}
          </SimpleGrid>
        </Radio.Group>
        <Checkbox.Group {...form.value('scopes')} label={words.scopes} required>
          <Stack gap="xs" mt={4}>
            {(Object.keys(words.scope) as Scope[]).map((scope) => (
              <Checkbox
                key={scope}
                value={scope}
                label={<ScopeName scope={scope} />}
                description={words.scope[scope][1]}
              />
            ))}
          </Stack>
        </Checkbox.Group>
        <Checkbox.Group {...form.value('limits')} label={words.limits} description={words.limitsHint}>
          <Stack gap="xs" mt={4}>
            {/* "no_webhooks" follows from the scopes. */}
            <Checkbox
              value={'no_passwords' satisfies Limit}
              label={words.limit.no_passwords[0]}
              description={words.limit.no_passwords[1]}
            />
          </Stack>
        </Checkbox.Group>
        <Checkbox
          checked={form.values.test}
          onChange={({ currentTarget }) => form.value('test').onChange(currentTarget.checked)}
          label={words.test}
          description={words.testHint}
        />
        <Select {...form.choice('expiry', words.expiries)} label={words.expiry} />
        {expiry === 'date' && (
          <DateField
            {...form.text('expiresAt')}
            type="date"
            label={words.expiryDate}
            required
            min={new Date().toISOString().slice(0, 10)}
          />
        )}
      </Form>
    </DetailDrawer>
  )
}
