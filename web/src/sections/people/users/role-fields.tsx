import { Select, Text } from '@mantine/core'
import type { Role } from '../../../../../src/http/console/contract/people/people.ts'
import { OwnerSelect } from '../../../parts/forms/select/owner-select.tsx'
import { choicesOf } from '../../../parts/lists/filters.tsx'
import { Hint } from '../../../parts/text/hint.ts'
import { useShellWords } from '../../../words/common.ts'
import { usePeopleWords } from '../words.ts'

interface Field<Value> {
  readonly value: Value
  readonly onChange: (value: Value) => void
  readonly error: string | undefined
}

/** The role and, for a reseller, the owner whose data the user sees. */
export function RoleFields({ role, owner }: { role: Field<Role>; owner: Field<number | null> }) {
  const { users: words } = usePeopleWords()
  const { roles } = useShellWords()
  return (
    <>
      <Select
        label={words.role}
        description={words.roleHints[role.value]}
        data={choicesOf(roles)}
        renderOption={({ option }) => (
          <div>
            <Text size="sm">{option.label}</Text>
            <Hint size="xs">{words.roleHints[option.value as Role]}</Hint>
          </div>
        )}
        value={role.value}
        onChange={(value) => role.onChange(value as Role)}
        allowDeselect={false}
        error={role.error}
      />
      {role.value === 'reseller' && <OwnerSelect {...owner} label={words.ownerNeeded} required />}
    </>
  )
}
