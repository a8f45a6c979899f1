import { Ref } from '../../../wire/common.ts'
import { MeSchema, meExample } from '../../../wire/people/me.ts'
import { UsageQuery, UsageSchema, usageExample } from '../../../wire/people/usage.ts'
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
  'GET /uso': {
    id: 'getUsage',
    tag: 'Account',
    summary: 'Usage by month',
    description:
      'Credentials issued and hours connected, by month of Mexico central time, since the first month with usage. The figures of past months stay, although sessions are deleted after some time. A test token gets the usage of test credentials.',
    scope: 'read',
    query: UsageQuery,
    isOpen: true,
    answer: answer('The months.', Ref(UsageSchema), usageExample),
  },
} as const satisfies Record<string, Operation>
