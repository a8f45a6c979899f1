// Building blocks of dashboards, in Grafana's JSON.

// biome-ignore lint/suspicious/noTemplateCurlyInString: Grafana's own
const DATASOURCE = { type: 'prometheus', uid: '${datasource}' }
const WIDTH = 24

export type Colour = 'green' | 'yellow' | 'orange' | 'red' | 'blue' | 'text'
/** The colour from this value on; `null` for the lowest step. */
export type Step = readonly [from: number | null, colour: Colour]

export interface PanelOptions {
  readonly unit?: string
  readonly decimals?: number
  readonly description: string
  readonly steps?: readonly Step[]
  readonly width?: number
  readonly height?: number
  readonly min?: number
  readonly max?: number
  /** Texts and colours that replace values. */
  readonly names?: Readonly<Record<string, readonly [text: string, colour: Colour]>>
  readonly stacked?: boolean
  /** Shown if there is no data. */
  readonly noValue?: string
}

/** An expression and the legend of its series: "{{label}}". */
export type Query = readonly [expr: string, legend: string]

export interface Panel {
  readonly width: number
  readonly height: number
  readonly json: Record<string, unknown>
}

const targets = (queries: readonly Query[], more: object = {}) =>
  queries.map(([expr, legendFormat], index) => ({
    refId: String.fromCharCode(65 + index),
    datasource: DATASOURCE,
    editorMode: 'code',
    expr,
    legendFormat,
    range: true,
    ...more,
  }))

const NOW = { instant: true, range: false }

function defaults({ unit = 'short', decimals, steps = [[null, 'green']], names, min, max, noValue }: PanelOptions) {
  const mappings = names
    ? [
        {
          type: 'value',
          options: Object.fromEntries(
            Object.entries(names).map(([value, [text, color]], index) => [value, { text, color, index }]),
          ),
        },
      ]
    : []
  const thresholds = { mode: 'absolute', steps: steps.map(([value, color]) => ({ value, color })) }
  return { unit, decimals, min, max, noValue, mappings, thresholds }
}

const panel = (
  type: string,
  title: string,
  queries: object[],
  options: PanelOptions,
  [width, height]: readonly [number, number],
  more: { custom?: object; color?: object; overrides?: object[]; options: object; transformations?: object[] },
): Panel => ({
  width: options.width ?? width,
  height: options.height ?? height,
  json: {
    type,
    title,
    description: options.description,
    datasource: DATASOURCE,
    targets: queries,
    transformations: more.transformations ?? [],
    fieldConfig: {
      defaults: { ...defaults(options), color: more.color ?? { mode: 'thresholds' }, custom: more.custom ?? {} },
      overrides: more.overrides ?? [],
    },
    options: more.options,
  },
})

/** A single value, with its recent history in the background. */
export const stat = (title: string, expr: string, options: PanelOptions): Panel =>
  panel('stat', title, targets([[expr, title]]), options, [4, 4], {
    options: {
      reduceOptions: { calcs: ['lastNotNull'], fields: '', values: false },
      colorMode: 'background_solid',
      graphMode: 'area',
      textMode: 'value',
      justifyMode: 'center',
    },
  })

/** Lines over time; thresholds are drawn if given. */
export const lines = (title: string, queries: readonly Query[], options: PanelOptions): Panel =>
  panel('timeseries', title, targets(queries), options, [8, 8], {
    color: { mode: 'palette-classic' },
    custom: {
      drawStyle: 'line',
      lineInterpolation: 'linear',
      lineWidth: 1,
      fillOpacity: options.stacked ? 35 : 8,
      showPoints: 'never',
      spanNulls: false,
      stacking: { mode: options.stacked ? 'normal' : 'none', group: 'A' },
      thresholdsStyle: { mode: options.steps ? 'dashed' : 'off' },
    },
    options: {
      legend: { displayMode: 'table', placement: 'bottom', calcs: ['lastNotNull', 'max'], showLegend: true },
      tooltip: { mode: 'multi', sort: 'desc' },
    },
  })

/** The current value of each series, the worst on top. */
export const bars = (title: string, [expr, legend]: Query, options: PanelOptions): Panel =>
  panel('bargauge', title, targets([[expr, legend]], NOW), options, [8, 8], {
    options: {
      reduceOptions: { calcs: ['lastNotNull'], fields: '', values: false },
      orientation: 'horizontal',
      displayMode: 'basic',
      showUnfilled: true,
      valueMode: 'color',
    },
  })

