// Prints a computed position, and writes its report.
import { writeFile } from 'node:fs/promises'
import type { PositionReport } from '../../domain/archive/integrity/report.ts'
import { DEFAULT_BRAND } from '../../domain/delivery/brand.ts'
import { LANGUAGES, type Language } from '../../domain/people/user.ts'
import { positionReportPdf } from '../../outbound/delivery/pdf/position-report.ts'
import { oneOf, printFacts, text } from '../kit/command.ts'

export const reportFlags = {
  pdf: text('FILE', 'write a report'),
  language: oneOf([...LANGUAGES], 'language of the report: es if omitted'),
}

interface Wish {
  readonly pdf: string | undefined
  readonly language: Language | undefined
}

export async function showReport(report: PositionReport, { pdf, language = 'es' }: Wish, json: boolean): Promise<void> {
  if (pdf !== undefined) await writeFile(pdf, await positionReportPdf({ report, language, brand: DEFAULT_BRAND }))
  const { code, datum, computed, registered, neighbours } = report
  const { position, lat, lng, height, error, firstDay, lastDay, days, hours, baselines, isAttributed } = computed
  const metres = (value: number) => `${value.toFixed(3)} m`
  printFacts(
    json,
    { code, datum, ...computed, registered, neighbours },
    {
      position: `${lat.toFixed(9)}, ${lng.toFixed(9)}`,
      height: `${height.toFixed(4)} m above the ellipsoid`,
      xyz: [position.x, position.y, position.z].map((value) => value.toFixed(4)).join(' '),
      'uncertainty (95 %)': `${metres(error.horizontal)} horizontal, ${metres(error.vertical)} vertical`,
      frame: datum,
      data: `${hours.toFixed(1)} h on ${days} ${days === 1 ? 'day' : 'days'}, ${firstDay} to ${lastDay} (UTC)`,
      neighbours: `${baselines} agree (${neighbours.join(', ')})${isAttributed ? '' : ': an error of the only neighbour would also be here'}`,
      ...(registered && { registered: `${metres(registered.metres)} from the computed position` }),
    },
  )
}
