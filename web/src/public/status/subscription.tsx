// Incident e-mails: the form on the status page, and the page behind the links in those e-mails.
import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { SubscriptionBody, SubscriptionState } from '../../../../src/http/public/contract.ts'
import { useLanguage } from '../../language.tsx'
import { Answered } from '../../parts/answered.tsx'
import { Form } from '../../parts/forms/form.tsx'
import { useFields } from '../../parts/forms/use-fields.ts'
import { Panel } from '../../parts/panel.tsx'
import { ProblemPanel } from '../../parts/problem-panel.tsx'
import { send } from '../../service/api.ts'
import { Frame } from '../frame.tsx'
import { useAbout, usePublicWords } from '../state.ts'

const PATH = '/public/subscribers'
const pathOf = (key: string) => `${PATH}/${encodeURIComponent(key)}`
const post = (path: string, body?: SubscriptionBody) =>
  send(path, {
    method: 'POST',
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })

export function SubscriptionForm() {
  const words = usePublicWords().subscription
  const { language } = useLanguage()
  const form = useFields(
    { email: '' },
    ({ email }) => post(PATH, { email: email.trim(), language }),
    () => {},
  )
  return (
    <Panel title={words.title}>
      {form.before.email === '' ? (
        <Form form={form} action={words.ask} narrow>
          <TextInput
            {...form.text('email')}
            type="email"
            label={words.email}
            description={words.hint}
            maw={420}
            required
          />
        </Form>
      ) : (
        <Text role="status">{words.asked(form.before.email)}</Text>
      )}
    </Panel>
  )
}

export function SubscriptionPage({ subscriptionKey }: { subscriptionKey: string }) {
  const words = usePublicWords().subscription
  const { data: about } = useAbout()
  const queryKey = ['subscription', subscriptionKey]
  const asked = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<SubscriptionState> => (await send(pathOf(subscriptionKey), { signal })).json(),
    retry: false,
  })
  return (
    <Frame network={about?.network} title={words.title}>
      <Stack gap="lg" maw={640} mx="auto">
        <Title order={1} size="h2">
          {words.title}
        </Title>
        <Answered asked={asked} quiet>
          {(state) => <Choice state={state} subscriptionKey={subscriptionKey} queryKey={queryKey} />}
        </Answered>
      </Stack>
    </Frame>
  )
}

function Choice({
  state: { email, confirmed },
  subscriptionKey,
  queryKey,
}: {
  state: SubscriptionState
  subscriptionKey: string
  queryKey: readonly string[]
}) {
  const words = usePublicWords().subscription
  const queries = useQueryClient()
  const confirm = useMutation({
    mutationFn: () => post(`${pathOf(subscriptionKey)}/confirm`),
    onSuccess: () => queries.invalidateQueries({ queryKey }),
  })
  const leave = useMutation({ mutationFn: () => post(`${pathOf(subscriptionKey)}/unsubscribe`) })
  const error = confirm.error ?? leave.error
  if (leave.isSuccess) return <Text role="status">{words.left(email)}</Text>
  return (
    <>
      <Text role="status">{confirmed ? words.confirmed(email) : words.toConfirm(email)}</Text>
      <Group gap="sm">
        {!confirmed && (
          <Button onClick={() => confirm.mutate()} loading={confirm.isPending}>
            {words.confirm}
          </Button>
        )}
        <Button variant="default" onClick={() => leave.mutate()} loading={leave.isPending}>
          {confirmed ? words.leave : words.refuse}
        </Button>
      </Group>
      {error && <ProblemPanel error={error} />}
    </>
  )
}
