import { Alert, Anchor, Group, Text } from '@mantine/core'
import { IconAlertTriangle, IconPencil, IconTrash } from '@tabler/icons-react'
import { Link, useLocation } from 'wouter'
import type { WholeUpstream } from '../../../../src/http/console/contract/network/upstreams.ts'
import { Answered } from '../../parts/answered.tsx'
import { ActButton } from '../../parts/buttons/act-button.tsx'
import { ConfirmButton } from '../../parts/buttons/confirm-button.tsx'
import { LinkButton } from '../../parts/buttons/link-button.tsx'
import { DetailDrawer } from '../../parts/dialogs/detail-drawer.tsx'
import { SimpleTable } from '../../parts/lists/simple-table.tsx'
import { notify } from '../../parts/notify.ts'
import { Panel } from '../../parts/panel.tsx'
import { Facts } from '../../parts/text/facts.tsx'
import { useFigures } from '../../parts/text/figures.ts'
import { Hint } from '../../parts/text/hint.ts'
import { Moment } from '../../parts/text/moment.tsx'
import { useAnswer, useRenew } from '../../service/answers.ts'
import { api, at } from '../../service/api.ts'
import { useMay } from '../../session/session.tsx'
import { UpstreamForm } from './form.tsx'
import { LeftOutList } from './left-out.tsx'
import { UPSTREAMS_PATH as PATH, stationsOfPath } from './path.ts'
import { OfferMark, UpstreamMark, useTrouble } from './state.tsx'
import { upstreamState } from './states.ts'
import { useUpstreamWords } from './words.ts'

const EVERY_MS = 5_000

const useUpstream = (id: string) => useAnswer(at('/upstreams/:id', { id }), { refetchInterval: EVERY_MS, retry: false })

export function UpstreamDrawer({ id }: { id: string }) {
  const asked = useUpstream(id)
  return (
    <DetailDrawer title={asked.data?.upstream.name ?? '…'} listPath={PATH}>
      <Answered asked={asked} quiet>
        {(answer) => <Opened answer={answer} />}
      </Answered>
    </DetailDrawer>
  )
}

export function EditUpstream({ id }: { id: string }) {
  const asked = useUpstream(id)
  if (asked.data) return <UpstreamForm key={id} upstream={asked.data.upstream} />
  return (
    <DetailDrawer title="…" listPath={PATH}>
      <Answered asked={asked} quiet>
        {() => null}
      </Answered>
    </DetailDrawer>
  )
}

function Opened({ answer }: { answer: WholeUpstream }) {
  const words = useUpstreamWords()
  const trouble = useTrouble()(answer.upstream)
  const { upstream, leftOut } = answer
  const { servesNetwork, listed, offered, inUse, rovers } = upstream
  return (
    <>
      <Group justify="space-between" gap="xs">
        <UpstreamMark upstream={upstream} />
        <Actions answer={answer} />
      </Group>
      {trouble !== null && (
        <Alert
          color="red"
          icon={<IconAlertTriangle aria-hidden />}
          title={
            <>
              {words.awaySince} <Moment at={upstream.awaySince} />
            </>
          }
        >
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {trouble}
          </Text>
          <Text size="sm">{words.awayNote}</Text>
        </Alert>
      )}
      {upstreamState(upstream) === 'refuses' && (
        <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={words.refusesTitle}>
          <Text size="sm">{words.refusesNote}</Text>
        </Alert>
      )}
      <Facts
        facts={[
          [
            words.address,
            <span key="address" style={{ overflowWrap: 'anywhere' }}>
              <span className="code">{upstream.url}</span> ({upstream.hasLogin ? words.loggedIn : words.notLoggedIn})
            </span>,
          ],
          [words.prefix, upstream.prefix || words.noPrefix],
          [words.servesNetworkShort, servesNetwork ? words.yes : words.no],
          [words.since, <Moment key="since" at={upstream.createdAt} />],
          [words.askedAt, <Moment key="asked" at={upstream.askedAt} />],
          [words.answeredAt, <Moment key="answered" at={upstream.answeredAt} />],
          [words.table, words.tableCounts(listed, offered)],
          [words.inUse, words.inUseOf(inUse, rovers)],
        ]}
      />
      <Mountpoints answer={answer} />
      {leftOut.length > 0 && (
        <Panel title={words.leftOutCount(upstream.leftOut)}>
          <LeftOutList leftOut={leftOut} total={upstream.leftOut} />
        </Panel>
      )}
    </>
  )
}

