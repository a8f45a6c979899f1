import { readCommonPasswords } from '../../../base/passwords/common-passwords.ts'
import { invalid } from '../../../domain/codes/refusal.ts'
import { passwordFault } from '../../../domain/people/password.ts'
import type { User } from '../../../domain/people/user.ts'
import type { Database } from '../../../store/kit/database.ts'
import { readNetwork } from '../../../store/network/settings.ts'

const PRODUCT = 'Vértice'

export async function checkPassword(
  db: Database,
  password: string,
  { email, name, networkName }: Pick<User, 'email' | 'name'> & { readonly networkName?: string | undefined },
): Promise<void> {
  const [network, isCommon] = await Promise.all([readNetwork(db), readCommonPasswords()])
  const found = passwordFault(
    password,
    { email, name, service: [PRODUCT, network.name, ...(networkName ? [networkName] : [])] },
    isCommon,
  )
  if (found) throw invalid({ path: ['password'], ...found })
}
