import { Ref } from '../../../wire/common.ts'
import { MeSchema, meExample } from '../../../wire/people/me.ts'
import { answer, type Operation } from './operation.ts'

export const ACCOUNT_OPERATIONS = {
  'GET /yo': {
    id: 'getMe',
    tag: 'Account',
    summary: 'The organization and token that ask',
    description: 'With their limits, and how much of each quota is used.',
    scope: 'any',
    answer: answer('Who is asking.', Ref(MeSchema), meExample),
  },
} as const satisfies Record<string, Operation>
