import { Select, Text } from '@mantine/core'
import { OwnerSelect } from '../../../parts/forms/owner-select.tsx'
import { ROLES, type Role } from '../../../session.tsx'
import { useShellWords } from '../../../words/common.ts'
import { usePeopleWords } from '../words.ts'

interface Props {
  readonly role: Role
  readonly ownerId: number | null
  readonly onRole: (role: Role) => void
  readonly onOwner: (ownerId: number | null) => void
  readonly faults: { readonly role?: string | undefined; readonly ownerId?: string | undefined }
}

/** What somebody may do, and of a reseller whose things they see. */
export function RoleFields({ role, ownerId, onRole, onOwner, faults }: Props) {
  const { users: words } = usePeopleWords()
  const { roles } = useShellWords()
  return (
    <>
      <Select
        label={words.role}
        description={words.roleHints[role]}
        data={ROLES.map((value) => ({ value, label: roles[value] }))}
        renderOption={({ option }) => (
          <div>
            <Text size="sm">{option.label}</Text>
            <Text size="xs" c="dimmed">
              {words.roleHints[option.value as Role]}
            </Text>
          </div>
        )}
        value={role}
        onChange={(value) => onRole(value as Role)}
        allowDeselect={false}
        error={faults.role}
      />
      {role === 'reseller' && (
        <OwnerSelect label={words.ownerNeeded} value={ownerId} onChange={onOwner} error={faults.ownerId} required />
      )}
    </>
  )
}
