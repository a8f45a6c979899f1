import { Button, Checkbox, Select, Stack, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { api } from '../../api.ts'
import { DetailDrawer } from '../../parts/dialogs/detail-drawer.tsx'
import { OwnerSelect } from '../../parts/forms/owner-select.tsx'
import { useFields } from '../../parts/forms/use-fields.ts'
import { ProblemPanel } from '../../parts/problem-panel.tsx'
import { useMe } from '../../session.tsx'
import { SCOPES, type Scope, type Token } from '../webhooks/types.ts'
import { usePlatformWords } from '../webhooks/words.ts'

const EXPIRIES = ['never', '30', '90', '365', 'date'] as const
type Expiry = (typeof EXPIRIES)[number]
const DAY_MS = 86_400_000

/** The end of a day in Mexico City, which has had no summer time since 2022. */
const endOfDay = (date: string) => new Date(new Date(`${date}T00:00:00-06:00`).getTime() + DAY_MS).toISOString()

function expiresAtOf(expiry: Expiry, date: string): string | null {
  if (expiry === 'never') return null
  return expiry === 'date' ? endOfDay(date) : new Date(Date.now() + Number(expiry) * DAY_MS).toISOString()
}

export interface MadeToken {
  readonly token: Token
  readonly secret: string
}

export function TokenForm({ onMade }: { onMade: (made: MadeToken) => void }) {
  const all = usePlatformWords()
  const words = all.tokens
  const { user } = useMe()
  const [, go] = useLocation()
  const queries = useQueryClient()
  const form = useFields(
    { name: '', ownerId: user.ownerId, scopes: ['read'] as Scope[], expiry: '365' as Expiry, expiresAt: '' },
    ({ name, ownerId, scopes, expiry, expiresAt }) =>
      api.post<MadeToken>('/tokens', { name: name.trim(), ownerId, scopes, expiresAt: expiresAtOf(expiry, expiresAt) }),
    (made) => {
      void queries.invalidateQueries({ queryKey: ['/tokens'] })
      onMade(made)
      go('/platform/tokens')
    },
  )
  const { name, ownerId, scopes, expiry, expiresAt } = form.values
  const complete =
    name.trim() !== '' && ownerId !== null && scopes.length > 0 && (expiry !== 'date' || expiresAt !== '')
  return (
    <DetailDrawer title={words.create} listPath="/platform/tokens">
      <form onSubmit={form.onSubmit}>
        <Stack>
          <TextInput
            {...form.text('name')}
            label={words.name}
            description={words.nameHint}
            required
            maxLength={120}
            data-autofocus
          />
          <OwnerSelect
            label={all.owner}
            value={ownerId}
            onChange={(id) => form.set('ownerId', id)}
            error={form.faultOf('ownerId')}
            required
          />
          <Checkbox.Group
            label={words.scopes}
            value={scopes}
            onChange={(chosen) => form.set('scopes', chosen as Scope[])}
            error={form.faultOf('scopes')}
            required
          >
            <Stack gap="xs" mt={4}>
              {SCOPES.map((scope) => (
                <Checkbox key={scope} value={scope} label={words.scope[scope][0]} description={words.scope[scope][1]} />
              ))}
            </Stack>
          </Checkbox.Group>
          <Select
            label={words.expiry}
            data={EXPIRIES.map((value) => ({ value, label: words.expiries[value] }))}
            value={expiry}
            onChange={(value) => form.set('expiry', value as Expiry)}
            allowDeselect={false}
          />
          {expiry === 'date' && (
            <TextInput
              {...form.text('expiresAt')}
              type="date"
              label={words.expiryDate}
              required
              min={new Date().toISOString().slice(0, 10)}
            />
          )}
          {form.problem && <ProblemPanel error={form.problem} />}
          <Button type="submit" loading={form.sending} disabled={!complete}>
            {words.create}
          </Button>
        </Stack>
      </form>
    </DetailDrawer>
  )
}
