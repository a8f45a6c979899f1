import { PasswordInput, SimpleGrid, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useLocation } from 'wouter'
import type { Upstream } from '../../../../src/http/console/contract/network/upstreams.ts'
import { DetailDrawer } from '../../parts/dialogs/detail-drawer.tsx'
import { Form } from '../../parts/forms/form.tsx'
import { useFields } from '../../parts/forms/use-fields.ts'
import { notify } from '../../parts/notify.ts'
import { useRenew } from '../../service/answers.ts'
import { api, at } from '../../service/api.ts'
import { UPSTREAMS_PATH as PATH } from './path.ts'
import { TrialPanel } from './trial.tsx'
import {
  addressOf,
  changeOf,
  fieldsOfUrl,
  lackingIn,
  needsLoginAgain,
  prefixFor,
  trialOf,
  type Values,
  valuesOf,
} from './values.ts'
import { useUpstreamWords } from './words.ts'

/** `upstream` is `null` for a new one. */
export function UpstreamForm({ upstream }: { upstream: Upstream | null }) {
  const words = useUpstreamWords()
  const [, go] = useLocation()
  const renew = useRenew()
  /** Compares with the values at opening, because another user can change the caster meanwhile. */
  const isKeptOf = (before: Values) => upstream !== null && before.withLogin
  const done = async ({ id, name }: Upstream) => {
    notify(upstream ? words.saved(name) : words.made(name))
    await renew('/upstreams')
    go(`${PATH}/${id}`)
  }
  const form = useFields(
    valuesOf(upstream),
    (values, before) => save(upstream, values, before),
    (answer) => void done(answer.upstream),
    (values, before) => lackingIn(values, before, isKeptOf(before)),
  )
  const { text, values, before } = form
  const isKept = isKeptOf(before)
  const type = (typed: string) => form.setValues((now) => ({ ...now, url: typed, ...fieldsOfUrl(typed) }))
  const loginHint = needsLoginAgain(values, before, isKept) ? words.loginAgain : isKept && words.loginKept
  return (
    <DetailDrawer title={upstream?.name ?? words.add} listPath={upstream ? `${PATH}/${upstream.id}` : PATH}>
      <Form form={form} action={upstream ? words.save : words.create}>
        <TextInput {...text('name')} label={words.name} description={words.nameHint} maxLength={32} required />
        <TextInput
          {...text('url')}
          onChange={({ currentTarget }) => type(currentTarget.value)}
          label={words.address}
          description={words.addressHint}
          autoComplete="off"
          spellCheck={false}
          required
        />
        <Switch {...form.flag('tls')} label={words.tls} description={words.tlsHint} />
        <Switch {...form.flag('withLogin')} label={words.withLogin} description={words.loginHint} />
        {values.withLogin && (
          <Stack gap="xs">
            {loginHint && <Text size="sm">{loginHint}</Text>}
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
              <TextInput {...text('username')} label={words.username} autoComplete="off" spellCheck={false} />
              <PasswordInput {...text('password')} label={words.password} autoComplete="new-password" />
            </SimpleGrid>
          </Stack>
        )}
        <TextInput {...text('prefix')} label={words.prefix} description={words.prefixHint} maxLength={20} />
        <Switch {...form.flag('servesNetwork')} label={words.servesNetwork} description={words.servesNetworkHint} />
        <TrialPanel
          trial={trialOf(values, before, upstream?.id ?? null)}
          isReady={values.url.trim() !== '' && lackingIn(values, before, isKept).length === 0}
          suggested={prefixFor(values.name)}
          onPrefix={(prefix) => form.set('prefix', prefix)}
        />
      </Form>
    </DetailDrawer>
  )
}

function save(upstream: Upstream | null, values: Values, before: Values) {
  if (upstream) return api.patch(at('/upstreams/:id', upstream), changeOf(values, before))
  const { name, prefix, servesNetwork } = values
  return api.post('/upstreams', { name: name.trim(), url: addressOf(values), prefix: prefix.trim(), servesNetwork })
}