function Actions({ answer: { upstream, total } }: { answer: WholeUpstream }) {
  const words = useUpstreamWords()
  const [, go] = useLocation()
  const renew = useRenew()
  if (!useMay('network.change')) return null
  const { id, name, rovers } = upstream
  const ask = async () => {
    await api.post(at('/upstreams/:id/ask', { id }))
    notify(words.asked(name))
  }
  const remove = async () => {
    const { stations } = await api.delete(at('/upstreams/:id', { id }))
    notify(words.removed(name, stations))
    go(PATH)
    await renew('/upstreams', '/stations')
  }
  return (
    <Group gap="xs">
      <ActButton size="xs" variant="default" text={words.ask} act={ask} />
      <LinkButton size="xs" href={`${PATH}/${id}/edit`} icon={IconPencil} text={words.edit} />
      <ConfirmButton
        size="xs"
        leftSection={<IconTrash size={16} aria-hidden />}
        action={words.remove}
        title={words.removeTitle(name)}
        consequence={words.removeConsequence(total, rovers)}
        onConfirm={remove}
      />
    </Group>
  )
}

function Mountpoints({ answer: { upstream, mountpoints, total } }: { answer: WholeUpstream }) {
  const words = useUpstreamWords()
  const mayChange = useMay('network.change')
  const { number } = useFigures()
  if (mountpoints.length === 0)
    return (
      <Panel title={words.mountpoints}>
        <Text size="sm">{words.noMountpoints}</Text>
      </Panel>
    )
  return (
    <Panel title={words.mountpoints}>
      <Hint>{words.idleNote}</Hint>
      <SimpleTable
        label={words.mountpoints}
        columns={[
          { title: words.mountpoint },
          { title: words.now },
          { title: words.rovers, number: true },
          ...(mayChange ? [{ title: words.mountpointSettings }] : []),
        ]}
        rows={mountpoints.map((offer) => ({
          key: offer.id,
          cells: [
            <MountpointName key="name" {...offer} />,
            <OfferMark key="now" offer={offer} />,
            number(offer.rovers),
            ...(mayChange
              ? [
                  <Anchor
                    key="settings"
                    component={Link}
                    href={`${PATH}/${upstream.id}/mountpoints/${offer.id}`}
                    size="sm"
                    aria-label={words.editMountpoint(offer.there)}
                  >
                    {words.mountpointSettings}
                  </Anchor>,
                ]
              : []),
          ],
        }))}
      />
      {mountpoints.length < total && <Text size="sm">{words.andMore(mountpoints.length, total)}</Text>}
      <Anchor component={Link} href={stationsOfPath(upstream.id)} size="sm">
        {words.inStations}
      </Anchor>
    </Panel>
  )
}

function MountpointName({ id, mountpoint, there, name, settings, hasLogin }: WholeUpstream['mountpoints'][number]) {
  const words = useUpstreamWords()
  const more = [
    ...(name === mountpoint ? [] : [name]),
    ...(there === mountpoint ? [] : [words.there(there)]),
    ...(settings.isHidden ? [words.hiddenShort] : []),
    ...(hasLogin ? [words.ownAccountShort] : []),
  ]
  return (
    <>
      <Anchor component={Link} href={`/stations/${id}`} className="code" size="sm">
        {mountpoint}
      </Anchor>
      {more.length > 0 && <Hint size="xs">{more.join(' · ')}</Hint>}
    </>
  )
}
