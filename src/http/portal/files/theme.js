// Before anything is painted: the theme that the reader chose, and that there is a script.
{
  const root = document.documentElement
  root.dataset.script = ''
  try {
    const theme = localStorage.getItem('docs-theme')
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme
  } catch {
    // A browser that keeps nothing shows what the system has.
  }
}
