import { Ref } from '../../../wire/common.ts'
import { MeSchema, meExample } from '../../../wire/people/me.ts'
import { UsageQuery, UsageSchema, usageExample } from '../../../wire/people/usage.ts'
import { answer, type Operation } from './operation.ts'

export const ACCOUNT_OPERATIONS = {
  'GET /yo': {
    id: 'getMe',
    tag: 'Account',
    summary: 'Get the organization and token of the caller',
    description: 'Includes limits and the current use of each quota.',
    scope: 'any',
    answer: answer('The organization and token of the caller.', Ref(MeSchema), meExample),
  },
  'GET /uso': {
    id: 'getUsage',
    tag: 'Account',
    summary: 'Get usage by month',
    description:
      'Credentials issued and hours connected per month (Mexico central time), since the first month with usage. Past months are kept even after their sessions are deleted. A test token gets the usage of test credentials.',
    scope: 'read',
    query: UsageQuery,
    isOpen: true,
    answer: answer('Usage by month.', Ref(UsageSchema), usageExample),
  },
} as const satisfies Record<string, Operation>
