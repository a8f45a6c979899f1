import { Button, Group, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import type { StationDetail } from '../../../../../../src/http/console/contract/stations/stations.ts'
import { ConfirmButton } from '../../../../parts/buttons/confirm-button.tsx'
import { notify } from '../../../../parts/notify.ts'
import { useDurationText } from '../../../../parts/text/duration.ts'
import { api, at } from '../../../../service/api.ts'
import { useRefresh } from '../../use-station.ts'
import { useStationWords } from '../../words.ts'

const IGNORED_DAYS = [1, 7, 30]
const DAY_MINUTES = 1_440

/** The antenna was moved; the registered coordinates were wrong; or the alarm can wait. */
export function Decisions({ station }: { station: StationDetail }) {
  const words = useStationWords()
  const durationOf = useDurationText()
  const refresh = useRefresh()
  const { id, code, announced, observed } = station
  const decide = async (decision: 'moved' | 'wrong' | 'ignore', message: string, days?: number) => {
    await api.post(at('/stations/:id/position', { id }), { decision, ...(days !== undefined && { days }) })
    notify(message)
    await refresh()
  }
  const ignore = (days?: number) => void decide('ignore', words.movedIgnored(code), days)
  return (
    <Group gap="xs">
      {(observed ?? announced) &&
        (['moved', 'wrong'] as const).map((decision) => (
          <ConfirmButton
            key={decision}
            size="xs"
            harmless
            {...(decision === 'wrong' && { variant: 'default' })}
            action={words.movedDecisions[decision]}
            title={observed ? words.movedObservedAccept(code) : words.movedAcceptTitle(code)}
            consequence={
              announced && !observed
                ? words.movedAcceptConsequence(placeText(announced))
                : words.movedObservedConsequence
            }
            onConfirm={() => decide(decision, words.movedAccepted(code))}
          />
        ))}
      <Menu position="bottom-start">
        <Menu.Target>
          <Button size="xs" variant="default" rightSection={<IconChevronDown size={14} aria-hidden />}>
            {words.movedIgnore}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {IGNORED_DAYS.map((days) => (
            <Menu.Item key={days} onClick={() => ignore(days)}>
              {words.movedIgnoreFor(durationOf(days * DAY_MINUTES))}
            </Menu.Item>
          ))}
          <Menu.Item onClick={() => ignore()}>{words.movedIgnoreUntilMoved}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Group>
  )
}

/** Nine decimals: a tenth of a millimetre. */
const placeText = ({ lat, lng }: { lat: number; lng: number }) => `${lat.toFixed(9)}, ${lng.toFixed(9)}`
