import { type Static, Type } from 'typebox'
import { wrong } from '../../domain/codes/fault.ts'
import { invalid } from '../../domain/codes/refusal.ts'
import type { MonthUse } from '../../domain/people/usage.ts'
import { isoTime } from '../../domain/text/iso-time.ts'
import { HOUR_MS } from '../../domain/time/units.ts'
import { Count, Form, Nullable, Ok, Ref } from '../common.ts'

const MONTH = '^[0-9]{4}-(0[1-9]|1[0-2])$'

const Month = (description: string) =>
  Type.String({ pattern: MONTH, ...Form(MONTH), description, examples: ['2026-11'] })

export const usageExample = {
  ok: true,
  meses: [
    { mes: '2026-10', emitidas: 214, horas_conectadas: 5120.75, definitivo: true },
    { mes: '2026-11', emitidas: 98, horas_conectadas: 2310.5, definitivo: false },
  ],
  contado_at: '2026-11-14T18:20:00.000Z',
}

export const UsageQuery = Type.Object({
  desde: Type.Optional(Month('First month, `YYYY-MM`. Default: the first month with usage.')),
  hasta: Type.Optional(Month('Last month, `YYYY-MM`, inclusive. Default: the current month.')),
})

const MonthUsageSchema = Type.Object(
  {
    mes: Month('The month, in Mexico central time.'),
    emitidas: Count('Number of credentials issued in the month.'),
    horas_conectadas: Type.Number({
      minimum: 0,
      description:
        'Hours that rovers were connected with the credentials, summed over all sessions. A session that spans two months counts in each month for its part. An open session counts until `contado_at`.',
    }),
    definitivo: Type.Boolean({
      description: '`true` if the values of this month are final. They become final one day after the month ends.',
    }),
  },
  { $id: 'MonthUsage', description: 'Usage in a month.', examples: [usageExample.meses[0]] },
)

export const UsageSchema = Type.Object(
  {
    ok: Ok,
    meses: Type.Array(Ref(MonthUsageSchema), {
      description: 'Months, oldest first, including those without usage in between.',
    }),
    contado_at: Nullable('string', {
      format: 'date-time',
      description:
        'When the current month was last counted, which happens every ten minutes; `null` if it has not been counted yet.',
    }),
  },
  { $id: 'Usage', description: 'Monthly usage of the organization.', examples: [usageExample] },
)

export const UsageSchemas = [MonthUsageSchema, UsageSchema]

export function usageSpanFromWire({ desde: from, hasta: to }: Static<typeof UsageQuery>) {
  if (from !== undefined && to !== undefined && to < from) throw invalid(wrong(['hasta'], 'end_before_start'))
  return { from, to }
}

export const usageToWire = (months: readonly MonthUse[], countedAt: Date | null): Static<typeof UsageSchema> => ({
  ok: true,
  meses: months.map(({ month, issued, connectedMs, isFinal }) => ({
    mes: month,
    emitidas: issued,
    horas_conectadas: Math.round((connectedMs / HOUR_MS) * 100) / 100,
    definitivo: isFinal,
  })),
  contado_at: countedAt && isoTime(countedAt),
})
