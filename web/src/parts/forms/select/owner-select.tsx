// Chooses an organisation. If none exists yet, the first one is created in place.
import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Owner } from '../../../../../src/http/console/contract/people/people.ts'
import { useAnswer, useRenew } from '../../../service/answers.ts'
import { api, at } from '../../../service/api.ts'
import { ApiError } from '../../../service/api-error.ts'
import { useMay, useMe } from '../../../session/session.tsx'
import { usePartWords } from '../../../words/common.ts'
import { ProblemPanel } from '../../problem-panel.tsx'
import { MINUTE_MS } from '../../time-units.ts'
import { SearchSelect, type SearchSelectProps, SHOWN, searchSelectFilter } from './search-select.tsx'

export function useOwner(id: number | null): Owner | null {
  return useOwnerQuery(id).data?.owner ?? null
}

function useOwnerQuery(id: number | null) {
  const options = { enabled: id !== null, staleTime: MINUTE_MS, retry: false }
  const { data, error } = useAnswer(at('/owners/:id', { id: id ?? 0 }), options)
  return id === null ? { data: undefined, error: null } : { data, error }
}

/** Hidden for resellers, who have exactly one owner. */
export function OwnerSelect(props: SearchSelectProps) {
  return useMe().user.role === 'reseller' ? null : <OwnerChoice {...props} />
}

function OwnerChoice(props: SearchSelectProps) {
  const { value, onChange, required = false } = props
  const { data: chosen, error } = useOwnerQuery(value)
  const mayMake = useMay('owners.change')
  const { data } = useAnswer('/owners', { query: { search: '', limit: SHOWN }, enabled: required })
  const only = data?.owners.length === 1 ? data.owners[0]!.id : null
  // The remembered owner can belong to another network at the same address. A single owner is selected automatically.
  const isGone = required && error instanceof ApiError && error.status === 404
  const wanted = required && (value === null || isGone) ? only : value
  useEffect(() => {
    if (wanted !== value) onChange(wanted)
  })
  if (required && mayMake && data?.owners.length === 0) return <FirstOwner {...props} />
  return <SearchSelect {...props} to="/owners" chosen={chosen?.owner ?? null} textOf={({ name }) => name} />
}

const HINTS_BELOW: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error']
/** Aligns the button with the field, whatever is below the field. */
const BELOW_LABEL = 22

/** Inside another form, so it has no form element of its own; Enter creates the organisation. */
function FirstOwner({ label, error, onChange }: SearchSelectProps) {
  const { newOwner: words } = usePartWords()
  const { network } = useMe()
  const renew = useRenew()
  const [name, setName] = useState(network.name)
  const field = useRef<HTMLInputElement>(null)
  // Blocks the outer form until the organisation is created.
  useEffect(() => field.current?.setCustomValidity(words.first))
  const making = useMutation({
    mutationFn: () => api.post('/owners', { name: name.trim() }),
    onSuccess: async ({ owner }) => {
      await renew('/owners')
      onChange(owner.id)
    },
  })
  return (
    <Stack gap="xs">
      <Group align="flex-start" gap="xs">
        <TextInput
          ref={field}
          data-field="ownerId"
          label={label}
          description={words.none}
          inputWrapperOrder={HINTS_BELOW}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            making.mutate()
          }}
          error={error}
          maxLength={120}
          autoComplete="organization"
          required
          flex="1 1 14rem"
        />
        <Button variant="default" mt={BELOW_LABEL} loading={making.isPending} onClick={() => making.mutate()}>
          {words.make}
        </Button>
      </Group>
      {making.error && <ProblemPanel error={making.error} />}
    </Stack>
  )
}

function OwnerName({ id }: { id: number }) {
  return useOwner(id)?.name ?? id
}

export const ownerFilter = (label: string) => searchSelectFilter('ownerId', label, OwnerSelect, OwnerName)
