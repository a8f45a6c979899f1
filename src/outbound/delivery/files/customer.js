// Script of the customer's page: copy buttons, countdown, local times, polling of the rover's state. The page works
// without it.

for (const button of document.querySelectorAll('[data-copy]')) {
  button.hidden = false
  const words = button.textContent
  button.addEventListener('click', async () => {
    if (!(await copied(button.dataset.copy))) return
    button.textContent = button.dataset.done
    button.classList.add('done')
    setTimeout(() => {
      button.textContent = words
      button.classList.remove('done')
    }, 2_000)
  })
}

/** Pages over plain HTTP, as on a trial machine, have no navigator.clipboard. */
async function copied(text) {
  if (navigator.clipboard) {
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    )
  }
  const field = document.createElement('textarea')
  field.value = text
  document.body.append(field)
  field.select()
  const done = document.execCommand('copy')
  field.remove()
  return done
}

// A RINEX file of the rover fills in where and when the customer worked.
for (const offer of document.querySelectorAll('[data-rover]')) {
  offer.hidden = false
  const [file, status] = [offer.querySelector('input'), offer.querySelector('[role=status]')]
  file.addEventListener('change', async () => {
    if (!file.files[0]) return
    status.textContent = '…'
    status.textContent = await fillFrom(file.files[0], offer.closest('form'), offer.dataset).catch(
      () => offer.dataset.failed,
    )
  })
}

/** Returns what is wrong with the file, or an empty text. */
async function fillFrom(file, form, { rover, failed }) {
  const request = { method: 'POST', headers: { 'content-type': 'application/octet-stream' }, body: file }
  const response = await fetch(rover, request)
  const { problem = failed, ...found } = await response.json()
  if (!response.ok) return problem
  for (const [name, value] of Object.entries(found)) if (form.elements[name]) form.elements[name].value = value
  const nearest = form.elements.station.querySelector('option[value=""]')
  if (nearest) nearest.selected = true
  return ''
}

// The service writes times in Mexico City's time zone; readers in other zones see their own beside it.
const { locale, timeZone } = new Intl.DateTimeFormat().resolvedOptions()
const language = document.documentElement.lang
const timeIn = (zone, at) =>
  new Intl.DateTimeFormat(language || locale, {
    timeZone: zone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(at)

for (const time of document.querySelectorAll('time[data-zone]')) {
  const at = new Date(time.dateTime)
  const here = timeIn(timeZone, at)
  if (here === timeIn('America/Mexico_City', at)) continue
  const own = document.createElement('p')
  own.className = 'hint'
  own.textContent = `${here} (${timeZone.replaceAll('_', ' ')})`
  time.after(own)
}

// The countdown uses the service's clock. The offset is known from the time when the page was rendered.
const nowShown = () => document.querySelector('[data-live] [data-now]')
let clockOff = 0
const setClock = () => {
  if (nowShown()) clockOff = new Date(nowShown().dateTime).getTime() - Date.now()
}
const serviceNow = () => Date.now() + clockOff

function countDown() {
  const shown = document.querySelector('[data-until]')
  if (!shown) return
  const left = new Date(shown.dataset.until).getTime() - serviceNow()
  if (left <= 0) return void poll()
  const two = (value) => String(value).padStart(2, '0')
  const seconds = Math.floor(left / 1000)
  const days = Math.floor(seconds / 86_400)
  const clock = `${two(Math.floor(seconds / 3600) % 24)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
  shown.textContent = shown.dataset.sentence.replace('{}', days > 0 ? `${days} d ${clock}` : clock)
}

const MINUTE = 60
const HOUR = 3600
const DAY = 86_400

function countOn() {
  for (const time of document.querySelectorAll('[data-ago]')) {
    const passed = Math.max(0, Math.floor((serviceNow() - new Date(time.dateTime).getTime()) / 1000))
    const [unit, seconds] =
      passed < MINUTE ? ['s', 1] : passed < HOUR ? ['min', MINUTE] : passed < 2 * DAY ? ['h', HOUR] : ['d', DAY]
    time.textContent = time.dataset.ago.replace('{}', `${Math.floor(passed / seconds)} ${unit}`)
  }
}

// Polls the rover's state while the page is visible, at the interval that the service sets, and backs off after
// failures.
const LEAST_APART_MS = 2_000
const LONGEST_PAUSE_MS = 60_000
const PATIENCE_MS = 15_000
/** The caster needs a moment until it reports this page's session every second. */
const OPENING_MS = 8_000
const openedAt = Date.now()
let polledAt = openedAt
let failures = 0
let timer = null
let looking = false

const live = () => document.querySelector('[data-live]')

function pollLater(ms) {
  clearTimeout(timer)
  timer = setTimeout(() => void poll(), ms)
}

async function poll() {
  if (looking || document.visibilityState !== 'visible') return
  if (Date.now() - polledAt < LEAST_APART_MS) return pollLater(LEAST_APART_MS)
  looking = true
  polledAt = Date.now()
  let pauseMs = 0
  try {
    const opening = Date.now() - openedAt < OPENING_MS ? '&opening' : ''
    const address = `${location.pathname}/now?lang=${language}${opening}`
    const response = await fetch(address, { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE_MS) })
    if (response.status === 404) return location.reload() // the link was withdrawn
    if (response.status === 429) pauseMs = 1000 * Number(response.headers.get('retry-after') ?? 0)
    if (!response.ok) throw new Error(`answered ${response.status}`)
    const fresh = new DOMParser().parseFromString(await response.text(), 'text/html').querySelector('[data-live]')
    if (!fresh) throw new Error('no news in it')
    const { state, ends } = live().dataset
    if (fresh.dataset.state !== state || fresh.dataset.ends !== ends) return location.reload() // other parts changed too
    failures = 0
    show(fresh)
  } catch {
    // Connections in the field are unreliable.
    failures += 1
    const lost = document.querySelector('[data-lost]')
    if (failures > 1 && lost) lost.hidden = false
  } finally {
    looking = false
    const wanted = 1000 * Number(live().dataset.again || 30)
    const backOff = failures === 0 ? wanted : Math.min(LONGEST_PAUSE_MS, wanted * 2 ** failures)
    // The jitter keeps pages that lost the service together from returning together.
    pollLater(Math.max(pauseMs, backOff) * (0.9 + 0.2 * Math.random()))
  }
}

function show(fresh) {
  for (const hidden of fresh.querySelectorAll('[data-script]')) hidden.hidden = false
  live().replaceWith(fresh)
  setClock()
  countDown()
  countOn()
}

if (live()) {
  setClock()
  for (const hidden of live().querySelectorAll('[data-script]')) hidden.hidden = false
  countDown()
  countOn()
  setInterval(() => {
    countDown()
    countOn()
  }, 1_000)
  pollLater(1000 * Number(live().dataset.again))
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && poll())
  window.addEventListener('online', () => void poll())
}
