// Interactive parts of the pages: mobile menu, theme, copy buttons, tabs, search, try-out forms.

const remember = (name, value) => {
  try {
    if (value === undefined) return localStorage.getItem(name)
    localStorage.setItem(name, value)
  } catch {
    // Without storage, the choice lasts only as long as the page.
  }
  return null
}

const element = (name, properties = {}, ...children) => {
  const made = Object.assign(document.createElement(name), properties)
  made.append(...children)
  return made
}

function menuSwitch() {
  const button = document.querySelector('.menu-switch')
  const show = (open) => {
    button.setAttribute('aria-expanded', String(open))
    document.getElementById('menu').classList.toggle('open', open)
  }
  button.addEventListener('click', () => show(button.getAttribute('aria-expanded') === 'false'))
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || button.getAttribute('aria-expanded') === 'false') return
    show(false)
    button.focus()
  })
  document.getElementById('menu').addEventListener('click', ({ target }) => {
    if (target.closest('a')) show(false)
  })
}

function themeSwitches() {
  const root = document.documentElement
  const labels = [...document.querySelectorAll('.theme')]
  const selects = labels.map((label) => label.querySelector('select'))
  for (const [at, select] of selects.entries()) {
    select.value = root.dataset.theme ?? 'system'
    labels[at].hidden = false
    select.addEventListener('change', () => {
      remember('docs-theme', select.value)
      if (select.value === 'system') delete root.dataset.theme
      else root.dataset.theme = select.value
      for (const other of selects) other.value = select.value
    })
  }
}

function copyButtons() {
  for (const button of document.querySelectorAll('.copy')) {
    const label = button.textContent
    button.hidden = false
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(button.closest('figure').querySelector('code').textContent)
      button.textContent = button.dataset.done
      setTimeout(() => {
        button.textContent = label
      }, 2000)
    })
  }
}

/** A choice of language applies to all tabs of the page. */
function tabs() {
  const shows = []
  for (const [number, choice] of document.querySelectorAll('.choice').entries()) {
    const figures = [...choice.querySelectorAll('figure')]
    const list = element('div', { className: 'tabs', role: 'tablist', ariaLabel: choice.dataset.label })
    const buttons = figures.map((figure, at) => {
      const panel = figure.querySelector('pre')
      panel.id = `code-${number}-${at}`
      const button = element('button', { type: 'button', role: 'tab', id: `tab-${number}-${at}` }, figure.dataset.name)
      button.setAttribute('aria-controls', panel.id)
      panel.setAttribute('role', 'tabpanel')
      panel.removeAttribute('aria-label')
      panel.setAttribute('aria-labelledby', button.id)
      button.addEventListener('click', () => {
        const { top } = choice.getBoundingClientRect()
        for (const show of shows) show(figure.dataset.name)
        scrollBy(0, choice.getBoundingClientRect().top - top) // blocks above may have changed their height
        remember('docs-code', figure.dataset.name)
      })
      return button
    })
    list.append(...buttons)
    list.addEventListener('keydown', (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
      if (!step) return
      const at = buttons.indexOf(document.activeElement)
      const next = buttons[(at + step + buttons.length) % buttons.length]
      next.focus()
      next.click()
    })
    const show = (name) => {
      const known = figures.some((figure) => figure.dataset.name === name)
      if (!known && buttons.some((button) => button.ariaSelected === 'true')) return
      const shown = known ? name : figures[0].dataset.name
      for (const [at, figure] of figures.entries()) {
        const isShown = figure.dataset.name === shown
        figure.hidden = !isShown
        buttons[at].ariaSelected = String(isShown)
        buttons[at].tabIndex = isShown ? 0 : -1
      }
    }
    choice.classList.add('tabbed')
    choice.prepend(list)
    shows.push(show)
    show(remember('docs-code'))
  }
}

const folded = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

function search() {
  const box = document.querySelector('.search')
  const input = box.querySelector('input')
  const found = box.querySelector('.found')
  const status = box.querySelector('[role=status]')
  let index = null
  const load = async () => {
    index ??= fetch(box.dataset.index)
      .then((answer) => answer.json())
      .then((sections) =>
        sections.map((section) => ({
          ...section,
          folded: folded(`${section.page} ${section.heading} ${section.text}`),
        })),
      )
    return index
  }
  const scoreOf = (section, words) => {
    if (!words.every((word) => section.folded.includes(word))) return 0
    const title = folded(`${section.heading} ${section.heading ? '' : section.page}`)
    return 1 + words.filter((word) => title.includes(word)).length * 10
  }
  const show = async () => {
    const words = folded(input.value).split(/\s+/).filter(Boolean)
    const sections = await load()
    const results = sections
      .map((section) => ({ section, score: words.length > 0 ? scoreOf(section, words) : 0 }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, 8)
    found.replaceChildren(
      ...results.map(({ section }) =>
        element(
          'a',
          { href: section.url },
          element('strong', {}, section.heading || section.page),
          element('span', {}, section.heading ? section.page : section.text.slice(0, 90)),
        ),
      ),
    )
    if (words.length > 0 && results.length === 0) found.append(element('p', {}, box.dataset.none))
    found.hidden = words.length === 0
    status.textContent =
      words.length === 0
        ? ''
        : results.length === 0
          ? box.dataset.none
          : box.dataset.count.replace('{}', results.length)
  }
  box.hidden = false
  input.addEventListener('focus', load, { once: true })
  input.addEventListener('input', show)
  box.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') {
      found.hidden = true
      input.focus()
    }
    const links = [input, ...found.querySelectorAll('a')]
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!step || found.hidden) return
    event.preventDefault()
    links[Math.max(0, Math.min(links.length - 1, links.indexOf(document.activeElement) + step))].focus()
  })
  box.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget && !box.contains(relatedTarget)) found.hidden = true
  })
  found.addEventListener('click', () => {
    found.hidden = true
  })
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.target.matches('input, textarea, select')) return
    event.preventDefault()
    input.focus()
  })
}

/** The token is stored nowhere but in its input field. */
function tryOuts() {
  for (const form of document.querySelectorAll('form.try')) {
    form.closest('details').hidden = false
    form.addEventListener('submit', async (event) => {
      event.preventDefault()
      const fields = [...form.querySelectorAll('[data-in]')].filter(({ value }) => value !== '')
      const of = (place) => fields.filter((field) => field.dataset.in === place)
      let path = form.dataset.path
      for (const { name, value } of of('path')) path = path.replace(`{${name}}`, encodeURIComponent(value))
      const query = new URLSearchParams(of('query').map(({ name, value }) => [name, value]))
      const headers = Object.fromEntries(of('header').map(({ name, value }) => [name, value]))
      const token = document.getElementById('token').value
      if (token !== '') headers.Authorization = `Bearer ${token.trim()}`
      const [body] = of('body')
      if (body) headers['Content-Type'] = 'application/json'
      const output = form.querySelector('output')
      const say = (line, text) => {
        output.replaceChildren(element('strong', {}, line), element('pre', { tabIndex: 0 }, element('code', {}, text)))
      }
      say(form.dataset.sending, '')
      try {
        const address = query.size > 0 ? `${path}?${query}` : path
        const answer = await fetch(address, { method: form.dataset.method, headers, body: body?.value })
        const text = await answer.text()
        say(`${answer.status} ${answer.statusText}`, pretty(text))
      } catch (error) {
        say(form.dataset.failed, String(error))
      }
    })
  }
}

const pretty = (text) => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

menuSwitch()
themeSwitches()
copyButtons()
tabs()
search()
tryOuts()
// Tabs changed the height of the page, so scroll to the anchor again.
if (location.hash) document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView()
