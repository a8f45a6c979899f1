// If the app itself does not come (a file is gone in the middle of an upgrade, the connection broke), the page says so in both languages
// and offers another try. (A file of its own, because no inline script is allowed; plain, because nothing else came.)
const tell = () => {
  const app = document.getElementById('app')
  if (!app || app.childElementCount > 0) return
  const line = (lang, text, again) => {
    const paragraph = document.createElement('p')
    paragraph.lang = lang
    const link = Object.assign(document.createElement('a'), { href: location.href, textContent: again })
    paragraph.append(text, ' ', link)
    return paragraph
  }
  const main = document.createElement('main')
  main.className = 'blank'
  main.append(
    line('es', 'La página no se pudo cargar.', 'Intentar de nuevo'),
    line('en', 'The page could not be loaded.', 'Try again'),
  )
  app.append(main)
}

addEventListener(
  'error',
  ({ target }) => {
    if (!(target instanceof HTMLScriptElement)) return
    if (document.readyState === 'loading') addEventListener('DOMContentLoaded', tell)
    else tell()
  },
  true,
)
