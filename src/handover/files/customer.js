// What the customer's page does while it is open: copies, counts down, tells the time where the reader is, and looks again every minute.
// Everything on the page is there without it, too.
const LOOK_AGAIN_MS = 60_000

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

/** Pages over plain http, as on a trial machine, have no clipboard of the modern kind. */
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

// The service writes Mexico City's time; whoever reads elsewhere gets their own beside it.
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

// The service's clock counts, not the reader's: the difference is known from the moment the page was made.
const servedAt = document.querySelector('[data-live] time')
const clockOff = servedAt ? new Date(servedAt.dateTime).getTime() - Date.now() : 0

function countDown() {
  const shown = document.querySelector('[data-until]')
  if (!shown) return
  const left = new Date(shown.dataset.until).getTime() - (Date.now() + clockOff)
  if (left <= 0) return void lookAgain()
  const two = (value) => String(value).padStart(2, '0')
  const seconds = Math.floor(left / 1000)
  const days = Math.floor(seconds / 86_400)
  const clock = `${two(Math.floor(seconds / 3600) % 24)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
  shown.textContent = shown.dataset.sentence.replace('{}', days > 0 ? `${days} d ${clock}` : clock)
}

let lookedAt = Date.now()

async function lookAgain() {
  if (Date.now() - lookedAt < 5_000) return
  lookedAt = Date.now()
  try {
    const response = await fetch(location.href, { cache: 'no-store' })
    if (response.status === 404) return location.reload()
    if (!response.ok) return
    const fresh = new DOMParser().parseFromString(await response.text(), 'text/html').querySelector('[data-live]')
    if (fresh) document.querySelector('[data-live]')?.replaceWith(fresh)
    countDown()
  } catch {
    // In the field the line comes and goes; the next look will tell.
  }
}

if (document.querySelector('[data-live]')) {
  countDown()
  setInterval(countDown, 1_000)
  setInterval(() => document.visibilityState === 'visible' && lookAgain(), LOOK_AGAIN_MS)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && lookAgain())
}
