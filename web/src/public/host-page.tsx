// The page of a station's host, behind the link in their e-mails.
import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { HostPage as Page } from '../../../src/http/public/contract.ts'
import { dictionary } from '../language.tsx'
import { Answered } from '../parts/answered.tsx'
import { ConfirmButton } from '../parts/buttons/confirm-button.tsx'
import { UptimeBars } from '../parts/figures/uptime-bars.tsx'
import { StatusMark, shownStatus } from '../parts/marks/status-mark.tsx'
import { Panel } from '../parts/panel.tsx'
import { ProblemPanel } from '../parts/problem-panel.tsx'
import { Facts } from '../parts/text/facts.tsx'
import { Hint } from '../parts/text/hint.ts'
import { Moment } from '../parts/text/moment.tsx'
import { send } from '../service/api.ts'
import { en } from '../words/en/people/hosts.ts'
import { es } from '../words/es/people/hosts.ts'
import { Frame } from './frame.tsx'

const useHostWords = dictionary(es, en)
const EVERY_MS = 60_000
const pathOf = (key: string) => `/public/hosts/${encodeURIComponent(key)}`

export default function HostPage({ hostKey }: { hostKey: string }) {
  const { page: words } = useHostWords()
  const queryKey = ['host', hostKey]
  const asked = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<Page> => (await send(pathOf(hostKey), { signal })).json(),
    refetchInterval: EVERY_MS,
    retry: false,
  })
  const queries = useQueryClient()
  const confirm = useMutation({
    mutationFn: () => send(`${pathOf(hostKey)}/confirm`, { method: 'POST' }),
    onSuccess: () => queries.invalidateQueries({ queryKey }),
  })
  const leave = useMutation({ mutationFn: () => send(`${pathOf(hostKey)}/leave`, { method: 'POST' }) })
  const network = asked.data?.network
  return (
    <Frame network={network} title={words.title}>
      <Stack gap="lg" maw={720} mx="auto">
        {leave.isSuccess ? (
          <Text role="status">{words.left}</Text>
        ) : (
          <Answered asked={asked} quiet>
            {(page) => (
              <>
                <Station page={page} />
                <Panel title={words.hello(page.host.name)}>
                  <Text role="status" style={{ overflowWrap: 'anywhere' }}>
                    {page.host.confirmed ? words.follows(page.host.email) : words.toConfirm(page.host.email)}
                  </Text>
                  <Group gap="sm">
                    {!page.host.confirmed && (
                      <Button onClick={() => confirm.mutate()} loading={confirm.isPending}>
                        {words.confirm}
                      </Button>
                    )}
                    <ConfirmButton
                      action={page.host.confirmed ? words.leave : words.refuse}
                      title={words.leaveTitle}
                      consequence={words.leaveConsequence}
                      onConfirm={() => leave.mutateAsync()}
                    />
                  </Group>
                  {confirm.error && <ProblemPanel error={confirm.error} />}
                </Panel>
                <Contact {...page.contact} />
              </>
            )}
          </Answered>
        )}
      </Stack>
    </Frame>
  )
}

function Station({ page: { station, uptimePct, days } }: { page: Page }) {
  const { page: words } = useHostWords()
  const { code, name, measured, measuredAt } = station
  return (
    <Stack gap="sm">
      <Title order={1} size="h2" style={{ overflowWrap: 'anywhere' }}>
        {code} · {name}
      </Title>
      <StatusMark status={shownStatus(station)} />
      {!measured && <Hint>{words.declared}</Hint>}
      <Facts
        facts={[
          [words.lastData, <Moment key="data" at={measuredAt} none={words.noData} />],
          [words.uptime, uptimePct === null ? words.notMeasured : `${uptimePct} %`],
        ]}
      />
      <UptimeBars days={days} label={words.bars(code)} legend />
    </Stack>
  )
}

function Contact({ phone, whatsapp }: Page['contact']) {
  const { page: words } = useHostWords()
  return (
    <Panel title={words.contact}>
      {phone === null && whatsapp === null && <Text size="sm">{words.noContact}</Text>}
      <Group gap="md">
        {phone !== null && <Anchor href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{words.call(phone)}</Anchor>}
        {whatsapp !== null && (
          <Anchor href={`https://wa.me/${whatsapp.replace(/\D/g, '')}`} target="_blank" rel="noreferrer">
            {words.whatsapp}
          </Anchor>
        )}
      </Group>
    </Panel>
  )
}