/** The state of each series over time, in the colours of `names`. */
export const timeline = (title: string, [expr, legend]: Query, options: PanelOptions): Panel =>
  panel('state-timeline', title, targets([[expr, legend]]), options, [24, 12], {
    custom: { fillOpacity: 85, lineWidth: 0 },
    options: {
      mergeValues: true,
      showValue: 'never',
      rowHeight: 0.85,
      alignValue: 'left',
      legend: { displayMode: 'list', placement: 'bottom', showLegend: true },
      tooltip: { mode: 'single' },
    },
  })

/** The labels of the current series, as columns. */
export const table = (
  title: string,
  expr: string,
  columns: Readonly<Record<string, string>>,
  options: PanelOptions,
): Panel =>
  panel('table', title, targets([[expr, '']], { ...NOW, format: 'table' }), options, [8, 8], {
    color: { mode: 'thresholds' },
    custom: { align: 'auto', cellOptions: { type: 'auto' } },
    options: { showHeader: true, cellHeight: 'sm' },
    transformations: [
      { id: 'filterFieldsByName', options: { include: { names: Object.keys(columns) } } },
      {
        id: 'organize',
        options: {
          renameByName: columns,
          indexByName: Object.fromEntries(Object.keys(columns).map((name, index) => [name, index])),
        },
      },
    ],
  })

export interface Row {
  readonly title: string
  readonly panels: readonly Panel[]
}

/** A variable at the top of the dashboard: the values of a label. */
export interface Choice {
  readonly name: string
  readonly label: string
  readonly values: string
}

export interface Dashboard {
  readonly file: string
  readonly title: string
  readonly description: string
  readonly choices: readonly Choice[]
  readonly rows: readonly Row[]
}

const choiceOf = ({ name, label, values }: Choice) => ({
  type: 'query',
  name,
  label,
  datasource: DATASOURCE,
  query: { query: values, refId: name },
  definition: values,
  refresh: 2,
  sort: 1,
  multi: true,
  includeAll: true,
  allValue: '.*',
  current: { selected: true, text: 'All', value: '$__all' },
})

/** Places panels from left to right, and wraps. */
function placed(rows: readonly Row[]): object[] {
  const all: object[] = []
  let y = 0
  const add = (json: object, gridPos: object) => all.push({ id: all.length + 1, gridPos, ...json })
  for (const { title, panels } of rows) {
    add({ type: 'row', title, collapsed: false, panels: [] }, { x: 0, y, w: WIDTH, h: 1 })
    y += 1
    let x = 0
    let lineHeight = 0
    for (const { width, height, json } of panels) {
      if (x + width > WIDTH) {
        y += lineHeight
        x = 0
        lineHeight = 0
      }
      add(json, { x, y, w: width, h: height })
      x += width
      lineHeight = Math.max(lineHeight, height)
    }
    y += lineHeight
  }
  return all
}

export const grafanaJson = ({ file, title, description, choices, rows }: Dashboard) => ({
  uid: `vertice-${file}`,
  title: `Vértice: ${title}`,
  description,
  tags: ['vertice'],
  schemaVersion: 39,
  version: 1,
  editable: true,
  graphTooltip: 1,
  refresh: '30s',
  time: { from: 'now-6h', to: 'now' },
  timezone: 'browser',
  links: [
    {
      type: 'dashboards',
      title: 'Vértice',
      tags: ['vertice'],
      asDropdown: false,
      includeVars: true,
      keepTime: true,
      targetBlank: false,
      icon: 'external link',
    },
  ],
  annotations: {
    list: [
      {
        name: 'Alerts',
        enable: true,
        hide: false,
        iconColor: 'red',
        datasource: DATASOURCE,
        expr: 'ALERTS{alertname=~"Vertice.*",alertstate="firing"}',
        titleFormat: '{{alertname}}',
        tagKeys: 'instance,code,process',
      },
    ],
  },
  templating: {
    list: [
      { type: 'datasource', name: 'datasource', label: 'Prometheus', query: 'prometheus', current: {}, refresh: 1 },
      ...choices.map(choiceOf),
    ],
  },
  panels: placed(rows),
})
